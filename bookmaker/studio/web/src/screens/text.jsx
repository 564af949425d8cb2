/** The text of the spec, for those who write YAML: saved after each pause, with completion, hover and faults. */
import { useEffect, useRef, useState } from "preact/hooks";
import { call, faultLine, Refused } from "../api.js";
import { accept, offline, refresh, step } from "../book.js";
import { Button, Dialog } from "../parts.jsx";
import { get, set, use } from "../store.js";
import { language, t } from "../words.js";

const EDITOR = "/static/editor.js";

/** Ask about a place of the text. @param {string} path @param {string} text @param {number} offset */
const ask = (path, text, offset) => call(path, { text, offset, language: language() }).catch(() => null);

export function TextTab() {
  const own = useRef(/** @type {HTMLDivElement|null} */ (null));
  const editor = useRef(/** @type {any} */ (null));
  const [ready, setReady] = useState(false);
  const [conflict, setConflict] = useState(/** @type {{mine: string, theirs: string} | null} */ (null));
  const text = use((s) => s.book.unsaved ?? s.book.text);
  const hash = use((s) => s.book.hash);
  const faults = use((s) => s.book.faults);
  const jump = use((s) => s.jump);
  const work = useRef({ base: hash, timer: 0, dirty: false, mine: text, sending: false });

  /** Send what was typed. @param {boolean} [force] */
  const send = async (force = false) => {
    const now = work.current;
    clearTimeout(now.timer);
    if (!now.dirty || now.sending) return;
    now.sending = true;
    const mine = now.mine;
    try {
      const answer = await call("/api/edit", { base: now.base, text: mine, label: t("text.label"), ...(force ? { force } : {}) });
      now.base = answer.hash;
      now.dirty = now.mine !== mine;
      accept(answer);
    } catch (error) {
      if (error instanceof Refused && error.status === 409) {
        await refresh().catch(offline);
        setConflict({ mine: now.mine, theirs: get().book.text });
      } else offline(error);
    } finally {
      now.sending = false;
      if (now.dirty && now.mine !== mine) now.timer = setTimeout(send, 300);
    }
  };

  useEffect(() => {
    let gone = false;
    import(EDITOR).then(({ openEditor }) => {
      if (gone || !own.current) return;
      editor.current = openEditor(own.current, {
        text: work.current.mine,
        label: t("text.name"),
        words: { usual: t("text.usual"), "No results": t("text.no_results"), Find: t("text.find"), next: t("text.next"), previous: t("text.previous"), close: t("action.close") },
        onChange: (/** @type {string} */ next) => {
          const now = work.current;
          if (!now.dirty && !now.sending) now.base = get().book.hash;
          now.mine = next;
          now.dirty = true;
          clearTimeout(now.timer);
          now.timer = setTimeout(send, 700);
          set({ typing: true });
        },
        complete: (/** @type {string} */ whole, /** @type {number} */ offset) => ask("/api/complete", whole, offset),
        hover: (/** @type {string} */ whole, /** @type {number} */ offset) => ask("/api/hover", whole, offset),
        undo: async (/** @type {number} */ by) => {
          await send();
          await step(by);
        },
      });
      setReady(true);
    });
    return () => {
      gone = true;
      send();
      set({ typing: false });
      editor.current?.close();
    };
  }, []);
  useEffect(() => {
    // What comes from a form, another tab or another program; never over what is being typed.
    if (editor.current && !work.current.dirty) {
      work.current.mine = text;
      work.current.base = hash;
      editor.current.setText(text);
      set({ typing: false });
    }
  }, [text, hash, ready]);
  useEffect(() => editor.current?.setFaults(faults.map((/** @type {any} */ one) => ({ ...one, text: faultLine(one) }))), [faults, ready]);
  useEffect(() => {
    if (ready && jump?.line) editor.current.goTo(jump.line, jump.column ?? 1);
  }, [jump, ready]);

  const unsaved = use((s) => s.book.unsaved != null);
  return (
    <div class="textroom">
      {unsaved && (
        <p class="notice warn row" role="status">
          <span class="grow">{t("text.unsaved")}</span>
          <Button kind="sm" label={t("text.save_anyway")} onClick={() => ((work.current.dirty = true), send(true))} />
        </p>
      )}
      <div class="editor" ref={own} />
      <p class="texthelp small faint">{t("text.help")}</p>
      {conflict && (
        <Dialog
          title={t("text.conflict")}
          width={900}
          onClose={() => setConflict(null)}
          footer={
            <>
              <Button
                label={t("text.take_theirs")}
                onClick={() => {
                  work.current.dirty = false;
                  work.current.base = get().book.hash;
                  editor.current.setText(get().book.text);
                  setConflict(null);
                }}
              />
              <Button
                kind="pri"
                label={t("text.keep_mine")}
                onClick={() => {
                  work.current.base = get().book.hash;
                  work.current.dirty = true;
                  setConflict(null);
                  send();
                }}
              />
            </>
          }
        >
          <p class="muted">{t("text.conflict_help")}</p>
          <div class="two texts">
            <div>
              <h3>{t("text.mine")}</h3>
              <pre tabIndex={0}>{conflict.mine}</pre>
            </div>
            <div>
              <h3>{t("text.theirs")}</h3>
              <pre tabIndex={0}>{conflict.theirs}</pre>
            </div>
          </div>
        </Dialog>
      )}
    </div>
  );
}
