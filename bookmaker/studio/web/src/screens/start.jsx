/** The start: recent books, books of the folder, and finished books to begin from. */
import { useEffect, useState } from "preact/hooks";
import { call } from "../api.js";
import { offline, refresh } from "../book.js";
import { Languages } from "../app.jsx";
import { Button, Dialog } from "../parts.jsx";
import { get, go, set, toast, use } from "../store.js";
import { has, language, t } from "../words.js";

/** Open a book of the folder. @param {string} path */
export async function open(path) {
  try {
    await call("/api/open", { path });
    await shown();
  } catch (error) {
    offline(error);
  }
}

/** Show the book that the server has opened. */
export async function shown() {
  set({ sheet: 1, puzzle: null, places: null, numbers: null, selected: { panel: "title" }, view: "pages" });
  await refresh();
  go("book");
}

/** Make a book of a pattern or of answers in a folder of its own, and show it. @param {any} wish */
export async function make(wish) {
  await call("/api/new", wish);
  await shown();
}

export function StartScreen() {
  const folder = use((s) => s.folder);
  const server = use((s) => s.server);
  const [found, setFound] = useState(/** @type {any} */ (null));
  const [opening, setOpening] = useState(false);
  const [making, setMaking] = useState("");
  const [binned, setBinned] = useState(false);
  const look = () => call(`/api/start?language=${language()}`).then(setFound).catch(offline);
  useEffect(() => void look(), []);
  /** @param {string} name */
  const begin = async (name) => {
    setMaking(name);
    try {
      await make({ template: name });
    } catch (error) {
      offline(error);
      setMaking("");
    }
  };
  const recent = found?.recent ?? [];
  const bin = found?.bin ?? [];
  // Books in the language of the person come first, those in other languages last.
  const rank = (/** @type {any} */ one) => (one.language === language() ? 0 : one.language === "en" ? 1 : 2);
  const templates = [...(found?.templates ?? [])].sort((a, b) => rank(a) - rank(b));
  return (
    <main class="start">
      <section class="start-left" aria-label={t("start.begin")}>
        <img src="/favicon.svg" width="34" height="34" alt="" />
        <h1>{t("start.title")}</h1>
        <p class="muted lead">{t("start.lead")}</p>
        <div class="row big">
          <Button kind="pri big" icon="plus" label={t("start.new")} onClick={() => go("new")} />
          <Button kind="big" icon="folder" label={t("start.open")} onClick={() => setOpening(true)} />
          <Button kind="big" icon="check" label={t("start.check")} onClick={() => go("desk")} />
        </div>
        {recent.length > 0 && (
          <>
            <h2>{t("start.recent")}</h2>
            <Books books={recent.slice(0, 6)} changed={look} />
          </>
        )}
        {bin.length > 0 && (
          <p>
            <Button kind="quiet sm" icon="bin" label={t("shelf.bin", { count: bin.length })} onClick={() => setBinned(true)} />
          </p>
        )}
        <div class="start-foot">
          <Languages />
          <p class="faint small">
            {server?.version ? `bookmaker ${server.version}. ` : ""}
            {t("start.local")} <span class="path">{folder}</span>
          </p>
        </div>
      </section>
      <section class="start-right" aria-label={t("start.finished")}>
        <h2>{t("start.finished")}</h2>
        <ul class="shelf">
          {templates.map((/** @type {any} */ one) => (
            <li key={one.name}>
              <button type="button" onClick={() => begin(one.name)} disabled={!!making} aria-busy={making === one.name}>
                <span class="board">{one.picture ? <img src={one.picture} alt="" loading="lazy" /> : <span class="plain-cover">{one.title}</span>}</span>
                <b lang={has(`template.${one.name}`) ? undefined : one.language}>{has(`template.${one.name}`) ? t(`template.${one.name}`) : one.title}</b>
                <span class="muted small" lang={has(`template.${one.name}_about`) ? undefined : "en"}>
                  {has(`template.${one.name}_about`) ? t(`template.${one.name}_about`) : one.about}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      {opening && <OpenDialog books={found?.books ?? []} changed={look} onClose={() => setOpening(false)} />}
      {binned && <BinDialog books={bin} changed={look} onClose={() => setBinned(false)} />}
    </main>
  );
}

/** Change the books of the folder, and look at them again. @param {any} wish @param {() => Promise<any>} changed */
async function shelve(wish, changed) {
  try {
    await call("/api/shelf", wish);
    await refresh();
  } catch (error) {
    offline(error);
  }
  await changed();
}

/** Books to open, rename, copy and remove. @param {{books: any[], changed: () => Promise<any>, before?: () => void}} props */
function Books({ books, changed, before }) {
  const [naming, setNaming] = useState(/** @type {any} */ (null));
  const remove = async (/** @type {any} */ one) => {
    // The line that undoes it lies below a dialog.
    before?.();
    try {
      const { removed } = await call("/api/shelf", { what: "remove", path: one.path });
      await refresh();
      toast(t("shelf.removed", { title: one.title }), { label: t("action.undo"), run: () => shelve({ what: "restore", name: removed }, changed) });
    } catch (error) {
      offline(error);
    }
    await changed();
  };
  return (
    <>
      <ul class="recent">
        {books.map((one) => (
          <li key={one.path} class="row">
            <button type="button" class="grow" onClick={() => (before?.(), open(one.path))}>
              <b class="clip">{one.title || one.path}</b>
              <span class="faint small clip">{one.path}</span>
            </button>
            <Button bare kind="quiet sm" icon="pen" label={t("shelf.rename_one", { title: one.title })} onClick={() => setNaming({ ...one, what: "rename" })} />
            <Button bare kind="quiet sm" icon="copy" label={t("shelf.copy_one", { title: one.title })} onClick={() => setNaming({ ...one, what: "copy", title: t("shelf.copy_of", { title: one.title }) })} />
            <Button bare kind="quiet sm" icon="bin" label={t("shelf.remove_one", { title: one.title })} onClick={() => remove(one)} />
          </li>
        ))}
      </ul>
      {naming && <NameDialog book={naming} changed={changed} onClose={() => setNaming(null)} />}
    </>
  );
}

/** The title of a book that is renamed or copied. @param {{book: any, changed: () => Promise<any>, onClose: () => void}} props */
function NameDialog({ book, changed, onClose }) {
  const [title, setTitle] = useState(book.title);
  const done = (/** @type {any} */ event) => {
    event.preventDefault();
    if (!title.trim()) return;
    onClose();
    void shelve({ what: book.what, path: book.path, title: title.trim() }, changed);
  };
  return (
    <Dialog title={t(`shelf.${book.what}`)} onClose={onClose} width={460}>
      <form class="stack" onSubmit={done}>
        <label class="field">
          <span class="lab">{t("label.book.title")}</span>
          <input class="in" value={title} maxLength={300} autofocus onInput={(event) => setTitle(event.currentTarget.value)} />
        </label>
        <p class="help">{t(`shelf.${book.what}_help`)}</p>
        <p class="row">
          <button type="submit" class="btn pri" disabled={!title.trim()}>
            {t(`shelf.${book.what}`)}
          </button>
        </p>
      </form>
    </Dialog>
  );
}

/** The books that were removed. @param {{books: any[], changed: () => Promise<any>, onClose: () => void}} props */
function BinDialog({ books, changed, onClose }) {
  const [sure, setSure] = useState(false);
  return (
    <Dialog title={t("shelf.bin_title")} onClose={onClose} width={560}>
      {books.length ? <p class="faint small">{t("shelf.bin_help")}</p> : <p class="muted">{t("shelf.bin_empty")}</p>}
      <ul class="recent">
        {books.map((one) => (
          <li key={one.removed} class="row">
            <span class="grow clip">
              <b>{one.title}</b> <span class="faint small">{one.path}</span>
            </span>
            <Button kind="sm" label={t("shelf.restore")} aria-label={t("shelf.restore_one", { title: one.title })} onClick={() => shelve({ what: "restore", name: one.removed }, changed)} />
          </li>
        ))}
      </ul>
      {books.length > 0 && (
        <p class="row wrap">
          <Button kind={sure ? "bad" : ""} label={t(sure ? "shelf.empty_sure" : "shelf.empty")} onClick={() => (sure ? void shelve({ what: "empty" }, changed).then(onClose) : setSure(true))} />
        </p>
      )}
    </Dialog>
  );
}

/** The books under the folder of the studio. @param {{books: any[], changed: () => Promise<any>, onClose: () => void}} props */
function OpenDialog({ books, changed, onClose }) {
  const [wanted, setWanted] = useState("");
  const low = wanted.toLowerCase();
  const shownBooks = books.filter((one) => `${one.title} ${one.path}`.toLowerCase().includes(low));
  return (
    <Dialog title={t("start.open_title")} onClose={onClose} width={560}>
      <p class="faint small">{t("start.open_help", { folder: get().folder })}</p>
      {books.length > 6 && (
        <input class="in" type="search" aria-label={t("start.find")} placeholder={t("start.find")} value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
      )}
      <Books books={shownBooks} changed={changed} before={onClose} />
      {!shownBooks.length && <p class="muted">{t("start.no_books")}</p>}
    </Dialog>
  );
}
