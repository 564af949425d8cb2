/** The text of the spec: CodeMirror in YAML mode. Completion, hover and faults come from the server. It lives in a shadow root,
 * where its styles are constructed sheets, which the policy of the page allows. */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorSelection, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "13.5px", color: "var(--ink)", background: "var(--panel)" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--ink)", padding: "10px 0" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused": { outline: "none" },
  ".cm-gutters": { background: "var(--panel)", color: "var(--faint)", border: "0", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { background: "var(--bg)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { background: "var(--accline) !important" },
  ".cm-tooltip": { background: "var(--panel)", border: "1px solid var(--line2)", borderRadius: "8px", boxShadow: "var(--lift)", color: "var(--ink)" },
  ".cm-tooltip-autocomplete ul li": { padding: "4px 10px !important" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--acc) !important", color: "var(--onacc) !important" },
  ".cm-completionDetail": { fontStyle: "normal", marginLeft: "1.2em", opacity: "0.8" },
  ".cm-completionInfo": { maxWidth: "320px", padding: "8px 10px", fontFamily: "var(--sans)" },
  ".cm-hover": { maxWidth: "380px", padding: "8px 10px", fontFamily: "var(--sans)", fontSize: "13px" },
  ".cm-panels": { background: "var(--bg)", color: "var(--ink)", fontFamily: "var(--sans)" },
  ".cm-diagnostic": { padding: "6px 10px", fontFamily: "var(--sans)" },
  // The marks of the library are images in its styles, which the policy of the page refuses.
  ".cm-lintRange-error": { backgroundImage: "none !important", borderBottom: "2px solid var(--bad)" },
  ".cm-lint-marker-error": { content: '"" !important', width: "9px", height: "9px", borderRadius: "50%", background: "var(--bad)", marginTop: "4px" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
});
const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--acc)" },
  { tag: [tags.string, tags.content], color: "var(--ink)" },
  { tag: [tags.number, tags.bool, tags.keyword], color: "var(--ok)" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: "var(--soft)" },
]);

/**
 * An editor in an element.
 * @param {HTMLElement} parent
 * @param {{text: string, label: string, words: Record<string, string>, onChange: (text: string) => void, complete: (text: string, offset: number, explicit: boolean) => Promise<any>, hover: (text: string, offset: number) => Promise<any>, undo: (by: number) => void}} given
 */
export function openEditor(parent, given) {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open", delegatesFocus: true });
  root.replaceChildren();
  let quiet = false;
  const view = new EditorView({
    root,
    parent: /** @type {any} */ (root),
    state: EditorState.create({
      doc: given.text,
      extensions: [
        lineNumbers(),
        lintGutter(),
        drawSelection(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        closeBrackets(),
        search({ top: true }),
        yaml(),
        indentUnit.of("  "),
        syntaxHighlighting(colours),
        look,
        EditorState.phrases.of(given.words),
        EditorView.contentAttributes.of({ "aria-label": given.label, spellcheck: "false" }),
        EditorView.updateListener.of((update) => update.docChanged && !quiet && given.onChange(update.state.doc.toString())),
        autocompletion({
          override: [
            async (context) => {
              const text = context.state.doc.toString();
              const answer = await given.complete(text, context.pos, context.explicit);
              if (!answer?.items?.length) return null;
              return {
                from: answer.start,
                options: answer.items.map((/** @type {any} */ one) => ({ label: one.label, apply: one.text, detail: one.default ? given.words.usual : undefined, info: one.about || undefined })),
                validFor: /^[\w.+-]*$/,
              };
            },
          ],
          activateOnTyping: true,
          icons: false,
        }),
        hoverTooltip(async (own, position) => {
          const answer = await given.hover(own.state.doc.toString(), position);
          if (!answer) return null;
          const dom = document.createElement("div");
          dom.className = "cm-hover";
          const head = document.createElement("b");
          head.textContent = answer.label;
          dom.append(head, document.createElement("br"), answer.about);
          if (answer.values?.length) dom.append(document.createElement("br"), answer.values.slice(0, 12).join(", "));
          return { pos: answer.start, end: answer.end, create: () => ({ dom }) };
        }),
        keymap.of([
          { key: "Mod-z", run: () => (given.undo(-1), true) },
          { key: "Mod-y", mac: "Mod-Shift-z", run: () => (given.undo(1), true) },
          { key: "Mod-Shift-z", run: () => (given.undo(1), true) },
          ...completionKeymap,
          ...closeBracketsKeymap,
          ...searchKeymap,
          ...lintKeymap,
          ...defaultKeymap,
          indentWithTab,
        ]),
      ],
    }),
  });
  view.scrollDOM.tabIndex = 0;
  return {
    view,
    /** Replace what differs, so that the cursor and the scrolled place stay. @param {string} text */
    setText(text) {
      const old = view.state.doc.toString();
      if (old === text) return;
      let start = 0;
      while (start < old.length && old[start] === text[start]) start++;
      let end = 0;
      while (end < old.length - start && end < text.length - start && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
      quiet = true;
      view.dispatch({ changes: { from: start, to: old.length - end, insert: text.slice(start, text.length - end) } });
      quiet = false;
    },
    /** @param {any[]} faults */
    setFaults(faults) {
      const { doc } = view.state;
      const diagnostics = faults
        .filter((one) => one.line && one.line <= doc.lines)
        .map((one) => {
          const line = doc.line(one.line);
          const from = Math.min(line.to, line.from + Math.max(0, (one.column ?? 1) - 1));
          const rest = doc.sliceString(from, line.to).match(/^[^\s,}\]#]+/)?.[0].length ?? 0;
          return { from, to: Math.min(line.to, from + Math.max(1, rest)), severity: /** @type {"error"} */ ("error"), message: one.text };
        });
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    /** @param {number} number @param {number} [column] */
    goTo(number, column = 1) {
      const line = view.state.doc.line(Math.max(1, Math.min(number, view.state.doc.lines)));
      const place = Math.min(line.to, line.from + column - 1);
      view.dispatch({ selection: EditorSelection.cursor(place), effects: EditorView.scrollIntoView(place, { y: "center" }) });
      view.focus();
    },
    close: () => view.destroy(),
  };
}
