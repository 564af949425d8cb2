/** One puzzle of the book: its picture, answer and path, and another one in its place. */
import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "../api.js";
import { instead, isMade } from "../book.js";
import { Button, Segmented } from "../parts.jsx";
import { go, set, use } from "../store.js";
import { has, language, number, t } from "../words.js";

/** All puzzles of the book in their order. @param {any} places @returns {any[]} */
export const puzzlesOf = (places) => (places?.pages ?? []).flatMap((/** @type {any} */ page) => page.puzzles.map((/** @type {any} */ one) => ({ ...one, index: one.puzzle, sheet: page.sheet, page: page.number })));

export function PuzzleScreen() {
  const places = use((s) => (s.places?.version === s.book.version ? s.places : null));
  const version = use((s) => s.book.version);
  const [wanted] = use((s) => s.parameters);
  const puzzles = puzzlesOf(places);
  const at = Math.max(0, puzzles.findIndex((one) => String(one.index) === String(wanted)));
  const chosen = puzzles[at];
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      if (/^(INPUT|TEXTAREA|SELECT)$/.test(/** @type {HTMLElement} */ (event.target).tagName) || event.ctrlKey || event.metaKey) return;
      const by = { j: 1, k: -1 }[event.key];
      const next = by && puzzles[at + by];
      if (next) go("puzzle", next.index);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  const list = useRef(/** @type {HTMLUListElement|null} */ (null));
  useEffect(() => list.current?.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" }), [at, puzzles.length]);
  if (!chosen)
    return (
      <main class="main">
        <p class="waiting row" role="status">
          <i class="spin" />
          {t("pages.ready_soon")}
        </p>
      </main>
    );
  return (
    <main class="main">
      <aside class="side puzzle-list" aria-label={t("puzzle.list")}>
        <ul ref={list}>
          {puzzles.map((one) => (
            <li key={one.index}>
              <button type="button" class="item" aria-current={one === chosen} onClick={() => go("puzzle", one.index)}>
                <b class="num">{one.number}</b>
                <span class="grow faint small">
                  {one.minutes ? t("puzzle.minutes", { count: Math.round(one.minutes) }) : one.level && has(`value.difficulty.${one.level}`) ? t(`value.difficulty.${one.level}`) : ""}
                </span>
                <span class="faint small clip" lang="en">{(one.hardest ?? "").replaceAll("-", " ")}</span>
              </button>
            </li>
          ))}
        </ul>
      </aside>
      <One key={`${chosen.index}`} puzzle={chosen} version={version} />
    </main>
  );
}

/** @param {any} props */
function One({ puzzle, version }) {
  const [view, setView] = useState("puzzle");
  const [stepAt, setStep] = useState(0);
  const [facts, setFacts] = useState(/** @type {any} */ (null));
  useEffect(() => {
    let stale = false;
    call(`/api/puzzle/${version}/${puzzle.index}?language=${language()}`).then((one) => !stale && setFacts(one)).catch(() => {});
    return () => void (stale = true);
  }, [version, puzzle.index]);
  const steps = facts?.path?.steps ?? [];
  const picture = `/api/puzzle/${version}/${puzzle.index}.png?w=900&what=${view}${view === "step" ? `&step=${stepAt}&language=${language()}` : ""}`;
  const grade = facts ?? {};
  const made = isMade(puzzle);
  return (
    <>
      <section class="desk puzzle-view" aria-label={t("pages.puzzle", { number: puzzle.number })}>
        <div class="row viewbar centred">
          <Segmented
            label={t("pages.view")}
            value={view}
            onChange={setView}
            options={["puzzle", "answer", "step"].map((one) => ({ value: one, label: t(`puzzle.view_${one}`) }))}
          />
        </div>
        <div class="see">
          <img class="paper puzzle-picture" src={picture} alt={t(view === "answer" ? "pages.answer" : "pages.puzzle", { number: puzzle.number })} />
        </div>
      </section>
      <aside class="side right puzzle-side" aria-label={t("puzzle.about")}>
        <div class="form">
          <h2>{t("pages.puzzle", { number: puzzle.number })}</h2>
          {made && (
            <div class="row wrap">
              <Button kind="pri" icon="swap" label={t("puzzle.another")} title={t("puzzle.another_help")} onClick={() => instead(puzzle, "another")} />
              <Button label={t("puzzle.leave_out")} onClick={() => instead(puzzle, "none")} />
            </div>
          )}
          {made && <p class="help">{t("puzzle.another_help")}</p>}
          <dl class="tiles">
            {grade.minutes != null && (
              <div>
                <dd>{t("puzzle.minutes", { count: Math.round(grade.minutes) })}</dd>
                <dt>{t("puzzle.average")}</dt>
              </div>
            )}
            {grade.level && (
              <div>
                <dd>{has(`value.difficulty.${grade.level}`) ? t(`value.difficulty.${grade.level}`) : grade.level}</dd>
                <dt>{t("label.sections.puzzles.difficulty")}</dt>
              </div>
            )}
            {grade.score != null && (
              <div>
                <dd>{number(grade.score)}</dd>
                <dt>{t("label.sections.puzzles.score")}</dt>
              </div>
            )}
          </dl>
          {facts?.hints?.length > 0 && (
            <div>
              <h3>{t("puzzle.hint")}</h3>
              <p class="muted">{facts.hints.join(" ")}</p>
            </div>
          )}
          {steps.length > 0 && (
            <div>
              <h3>{t("puzzle.path", { count: steps.length })}</h3>
              <ol class="steps">
                {steps.map((/** @type {any} */ one, /** @type {number} */ index) => (
                  <li key={index}>
                    <button
                      type="button"
                      aria-current={view === "step" && stepAt === index}
                      onClick={() => {
                        setView("step");
                        setStep(index);
                      }}
                    >
                      <span class="faint num">{index + 1}</span> <b>{one.name}</b> {one.text}
                    </button>
                  </li>
                ))}
              </ol>
            </div>
          )}
          <Button kind="sm" label={t("puzzle.to_page")} onClick={() => (set({ sheet: puzzle.sheet, puzzle: puzzle.puzzle, view: "pages" }), go("book"))} />
        </div>
      </aside>
    </>
  );
}
