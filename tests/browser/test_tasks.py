"""What people come for, as a person does it who has never seen YAML: counted clicks, and the files that come out."""

from __future__ import annotations

import re
import string
import zipfile

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from running import BOOK

GIVENS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CLASHING = GIVENS[:-3] + "5" + GIVENS[-2:]
OTHER = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def sound(page) -> None:
    """Whoever reads by ear finds everything on the screen as it is now."""
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})
    assert [(one["id"], one["nodes"][0]["html"]) for one in found.response["violations"]] == []


def made(studio, page) -> None:
    """Make the book that is open, and wait for its files."""
    studio.click(page, page.get_by_role("button", name="Make the book").last)
    expect(page.get_by_role("heading", name="The book is ready")).to_be_visible(timeout=300_000)


def test_a_large_print_book_with_a_cover_for_kdp(empty) -> None:
    page = empty.open("start")
    empty.click(page, page.get_by_role("button", name="New book"))
    empty.click(page, page.get_by_role("radio", name="Large print"))
    empty.click(page, page.get_by_role("radio", name="12", exact=True))
    page.get_by_role("textbox", name="Title").fill("Evenings with Sudoku")
    page.get_by_role("textbox", name="Author").fill("R. Vela")
    empty.click(page, page.get_by_role("button", name="Create the book"))
    page.wait_for_selector(".cards")
    made(empty, page)
    with page.expect_download() as download:
        empty.click(page, page.get_by_role("link", name="Download for Amazon KDP"))
    names = zipfile.ZipFile(download.value.path()).namelist()
    assert any("interior" in one for one in names) and any("cover" in one for one in names)
    text = next(empty.folder.glob("*/book.yaml")).read_text()
    assert "title: Evenings with Sudoku" in text and "author: R. Vela" in text and "style: large-print" in text
    assert empty.clicks <= 12


def test_a_handout_of_twelve_small_grids(empty) -> None:
    page = empty.open("new")
    empty.click(page, page.get_by_role("radio", name="A class"))
    empty.click(page, page.get_by_role("button", name="Create the book"))
    page.wait_for_selector(".cards")
    text = next(empty.folder.glob("*/book.yaml")).read_text()
    assert re.findall(r"size: (\d+)", text) == ["6"] and "count: 12" in text
    made(empty, page)
    with page.expect_download() as download:
        empty.click(page, page.locator(".download").first)
    assert download.value.path().read_bytes().startswith(b"%PDF")
    assert empty.clicks <= 10


def test_a_new_book_speaks_the_language_of_the_studio(empty) -> None:
    page = empty.open("new", language="es")
    empty.click(page, page.get_by_role("radio", name="Una clase"))
    empty.click(page, page.get_by_role("button", name="Crear el libro"))
    page.wait_for_selector(".cards")
    expect(page.locator(".cards .card").first).to_contain_text("Parte 1")
    expect(page.get_by_role("button", name=re.compile("^Deshacer: ")).first).to_be_enabled()
    assert "language: es" in next(empty.folder.glob("*/book.yaml")).read_text()


def test_submissions_become_an_answer_key(studio, tmp_path) -> None:
    letters = tmp_path / "letters"
    letters.mkdir()
    (letters / "may-10.txt").write_text(f"{GIVENS}\n{CLASHING}\n")
    (letters / "may-9.txt").write_text(f"{OTHER}\n")
    page = studio.open("desk")
    with page.expect_file_chooser() as chooser:
        studio.click(page, page.get_by_role("button", name="Folder"))
    chooser.value.set_files(letters)
    expect(page.locator(".item b")).to_have_text(["1 · may-9.txt", "2 · may-10.txt", "3 · may-10.txt"])
    studio.click(page, page.get_by_role("button", name=re.compile("^To mend 1")))
    expect(page.locator(".big-title")).to_have_text("The same digit is in two cells that may not share it")
    studio.click(page, page.get_by_role("button", name="Mend", exact=True))
    expect(page.locator(".desk-one").get_by_text("As it came")).to_be_visible()
    with page.expect_download() as download:
        studio.click(page, page.get_by_role("button", name="Answer key"))
    assert download.value.path().read_bytes().startswith(b"%PDF")
    studio.click(page, page.get_by_role("button", name="Send to"))
    studio.click(page, page.get_by_role("button", name="Send", exact=True))
    expect(page.locator(".cards .card")).to_have_count(4)
    assert studio.clicks <= 8
    assert (letters / "may-10.txt").read_text() == f"{GIVENS}\n{CLASHING}\n"


def test_a_club_types_a_killer_and_prints_it(empty) -> None:
    """On a telephone, in Russian: the fault is said in short, its mend has words, and the chosen puzzle is in sight."""
    cages = "aaabbcdde ffaggcdde fhhiicjjk llmmnoojk ppqqnrrss ttuunvvwx yzzAABwwx yyCDDBEEF CCCGGBEEF"
    sums = [19, 10, 16, 22, 17, 14, 6, 13, 13, 7, 9, 15, 6, 11, 12, 15, 8, 12, 9, 6, 9, 12, 18, 3, 11, 13]
    sums += [16, 9, 21, 7, 25, 9, 13]
    named = "\n".join(f"{letter} = {total}" for letter, total in zip(string.ascii_letters, sums, strict=False))
    page = empty.open("start", width=390, height=844, language="ru")
    empty.click(page, page.get_by_role("button", name="Проверить задачи"))
    empty.click(page, page.get_by_role("button", name="Вставить"))
    empty.click(page, page.get_by_text("Как набрать задачу?"))
    expect(page.get_by_text("a = 14")).to_be_visible()
    sound(page)
    page.get_by_role("textbox").fill("\n".join([*cages.split(), "", named]))
    empty.click(page, page.get_by_role("button", name="Проверить", exact=True))
    empty.click(page, page.locator(".item"))
    title = page.locator(".big-title")
    expect(title).to_have_text(re.compile(r"^[^.:]{5,80}$"))
    expect(title).to_be_in_viewport()
    expect(page.locator(".mend")).to_have_text(re.compile("с1к1.*: 18 вместо 19"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    empty.click(page, page.get_by_role("button", name="Исправить", exact=True))
    expect(title).to_have_text("Исправлено")
    expect(page.locator(".desk-one .fault")).to_have_count(0)
    with page.expect_download() as download:
        empty.click(page, page.get_by_role("button", name="Задачи для печати"))
    assert download.value.path().read_bytes().startswith(b"%PDF")
    assert empty.clicks <= 7


def test_one_puzzle_is_replaced_and_no_other(studio) -> None:
    page = studio.open("book")
    studio.click(page, page.locator(".card-main").nth(2))
    page.wait_for_selector(".spot")
    studio.click(page, page.locator(".spot").first)
    before = page.locator(".sheet").first.get_attribute("data-version")
    studio.click(page, page.locator(".pop").get_by_role("button", name="Another one"))
    expect(page.locator(".sheet").first).not_to_have_attribute("data-version", before)
    assert len(re.findall(r"instead: *\{\w+: 1\}|instead:\n +\w+: 1", studio.text())) == 1
    studio.click(page, page.get_by_role("button", name=re.compile("^Undo")).first)
    expect(page.get_by_role("button", name=re.compile("^Do again")).first).to_be_enabled()
    assert "instead" not in studio.text()
    assert studio.clicks <= 4


def test_a_puzzle_is_kept_and_no_longer(studio) -> None:
    page = studio.open("puzzle/2")
    studio.click(page, page.get_by_role("button", name="Keep", exact=True))
    expect(page.get_by_role("button", name="Keep no longer")).to_be_visible()
    assert len(re.findall(r"keep: *\{\w+: kept/\w+\.jsonl\}", studio.text())) == 1
    studio.click(page, page.get_by_role("button", name="Keep no longer"))
    expect(page.get_by_role("button", name="Undo: Puzzle 2 no longer kept").first).to_be_enabled()
    assert "keep" not in studio.text()


def test_one_of_three_others_is_chosen(studio) -> None:
    page = studio.open("puzzle")
    studio.click(page, page.get_by_role("button", name="Choose"))
    expect(page.locator(".other img")).to_have_count(3)
    expect(page.locator(".other").first).to_contain_text(re.compile(r"Puzzle \d.*Easy"))
    sound(page)
    number = page.locator(".other b").nth(1).text_content()
    studio.click(page, page.locator(".other").nth(1))
    expect(page.locator(".toast")).to_contain_text("Puzzle 1 replaced")
    expect(page.get_by_role("button", name="Undo: Puzzle 1 replaced")).to_be_visible()
    assert re.search(r"instead: *\{\w+: 2\}|instead:\n +\w+: 2", studio.text())
    expect(page.locator(".puzzle-side h2")).to_have_text(number)
    assert studio.clicks == 2


def test_a_puzzle_is_edited_by_keys_and_saved_with_one_answer_only(studio) -> None:
    page = studio.open("puzzle")
    edit = page.get_by_role("button", name="Edit by hand")
    edit.focus()
    version = page.evaluate("async () => (await (await fetch('/api/state')).json()).book.version")
    facts = page.evaluate(f"async () => (await fetch('/api/puzzle/{version}/1')).json()")
    page.keyboard.press("Enter")
    save, says = page.get_by_role("button", name="Save", exact=True), page.locator(".puzzle-side [role=status]")
    expect(says).to_contain_text("One answer")
    expect(page.get_by_role("gridcell", name=re.compile("^Row 1, column 1"))).to_be_focused()
    sound(page)
    empty = re.search("[.0]", facts["givens"]).start()
    for _ in range(empty // 4):
        page.keyboard.press("ArrowDown")
    for _ in range(empty % 4):
        page.keyboard.press("ArrowRight")
    answer = facts["solution"][empty]
    page.keyboard.press(str(int(answer) % 4 + 1))
    expect(says).to_contain_text(re.compile("Clashing|No answer"))
    expect(save).to_be_disabled()
    page.keyboard.press("Control+z")
    expect(says).to_contain_text("One answer")
    expect(save).to_be_disabled()
    page.keyboard.press(answer)
    expect(page.get_by_role("gridcell", name=f"column {empty % 4 + 1}: {answer}")).to_be_focused()
    expect(save).to_be_enabled()
    save.press("Enter")
    expect(edit).to_be_focused()
    assert f"{facts['code']}: own/{facts['code']}.jsonl" in studio.text()
    assert (studio.folder / "own" / f"{facts['code']}.jsonl").exists()
    page.get_by_role("button", name="Undo: Puzzle 1 edited").click()
    expect(page.get_by_role("button", name="Do again: Puzzle 1 edited")).to_be_enabled()
    assert "own" not in studio.text()


def test_a_cover_by_keys_alone(studio) -> None:
    page = studio.open("cover")
    page.get_by_role("button", name="Give it a cover").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".cover-picture")
    chosen = page.locator(".design-grid [aria-checked=true]")
    first = chosen.text_content()
    chosen.focus()
    page.keyboard.press("ArrowRight")
    expect(chosen).not_to_have_text(first)
    expect(page.get_by_role("status").first).to_contain_text("Saved")
    assert "cover:\n  design:" in studio.text()


def test_a_page_of_ones_own_is_written_and_changed(studio) -> None:
    page = studio.open("book")
    studio.click(page, ".part:has-text('Other pages')")
    page.get_by_label("Add to Before the puzzles").select_option(label="A page of your own")
    page.get_by_role("textbox", name="Title").fill("For Leo")
    page.get_by_role("textbox", name="Text").fill("From the window seat.")
    studio.click(page, page.get_by_role("button", name="Save", exact=True))
    edit = page.get_by_role("button", name="Edit For leo")
    studio.click(page, edit)
    text = page.get_by_role("textbox", name="Text")
    expect(text).to_have_value("# For Leo\n\nFrom the window seat.\n")
    text.fill("# For Leo\n\nFrom the dining car.\n")
    studio.click(page, page.get_by_role("button", name="Save", exact=True))
    expect(edit).to_be_focused()
    assert (studio.folder / "own" / "for-leo.md").read_text() == "# For Leo\n\nFrom the dining car.\n"
    assert "front_matter: [title-page, own/for-leo.md]" in studio.text()


def test_books_are_renamed_copied_removed_and_put_back(empty) -> None:
    for name in ("one", "two"):
        (empty.folder / name).mkdir()
        (empty.folder / name / "book.yaml").write_text(BOOK.replace("Sudoku for the Long Train Ride", name.title()))
    (empty.folder / "one" / "own").mkdir()
    (empty.folder / "one" / "own" / "thanks.md").write_text("Thanks")
    page = empty.open("start")
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("button", name="One one/book.yaml").click()
    page.get_by_label("Subtitle").fill("First")
    page.get_by_role("button", name=re.compile("^Undo: Subtitle")).wait_for()
    page.get_by_role("link", name="All books").click()
    page.get_by_role("button", name="Rename One").click()
    sound(page)
    page.get_by_label("Title").fill("Long Rides")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Long Rides long-rides/book.yaml").click()
    # What was done before can be undone under the new name, too.
    expect(page.get_by_role("button", name=re.compile("^Undo: ")).first).to_be_enabled()
    page.get_by_role("link", name="All books").click()
    page.get_by_role("button", name="Copy Long Rides").click()
    page.get_by_label("Title").fill("Short Rides")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Remove Long Rides").click()
    expect(page.get_by_role("button", name="Long Rides long-rides/book.yaml")).to_have_count(0)
    assert not (empty.folder / "long-rides").exists()
    page.get_by_role("button", name="Bin: 1 book").click()
    sound(page)
    page.get_by_role("button", name="Put Long Rides back").click()
    expect(page.get_by_text("The bin is empty.")).to_be_visible()
    assert (empty.folder / "long-rides" / "own" / "thanks.md").read_text() == "Thanks"
    assert (empty.folder / "short-rides" / "own" / "thanks.md").read_text() == "Thanks"
    assert "title: Short Rides" in (empty.folder / "short-rides" / "book.yaml").read_text()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Remove Long Rides").click()
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_role("button", name="Long Rides long-rides/book.yaml")).to_be_visible()
    page.get_by_role("button", name="Remove Long Rides").click()
    page.get_by_role("button", name="Bin: 1 book").click()
    page.get_by_role("button", name="Empty the bin").click()
    page.get_by_role("button", name="Delete for good: nothing brings these books back").click()
    expect(page.get_by_role("button", name="Bin: 1 book")).to_have_count(0)
    assert sorted(one.name for one in empty.folder.glob("*/*.yaml")) == ["book.yaml", "book.yaml"]


FOCUS = """() => {
  const at = document.activeElement, box = at.getBoundingClientRect();
  const rings = [at, at.closest("label"), at.nextElementSibling].filter(Boolean).map((one) => getComputedStyle(one));
  const seen = rings.some((one) => one.outlineStyle !== "none" || one.boxShadow !== "none");
  const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  return {tag: at.tagName, name: at.ariaLabel || at.labels?.[0]?.innerText || at.innerText || at.value || "", seen, inside};
}"""


def tab_to(page, name: str, most: int = 120) -> None:
    """Press Tab until a control of a name has the focus. Wherever it is on the way, it is seen."""
    for _ in range(most):
        page.keyboard.press("Tab")
        at = page.evaluate(FOCUS)
        assert at["tag"] == "BODY" or (at["seen"] and at["inside"]), at
        if re.match(name, at["name"].strip()):
            return
    raise AssertionError(f"no way by Tab to {name}: the last is {at}")


def test_a_book_with_a_cover_by_keys_alone(empty) -> None:
    """From the start to the file for the printer without a click; the focus is seen at each step, and nothing holds it."""
    page = empty.open("start")
    tab_to(page, "New book")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Five questions")
    tab_to(page, "Adults")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Children")).to_be_checked()
    tab_to(page, "Title")
    page.keyboard.type("Keys")
    tab_to(page, "Create the book")
    page.keyboard.press("Enter")
    page.wait_for_selector(".cards")
    tab_to(page, "Cover")
    page.keyboard.press("Enter")
    page.wait_for_selector("main img, main .empty")
    tab_to(page, "Make the book")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="The book is ready")).to_be_visible(timeout=300_000)
    with page.expect_download() as download:
        tab_to(page, "Download for")
        page.keyboard.press("Enter")
    names = zipfile.ZipFile(download.value.path()).namelist()
    assert any("cover" in one for one in names) and empty.clicks == 0


def test_what_cannot_be_read_leaves_the_puzzles_in_sight_and_the_desk_is_cleared_with_care(empty) -> None:
    page = empty.open("desk", width=1280, height=800, language="es")
    lines = [GIVENS[:-1] + "x"] * 2 + [f"SumoCueV1={number}+0" for number in range(10, 16)]
    page.get_by_role("button", name="Pegar").click()
    page.get_by_role("textbox").fill("\n\n".join(lines))
    page.get_by_role("button", name="Comprobar", exact=True).click()
    more = page.locator(".desk-list summary", has_text="no se pueden leer")
    expect(more).to_be_visible()
    expect(page.locator(".desk-list > .unread")).to_have_count(3)
    more.click()
    said = " ".join(page.locator(".unread").all_inner_texts())
    assert "Texto pegado, Línea 5: " in said
    assert "celdas; un pasatiempo de 9×9 tiene 81" in said and not re.search(r"\b(?:the|of|with|puzzle)\b", said)
    sound(page)
    # Nothing was read, and the desk can be cleared all the same.
    page.get_by_role("button", name="Vaciar la mesa").click()
    expect(page.locator(".unread")).to_have_count(0)
    page.get_by_role("button", name="Pegar").click()
    page.get_by_role("textbox").fill(CLASHING)
    page.get_by_role("button", name="Comprobar", exact=True).click()
    page.get_by_role("button", name="Corregir", exact=True).click()
    expect(page.get_by_role("button", name="Como llegó")).to_be_visible()
    page.get_by_role("button", name="Vaciar la mesa").click()
    expect(page.locator(".item")).to_have_count(1)
    page.get_by_role("button", name="Vaciarla: sus correcciones no están guardadas en otro sitio").click()
    expect(page.locator(".item")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.get_by_text("Re Pág")).to_be_visible()
