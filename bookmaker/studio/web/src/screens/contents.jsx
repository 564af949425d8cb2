/** What the book consists of: its parts, and its sections as cards to drag, add, copy and remove. */
import { useRef, useState } from "preact/hooks";
import { edit } from "../book.js";
import { trimName, valueName } from "../forms.jsx";
import { Emblem } from "../grids.jsx";
import { PANELS } from "../panels.js";
import { Bars, Button, Dialog, Icon, LEVELS } from "../parts.jsx";
import { get, say, set, use } from "../store.js";
import { language, list, t } from "../words.js";

/** One line on a part of the book. @param {string} id @param {any} data */
function summary(id, data) {
  const { book = {}, page = {}, design = {}, answers = {} } = data;
  if (id === "title") return book.title ?? "";
  if (id === "page") return trimName(page.trim);
  if (id === "look") return valueName(["design", "style"], design.style ?? "classic");
  if (id === "print") return data.print?.for ? list([data.print.for].flat().map((one) => t(`value.for.${one}`))) : t("contents.no_printer");
  if (id === "answers") return valueName(["answers", "place"], answers.place ?? "back");
  if (data.front_matter === undefined && data.back_matter === undefined) return t("form.auto");
  const pages = [...(data.front_matter ?? []), ...(data.back_matter ?? [])];
  return pages.length ? t("contents.matter", { count: pages.length }) : t("form.none");
}

/** The usual facts of a section. @param {any} section */
export function factsOf(section) {
  const puzzles = section.puzzles ?? {};
  const levels = typeof puzzles.difficulty === "string" ? [puzzles.difficulty] : Object.keys(puzzles.difficulty ?? {});
  return {
    kind: section.kind ?? puzzles.kind ?? "classic",
    size: puzzles.size ?? section.size ?? 9,
    level: levels[0] ?? (puzzles.from || section.lesson ? null : "medium"),
    levels,
    count: puzzles.count ?? section.practice?.count,
    from: puzzles.from,
    lesson: section.lesson,
  };
}

/** The name of a kind. @param {any} kind @param {any[] | null} kinds */
export function kindName(kind, kinds) {
  const name = [kind].flat().join("+");
  return kinds?.find((/** @type {any} */ one) => one.name === name)?.title ?? valueName(["kind"], name);
}

export function Contents() {
  const data = use((s) => s.book.data);
  const selected = use((s) => s.selected);
  const sections = Array.isArray(data.sections) ? data.sections : [];
  const [adding, setAdding] = useState(false);
  return (
    <aside class="side contents" aria-label={t("contents.label")}>
      <h2 class="sr">{t("contents.label")}</h2>
      <ul class="panels">
        {PANELS.map((panel) => (
          <li key={panel.id}>
            <button type="button" class="part" aria-current={selected.panel === panel.id} onClick={() => set({ selected: { panel: panel.id } })}>
              <Icon name={panel.icon} />
              <span class="grow">
                <b>{t(`panel.${panel.id}`)}</b>
                <span class="faint small clip">{summary(panel.id, data)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div class="row sections-head">
        <h2 class="grow">{t("contents.sections")}</h2>
        <Button kind="sm" icon="plus" label={t("contents.add")} onClick={() => setAdding(true)} />
      </div>
      <Cards sections={sections} />
      {adding && <Gallery onClose={() => setAdding(false)} count={sections.length} />}
    </aside>
  );
}

/** @param {{sections: any[]}} props */
function Cards({ sections }) {
  const selected = use((s) => s.selected);
  const numbers = use((s) => s.numbers);
  const [drag, setDrag] = useState(/** @type {{from: number, to: number} | null} */ (null));
  const own = useRef(/** @type {HTMLUListElement|null} */ (null));

  /** Choose a section, and put the focus on it. @param {number} index */
  const choose = (index) => {
    set({ selected: { section: index } });
    setTimeout(() => /** @type {any} */ (own.current?.children[index]?.querySelector(".card-main"))?.focus(), 30);
  };
  /** @param {number} from @param {number} to */
  const move = (from, to) => {
    if (to < 0 || to >= sections.length || from === to) return;
    edit([{ op: "move", path: ["sections", from], value: to }], t("contents.moved", { title: sections[from].title ?? "" }));
    choose(to);
    say(t("contents.place", { at: to + 1, count: sections.length }));
  };
  /** @param {number} index */
  const remove = (index) => {
    if (sections.length < 2) return;
    edit([{ op: "unset", path: ["sections", index] }], t("contents.removed", { title: sections[index].title ?? "" }), {
      tell: t("contents.removed", { title: sections[index].title ?? "" }),
    });
    choose(Math.max(0, Math.min(index, sections.length - 2)));
  };
  /** @param {number} index */
  const copy = (index) => {
    const section = sections[index];
    const title = t("contents.copy_of", { title: section.title ?? "" });
    const copied = { op: /** @type {"copy"} */ ("copy"), path: ["sections", index], value: index + 1 };
    edit([copied, { op: "set", path: ["sections", index + 1, "title"], value: title }], t("contents.copied", { title: section.title ?? "" }));
    choose(index + 1);
  };
  /** @param {KeyboardEvent} event @param {number} index */
  const keys = (event, index) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step && event.altKey) move(index, index + step);
    else if (step) {
      const next = index + step;
      if (!sections[next]) return;
      choose(next);
    } else if (event.key === "Delete") remove(index);
    else if (event.key.toLowerCase() === "d" && (event.ctrlKey || event.metaKey)) copy(index);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** @param {PointerEvent} event @param {number} index */
  const begin = (event, index) => {
    if (event.button) return;
    event.preventDefault();
    const cards = [...(own.current?.children ?? [])];
    const middles = cards.map((one) => {
      const box = one.getBoundingClientRect();
      return box.top + box.height / 2;
    });
    let to = index;
    const target = /** @type {HTMLElement} */ (event.currentTarget);
    target.setPointerCapture(event.pointerId);
    /** @param {PointerEvent} moved */
    const over = (moved) => {
      to = middles.filter((one, other) => other !== index && moved.clientY > one).length;
      setDrag({ from: index, to });
      const list = own.current?.parentElement;
      const box = list?.getBoundingClientRect();
      if (list && box) list.scrollTop += moved.clientY > box.bottom - 30 ? 8 : moved.clientY < box.top + 30 ? -8 : 0;
    };
    const end = (/** @type {PointerEvent} */ last) => {
      target.removeEventListener("pointermove", over);
      target.removeEventListener("pointerup", end);
      target.removeEventListener("pointercancel", end);
      setDrag(null);
      if (last.type === "pointerup") move(index, to);
    };
    target.addEventListener("pointermove", over);
    target.addEventListener("pointerup", end);
    target.addEventListener("pointercancel", end);
  };
  return (
    <div class="cards-scroll">
      <ul class="cards" ref={own} aria-label={t("contents.sections")}>
        {sections.map((section, index) => {
          const line = drag && drag.from !== index && (drag.to === index && drag.to < drag.from ? "above" : drag.to === index && drag.to > drag.from ? "below" : "");
          return (
            <Card
              key={index}
              section={section}
              index={index}
              of={sections.length}
              on={selected.section === index}
              numbers={numbers?.[index]}
              class={`${drag?.from === index ? "lifted" : ""} ${line || ""}`}
              onKeyDown={(/** @type {KeyboardEvent} */ event) => keys(event, index)}
              onGrip={(/** @type {PointerEvent} */ event) => begin(event, index)}
              onCopy={() => copy(index)}
              onRemove={sections.length > 1 ? () => remove(index) : null}
            />
          );
        })}
      </ul>
    </div>
  );
}

/** @param {any} props */
function Card({ section, index, of, on, numbers, class: extra, onKeyDown, onGrip, onCopy, onRemove }) {
  const kinds = use((s) => s.kinds);
  const facts = factsOf(section ?? {});
  const name = facts.lesson ? t("contents.lesson") : facts.from ? t("contents.from_file") : kindName(facts.kind, kinds);
  return (
    <li class={`card ${on ? "on" : ""} ${extra}`}>
      <span class="grip" title={t("contents.drag")} onPointerDown={onGrip}>
        <Icon name="grip" />
      </span>
      <button
        type="button"
        class="card-main"
        aria-current={on}
        aria-description={t("contents.card_help", { at: index + 1, count: of })}
        onKeyDown={onKeyDown}
        onClick={() => set({ selected: { section: index } })}
      >
        <Emblem kind={facts.kind} size={facts.size} />
        <span class="grow">
          <b class="clip">{section?.title || t("contents.untitled")}</b>
          <span class="line">
            {name}
            {facts.size !== 9 && !facts.from && !facts.lesson ? ` ${facts.size} × ${facts.size}` : ""}
          </span>
          <span class="line">
            {facts.count ? <span>{t("contents.puzzles", { count: facts.count })}</span> : null}
            {facts.levels.length > 1 ? t("contents.levels", { count: facts.levels.length }) : facts.level && LEVELS.includes(facts.level) ? (
              <span>
                {t(`value.difficulty.${facts.level}`)} <Bars level={facts.level} />
              </span>
            ) : null}
          </span>
        </span>
        {numbers?.first && <span class="no num">{numbers.first === numbers.last ? numbers.first : `${numbers.first}–${numbers.last}`}</span>}
      </button>
      {on && (
        <span class="card-tools">
          <Button bare kind="quiet sm" icon="copy" label={t("contents.copy")} onClick={onCopy} />
          {onRemove && <Button bare kind="quiet sm" icon="bin" label={t("contents.remove")} onClick={onRemove} />}
        </span>
      )}
    </li>
  );
}

/** All kinds with picture and rule, to begin a section with. @param {{onClose: () => void, count: number}} props */
export function Gallery({ onClose, count }) {
  const kinds = use((s) => s.kinds) ?? [];
  const [wanted, setWanted] = useState("");
  const low = wanted.toLocaleLowerCase(language());
  const found = kinds.filter((/** @type {any} */ one) => one.made.length && `${one.title} ${one.name} ${one.rule}`.toLocaleLowerCase(language()).includes(low));
  /** @param {any} kind */
  const add = (kind) => {
    const size = kind.made.includes(9) ? {} : { size: kind.made[kind.made.length - 1] };
    const value = { title: kind.title, puzzles: { ...(kind.name === "classic" ? {} : { kind: kind.name }), ...size, count: 12, difficulty: "easy" } };
    const index = get().selected.section !== undefined ? get().selected.section + 1 : count;
    edit([{ op: "insert", path: ["sections", index], value }], t("contents.added", { title: kind.title }));
    set({ selected: { section: index } });
    onClose();
  };
  return (
    <Dialog title={t("contents.choose_kind")} onClose={onClose} width={940}>
      <div class="finder">
        <label class="row in">
          <Icon name="find" />
          <input class="bareinput grow" type="search" placeholder={t("contents.find_kind")} aria-label={t("contents.find_kind")} value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
        </label>
      </div>
      <ul class="gallery">
        {found.map((/** @type {any} */ kind) => (
          <li key={kind.name}>
            <button type="button" onClick={() => add(kind)}>
              <Emblem kind={kind.name} size={kind.made.includes(9) ? 9 : kind.made.at(-1)} width={58} />
              <span class="grow">
                <b>{kind.title}</b>
                <span class="faint small three">{kind.rule}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {!found.length && <p class="muted">{t("contents.no_kind", { text: wanted })}</p>}
    </Dialog>
  );
}
