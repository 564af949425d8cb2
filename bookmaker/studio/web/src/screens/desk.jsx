/** The desk: puzzles from elsewhere, each with its picture and verdict; mends to choose; what is saved and sent on. */
import { useEffect, useRef, useState } from "preact/hooks";
import { call, faultLine } from "../api.js";
import { offline, refreshSoon } from "../book.js";
import { cellOf, clashes, digitsOf, Grid, withDigit, wrongs } from "../grids.jsx";
import { Button, Dialog, Drop, droppedFiles, Icon, levelOf } from "../parts.jsx";
import { get, go, set, toast, use } from "../store.js";
import { has, language, number, t } from "../words.js";

/** Which of the three filters a puzzle belongs to. @param {any} item */
const groupOf = (item) => (item.copy_of != null ? "copies" : item.sound ? "sound" : "mend");

/** @param {any} item */
function verdict(item) {
  if (item.copy_of != null) return ["warn", t("desk.copy")];
  if (item.mended && item.sound) return ["ok", t("desk.mended")];
  if (item.status === "proper" && !item.sound) return ["bad", t("desk.wrong_answer")];
  const key = `status.${item.status}`;
  return [item.status === "proper" ? "ok" : item.status === "several" ? "warn" : "bad", has(key) ? t(key, { count: item.solutions ?? 0 }) : item.status];
}

export function DeskScreen() {
  const news = use((s) => s.deskNews);
  const [desk, setDesk] = useState(/** @type {any} */ (null));
  const [filter, setFilter] = useState("all");
  const [chosen, setChosen] = useState(/** @type {any} */ (null));
  const [pasting, setPasting] = useState(false);
  const [sending, setSending] = useState(false);
  const [sure, setSure] = useState(false);
  const [look, setLook] = useState(0);
  const beside = useRef(/** @type {HTMLElement | null} */ (null));
  // On a narrow screen the chosen puzzle is below the list.
  useEffect(() => {
    if (look && beside.current && beside.current.getBoundingClientRect().top > innerHeight / 2) beside.current.scrollIntoView();
  }, [look]);
  const asked = useRef(0);
  /** Ask, and show the answer unless a later one is on its way: answers may overtake each other. @param {any} [body] @param {string} [method] */
  const load = async (body, method) => {
    const turn = ++asked.current;
    try {
      const found = await call("/api/desk", body, method);
      if (turn === asked.current) setDesk(found);
    } catch (error) {
      offline(error);
    }
  };
  useEffect(() => void load(), [news]);
  useEffect(() => {
    /** @param {ClipboardEvent} event */
    const paste = (event) => {
      if (/^(INPUT|TEXTAREA)$/.test(/** @type {HTMLElement} */ (event.target).tagName)) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData("text") ?? "";
      if (files.length || text.trim()) add(files, text);
    };
    addEventListener("paste", paste);
    return () => removeEventListener("paste", paste);
  }, []);
  /** @param {File[]} files @param {string} [text] */
  const add = async (files, text) => {
    const form = new FormData();
    const pathOf = (/** @type {File} */ file) => file.webkitRelativePath || file.name;
    // A browser lists a folder in any order; puzzles are numbered, and copies told from first ones, by names.
    const sorted = [...files].sort((one, other) => pathOf(one).localeCompare(pathOf(other), undefined, { numeric: true }));
    for (const file of sorted) if (!file.name.startsWith(".")) form.append("file", file, pathOf(file));
    if (text?.trim()) form.append("text", text);
    await load(form);
  };
  const items = desk?.items ?? [];
  const shown = items.filter((/** @type {any} */ one) => filter === "all" || groupOf(one) === filter);
  // A puzzle that was just mended stays in sight, though the filter may leave it out.
  const current = items.find((/** @type {any} */ one) => one.id === chosen) ?? shown[0];
  const count = (/** @type {string} */ name) => items.filter((/** @type {any} */ one) => name === "all" || groupOf(one) === name).length;
  /** @param {string} what */
  const save = async (what) => {
    try {
      const blob = await call("/api/desk/export", { what, language: language() });
      const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: blob.filename ?? what });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
      const left = what === "report" ? 0 : count("all") - count("sound");
      toast(left ? t("desk.saved_without", { name: link.download, count: left }) : t("desk.saved", { name: link.download }));
    } catch (error) {
      offline(error);
    }
  };
  const clear = () => {
    // Mends and edits are nowhere else.
    const certain = sure || !items.some((/** @type {any} */ one) => one.mended);
    setSure(!certain);
    if (certain) load({}, "DELETE");
  };
  const next = () => {
    const at = items.indexOf(current);
    const rest = [...items.slice(at + 1), ...items.slice(0, at)];
    setChosen((rest.find((one) => groupOf(one) === "mend") ?? rest[0] ?? current)?.id ?? null);
  };
  /** @param {any} item */
  const replaced = (item) => {
    setChosen(item.id);
    setDesk((/** @type {any} */ old) => ({ ...old, items: old.items.map((/** @type {any} */ one) => (one.id === item.id ? item : one)) }));
  };
  const busy = desk?.state && !["done", "none", "ready", "cancelled"].includes(desk.state);
  return (
    <main class="main desk-screen" onDrop={async (event) => event.dataTransfer && add(await droppedFiles(event.dataTransfer))}>
      <aside class="side desk-list" aria-label={t("desk.list")}>
        <div class="desk-drop">
          <Drop label={t("desk.drop")} choose={t("desk.choose")} folder={t("desk.folder")} onFiles={(/** @type {File[]} */ files) => files.length && add(files)}>
            <Button kind="sm" label={t("desk.paste")} onClick={() => setPasting(true)} />
          </Drop>
        </div>
        {items.length > 0 && (
          <div class="row wrap filters">
            {["all", "mend", "copies", "sound"].map((one) => (
              <button type="button" class="chip" key={one} aria-pressed={filter === one} onClick={() => (setFilter(one), setChosen(null))}>
                {t(`desk.${one}`)} {number(count(one))}
              </button>
            ))}
            {busy && <i class="spin push" />}
          </div>
        )}
        {busy && !items.length && (
          <p class="row muted padded" role="status">
            <i class="spin" />
            {t("desk.reading")}
            <Button kind="sm" class="push" label={t("action.cancel")} onClick={() => load({}, "DELETE")} />
          </p>
        )}
        <Unread faults={desk?.faults ?? []} />
        <ul class="items">
          {shown.map((/** @type {any} */ one) => {
            const [kind, words] = verdict(one);
            return (
              <li key={one.id}>
                <button type="button" class="item" aria-current={one === current} onClick={() => (setChosen(one.id), setLook((last) => last + 1))}>
                  <img class="paper" src={`/api/desk/${one.id}.png?w=120&what=${one.mended ? "mended" : "puzzle"}&v=${one.mended ? 1 : 0}`} width="56" height="56" alt="" loading="lazy" />
                  <span class="grow">
                    <b class="clip">{titleOf(one)}</b>
                    <span class="faint small clip">{[one.name, placeOf(one.source)[1]].filter(Boolean).join(", ")}</span>
                  </span>
                  <span class="verdict">
                    <span class={`chip ${kind}`}>
                      <i class="dot" />
                      {words}
                    </span>
                    <span class="faint small">{levelOf(one)}</span>
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
        {(items.length > 0 || (desk?.faults ?? []).length > 0) && !(busy && !items.length) && (
          <div class="row wrap desk-save">
            {items.length > 0 && (
              <>
                <Button kind="pri" icon="down" label={t("desk.save_key")} onClick={() => save("key")} />
                <Button icon="print" label={t("desk.save_pages")} onClick={() => save("pages")} />
                <Button icon="down" label={t("desk.save_puzzles")} onClick={() => save("puzzles")} />
                <Button icon="down" label={t("desk.save_report")} onClick={() => save("report")} />
                <Button label={t("desk.send")} onClick={() => setSending(true)} disabled={!count("sound")} />
              </>
            )}
            <Button kind="quiet" label={t(sure ? "desk.clear_sure" : "desk.clear")} onClick={clear} />
          </div>
        )}
      </aside>
      <section class="desk-one" ref={beside} aria-label={t("desk.puzzle")}>
        {current ? <Item key={current.id} item={current} news={news} onItem={replaced} onNext={next} onRemove={() => load({ puzzle: current.id }, "DELETE")} /> : items.length ? <p class="muted">{t("desk.no_more")}</p> : <Empty />}
      </section>
      {pasting && <Paste onClose={() => setPasting(false)} onText={(/** @type {string} */ text) => (setPasting(false), add([], text))} />}
      {sending && <Send count={count("sound")} onClose={() => setSending(false)} />}
    </main>
  );
}

const FIRST_FAULTS = 3;
/** What could not be read, each thing; and what was passed over or guessed, in a list to open. @param {{faults: any[]}} props */
function Unread({ faults }) {
  const notes = faults.filter((one) => one.note);
  const bad = faults.filter((one) => !one.note);
  /** @param {any} one */
  const line = (one) => {
    const [file, place] = placeOf([one.path, one.line].filter(Boolean).join(":"));
    const where = [one.number ? t("desk.numbered", { number: one.number, file }) : file, place];
    return [where.filter(Boolean).join(", "), faultLine(one)].filter(Boolean).join(": ");
  };
  const shown = (/** @type {any} */ one) => (
    <p class="fault padded unread" key={line(one)}>
      <span class="chip bad">
        <i class="dot" />
        {t("desk.unread")}
      </span>{" "}
      {line(one)}
    </p>
  );
  // A long list would push the puzzles out of sight.
  const first = bad.length > FIRST_FAULTS + 1 ? FIRST_FAULTS : bad.length;
  return (
    <>
      {bad.slice(0, first).map(shown)}
      {bad.length > first && (
        <details class="padded small">
          <summary>{t("desk.more_unread", { count: bad.length - first })}</summary>
          {bad.slice(first).map(shown)}
        </details>
      )}
      {notes.length > 0 && (
        <details class="padded muted small">
          <summary>{t("desk.notes", { count: notes.length })}</summary>
          {notes.map((one) => <p key={line(one)}>{line(one)}</p>)}
        </details>
      )}
    </>
  );
}

const Empty = () => (
  <div class="empty">
    <Icon name="up" />
    <h2>{t("desk.empty")}</h2>
    <p class="muted">{t("desk.empty_help")}</p>
  </div>
);

/** The file and the place in it. @param {string} source */
export function placeOf(source) {
  const parts = String(source ?? "").match(/^(.*?)(?:\[(.*)\])?(?::(\d.*))?$/);
  const file = (parts?.[1] ?? "").split("/").at(-1) || t("desk.pasted");
  const grid = parts?.[2]?.match(/^grid (\d+)$/);
  const inside = grid ? t("desk.grid", { number: grid[1] }) : (parts?.[2] ?? "");
  const line = parts?.[3] ? t("problems.line", { line: parts[3] }) : "";
  return [/^(text|pasted(-\d+)?(\.txt)?|<.*>|-)$/.test(file) ? t("desk.pasted") : file, [inside, line].filter(Boolean).join(", ")];
}

/** A message in which `june.txt:4` is a file and a line. @param {string} text */
const withPlaces = (text) => text.replace(/[^\s:]+\.\w+(?:\[[^\]]*\])?(?::\d+)?/g, (one) => placeOf(one).filter(Boolean).join(", "));

/** `5: anna.txt`, with the number by which the report and the key name a puzzle. @param {any} item */
const titleOf = (item) => t("desk.numbered", { number: item.number, file: item.who || placeOf(item.source)[0] });

/** `Row 8, column 9`. @param {string} name */
const cellWords = (name) => t("grid.place", { row: cellOf(name)[0], column: cellOf(name)[1] });

/** One puzzle: what is wrong with it, and what can be done. @param {any} props */
function Item({ item: given, news, onItem, onNext, onRemove }) {
  const [item, setItem] = useState(given);
  const [mend, setMend] = useState(/** @type {any} */ (undefined));
  const [cells, setCells] = useState(/** @type {string | null} */ (null));
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    call(`/api/desk/${given.id}?language=${language()}`).then((one) => {
      setItem(one);
      setMend(one.mends?.[0]?.number);
    }).catch(offline);
    // Mends are sought when all that was dropped has been read: its other puzzles and its answers count.
  }, [given.id, item.mends ? null : news]);
  const [kind, words] = verdict(item);
  const mends = item.mends ?? [];
  /** @param {any} wish */
  const send = async (wish) => {
    try {
      const one = await call(`/api/desk/${item.id}/mend?language=${language()}`, wish);
      setItem({ mends: item.mends, ...one });
      setTurn(turn + 1);
      onItem(one);
      return one;
    } catch (error) {
      offline(error);
    }
  };
  const size = item.size ?? 9;
  const plain = typeof item.puzzle === "string" && item.puzzle.length === size * size;
  const faults = wrongs(item);
  const messages = faults.map((/** @type {any} */ one) => one.message);
  /** @type {string[]} */
  const told = item.said ?? [];
  // The title has no more than the first sentence.
  const [, first, rest] = told[0]?.match(/^(.*?)[.](?: (.*))?$/) ?? [];
  const sound = groupOf(item) !== "mend";
  // Nothing is left to fill in: proper, and no puzzle.
  const full = faults.filter((one) => one.code === "full-grid").map((one) => one.message);
  // English messages name the digits as well; in another language there are sentences on each kind of fault.
  const inOwnWords = language() === "en" ? messages : [rest, ...told.slice(1)].filter(Boolean);
  const more = item.mended ? [] : sound ? (language() === "en" ? full : told) : inOwnWords.slice(0, 3);
  const picture = (/** @type {string} */ what, /** @type {number} */ width) => `/api/desk/${item.id}.png?w=${width}&what=${what}&v=${turn}${item.mends ? "m" : ""}`;
  return (
    <>
      <h2 class="big-title">{sound ? words : (first ?? words)}</h2>
      <p class="row wrap muted">
        <span class={`chip ${kind}`}>
          <i class="dot" />
          {words}
        </span>
        <span>{[titleOf(item), item.name, placeOf(item.source)[1]].filter(Boolean).join(", ")}</span>
        <span>{levelOf(item)}</span>
      </p>
      {item.copy_of && <p class="muted">{withPlaces(item.copy_of)}</p>}
      {more.map((/** @type {string} */ one) => <p class={sound ? "fault" : "muted"} key={one}>{one}</p>)}
      <div class="desk-columns">
        <div>
          {cells !== null ? (
            <div class="paper framed">
              <Grid
                size={size}
                givens={digitsOf(cells)}
                tints={clashes(faults, size)}
                ground={picture("ground", 800)}
                frame={item.frame}
                label={t("desk.edit_label")}
                onType={(cell, digit) => setCells(withDigit(cells, cell, digit))}
                {...useGridPlace()}
              />
            </div>
          ) : (
            <img class="paper framed" src={picture(item.mended ? "mended" : "puzzle", 800)} width="400" alt={plain ? t("desk.alt", { text: item.puzzle }) : t("desk.puzzle")} />
          )}
        </div>
        <div class="desk-side">
          {cells !== null ? (
            <div class="stack">
              <p class="muted">{t("desk.edit_help")}</p>
              <div class="row">
                <Button kind="pri" label={t("desk.use")} onClick={async () => (await send({ cells })) && setCells(null)} />
                <Button label={t("action.cancel")} onClick={() => setCells(null)} />
              </div>
            </div>
          ) : item.mended ? (
            <div class="stack">
              <p>{t("desk.mended_help")}</p>
              <div class="row">
                <Button kind="pri" label={t("desk.next")} onClick={onNext} />
                <Button label={t("desk.unmend")} onClick={() => send({ mend: null })} />
              </div>
            </div>
          ) : sound ? (
            <div class="row wrap">
              <Button kind="pri" label={t("desk.next")} onClick={onNext} />
              {plain && <Button label={t("desk.edit")} onClick={() => setCells(item.puzzle.replaceAll("0", "."))} />}
              <Button kind="quiet" label={t("desk.leave_out")} onClick={onRemove} />
            </div>
          ) : (
            <fieldset class="mends">
              <legend>{t("desk.what")}</legend>
              {!item.mends && (
                <p class="row muted">
                  <i class="spin" />
                  {t("desk.seeking")}
                </p>
              )}
              {mends.slice(0, 5).map((/** @type {any} */ one) => (
                <label class={`mend ${mend === one.number ? "on" : ""}`} key={one.number}>
                  <input type="radio" name="mend" class="check" checked={mend === one.number} onChange={() => setMend(one.number)} />
                  <span class="grow">
                    <b>{one.said ?? (one.kind === "answer" ? t("desk.true_answer") : one.changes.map((/** @type {any} */ change) => t(!change.to ? "desk.empty_cell" : change.from ? "desk.change" : "desk.fill", { ...change, place: cellWords(change.cell) })).join("; "))}</b>
                  </span>
                  {one.share != null && <span class={`chip ${one.share > 0.5 ? "ok" : ""}`}>{share(one.share)}</span>}
                </label>
              ))}
              {mends.slice(0, 5).some((/** @type {any} */ one) => one.share != null) && <p class="faint small">{t("desk.share_help")}</p>}
              {item.mends && !mends.length && <p class="muted">{t("desk.no_mend")}</p>}
              <div class="row wrap">
                {mends.length > 0 && <Button kind="pri" label={t("desk.mend_next")} onClick={async () => (await send({ mend })) && onNext()} />}
                {mends.length > 0 && <Button label={t("desk.do_mend")} onClick={() => send({ mend })} />}
                {plain && <Button label={t("desk.edit")} onClick={() => setCells(item.puzzle.replaceAll("0", "."))} />}
                <Button kind="quiet" label={t("desk.leave_out")} onClick={onRemove} />
              </div>
            </fieldset>
          )}
          {cells === null && (sound || item.mended) && (
            <figure>
              <img class="paper" src={picture("answer", 360)} width="180" alt={t("desk.answer")} />
              <figcaption class="muted small">{t("desk.answer")}</figcaption>
            </figure>
          )}
          <p class="faint small">{t("desk.safe")}</p>
        </div>
      </div>
    </>
  );
}

function useGridPlace() {
  const [at, setAt] = useState(0);
  return { at, onAt: setAt };
}

/** @param {number} value */
const share = (value) => (value > 0.99 ? t("desk.over", { percent: 99 }) : value < 0.01 ? t("desk.under", { percent: 1 }) : `${Math.round(value * 100)} %`);

/** A puzzle as it is typed by hand, and a part of a Killer. */
const EXAMPLES = {
  plain: "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79",
  killer: "aabbcddee\naffbcdghe\n...\n\na = 14\nb = 21\nc = 9\n...",
};

/** @param {any} props */
function Paste({ onClose, onText }) {
  const [text, setText] = useState("");
  return (
    <Dialog title={t("desk.paste_title")} onClose={onClose} footer={<Button kind="pri" label={t("desk.paste_use")} disabled={!text.trim()} onClick={() => onText(text)} />}>
      <label class="field">
        <span class="lab">{t("desk.paste_help")}</span>
        <textarea class="in mono" rows={10} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <details>
        <summary>{t("desk.how")}</summary>
        <div class="two how">
          {Object.entries(EXAMPLES).map(([name, example]) => (
            <figure key={name}>
              <figcaption class="small">{t(`desk.how_${name}`)}</figcaption>
              <pre class="mono">{example}</pre>
            </figure>
          ))}
        </div>
        <p class="faint small">{t("desk.how_others")}</p>
      </details>
    </Dialog>
  );
}

/** Puzzles of the desk into the open book or a bank. @param {any} props */
function Send({ count, onClose }) {
  const book = use((s) => s.book);
  const [title, setTitle] = useState(t("desk.section_title"));
  const [to, setTo] = useState(book ? "section" : "bank");
  const [path, setPath] = useState("puzzles.bank");
  const send = async () => {
    try {
      const wish = to === "section" ? { to, title } : { to, path };
      const answer = await call("/api/desk/send", wish);
      toast(t(to === "section" ? "desk.sent_section" : "desk.sent_bank", { count: answer.count, path: answer.path }));
      onClose();
      if (to === "section") {
        await refreshSoon();
        set({ selected: { section: (get().book?.data?.sections?.length ?? 1) - 1 } });
        go("book");
      }
    } catch (error) {
      offline(error);
    }
  };
  return (
    <Dialog title={t("desk.send_title", { count })} onClose={onClose} footer={<Button kind="pri" label={t("desk.send_now")} onClick={send} />}>
      <div class="stack">
        {book && (
          <label class="switch">
            <input type="radio" name="to" class="check" checked={to === "section"} onChange={() => setTo("section")} />
            <span>{t("desk.to_section", { book: book.data?.book?.title ?? book.path })}</span>
          </label>
        )}
        {to === "section" && (
          <label class="field">
            <span class="lab">{t("label.sections.title")}</span>
            <input class="in" value={title} onInput={(event) => setTitle(event.currentTarget.value)} />
          </label>
        )}
        <label class="switch">
          <input type="radio" name="to" class="check" checked={to === "bank"} onChange={() => setTo("bank")} />
          <span>{t("desk.to_bank")}</span>
        </label>
        {to === "bank" && (
          <label class="field">
            <span class="lab">{t("desk.bank_file")}</span>
            <input class="in" value={path} onInput={(event) => setPath(event.currentTarget.value)} />
          </label>
        )}
      </div>
    </Dialog>
  );
}
