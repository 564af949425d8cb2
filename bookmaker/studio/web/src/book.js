/** The book that is open: its text and parts as the server has them, and the changes that forms make. */
import { call, listen, Refused } from "./api.js";
import { at, put } from "./schema.js";
import { get, go, say, set, toast } from "./store.js";
import { t } from "./words.js";

/** @typedef {import("./schema.js").Path} Path */
/** @typedef {{op: "set"|"unset"|"insert"|"copy"|"move", path: Path, value?: any}} Edit */

/** Take over the answer of the server. @param {any} book */
function show(book) {
  set({ book: book && { ...book, data: book.data ?? get().book?.data ?? {}, broken: !book.data } });
}

/** Read all anew. */
export async function refresh() {
  const state = await call("/api/state");
  const { book, ...rest } = state;
  set({ folder: state.folder, readOnly: Boolean(state.read_only), server: rest });
  show(book);
  set({ work: book?.work ?? null });
}

let refreshing = /** @type {Promise<void>|null} */ (null);
/** Read all anew, once for several causes. */
export function refreshSoon() {
  refreshing ??= new Promise((done) => setTimeout(done, 30)).then(() => ((refreshing = null), pending ? undefined : refresh())).catch(offline);
  return refreshing;
}

/** Follow the news. */
export function follow() {
  let lost = false;
  listen(
    {
      version: (data) => get().book && set({ book: { ...get().book, ...data } }),
      faults: () => refreshSoon(),
      file: (data) => {
        if (data.hash !== get().book?.hash) refreshSoon();
      },
      work: (data) => set({ work: data.stage ? data : null }),
      open: () => refreshSoon(),
      // An answer has its faults in the language of the screen.
      build: (data) => (data.faults?.length ? call("/api/build").then((build) => set({ build })).catch(offline) : set({ build: data })),
      desk: (data) => set({ deskNews: data }),
    },
    (on) => {
      if (on && lost) refreshSoon();
      lost = !on;
      set({ connected: on });
    },
  );
}

/** @param {any} error */
export function offline(error) {
  if (error instanceof Refused) toast(error.message, { bad: true });
  else if (error instanceof TypeError) set({ connected: false });
  else throw error;
}

let pending = 0;
let queue = Promise.resolve();

/** The data as it will be after an edit. @param {any} data @param {Edit} one */
function edited(data, one) {
  if (one.op === "set") return put(data, one.path, one.value);
  if (one.op === "unset") return put(data, one.path, undefined);
  const list = [...(at(data, one.path.slice(0, -1)) ?? [])];
  const index = Number(one.path.at(-1));
  if (one.op === "insert") list.splice(index, 0, one.value);
  else if (one.op === "copy") list.splice(Number(one.value), 0, list[index]);
  else list.splice(Number(one.value), 0, ...list.splice(index, 1));
  return put(data, one.path.slice(0, -1), list);
}

/** Change the spec: shown at once, and taken back if the server refuses. @param {Edit[]} edits @param {string} label @param {{tell?: string}} [more] */
export function edit(edits, label, more = {}) {
  const seeded = edits.some((one) => one.path.join() === "seed");
  // Other seeds make other puzzles: what was chosen in the places of the old ones names none of the new.
  const choices = (get().book.data?.sections ?? []).map((/** @type {any} */ one, /** @type {number} */ at) => (one?.puzzles?.instead ? at : -1));
  if (seeded) edits = [...edits, ...choices.filter((/** @type {number} */ at) => at >= 0).map((/** @type {number} */ at) => (/** @type {Edit} */ ({ op: "unset", path: ["sections", at, "puzzles", "instead"] })))];
  const before = get().book;
  const old = edits.map((one) => JSON.stringify(at(before.data, one.path)));
  set({ book: { ...before, data: edits.reduce(edited, before.data) } });
  pending++;
  const done = queue.then(async () => {
    try {
      await send(edits, label, old);
      if (more.tell) toast(more.tell, { label: t("action.undo"), run: () => step(-1) });
    } catch (error) {
      offline(error);
      pending === 1 && (await refresh().catch(offline));
    } finally {
      pending--;
    }
  });
  queue = done;
  return done;
}

/** @param {Edit[]} edits @param {string} label @param {string[]} old */
async function send(edits, label, old) {
  /** @returns {Promise<any>} */
  const once = () => call("/api/edit", { base: get().book.hash, edits, label });
  let answer;
  try {
    answer = await once();
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 409) throw error;
    // Another tab or program was faster. The change is made again where what it changes is still the same.
    await refresh();
    if (edits.some((one, index) => JSON.stringify(at(get().book.data, one.path)) !== old[index])) {
      toast(t("state.elsewhere"), { bad: true });
      return;
    }
    set({ book: { ...get().book, data: edits.reduce(edited, get().book.data) } });
    answer = await once();
  }
  accept(answer);
}

/** The answer to a change. @param {any} answer */
export function accept(answer) {
  const { saved, label, ...rest } = answer;
  const data = pending > 1 ? get().book.data : (answer.data ?? get().book.data);
  set({ book: { ...get().book, ...rest, data, unsaved: saved === false ? answer.text : null } });
  if (!answer.data) refreshAfter();
}
const refreshAfter = () => queue.then(() => refreshSoon());

/** What a change is called; that of another program has one name in all tabs. @param {string} label */
export const changeName = (label) => (label === "Changed on disk" ? t("state.disk") : label);

/** Undo (-1) or do again (1). @param {number} by */
export function step(by) {
  const known = get().book?.[by < 0 ? "undo" : "redo"];
  if (!known) return;
  queue = queue.then(async () => {
    try {
      const answer = await call(by < 0 ? "/api/undo" : "/api/redo", {});
      accept(answer);
      if (!answer.data) await refresh();
      say(t(by < 0 ? "state.undone" : "state.redone", { label: changeName(answer.label ?? known) }));
    } catch (error) {
      offline(error);
    }
  });
  return queue;
}

/** The file that keeps the puzzle of a place, if any. @param {any} place */
export const keptIn = (place) => {
  const keep = get().book.data?.sections?.[place.section]?.puzzles?.keep;
  return keep && typeof keep === "object" ? keep[place.code] : undefined;
};

/** Take another puzzle in the place of one, the next or that of a turn, or leave the place out; all others stay as they are. @param {any} place @param {"another" | "none" | number} what */
export function instead(place, what) {
  const path = ["sections", place.section, "puzzles", "instead", place.code];
  const now = at(get().book.data, path);
  const label = t(what === "none" ? "puzzle.left_out" : "puzzle.replaced", { number: place.number });
  /** @type {Edit[]} */
  const edits = [{ op: "set", path, value: what !== "another" ? what : (Number.isInteger(now) ? now : 0) + 1 }];
  return edit(keptIn(place) ? [...notKept(place), ...edits] : edits, label, { tell: label });
}

/** @param {any} place @returns {Edit[]} */
const notKept = (place) => [{ op: "unset", path: ["sections", place.section, "puzzles", "keep", place.code] }];

/** Keep a puzzle whatever seed, levels and counts become, or no longer. @param {any} place @param {number} version */
export function keep(place, version) {
  if (!keptIn(place)) return changed("/api/keep", place, version, t("puzzle.is_kept", { number: place.number }));
  const label = t("puzzle.not_kept", { number: place.number });
  return edit(notKept(place), label, { tell: label });
}

/** Take a puzzle that was edited by hand; true if it is in the book. @param {any} place @param {number} version @param {string} cells */
export const takeByHand = (place, version, cells) => changed("/api/own", place, version, t("puzzle.edited", { number: place.number }), { cells });

/** Change one place by the server; true if it is done. @param {string} route @param {any} place @param {number} version @param {string} label @param {any} [more] */
function changed(route, place, version, label, more = {}) {
  const done = queue.then(async () => {
    try {
      accept(await call(route, { version, puzzle: place.puzzle, label, ...more }));
      toast(label, { label: t("action.undo"), run: () => step(-1) });
      return true;
    } catch (error) {
      offline(error);
      return false;
    }
  });
  queue = done.then(() => {});
  return done;
}

/** Whether a puzzle was made for the book, so that there are others like it. @param {any} place */
export const isMade = (place) => Boolean(place?.code) && !get().readOnly && get().book.data?.sections?.[place.section]?.puzzles?.from === undefined && !get().book.data?.sections?.[place.section]?.puzzles?.stock;

/** The faults of the book that lie at or under a path. @param {Path} path */
export function faultsUnder(path) {
  const book = get().book;
  const lines = book?.lines?.[path.length ? `/${path.join("/")}` : ""];
  if (!lines) return [];
  const leaf = typeof at(book.data, path) !== "object";
  return book.faults.filter((/** @type {any} */ one) => leaf && one.line >= lines[0] && one.line <= lines[1] && pathOfFault(one)?.join("/") === path.join("/"));
}

/** The deepest part of the spec on whose line a fault lies. @param {any} fault @returns {Path|null} */
export function pathOfFault(fault) {
  const lines = get().book?.lines ?? {};
  if (fault.line == null) return null;
  let best = /** @type {string | null} */ (null);
  for (const [path, [first, last]] of Object.entries(lines)) {
    if (fault.line < first || fault.line > last) continue;
    const column = lines[path][2] ?? 0;
    const [oldFirst, oldLast] = best ? lines[best] : [0, Infinity];
    const closer = last - first < oldLast - oldFirst || (last - first === oldLast - oldFirst && path.length > (best?.length ?? 0));
    if (closer && (!fault.column || column <= fault.column)) best = path;
  }
  return best === null ? null : parsed(best);
}

/** @param {string} path @returns {Path} */
const parsed = (path) => path.split("/").slice(1).map((one) => (/^\d+$/.test(one) ? +one : one));

/** Show a fault in its form, or in the text where there is none. @param {any} fault */
export function showFault(fault) {
  const path = pathOfFault(fault);
  set({ jump: { line: fault.line, column: fault.column, path, at: Date.now() } });
  if (get().route !== "book") go("book");
  if ((!path || get().book.broken) && !get().readOnly) set({ view: "text" });
}

/** Open the text at a part of the spec. @param {Path} path */
export function showText(path) {
  const lines = get().book?.lines ?? {};
  let known = path;
  while (known.length && !lines[`/${known.join("/")}`]) known = known.slice(0, -1);
  set({ view: "text", jump: { line: lines[known.length ? `/${known.join("/")}` : ""]?.[0] ?? 1, at: Date.now() } });
  if (get().route !== "book") go("book");
}
