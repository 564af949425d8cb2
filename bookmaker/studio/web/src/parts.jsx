/** The parts that all screens are made of. */
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { go, use } from "./store.js";
import { has, t } from "./words.js";

const PATHS = {
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  undo: "M6 3 2.5 6.5 6 10M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6",
  redo: "m10 3 3.5 3.5L10 10M13 6.5H6.5a3.5 3.5 0 0 0 0 7H10",
  up: "M8 10V2M5 5l3-3 3 3M2 10v3h12v-3",
  down: "M8 2v8M5 7l3 3 3-3M2 10v3h12v-3",
  left: "m10 3-5 5 5 5",
  right: "m6 3 5 5-5 5",
  copy: "M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z",
  pen: "M10.5 3l2.5 2.5L6 12.5l-3.2.7.7-3.2zM9 4.5 11.5 7",
  bin: "M2.5 4.5h11M6 4V2.5h4V4M4 4.5l.7 9h6.6l.7-9",
  close: "m3.5 3.5 9 9m0-9-9 9",
  check: "m3 8.5 3.5 3.5L13 4.5",
  grip: "M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01",
  title: "M3 3.5h10M8 3.5v9M6 12.5h4",
  page: "M4 2h5l3 3v9H4zM9 2v3h3",
  look: "M8 2a6 6 0 1 0 0 12c1.5 0 1.5-1 1-2s0-2 1.5-2H12c1.5 0 2-1 2-2.2C14 4.5 11.3 2 8 2zM5 7h.01M7.5 5h.01M10.5 6h.01",
  print: "M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z",
  answers: "M2.5 2.5h11v11h-11zM6.2 2.5v11M9.8 2.5v11M2.5 6.2h11M2.5 9.8h11",
  matter: "M3 2.5h7v11H3zM12.5 4v9.5M5 5.5h3M5 8h3",
  cover: "M3 2.5h9.5v11H3zM5 2.5v11M7.5 6h3",
  find: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.5 10.5l3 3",
  folder: "M2 4h4l1.5 1.5H14V13H2z",
  help: "M6 6a2 2 0 1 1 2.8 1.8c-.6.3-.8.7-.8 1.4M8 11.8h.01",
  fit: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  warn: "M8 2.5 14.5 13.5H1.5zM8 6.5v3M8 11.5h.01",
  swap: "M4 6h9l-3-3M12 10H3l3 3",
};

/** @param {{name: keyof typeof PATHS}} props */
export const Icon = ({ name }) => (
  <svg class="ic" viewBox="0 0 16 16" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);

/** A button with words, an icon, or both; an icon alone takes the words as its name. @param {any} props */
export function Button({ icon, label, kind = "", bare = false, children, class: extra = "", ...rest }) {
  return (
    <button
      type="button"
      class={`btn ${kind} ${bare ? "icon" : ""} ${extra}`}
      aria-label={bare ? label : undefined}
      title={bare ? label : undefined}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {!bare && label}
      {children}
    </button>
  );
}

/** Choices side by side, of which one holds; arrows go from one to the next. @param {any} props */
export function Segmented({ label, value, options, onChange, role = "radiogroup", class: extra = "seg", id }) {
  const own = useRef(/** @type {HTMLDivElement|null} */ (null));
  const tab = role === "tablist";
  const at = options.findIndex((/** @type {any} */ one) => one.value === value);
  /** @param {KeyboardEvent} event */
  const move = (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (Math.max(at, 0) + step + options.length) % options.length;
    onChange(options[next].value);
    /** @type {HTMLElement|undefined} */ (own.current?.querySelectorAll("button")[next])?.focus();
  };
  return (
    <div class={extra} role={role} aria-label={label} ref={own} onKeyDown={move} id={id}>
      {options.map((/** @type {any} */ one, /** @type {number} */ index) => (
        <button
          type="button"
          key={String(one.value)}
          role={tab ? "tab" : "radio"}
          title={one.title}
          aria-label={one.name}
          {...{ [tab ? "aria-selected" : "aria-checked"]: one.value === value }}
          tabIndex={index === Math.max(at, 0) ? 0 : -1}
          onClick={() => onChange(one.value)}
        >
          {one.picture}
          {one.label}
        </button>
      ))}
    </div>
  );
}

/** A window over the screen; Escape closes it, and the focus goes back to where it was. @param {any} props */
export function Dialog({ title, onClose, children, footer, width = 560 }) {
  const own = useRef(/** @type {HTMLDialogElement|null} */ (null));
  const id = useId();
  useEffect(() => {
    const before = /** @type {HTMLElement|null} */ (document.activeElement);
    own.current?.showModal();
    return () => before?.isConnected && before.focus();
  }, []);
  return (
    <dialog
      ref={own}
      aria-labelledby={id}
      style={{ width: `min(${width}px, 94vw)` }}
      onCancel={(event) => (event.preventDefault(), onClose())}
      onClick={(event) => event.target === own.current && onClose()}
    >
      <div class="dlg">
        <header>
          <h2 id={id}>{title}</h2>
          <Button icon="close" label={t("action.close")} bare kind="quiet" onClick={onClose} />
        </header>
        <div class="body">{children}</div>
        {footer && <footer>{footer}</footer>}
      </div>
    </dialog>
  );
}

/** A picture that the server may have to draw first: until it is there for the first time, the place says so. @param {any} props */
export function Picture({ src, ...props }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      {!shown && <i class="spin waiting" role="status" aria-label={t("pages.ready_soon")} />}
      <img {...props} src={src} hidden={!shown} fetchpriority="high" onLoad={() => setShown(true)} />
    </>
  );
}

/** In place of pages that are not there yet: how far they are, or that something is to be mended first. */
export function Waiting() {
  const work = use((s) => s.work);
  const faults = use((s) => s.book.faults);
  if (faults.length && !work)
    return (
      <div class="waiting" role="status">
        <p>{t("pages.faulty")}</p>
        <p class="row centre">
          <Button label={t("problems.count", { count: faults.length })} icon="warn" onClick={() => go("book")} />
        </p>
      </div>
    );
  return (
    <div class="waiting" role="status">
      <p class="row">
        <i class="spin" />
        {work?.total > 1 ? t("pages.making", { done: work.done, of: work.total }) : t("pages.ready_soon")}
      </p>
    </div>
  );
}

/** On pictures of the book before a change: the new ones are being made. */
export function Behind() {
  const work = use((s) => s.work);
  if (!work) return null;
  return (
    <p class="behind chip" role="status">
      <i class="spin" />
      {t("pages.behind")}
    </p>
  );
}

/** Minutes of a solver. @param {number} minutes */
export const minutesOf = (minutes) => t("puzzle.minutes", { count: Math.max(1, Math.round(minutes)) });

/** Level and minutes of a puzzle, as far as they are known. @param {any} one */
export function levelOf(one) {
  const level = one.level && has(`value.difficulty.${one.level}`) ? t(`value.difficulty.${one.level}`) : (one.label ?? "");
  return [level, one.minutes ? minutesOf(one.minutes) : ""].filter(Boolean).join(", ");
}

export const LEVELS = ["beginner", "easy", "medium", "hard", "expert", "diabolical", "extreme"];
export const Bars = (/** @type {{level: string}} */ { level }) => (
  <span class="bars" aria-hidden="true">
    {LEVELS.map((one, index) => (
      <i key={one} class={index <= LEVELS.indexOf(level) ? "on" : ""} />
    ))}
  </span>
);

/** A place for files: dropped, chosen, or pasted. @param {any} props */
export function Drop({ label, choose, onFiles, accept, multiple = true, children, folder = false }) {
  const [over, setOver] = useState(false);
  const input = useRef(/** @type {HTMLInputElement|null} */ (null));
  const whole = useRef(/** @type {HTMLInputElement|null} */ (null));
  useEffect(() => whole.current?.setAttribute("webkitdirectory", ""), []);
  /** @param {any} event */
  const drop = async (event) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    onFiles(await droppedFiles(event.dataTransfer));
  };
  /** @param {any} event */
  const chosen = (event) => {
    onFiles([...event.currentTarget.files]);
    event.currentTarget.value = "";
  };
  return (
    <div class={`drop ${over ? "over" : ""}`} onDragOver={(event) => (event.preventDefault(), setOver(true))} onDragLeave={() => setOver(false)} onDrop={drop}>
      <Icon name="up" />
      <span class="grow">{label}</span>
      <input ref={input} type="file" class="sr" tabIndex={-1} aria-hidden="true" accept={accept} multiple={multiple} onChange={chosen} />
      <Button kind="sm" label={choose} onClick={() => input.current?.click()} />
      {folder && <input ref={whole} type="file" class="sr" tabIndex={-1} aria-hidden="true" onChange={chosen} />}
      {folder && <Button kind="sm" label={folder} onClick={() => whole.current?.click()} />}
      {children}
    </div>
  );
}

/** The files of a drop, those in folders, too. @param {DataTransfer} transfer @returns {Promise<File[]>} */
export async function droppedFiles(transfer) {
  const entries = [...transfer.items].map((one) => one.webkitGetAsEntry?.()).filter(Boolean);
  /** @param {any} entry @returns {Promise<File[]>} */
  const files = async (entry) => {
    if (entry.isFile) return [await new Promise((done, fail) => entry.file(done, fail))];
    const reader = entry.createReader();
    const found = [];
    for (;;) {
      const some = await new Promise((done, fail) => reader.readEntries(done, fail));
      if (!some.length) return found;
      for (const one of some) found.push(...(await files(one)));
    }
  };
  return entries.length ? (await Promise.all(entries.map(files))).flat() : [...transfer.files];
}

/** Call a function some time after the last call. @template {any[]} A @param {(...rest: A) => void} run @param {number} wait */
export function useDelayed(run, wait) {
  const timer = useRef(0);
  const last = useRef(/** @type {(() => void)|null} */ (null));
  const own = useRef(run);
  own.current = run;
  const flush = () => {
    clearTimeout(timer.current);
    const call = last.current;
    last.current = null;
    call?.();
  };
  useEffect(() => flush, []);
  return {
    /** @param {A} rest */
    later: (...rest) => {
      last.current = () => own.current(...rest);
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, wait);
    },
    flush,
  };
}
