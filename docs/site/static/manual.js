// The cells of wide tables know their columns, for narrow screens: see manual.css.
addEventListener("DOMContentLoaded", () => {
  for (const table of document.querySelectorAll("article table")) {
    const columns = [...table.querySelectorAll("thead th")].map((cell) => cell.textContent);
    if (columns.length < 3) continue;
    table.classList.add("wide");
    for (const row of table.tBodies[0].rows)
      [...row.cells].forEach((cell, index) => {
        cell.dataset.column = columns[index];
        cell.classList.toggle("blank", !cell.textContent.trim() && !cell.querySelector("img"));
      });
  }
});
