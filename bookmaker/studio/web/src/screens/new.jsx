/** A new book in five questions, and the title. */
import { useState } from "preact/hooks";
import { call } from "../api.js";
import { edit, offline, refresh } from "../book.js";
import { Emblem } from "../grids.jsx";
import { Button, Segmented } from "../parts.jsx";
import { get, go } from "../store.js";
import { language, number, t } from "../words.js";
import { shown } from "./start.jsx";

/** What suits whom: each answer to the first question sets the others, which the person may change. */
const FOR = {
  adults: { trim: "6x9in", count: 100, levels: "easy-hard", printer: "kdp" },
  "large-print": { trim: "8.5x11in", count: 100, levels: "easy-medium", printer: "kdp" },
  children: { trim: "8x10in", count: 50, levels: "easy", printer: "kdp" },
  class: { trim: "a4", count: 12, levels: "easy", printer: "office" },
  paper: { trim: "a5", count: 60, levels: "easy-hard", printer: "office" },
  club: { trim: "6x9in", count: 60, levels: "medium-hard", printer: "kdp" },
};
const TRIMS = ["4.25x7in", "6x9in", "8x10in", "8.5x11in", "a5", "a4"];
const COUNTS = [12, 24, 50, 60, 100, 200, 500];
const LEVELS = ["easy", "easy-medium", "easy-hard", "medium-hard", "hard"];
const PRINTERS = ["kdp", "ingramspark", "lulu", "office"];
const RATIO = { a4: [8.27, 11.69], a5: [5.83, 8.27] };

/** The languages of books by their own names, each with its word for a part of a book. @type {Record<string, [string, string]>} */
const SPOKEN = { en: ["English", "Part"], es: ["Español", "Parte"], ru: ["Русский", "Часть"], de: ["Deutsch", "Teil"], fr: ["Français", "Partie"] };

/** The edits by which a new book speaks a language. @param {string} code @returns {import("../book.js").Edit[]} */
function spoken(code) {
  if (code === "en") return [];
  const sections = /** @type {any[]} */ (get().book?.data?.sections ?? []);
  return [
    { op: "set", path: ["book", "language"], value: code },
    ...sections.flatMap((one, at) => [
      /** @type {import("../book.js").Edit} */ ({ op: "set", path: ["sections", at, "title"], value: `${SPOKEN[code][1]} ${at + 1}` }),
      ...(one.intro ? [/** @type {import("../book.js").Edit} */ ({ op: "unset", path: ["sections", at, "intro"] })] : []),
    ]),
  ];
}

export function NewScreen() {
  const [answers, setAnswers] = useState(/** @type {any} */ ({ for: "adults", ...FOR.adults }));
  const [title, setTitle] = useState("");
  const [author, setAuthor] = useState("");
  const [code, setCode] = useState(language());
  const [busy, setBusy] = useState(false);
  /** @param {any} change */
  const answer = (change) => setAnswers({ ...answers, ...(change.for ? FOR[/** @type {keyof typeof FOR} */ (change.for)] : {}), ...change });
  const shownTitle = title.trim() || t(`new.title_${answers.for.replace("-", "_")}`);
  /** @param {any} event */
  const send = async (event) => {
    event.preventDefault();
    setBusy(true);
    try {
      await call("/api/new", { ...answers, title: shownTitle });
      await refresh();
      // The pattern has an author of its own, whom nobody wants on a cover, and English words.
      await edit([...spoken(code), author.trim() ? { op: "set", path: ["book", "author"], value: author.trim() } : { op: "unset", path: ["book", "author"] }], t("start.new"));
      await shown();
    } catch (error) {
      offline(error);
      setBusy(false);
    }
  };
  /** @param {string} name @param {any[]} values @param {(value: any) => string} label @param {any} [more] */
  const question = (name, values, label, more = null) => (
    <fieldset class="question">
      <legend>{t(`new.${name}`)}</legend>
      <Segmented class="answers" label={t(`new.${name}`)} value={answers[name]} onChange={(/** @type {any} */ value) => answer({ [name]: value })} options={values.map((value) => ({ value, label: label(value) }))} />
      {more}
    </fieldset>
  );
  const size = ["class", "children"].includes(answers.for) ? 6 : 9;
  const [width, height] = RATIO[answers.trim] ?? answers.trim.match(/[\d.]+/g).map(Number);
  const scale = 300 / Math.max(height, 9);
  return (
    <main class="new">
      <form class="questions" onSubmit={send}>
        <h1>{t("new.heading")}</h1>
        <p class="muted">{t("new.lead")}</p>
        {question("for", Object.keys(FOR), (one) => t(`new.for_${one.replace("-", "_")}`))}
        {question("trim", TRIMS, (one) => t(`new.trim_${one.replace(/[.]/g, "_")}`))}
        {question(
          "count",
          COUNTS,
          (one) => number(one),
          <label class="own-count">
            <span>{t("new.own_count")}</span>
            <input class="in" type="number" min="1" max="5000" value={answers.count} onInput={(event) => event.currentTarget.value && answer({ count: Math.max(1, Math.min(5000, Math.round(+event.currentTarget.value))) })} />
          </label>,
        )}
        {question("levels", LEVELS, (one) => t(`new.levels_${one.replace("-", "_")}`))}
        {question("printer", PRINTERS, (one) => t(`value.for.${one}`))}
        <div class="row new-title">
          <label class="field grow whole">
            <span class="lab">{t("label.book.title")}</span>
            <input class="in" value={title} placeholder={shownTitle} onInput={(event) => setTitle(event.currentTarget.value)} maxLength={200} />
          </label>
          <label class="field grow">
            <span class="lab">{t("label.book.author")}</span>
            <input class="in" value={author} placeholder={t("new.no_author")} onInput={(event) => setAuthor(event.currentTarget.value)} maxLength={200} />
          </label>
          <label class="field">
            <span class="lab">{t("label.book.language")}</span>
            <select class="in" value={code} onChange={(event) => setCode(event.currentTarget.value)}>
              {Object.entries(SPOKEN).map(([one, [name]]) => (
                <option key={one} value={one} lang={one}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        </div>
        <div class="row new-title">
          <button type="submit" class="btn pri big" disabled={busy}>
            {busy ? <i class="spin" /> : null}
            {t("new.make")}
          </button>
          <Button kind="quiet big" label={t("action.back")} onClick={() => go("start")} />
        </div>
      </form>
      <aside class="new-side" aria-label={t("new.beside")}>
        <div class="mock">
          <div class={`mock-cover ${answers.for}`} style={{ width: `${width * scale}px`, height: `${height * scale}px` }}>
            <b>{shownTitle}</b>
            <span class="mock-grid">
              <Emblem kind={answers.for === "club" ? "killer" : "classic"} size={size} width={Math.round(width * scale * 0.55)} />
            </span>
            <span class="mock-count">{t("contents.puzzles", { count: answers.count })}</span>
          </div>
        </div>
        <dl class="mock-facts">
          <div>
            <dt>{t("new.grid_short")}</dt>
            <dd>{answers.for === "children" ? "4 × 4, 6 × 6" : `${size} × ${size}`}</dd>
          </div>
          <div>
            <dt>{t("new.trim_short")}</dt>
            <dd>{t(`new.trim_${answers.trim.replace(/[.]/g, "_")}`)}</dd>
          </div>
          <div>
            <dt>{t("new.levels_short")}</dt>
            <dd>{t(`new.levels_${answers.levels.replace("-", "_")}`)}</dd>
          </div>
          <div>
            <dt>{t("new.printer_short")}</dt>
            <dd>{t(`value.for.${answers.printer}`)}</dd>
          </div>
        </dl>
      </aside>
    </main>
  );
}
