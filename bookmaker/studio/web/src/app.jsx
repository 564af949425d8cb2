/** The shell: the bar on top, the screen that the address names, and what all screens share. */
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { call } from "./api.js";
import { changeName, follow, offline, refresh, step } from "./book.js";
import { Button, Dialog, Icon } from "./parts.jsx";
import { BookScreen } from "./screens/book.jsx";
import { NewScreen } from "./screens/new.jsx";
import { StartScreen } from "./screens/start.jsx";
import { get, go, readRoute, set, untoast, use } from "./store.js";
import { has, language, LANGUAGES, loadWords, number, preferredLanguage, t } from "./words.js";

/** A screen that is loaded when it is first shown. @param {() => Promise<any>} load */
function later(load) {
  /** @type {any} */
  let Screen = null;
  return () => {
    const [, ready] = useState(false);
    useEffect(() => {
      if (!Screen)
        load().then((found) => {
          Screen = found;
          ready(true);
        });
    }, []);
    return Screen ? <Screen /> : <main class="main" aria-busy="true"><i class="spin waiting" /></main>;
  };
}

/** @type {Record<string, {screen: any, book: boolean}>} */
const SCREENS = {
  start: { screen: StartScreen, book: false },
  new: { screen: NewScreen, book: false },
  book: { screen: BookScreen, book: true },
  puzzle: { screen: later(() => import("./screens/puzzle.jsx").then((one) => one.PuzzleScreen)), book: true },
  cover: { screen: later(() => import("./screens/cover.jsx").then((one) => one.CoverScreen)), book: true },
  make: { screen: later(() => import("./screens/make.jsx").then((one) => one.MakeScreen)), book: true },
  desk: { screen: later(() => import("./screens/desk.jsx").then((one) => one.DeskScreen)), book: false },
  bank: { screen: later(() => import("./screens/bank.jsx").then((one) => one.BankScreen)), book: false },
};
const TABS = ["book", "puzzle", "cover", "make", "desk", "bank"];
/** The screens of `bookmaker preview`, which changes nothing. */
const READ_ONLY = ["book", "puzzle"];

function App() {
  const route = use((s) => s.route);
  const book = use((s) => s.book);
  const connected = use((s) => s.connected);
  const [keys, setKeys] = useState(false);
  const readOnly = use((s) => s.readOnly);
  const entry = readOnly && !READ_ONLY.includes(route) ? SCREENS.book : (SCREENS[route] ?? SCREENS.start);
  const shown = entry.book && !book ? SCREENS.start : entry;
  const framed = ![SCREENS.start, SCREENS.new].includes(shown);
  // A page that scrolls as a whole, on a narrow screen, would show the next screen from its midst.
  useEffect(() => scrollTo(0, 0), [route]);
  useEffect(() => {
    document.title = book?.data?.book?.title && shown.book ? `${book.data.book.title} – bookmaker studio` : "bookmaker studio";
  }, [book?.data?.book?.title, shown]);
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      const writing = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.shadowRoot;
      const command = event.ctrlKey || event.metaKey;
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      if (get().readOnly && command) return;
      if (command && !writing && event.key.toLowerCase() === "z") step(event.shiftKey ? 1 : -1);
      else if (command && !writing && event.key.toLowerCase() === "y") step(1);
      else if (command && event.key.toLowerCase() === "b" && book) makeBook();
      else if (event.key === "?" && !writing) setKeys(true);
      else if (!writing && !command && !event.altKey && get().route === "book" && ["PageDown", "PageUp"].includes(event.key)) {
        const by = event.key === "PageDown" ? 2 : -2;
        set({ sheet: Math.max(1, Math.min(get().book.pages, (get().sheet ?? 1) + by)) });
      } else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [book]);
  return (
    <>
      {framed && <Top onKeys={() => setKeys(true)} />}
      {!connected && (
        <p class="lost" role="alert">
          <i class="spin" /> {t("state.lost")}
        </p>
      )}
      <shown.screen />
      {framed && book && <Foot />}
      <Toasts />
      {keys && <Keys onClose={() => setKeys(false)} />}
    </>
  );
}

/** Go to the screen that makes the book, which begins at once where the files are not those of the book as it is now. */
function makeBook() {
  set({ making: true });
  go("make");
}

/** @param {{onKeys: () => void}} props */
function Top({ onKeys }) {
  const book = use((s) => s.book);
  const route = use((s) => s.route);
  const typing = use((s) => s.typing);
  const readOnly = use((s) => s.readOnly);
  const tabs = readOnly ? READ_ONLY : book ? TABS : TABS.filter((one) => !SCREENS[one].book);
  const faults = book?.faults?.length ?? 0;
  // On a narrow screen the tabs are a row to scroll.
  useEffect(() => document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" }), [route]);
  const state = !book ? null : book.unsaved != null || book.broken ? ["bad", t("state.unsaved")] : typing ? ["warn", t("state.typing")] : ["ok", t("state.saved")];
  return (
    <header class="top">
      <a href="#/start" class="home" aria-label={t("nav.home")} title={t("nav.home")}>
        <img src="/favicon.svg" width="26" height="26" alt="" />
      </a>
      <h1 class="name clip">{book ? (book.data?.book?.title ?? book.path) : t(`nav.${route}`)}</h1>
      {book && <span class="faint small clip file">{book.path}</span>}
      <nav class="tabs" aria-label={t("nav.label")}>
        {tabs.map((one) => (
          <a key={one} href={`#/${one}`} aria-current={route === one ? "page" : undefined}>
            {t(`nav.${one}`)}
          </a>
        ))}
      </nav>
      {book && state && !readOnly && (
        <>
          <span class={`saved ${state[0]}`} role="status">
            <i class="dot" />
            <span>{state[1]}</span>
          </span>
          {faults > 0 && route !== "book" && (
            <a class="chip warn" href="#/book">
              {t("problems.count", { count: faults })}
            </a>
          )}
          <Button bare kind="quiet" icon="undo" disabled={!book.undo} label={book.undo ? t("action.undo_what", { label: changeName(book.undo) }) : t("action.undo")} onClick={() => step(-1)} />
          <Button bare kind="quiet" icon="redo" disabled={!book.redo} label={book.redo ? t("action.redo_what", { label: changeName(book.redo) }) : t("action.redo")} onClick={() => step(1)} />
        </>
      )}
      <Button bare kind="quiet" icon="help" label={t("keys.title")} onClick={onKeys} />
      {book && !readOnly && <Button kind="pri" class={route === "make" ? "held" : ""} label={t("action.make")} onClick={makeBook} />}
    </header>
  );
}

function Foot() {
  const book = use((s) => s.book);
  const work = use((s) => s.work);
  return (
    <footer class="stat">
      {book.version > 0 && <span>{t("foot.puzzles", { count: book.puzzles })}</span>}
      {book.version > 0 && <span>{t("foot.pages", { count: book.pages })}</span>}
      {(book.editions ?? []).map((/** @type {any} */ one) => (
        <span key={one.name}>
          {t(`value.for.${one.name}`)}: {t("foot.pages", { count: one.pages })}
          {one.spine ? `, ${t("foot.spine", { spine: number(one.spine) })}` : ""}
        </span>
      ))}
      {work && (
        <span class="row push" role="status">
          <i class="spin" />
          {has(`work.${work.stage}`) ? t(`work.${work.stage}`) : work.stage}
          {work.total > 1 ? ` ${work.done}/${work.total}` : ""}
          {work.section ? `, ${work.section}` : ""}
        </span>
      )}
    </footer>
  );
}

function Toasts() {
  const toasts = use((s) => s.toasts);
  const said = use((s) => s.said);
  return (
    <>
      <div class="sr" role="status" aria-live="polite">{said}</div>
      <div class="toasts" role="status">
        {toasts.map((/** @type {any} */ one) => (
          <div class={`toast ${one.bad ? "bad" : ""}`} key={one.id}>
            <span>{one.text}</span>
            {one.label && <button type="button" onClick={() => (one.run(), untoast(one.id))}>{one.label}</button>}
            <button type="button" class="plain" aria-label={t("action.close")} onClick={() => untoast(one.id)}>
              <Icon name="close" />
            </button>
          </div>
        ))}
      </div>
    </>
  );
}

/** Keys as they are labelled, or the words that say how a language labels them. @type {[string[], string][]} */
const KEYS = [
  [["Ctrl", "Z"], "undo"],
  [["Ctrl", "Y"], "redo"],
  [["Alt", "↑", "↓"], "move"],
  [["Ctrl", "D"], "copy"],
  [["key_delete"], "remove"],
  [["key_page_up", "key_page_down"], "pages"],
  [["J", "K"], "puzzles"],
  [["Ctrl", "B"], "make"],
  [["?"], "keys"],
];
/** @param {{onClose: () => void}} props */
function Keys({ onClose }) {
  const [code, setCode] = useState(language());
  return (
    <Dialog title={t("keys.title")} onClose={onClose} width={460}>
      <dl class="keys">
        {KEYS.map(([keys, name]) => (
          <div class="row" key={name}>
            <dt>{keys.map((one) => <kbd key={one}>{has(`keys.${one}`) ? t(`keys.${one}`) : one}</kbd>)}</dt>
            <dd>{t(`keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <Languages code={code} onChange={setCode} />
    </Dialog>
  );
}

/** The language of the studio itself. @param {{code?: string, onChange?: (code: string) => void}} props */
export function Languages({ code = language(), onChange }) {
  return (
    <label class="field">
      <span class="lab">{t("nav.language")}</span>
      <select
        class="in"
        value={code}
        onChange={async (event) => {
          const next = event.currentTarget.value;
          localStorage.setItem("language", next);
          await begin(next);
          onChange?.(next);
        }}
      >
        {Object.entries(LANGUAGES).map(([one, name]) => (
          <option key={one} value={one} lang={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Words and kinds in a language, and the screen drawn anew. @param {string} code */
async function begin(code) {
  const [, { kinds }] = await Promise.all([loadWords(code), call(`/api/kinds?language=${code}`)]);
  call(`/api/schema?language=${code}`).then((schema) => set({ schema })).catch(offline);
  if (get().book) refresh().catch(offline);
  set({ kinds: kinds.map((/** @type {any} */ one) => ({ ...one, name: one.kind, title: has(`kind.${one.kind}`) ? t(`kind.${one.kind}`) : one.kind })), language: language() });
}

/** The places of puzzles follow the version of the pages. */
function followPlaces() {
  let asked = 0;
  return async () => {
    const { book } = get();
    if (!book?.version || asked === book.version) return;
    asked = book.version;
    try {
      const places = await call(`/api/places/${book.version}?language=${language()}`);
      set({ places: { ...places, version: book.version }, numbers: numbersOf(places) });
    } catch {
      asked = 0;
    }
  };
}

/** The first and last number of each section, and the sheet of its first puzzle. @param {any} places */
function numbersOf(places) {
  /** @type {Record<number, {first: number, last: number, sheet: number}>} */
  const found = {};
  for (const page of places.pages)
    for (const one of page.puzzles) {
      if (one.section === undefined || one.section === null) continue;
      const known = found[one.section];
      if (!known) found[one.section] = { first: one.number, last: one.number, sheet: page.sheet };
      else {
        known.first = Math.min(known.first, one.number);
        known.last = Math.max(known.last, one.number);
      }
    }
  return found;
}

async function start() {
  set({ selected: { panel: "title" }, words: 0 });
  await loadWords(preferredLanguage());
  await Promise.all([refresh(), begin(language())]);
  readRoute();
  addEventListener("hashchange", readRoute);
  // A file that misses its place would be opened by the browser instead of this page.
  for (const name of ["dragover", "drop"]) addEventListener(name, (event) => event.preventDefault());
  const places = followPlaces();
  render(<Root places={places} />, /** @type {HTMLElement} */ (document.getElementById("app")));
  follow();
}

/** Draws everything anew in another language. @param {{places: () => void}} props */
function Root({ places }) {
  const code = use((s) => s.language);
  const version = use((s) => s.book?.version);
  const hash = use((s) => s.book?.path);
  useEffect(() => void places(), [version, hash]);
  return <App key={code} />;
}

start().catch((error) => {
  document.getElementById("app")?.replaceChildren(Object.assign(document.createElement("p"), { className: "lost", textContent: error.message }));
  throw error;
});

