/** The start: recent books, books of the folder, and finished books to begin from. */
import { useEffect, useState } from "preact/hooks";
import { call, Refused } from "../api.js";
import { offline, refresh } from "../book.js";
import { Languages } from "../app.jsx";
import { Button, Dialog } from "../parts.jsx";
import { get, go, set, use } from "../store.js";
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

/** Make a book of a pattern or of answers in a folder of its own, and show it. @param {any} wish @param {string} name */
export async function make(wish, name) {
  const plain = name.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  const stem = plain.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 40) || "book";
  for (let turn = 1; ; turn++) {
    try {
      await call("/api/new", { folder: turn > 1 ? `${stem}-${turn}` : stem, ...wish });
      break;
    } catch (error) {
      // The folder has a book already, which stays.
      if (!(error instanceof Refused) || error.status !== 422 || turn > 30 || !/already|folder/.test(error.message)) throw error;
    }
  }
  await shown();
}

export function StartScreen() {
  const folder = use((s) => s.folder);
  const server = use((s) => s.server);
  const [found, setFound] = useState(/** @type {any} */ (null));
  const [opening, setOpening] = useState(false);
  const [making, setMaking] = useState("");
  useEffect(() => {
    call(`/api/start?language=${language()}`).then(setFound).catch(offline);
  }, []);
  /** @param {string} name */
  const begin = async (name) => {
    setMaking(name);
    try {
      await make({ template: name }, name);
    } catch (error) {
      offline(error);
      setMaking("");
    }
  };
  const recent = found?.recent ?? [];
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
            <ul class="recent">
              {recent.slice(0, 6).map((/** @type {any} */ one) => (
                <li key={one.path}>
                  <button type="button" onClick={() => open(one.path)}>
                    <b class="clip">{one.title || one.path}</b>
                    <span class="faint small clip">{one.path}</span>
                  </button>
                </li>
              ))}
            </ul>
          </>
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
      {opening && <OpenDialog books={found?.books ?? []} onClose={() => setOpening(false)} />}
    </main>
  );
}

/** The books under the folder of the studio. @param {{books: any[], onClose: () => void}} props */
function OpenDialog({ books, onClose }) {
  const [wanted, setWanted] = useState("");
  const low = wanted.toLowerCase();
  const shownBooks = books.filter((one) => `${one.title} ${one.path}`.toLowerCase().includes(low));
  return (
    <Dialog title={t("start.open_title")} onClose={onClose} width={560}>
      <p class="faint small">{t("start.open_help", { folder: get().folder })}</p>
      {books.length > 6 && (
        <input class="in" type="search" aria-label={t("start.find")} placeholder={t("start.find")} value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} />
      )}
      <ul class="recent">
        {shownBooks.map((one) => (
          <li key={one.path}>
            <button type="button" onClick={() => (onClose(), open(one.path))}>
              <b class="clip">{one.title || one.path}</b>
              <span class="faint small clip">{one.path}</span>
            </button>
          </li>
        ))}
      </ul>
      {!shownBooks.length && <p class="muted">{t("start.no_books")}</p>}
    </Dialog>
  );
}
