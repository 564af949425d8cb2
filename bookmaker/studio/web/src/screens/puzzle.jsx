/** One puzzle of the book: its picture, answer and path, another one in its place, and its givens to edit. */
import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "../api.js";
import { instead, isMade, keep, keptIn, offline, takeByHand } from "../book.js";
import { clashes, digitsOf, Grid, withDigit, wrongs } from "../grids.jsx";
import { Others } from "../others.jsx";
import { Behind, Button, levelOf, minutesOf, Picture, Segmented, Waiting } from "../parts.jsx";
import { go, set, toast, use } from "../store.js";
import { has, language, number, t } from "../words.js";

/** All puzzles of the book in their order. @param {any} places @returns {any[]} */
export const puzzlesOf = (places) => (places?.pages ?? []).flatMap((/** @type {any} */ page) => page.puzzles.map((/** @type {any} */ one) => ({ ...one, index: one.puzzle, sheet: page.sheet, page: page.number })));

export function PuzzleScreen() {
  // After a change, what the screen shows stays until the new pages are there: nothing flickers, and the focus is kept.
  const places = use((s) => s.places);
  const version = places?.version;
  const [wanted] = use((s) => s.parameters);
  const puzzles = puzzlesOf(places);
  const at = Math.max(0, puzzles.findIndex((one) => String(one.index) === String(wanted)));
  const chosen = puzzles[at];
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      if (/^(INPUT|TEXTAREA|SELECT)$/.test(/** @type {HTMLElement} */ (event.target).tagName) || event.ctrlKey || event.metaKey || document.querySelector("dialog[open], .grid-keys")) return;
      const by = { j: 1, k: -1 }[event.key];
      const next = by && puzzles[at + by];
      if (next) go("puzzle", next.index);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  // Another puzzle in a place may have another number: the screen follows the place.
  const last = useRef({ version, code: chosen?.code });
  useEffect(() => {
    if (!chosen) return;
    const moved = last.current.version !== version && last.current.code && last.current.code !== chosen.code ? puzzles.find((one) => one.code === last.current.code) : null;
    last.current = { version, code: (moved ?? chosen).code };
    if (!moved) return;
    if (moved.number !== chosen.number) toast(t("puzzle.now_at", { number: moved.number }));
    go("puzzle", moved.index);
  }, [version, chosen?.code]);
  const refocus = useRef(false);
  const list = useRef(/** @type {HTMLUListElement|null} */ (null));
  useEffect(() => list.current?.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" }), [at, puzzles.length]);
  if (!chosen)
    return (
      <main class="main">
        <Waiting />
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
                {keptIn(one) && <span class="chip">{t("puzzle.kept")}</span>}
                <span class="grow faint small">
                  {one.minutes ? minutesOf(one.minutes) : one.level && has(`value.difficulty.${one.level}`) ? t(`value.difficulty.${one.level}`) : ""}
                </span>
                <span class="faint small clip">{one.hardest ?? ""}</span>
              </button>
            </li>
          ))}
        </ul>
      </aside>
      <One key={`${chosen.index}`} puzzle={chosen} version={version} refocus={refocus} />
    </main>
  );
}

/** @param {any} props */
function One({ puzzle, version, refocus }) {
  const [view, setView] = useState("puzzle");
  const [stepAt, setStep] = useState(0);
  const [choosing, setChoosing] = useState(false);
  const [editing, setEditing] = useState(false);
  const [facts, setFacts] = useState(/** @type {any} */ (null));
  useEffect(() => {
    let stale = false;
    call(`/api/puzzle/${version}/${puzzle.index}?language=${language()}`).then((one) => !stale && setFacts({ ...one, version })).catch(() => {});
    return () => void (stale = true);
  }, [version, puzzle.index]);
  const steps = facts?.path?.steps ?? [];
  const picture = `/api/puzzle/${version}/${puzzle.index}.png?w=900&what=${view}${view === "step" ? `&step=${stepAt}&language=${language()}` : ""}`;
  const grade = facts ?? {};
  const made = isMade(puzzle);
  useEffect(() => {
    // The focus goes back to where it was before the edit, also when the puzzle has a new number by then.
    const button = /** @type {HTMLElement|null} */ (document.querySelector(".edit-by-hand"));
    if (editing) refocus.current = true;
    else if (refocus.current && button) {
      button.focus();
      refocus.current = false;
    }
  }, [editing, facts]);
  if (editing && facts && made) return <Edit key={`${facts.code} ${facts.givens}`} place={puzzle} facts={facts} onClose={() => setEditing(false)} />;
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
        <Behind />
        <div class="see">
          <Picture class="paper puzzle-picture" src={picture} alt={t(view === "answer" ? "pages.answer" : "pages.puzzle", { number: puzzle.number })} />
        </div>
      </section>
      <aside class="side right puzzle-side" aria-label={t("puzzle.about")}>
        <div class="form">
          <h2>{t("pages.puzzle", { number: puzzle.number })}</h2>
          {made && (
            <div class="row wrap">
              <Button kind="pri" icon="swap" label={t("puzzle.another")} title={t("puzzle.another_help")} onClick={() => instead(puzzle, "another")} />
              <Button label={t("puzzle.choose")} aria-haspopup="dialog" onClick={() => setChoosing(true)} />
              {facts?.givens.length === facts?.size ** 2 && <Button class="edit-by-hand" label={t("puzzle.edit")} onClick={() => setEditing(true)} />}
              <Button label={t(keptIn(puzzle) ? "puzzle.unkeep" : "puzzle.keep")} title={t("puzzle.keep_help")} onClick={() => keep(puzzle, version)} />
              <Button label={t("puzzle.leave_out")} onClick={() => instead(puzzle, "none")} />
            </div>
          )}
          {made && <p class="help">{t("puzzle.another_help")} {t("puzzle.numbers_help")}</p>}
          {choosing && <Others place={puzzle} version={version} onClose={() => setChoosing(false)} />}
          <dl class="tiles">
            {grade.minutes != null && (
              <div>
                <dd>{minutesOf(grade.minutes)}</dd>
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

/** The object that docs/json.md describes, of a record of the book. @param {any} facts */
const objectOf = ({ givens, kind, boxes, regions, clues, cages }) => ({ puzzle: givens, kind, boxes, regions, clues, cages });

/** The givens of a puzzle to type into; with exactly one answer it can be saved. @param {{place: any, facts: any, onClose: () => void}} props */
function Edit({ place, facts, onClose }) {
  const [steps, setSteps] = useState([facts.givens.replaceAll("0", ".")]);
  const [now, setNow] = useState(0);
  const [at, setAt] = useState(0);
  const [verdict, setVerdict] = useState(/** @type {any} */ (null));
  const cells = steps[now];
  const judged = verdict?.cells === cells ? verdict : null;
  useEffect(() => {
    let stale = false;
    const timer = setTimeout(() => {
      call("/api/solutions", { puzzle: objectOf(facts), cells }).then((one) => !stale && setVerdict({ ...one, cells })).catch((error) => !stale && offline(error));
    }, 120);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [cells]);
  const own = useRef(/** @type {HTMLDivElement|null} */ (null));
  useEffect(() => /** @type {HTMLElement|null|undefined} */ (own.current?.querySelector("[role=gridcell]"))?.focus(), []);
  /** @param {number} cell @param {number} digit */
  const type = (cell, digit) => {
    const next = withDigit(cells, cell, digit);
    if (next === cells) return;
    setSteps([...steps.slice(0, now + 1), next]);
    setNow(now + 1);
  };
  /** Keys of undo mean the digits until they are saved. @param {KeyboardEvent} event */
  const keys = (event) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || !["z", "y"].includes(key)) return;
    else setNow(Math.max(0, Math.min(steps.length - 1, now + (key === "z" && !event.shiftKey ? -1 : 1))));
    event.preventDefault();
    event.stopPropagation();
  };
  const save = async () => (await takeByHand(place, facts.version, cells)) && onClose();
  const digits = digitsOf(cells);
  const before = digitsOf(steps[0]);
  const same = digits.map((one, cell) => one === before[cell]);
  const kind = { proper: "ok", several: "warn" }[judged?.status] ?? "bad";
  return (
    <>
      <section class="desk puzzle-view" aria-label={t("puzzle.edit_title", { number: place.number })} onKeyDown={keys}>
        <div class="see" ref={own}>
          <div class="paper framed puzzle-edit">
            <Grid
              size={facts.size}
              frame={facts.frame}
              ground={`/api/puzzle/${facts.version}/${place.puzzle}.png?w=900&what=ground`}
              givens={digits.map((one, cell) => (same[cell] ? one : null))}
              found={digits}
              tints={clashes(wrongs(judged), facts.size)}
              width={460}
              label={t("desk.edit_label")}
              at={at}
              onAt={setAt}
              onType={type}
            />
          </div>
        </div>
      </section>
      <aside class="side right puzzle-side" aria-label={t("puzzle.about")}>
        <div class="form">
          <h2>{t("puzzle.edit_title", { number: place.number })}</h2>
          <p class="muted">{t("puzzle.edit_help")}</p>
          <p class="row wrap" role="status">
            {judged ? (
              <>
                <span class={`chip ${kind}`}>
                  <i class="dot" />
                  {t(`status.${judged.status}`, { count: judged.solutions ?? 0 })}
                </span>
                <span class="muted">{levelOf(judged)}</span>
              </>
            ) : (
              <span class="muted row">
                <i class="spin" />
                {t("puzzle.counting")}
              </span>
            )}
          </p>
          <div class="row wrap">
            <Button kind="pri" label={t("puzzle.save")} disabled={judged?.status !== "proper" || cells === steps[0]} onClick={save} />
            <Button label={t("action.cancel")} onClick={onClose} />
            <Button bare kind="quiet" icon="undo" label={t("action.undo")} disabled={now === 0} onClick={() => setNow(now - 1)} />
            <Button bare kind="quiet" icon="redo" label={t("action.redo")} disabled={now === steps.length - 1} onClick={() => setNow(now + 1)} />
          </div>
        </div>
      </aside>
    </>
  );
}
