/** The book: its parts on the left, its pages or its text in the middle, the form of what is chosen on the right. */
import { useEffect, useRef } from "preact/hooks";
import { pathOfFault, showFault, showText } from "../book.js";
import { faultOf, Field, More, whereOf } from "../forms.jsx";
import { PANELS, SECTION } from "../panels.js";
import { Button, Icon, Segmented } from "../parts.jsx";
import { get, set, use } from "../store.js";
import { t } from "../words.js";
import { Contents } from "./contents.jsx";
import { Spreads } from "./spreads.jsx";
import { TextTab } from "./text.jsx";

export function BookScreen() {
  const readOnly = use((s) => s.readOnly);
  const view = use((s) => (s.readOnly ? "pages" : s.book.broken ? "text" : (s.view ?? "pages")));
  const faulty = use((s) => s.book.faults.length > 0);
  const broken = use((s) => s.book.broken);
  useJump();
  useSectionPage();
  return (
    <main class="main book">
      {!broken && !readOnly && <Contents />}
      <section class="desk" aria-label={t(view === "text" ? "pages.text" : "pages.label")}>
        {!readOnly && <div class="viewtabs">
          <Segmented
            role="tablist"
            label={t("pages.view")}
            value={view}
            onChange={(/** @type {string} */ next) => set({ view: next })}
            options={[
              { value: "pages", label: t("pages.pages") },
              { value: "text", label: t("pages.text") },
            ]}
          />
        </div>}
        {view === "text" ? <TextTab /> : <Spreads />}
      </section>
      {(!readOnly || faulty) && (
        <aside class="side right" aria-label={t(readOnly ? "problems.label" : "form.label")}>
          {!broken && !readOnly && <Form />}
          <Problems />
        </aside>
      )}
    </main>
  );
}

/** The pages turn to a section that is chosen, as soon as it has pages; not where a puzzle on a page was chosen. */
function useSectionPage() {
  const selected = use((s) => s.selected);
  const sheet = use((s) => s.numbers?.[s.selected.section]?.sheet);
  useEffect(() => {
    if (sheet && !selected.stay) set({ sheet });
  }, [selected, sheet === undefined]);
}

/** Where a fault was chosen, its field gets the focus. */
function useJump() {
  const jump = use((s) => s.jump);
  const done = useRef(0);
  useEffect(() => {
    if (get().readOnly || !jump?.path || jump.at === done.current) return;
    done.current = jump.at;
    const { path } = jump;
    const panel = PANELS.find((one) => one.roots.includes(String(path[0])));
    set({ selected: path[0] === "sections" && path.length > 1 ? { section: +path[1] } : { panel: panel?.id ?? "title" } });
    let tries = 0;
    const focus = () => {
      for (let length = path.length; length > 0; length--) {
        const field = document.querySelector(`[data-path="${path.slice(0, length).join(".")}"]`);
        const control = /** @type {HTMLElement|null} */ (field?.querySelector("input,select,textarea,button"));
        if (!control) continue;
        control.scrollIntoView({ block: "center" });
        control.focus();
        return;
      }
      const more = /** @type {HTMLDetailsElement|null} */ (document.querySelector(".form details:not([open])"));
      if (more && tries++ < 3) {
        more.open = true;
        requestAnimationFrame(() => requestAnimationFrame(focus));
      } else showText(path);
    };
    requestAnimationFrame(() => requestAnimationFrame(focus));
  }, [jump]);
}

function Form() {
  const selected = use((s) => s.selected);
  const data = use((s) => s.book.data);
  if (selected.section !== undefined && data.sections?.[selected.section]) return <SectionForm index={selected.section} />;
  const panel = PANELS.find((one) => one.id === selected.panel) ?? PANELS[0];
  return (
    <div class="form" key={panel.id}>
      <h2>{t(`panel.${panel.id}`)}</h2>
      {panel.usual.map((one) => (
        <Field key={one} path={one.split(".")} />
      ))}
      <More roots={panel.roots.map((one) => [one])} usual={panel.usual} />
    </div>
  );
}

/** @param {{index: number}} props */
function SectionForm({ index }) {
  const section = use((s) => s.book.data.sections[index]) ?? {};
  const usual = section.lesson !== undefined ? SECTION.lesson : section.puzzles?.from !== undefined ? SECTION.read : SECTION.made;
  const path = ["sections", index];
  const paths = usual.map((one) => [...path, ...one.split(".")]);
  /** @param {string} one */
  const pair = (one) => ["puzzles.kind", "puzzles.size"].includes(one);
  return (
    <div class="form" key={`section${index}`}>
      <h2 class="clip">{section.title || t("contents.untitled")}</h2>
      {usual.map((one, at) =>
        one === "puzzles.size" ? null : pair(one) ? (
          <div class="two wide-left" key={one}>
            <Field path={paths[at]} />
            <Field path={[...path, "puzzles", "size"]} />
          </div>
        ) : (
          <Field key={one} path={paths[at]} />
        ),
      )}
      <More
        roots={[path, [...path, "puzzles"]]}
        usual={[...paths.map((one) => one.join(".")), `${path.join(".")}.puzzles`]}
      />
    </div>
  );
}

/** All faults and notes; a click leads to the field and the line. */
function Problems() {
  const faults = use((s) => s.book.faults);
  const data = use((s) => s.book.data);
  const work = use((s) => s.work);
  return (
    <section class="problems" aria-label={t("problems.label")}>
      <h3 class="row">
        {faults.length ? t("problems.count", { count: faults.length }) : t("problems.none")}
        {work && <i class="spin push" />}
      </h3>
      <ul>
        {faults.slice(0, 40).map((/** @type {any} */ one, /** @type {number} */ index) => {
          const path = pathOfFault(one);
          return (
            <li key={index}>
              <button type="button" class="problem" onClick={() => showFault(one)}>
                <span class="bad">
                  <Icon name="warn" />
                </span>
                <span>
                  <b>{whereOf(path, data) || one.path}</b>
                  {one.line && <span class="faint"> {t("problems.line", { line: one.line })}</span>}
                  <span class="block" lang={one.language ?? "en"}>{faultOf(one, path)}</span>
                  {one.advice && (
                    <span class="block faint">
                      {t("problems.todo")} <span lang={one.language ?? "en"}>{one.advice}</span>
                    </span>
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
