/** Forms made from the schema: a control for each key, with its name, its usual value and its fault. */
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { LAYOUTS, MATTER, PANELS, TRIMS } from "./panels.js";
import { Bars, Button, Dialog, LEVELS, Segmented, useDelayed } from "./parts.jsx";
import { at, control, nodeAt } from "./schema.js";
import { call, faultLine } from "./api.js";
import { edit, faultsUnder, offline, showText } from "./book.js";
import { use } from "./store.js";
import { has, number, t } from "./words.js";

/** @typedef {import("./schema.js").Path} Path */

/** The key of the words on a path: `sections.0.puzzles.count` has those of `sections.puzzles.count`. @param {Path} path */
const dotted = (path) => path.filter((one) => typeof one === "string").join(".");

/** @param {Path} path */
export function labelOf(path) {
  const key = `label.${dotted(path)}`;
  const last = String(path.at(-1));
  if (has(key)) return t(key);
  if (has(`label.any.${last}`)) return t(`label.any.${last}`);
  return last[0].toUpperCase() + last.slice(1).replaceAll(/[_-]/g, " ");
}

/** A fault in words, its key by the label that the form has. @param {any} fault @param {Path|null} path */
export const faultOf = (fault, path) => (path?.length && hasLabel(path) ? fault.message.replace(`\`${path.at(-1)}\``, `“${labelOf(path)}”`) : fault.message);

/** Whether a key has a name for people. @param {Path} path */
const hasLabel = (path) => has(`label.${dotted(path)}`) || has(`label.any.${path.at(-1)}`);

/** Where a part of the spec is, as the screen names it: `Warm-up, Level`. @param {Path|null} path @param {any} data */
export function whereOf(path, data) {
  if (!path?.length) return "";
  const inner = path[0] === "sections" && typeof path[1] === "number";
  const panel = PANELS.find((one) => one.roots.includes(String(path[0])));
  const outer = inner ? data.sections?.[path[1]]?.title || t("contents.untitled") : path[0] === "cover" ? t("nav.cover") : panel ? t(`panel.${panel.id}`) : "";
  const own = inner && path.length < 3 ? "" : labelOf(path);
  return [...new Set([outer, own])].filter(Boolean).join(", ");
}

/** The name of a value for people, such as `Rotational`. @param {Path} path @param {any} value */
export function valueName(path, value) {
  for (const key of [`value.${dotted(path)}.${value}`, `value.${path.at(-1)}.${value}`, `value.any.${value}`]) if (has(key)) return t(key);
  const text = String(value);
  return text[0].toUpperCase() + text.slice(1).replaceAll("-", " ");
}

/** A sentence in which names of the file have a type of their own. @param {string} text */
const said = (text) => text.split("`").map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part));

/** One key of the spec; `told`: what it means is on the screen, too. @param {{path: Path, told?: boolean}} props */
export function Field({ path, told = false }) {
  const schema = use((s) => s.schema);
  const data = use((s) => s.book?.data);
  const node = schema && nodeAt(schema, data, path);
  const id = useId();
  if (!node) return null;
  const value = at(data, path);
  const faults = faultsUnder(path);
  const own = SPECIAL[dotted(path)] ?? SPECIAL[`*.${path.at(-1)}`];
  const how = control(node);
  const label = labelOf(path);
  const change = (/** @type {any} */ next) => edit([next === undefined ? { op: "unset", path } : { op: "set", path, value: next }], label);
  const helpKey = `help.${dotted(path)}`;
  const help = has(helpKey) ? t(helpKey) : told ? node.description : null;
  const props = { id, path, node, how, value, change, label, invalid: faults.length > 0, describedBy: `${id}-d` };
  const Control = own ?? CONTROLS[how.kind] ?? CONTROLS.yaml;
  if (how.kind === "group" && !own) return <Group path={path} node={node} />;
  const plain = ["text", "paragraph", "number", "length", "colour"].includes(how.kind) && !own;
  const Tag = plain || Control.single ? "div" : "fieldset";
  return (
    <Tag class="field" data-path={path.join(".")}>
      {how.kind === "switch" && !own ? null : Tag === "fieldset" ? <legend>{label}</legend> : <label for={id}>{label}</label>}
      <Control {...props} />
      <div id={`${id}-d`} class={help || faults.length ? "" : "sr"}>
        <p class={help ? "help" : "sr"}>{said(help ?? node.description ?? "")}</p>
        {faults.map((/** @type {any} */ fault) => (
          <p class="fault" key={fault.message} lang={fault.language ?? "en"}>{faultOf(fault, path)}</p>
        ))}
      </div>
    </Tag>
  );
}

/** All keys of a mapping. @param {any} props */
function Group({ path, node }) {
  return (
    <details>
      <summary>{labelOf(path)}</summary>
      <div class="stack">
        {Object.keys(node.properties).map((key) => (
          <Field key={key} path={[...path, key]} told />
        ))}
      </div>
    </details>
  );
}

/** The keys that the schema has besides the usual ones. @param {{roots: Path[], usual: string[], hidden?: string[]}} props */
export function More({ roots, usual, hidden = [] }) {
  const schema = use((s) => s.schema);
  const data = use((s) => s.book?.data);
  const [open, setOpen] = useState(false);
  /** @type {Path[]} */
  const rest = [];
  for (const root of roots) {
    const node = nodeAt(schema, data, root);
    if (!node) continue;
    if (control(node).kind !== "group" || !root.length) rest.push(root);
    else for (const key of Object.keys(node.properties)) rest.push([...root, key]);
  }
  const shown = rest.filter((path) => !usual.includes(path.join(".")) && !hidden.includes(path.join(".")));
  const inner = shown.filter((path) => !usual.some((one) => one.startsWith(`${path.join(".")}.`)));
  if (!inner.length) return null;
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("form.more")}</summary>
      {open && (
        <div class="stack">
          {inner.map((path) => (
            <Field key={path.join(".")} path={path} told />
          ))}
        </div>
      )}
    </details>
  );
}

/** A text that is sent when the person pauses or leaves it; what comes from elsewhere replaces it only while it has no focus. @param {any} value @param {(text: string) => void} send */
function useDraft(value, send) {
  const [text, setText] = useState(String(value ?? ""));
  const focused = useRef(false);
  const pending = useDelayed(send, 600);
  useEffect(() => {
    if (!focused.current) setText(String(value ?? ""));
  }, [value]);
  return {
    value: text,
    onFocus: () => void (focused.current = true),
    onInput: (/** @type {any} */ event) => (setText(event.currentTarget.value), pending.later(event.currentTarget.value)),
    onBlur: () => {
      focused.current = false;
      pending.flush();
    },
    onKeyDown: (/** @type {any} */ event) => event.key === "Enter" && event.currentTarget.tagName === "INPUT" && pending.flush(),
  };
}

/** @param {any} props */
function Text({ id, path, node, value, change, invalid, describedBy }) {
  const whole = typeof value === "object" && value !== null;
  const draft = useDraft(whole ? "" : value, (text) => text !== String(value ?? "") && change(text.trim() ? text : undefined));
  if (whole) return <Yaml path={[]} {...{ id, node, value, change }} />;
  const taken = use((s) => at(s.book?.data, TAKEN[path.join(".")] ?? []));
  const place = taken === undefined || typeof taken === "object" ? usual(node) : String(taken);
  return <input class="in" id={id} {...draft} maxLength={node.maxLength} placeholder={place} aria-invalid={invalid} aria-describedby={describedBy} />;
}

/** @param {any} props */
function Paragraph({ id, path, node, value, change, invalid, describedBy }) {
  const whole = typeof value === "object" && value !== null;
  const draft = useDraft(whole ? "" : value, (text) => text !== String(value ?? "") && change(text.trim() ? text : undefined));
  if (whole) return <Yaml path={path} />;
  const rows = Math.min(8, Math.max(2, Math.ceil(String(value ?? "").length / 38), String(value ?? "").split("\n").length));
  return <textarea class="in" id={id} rows={rows} {...draft} maxLength={node.maxLength} placeholder={usual(node)} aria-invalid={invalid} aria-describedby={describedBy} />;
}

/** What a cover takes from the book where it has no words of its own. @type {Record<string, string[]>} */
const TAKEN = { "cover.subtitle": ["book", "subtitle"], "cover.author": ["book", "author"], "cover.series": ["series", "name"], "cover.isbn": ["book", "isbn"] };

const usual = (/** @type {any} */ node) => (node.default === undefined || node.default === "" || typeof node.default === "object" ? "" : String(node.default));

/** @param {any} props */
function Numeric({ id, how, node, value, change, invalid, describedBy }) {
  const draft = useDraft(value, (text) => {
    if (text === String(value ?? "")) return;
    const parsed = Number(text.replace(",", "."));
    if (!text.trim()) change(undefined);
    else if (Number.isFinite(parsed)) change(parsed);
  });
  return (
    <input class="in" id={id} type="number" min={how.minimum} max={how.maximum > 1e9 ? undefined : how.maximum} {...draft} placeholder={usual(node)} aria-invalid={invalid} aria-describedby={describedBy} />
  );
}

/** @param {any} props */
function Choice({ id, path, how, node, value, change, label }) {
  const chosen = value ?? node.default;
  const options = how.options.map((/** @type {any} */ one) => ({ value: one, label: valueName(path, one) }));
  const all = node.default === undefined ? [{ value: undefined, label: t("form.auto") }, ...options] : options;
  const length = all.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.label.length, 0);
  const send = (/** @type {any} */ next) => change(next === node.default ? undefined : next);
  if (all.length <= 4 && length < 34) return <Segmented label={label} value={chosen} options={all} onChange={send} />;
  return (
    <select class="in" id={id} aria-label={label} value={String(chosen ?? "")} onChange={(event) => send(all.find((/** @type {any} */ one) => String(one.value ?? "") === event.currentTarget.value)?.value)}>
      {all.map((/** @type {any} */ one) => (
        <option key={String(one.value)} value={String(one.value ?? "")}>
          {one.label}
        </option>
      ))}
    </select>
  );
}

/** @param {any} props */
function Switch({ id, node, value, change, label, describedBy }) {
  return (
    <label class="switch" for={id}>
      <input class="check" type="checkbox" id={id} checked={Boolean(value ?? node.default)} aria-describedby={describedBy} onChange={(event) => change(event.currentTarget.checked === Boolean(node.default) ? undefined : event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

/** @param {any} props */
function Several({ path, how, node, value, change, label }) {
  const chosen = Array.isArray(value) ? value : value === undefined ? (Array.isArray(node.default) ? node.default : []) : [value];
  return (
    <div class="row wrap" role="group" aria-label={label}>
      {how.options.map((/** @type {any} */ one) => {
        const on = chosen.includes(one);
        const next = on ? chosen.filter((/** @type {any} */ other) => other !== one) : [...chosen, one];
        return (
          <button type="button" class="chip" key={one} aria-pressed={on} onClick={() => change(next.length ? next : undefined)}>
            {valueName(path, one)}
          </button>
        );
      })}
    </div>
  );
}

/** A length with its unit. @param {any} props */
function Length({ id, path, how, node, value, change, invalid, label, describedBy }) {
  const parts = String(value ?? "").match(/^\s*([\d.]+)\s*(\w+)\s*$/);
  const word = how.options?.includes(value) ? value : null;
  const unit = parts?.[2] ?? "in";
  const draft = useDraft(parts?.[1] ?? "", (text) => {
    const parsed = Number(text.replace(",", "."));
    if (text === (parts?.[1] ?? "")) return;
    change(!text.trim() ? undefined : Number.isFinite(parsed) ? `${parsed}${unit}` : value);
  });
  const place = word ? valueName(path, word) : usual(node) ? (how.options?.includes(usual(node)) ? valueName(path, usual(node)) : usual(node)) : t("form.auto");
  return (
    <div class="unit">
      <input class="in" id={id} inputMode="decimal" {...draft} placeholder={place} aria-invalid={invalid} aria-describedby={describedBy} />
      <select class="in narrow" aria-label={t("form.unit", { label })} value={unit} onChange={(event) => parts && change(converted(+parts[1], unit, event.currentTarget.value))}>
        {["in", "mm", "cm", "pt"].map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </div>
  );
}

const MILLIMETRES = { in: 25.4, mm: 1, cm: 10, pt: 25.4 / 72 };
/** @param {number} value @param {string} from @param {string} to */
function converted(value, from, to) {
  const length = (value * MILLIMETRES[from]) / MILLIMETRES[to];
  return `${+length.toFixed(to === "in" ? 3 : to === "cm" ? 2 : 1)}${to}`;
}

/** @param {any} props */
function Colour({ id, value, change, invalid }) {
  const hex = String(value ?? "").slice(0, 7);
  return (
    <div class="unit">
      <input type="color" class="swatch" id={id} value={/^#[0-9a-f]{6}$/i.test(hex) ? hex : "#888888"} onChange={(event) => change(event.currentTarget.value)} aria-invalid={invalid} />
      <span class="muted small grow">{value ?? t("form.auto")}</span>
      {value !== undefined && <Button kind="sm quiet" label={t("form.reset")} onClick={() => change(undefined)} />}
    </div>
  );
}

/** A part that has no form of its own. @param {any} props */
function Yaml({ path }) {
  return (
    <div>
      <Button kind="sm" label={t("form.as_text")} onClick={() => showText(path)} />
    </div>
  );
}

/** @type {Record<string, any>} */
const CONTROLS = { text: Text, paragraph: Paragraph, number: Numeric, choice: Choice, switch: Switch, several: Several, length: Length, colour: Colour, yaml: Yaml };

/** The size of a page: the usual ones, or two lengths. @param {any} props */
function Trim({ id, value, change, node, describedBy }) {
  const chosen = Array.isArray(value) ? value.join(" × ") : String(value ?? node.default);
  const [own, setOwn] = useState(false);
  const usual = TRIMS.includes(chosen);
  const parts = chosen.match(/([\d.]+)\s*(mm|cm|in|pt)?\s*[x×]\s*([\d.]+)\s*(mm|cm|in|pt)/i);
  const unit = parts?.[4] ?? "in";
  const send = (/** @type {string} */ width, /** @type {string} */ height, /** @type {string} */ of) => +width && +height && change(`${+width}x${+height}${of}`);
  const width = useDraft(parts?.[1] ?? "", (text) => parts && send(text, parts[3], unit));
  const height = useDraft(parts?.[3] ?? "", (text) => parts && send(parts[1], text, unit));
  return (
    <>
      <select
        class="in"
        id={id}
        aria-describedby={describedBy}
        value={own || !usual ? "own" : chosen}
        onChange={(event) => {
          const next = event.currentTarget.value;
          setOwn(next === "own");
          if (next !== "own") change(next === node.default ? undefined : next);
          else if (!parts) change("6x9in");
        }}
      >
        {TRIMS.map((one) => (
          <option key={one} value={one}>
            {trimName(one)}
          </option>
        ))}
        <option value="own">{t("trim.own")}</option>
      </select>
      {(own || !usual) && (
        <div class="unit">
          <input class="in" inputMode="decimal" aria-label={t("trim.width")} {...width} />
          <span aria-hidden="true">×</span>
          <input class="in" inputMode="decimal" aria-label={t("trim.height")} {...height} />
          <select class="in narrow" aria-label={t("form.unit", { label: t("label.page.trim") })} value={unit} onChange={(event) => parts && send(parts[1], parts[3], event.currentTarget.value)}>
            {["in", "mm", "cm"].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </div>
      )}
    </>
  );
}
Trim.single = true;

/** `6 × 9 in`. @param {any} trim */
export function trimName(trim) {
  const text = Array.isArray(trim) ? trim.join(" × ") : String(trim ?? "6x9in");
  if (has(`trim.${text}`)) return t(`trim.${text}`);
  return text.replace(/([\d.]+)\s*x\s*([\d.]+)\s*(\w+)/, (_, w, h, unit) => `${number(+w)} × ${number(+h)} ${unit}`);
}

/** A level as a row of names. @param {any} props */
function Level({ path, value, change, label, node }) {
  const names = LEVELS.filter((one) => !node || JSON.stringify(node).includes(`"${one}"`));
  if (typeof value === "object" && value !== null) return <Yaml path={path} />;
  return (
    <Segmented
      class="pick levels"
      label={label}
      value={value ?? node.default}
      onChange={change}
      options={names.map((one) => ({ value: one, label: t(`value.difficulty.${one}`), picture: <Bars level={one} /> }))}
    />
  );
}

/** A page with the places of its grids. @param {{columns: number, rows: number}} props */
export function LayoutPicture({ columns, rows }) {
  const cell = Math.min(16 / columns, 25 / rows) - 1.5;
  const left = (22 - columns * (cell + 1.5) + 1.5) / 2;
  const top = (31 - rows * (cell + 1.5) + 1.5) / 2;
  const places = Array.from({ length: columns * rows }, (_, index) => [index % columns, Math.floor(index / columns)]);
  return (
    <svg width="22" height="31" aria-hidden="true" class="layout">
      <rect x=".5" y=".5" width="21" height="30" rx="1.5" />
      {places.map(([x, y]) => (
        <rect key={`${x} ${y}`} class="place" x={left + x * (cell + 1.5)} y={top + y * (cell + 1.5)} width={cell} height={cell} />
      ))}
    </svg>
  );
}

/** @param {any} props */
function Layout({ path, value, change, label, node }) {
  const offered = LAYOUTS.filter(([name]) => node.examples?.includes(name) ?? true).slice(0, 7);
  const options = offered.map(([name, columns, rows]) => ({
    value: name,
    label: String(+columns * +rows),
    name: t("layout.count", { count: +columns * +rows }),
    picture: <LayoutPicture columns={+columns} rows={+rows} />,
  }));
  const auto = { value: undefined, label: t("form.auto"), name: t("form.auto"), picture: <LayoutPicture columns={0} rows={0} /> };
  const known = value === undefined || options.some((one) => one.value === value);
  const other = known ? [] : [{ value, label: String(value), picture: <LayoutPicture columns={1} rows={1} /> }];
  return <Segmented class="pick layouts" label={label} value={value} onChange={change} options={[auto, ...options, ...other]} />;
}

/** A style of pages, by its picture where there is one. @param {any} props */
function Style({ value, change, label, node }) {
  const names = [...new Set([...(node.examples ?? []), value ?? node.default])];
  return (
    <Segmented
      class="pick styles"
      label={label}
      value={value ?? node.default}
      onChange={(/** @type {string} */ next) => change(next === node.default ? undefined : next)}
      options={names.map((one) => ({
        value: one,
        label: valueName(["design", "style"], one),
        picture: node.examples?.includes(one) && <img src={`/api/style/${one}.png`} loading="lazy" width="116" height="92" alt="" />,
      }))}
    />
  );
}

/** @param {any} props */
function Printers({ path, how, value, change, label }) {
  const chosen = value === undefined ? [] : [value].flat();
  /** @param {string} name */
  const toggle = (name) => {
    const next = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name];
    if (!next.length) edit([{ op: "unset", path: ["print"] }], label);
    else change(next.length === 1 ? next[0] : next);
  };
  return (
    <div class="stack tight">
      {how.options.map((/** @type {string} */ one) => (
        <label class="switch" key={one}>
          <input type="checkbox" class="check" checked={chosen.includes(one)} onChange={() => toggle(one)} />
          <span>
            {t(`value.for.${one}`)} <span class="faint small">{t(`printer.${one}`)}</span>
          </span>
        </label>
      ))}
    </div>
  );
}

/** The pages before or after the puzzles: which, and in which order. @param {any} props */
function Matter({ path, value, change, label, node }) {
  const pages = value ?? node.default ?? [];
  const nameOf = (/** @type {any} */ one) => (typeof one === "string" ? one : (one?.page ?? one?.file ?? ""));
  const [own, setOwn] = useState(/** @type {{file?: string} | null} */ (null));
  const titleOf = (/** @type {any} */ one) => (isOwn(nameOf(one)) ? plainName(nameOf(one)) : valueName(["matter"], nameOf(one)));
  const free = MATTER.filter((one) => !pages.some((/** @type {any} */ other) => nameOf(other) === one));
  const send = (/** @type {any[]} */ next) => change(next.length || path[0] === "front_matter" ? next : undefined);
  /** @param {number} from @param {number} step */
  const move = (from, step) => {
    const next = [...pages];
    next.splice(from + step, 0, ...next.splice(from, 1));
    if (from + step >= 0 && from + step < pages.length) send(next);
  };
  return (
    <div class="stack tight">
      <ul class="matter" aria-label={label}>
        {pages.map((/** @type {any} */ one, /** @type {number} */ index) => (
          <li class="row" key={`${nameOf(one)}${index}`}>
            <span class="grow clip">{titleOf(one)}</span>
            {isOwn(nameOf(one)) && <Button kind="sm quiet" label={t("matter.edit")} aria-label={t("matter.edit_name", { name: titleOf(one) })} onClick={() => setOwn({ file: nameOf(one) })} />}
            <Button bare kind="quiet sm" icon="left" class="turned" label={t("matter.up", { name: titleOf(one) })} disabled={!index} onClick={() => move(index, -1)} />
            <Button bare kind="quiet sm" icon="right" class="turned" label={t("matter.down", { name: titleOf(one) })} disabled={index === pages.length - 1} onClick={() => move(index, 1)} />
            <Button bare kind="quiet sm" icon="close" label={t("matter.remove", { name: titleOf(one) })} onClick={() => send(pages.filter((/** @type {any} */ _, /** @type {number} */ other) => other !== index))} />
          </li>
        ))}
      </ul>
      <select class="in" aria-label={t("matter.add", { label })} value="" onChange={(event) => (event.currentTarget.value === OWN_PAGE ? setOwn({}) : event.currentTarget.value && send([...pages, event.currentTarget.value]))}>
        <option value="">{t("matter.add_one")}</option>
        <option value={OWN_PAGE}>{t("matter.own")}</option>
        {free.map((one) => (
          <option key={one} value={one}>
            {valueName(["matter"], one)}
          </option>
        ))}
      </select>
      {own && <OwnPage file={own.file} onClose={() => setOwn(null)} onNew={(/** @type {string} */ file) => send([...pages, file])} />}
    </div>
  );
}

const OWN_PAGE = "own";
const isOwn = (/** @type {string} */ name) => name.endsWith(".md");
/** The name of a file without folder and ending. @param {string} name */
const plainName = (name) => {
  const stem = String(name.split("/").at(-1)).replace(/\.md$/, "").replaceAll("-", " ");
  return stem.charAt(0).toUpperCase() + stem.slice(1);
};

/** The text of a page of one's own, new or as its file has it. @param {{file?: string, onClose: () => void, onNew: (file: string) => void}} props */
function OwnPage({ file, onClose, onNew }) {
  const [title, setTitle] = useState("");
  const [text, setText] = useState(/** @type {string | null} */ (file ? null : ""));
  useEffect(() => {
    if (file) call(`/api/own-page?file=${encodeURIComponent(file)}`).then((one) => setText(one.text)).catch((error) => (offline(error), onClose()));
  }, [file]);
  const save = async () => {
    const whole = file ? text : `${title.trim() ? `# ${title.trim()}\n\n` : ""}${text}`;
    try {
      const made = await call("/api/own-page", { text: `${String(whole).trimEnd()}\n`, title, ...(file ? { file } : {}) });
      if (!file) onNew(made.file);
      onClose();
    } catch (error) {
      offline(error);
    }
  };
  return (
    <Dialog
      title={file ? plainName(file) : t("matter.own")}
      onClose={onClose}
      footer={
        <>
          <Button label={t("action.cancel")} onClick={onClose} />
          <Button kind="pri" label={t("matter.save")} disabled={!text?.trim() && !title.trim()} onClick={save} />
        </>
      }
    >
      <div class="stack">
        {!file && (
          <label class="field">
            <span class="lab">{t("label.book.title")}</span>
            <input class="in" value={title} onInput={(event) => setTitle(event.currentTarget.value)} />
          </label>
        )}
        <label class="field">
          <span class="lab">{t("matter.text")}</span>
          <textarea class="in" rows={12} value={text ?? ""} disabled={text === null} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <p class="help">{t("matter.own_help")}</p>
      </div>
    </Dialog>
  );
}

/** Hints: whether, and how many. @param {any} props */
function Hints({ value, label }) {
  const options = [0, 1, 2].map((count) => ({ value: count, label: count ? String(count) : t("form.none") }));
  const on = at(use((s) => s.book?.data), ["hints"]);
  const send = (/** @type {number} */ next) => edit([next ? { op: "set", path: ["hints"], value: { ...on, count: next } } : { op: "unset", path: ["hints"] }], label);
  return <Segmented label={label} value={on === undefined ? 0 : (value ?? 2)} options={options} onChange={send} />;
}

/** The kind of puzzles: a list of names. @param {any} props */
function Kind({ id, path, value, change, describedBy }) {
  const kinds = use((s) => s.kinds) ?? [];
  const chosen = Array.isArray(value) ? value.join("+") : (value ?? "classic");
  const names = kinds.map((/** @type {any} */ one) => one.name);
  return (
    <select class="in" id={id} aria-describedby={describedBy} value={chosen} onChange={(event) => change(event.currentTarget.value)}>
      {!names.includes(chosen) && <option value={chosen}>{chosen}</option>}
      {kinds.map((/** @type {any} */ one) => (
        <option key={one.name} value={one.name}>
          {one.title ?? valueName(path, one.name)}
        </option>
      ))}
    </select>
  );
}
Kind.single = true;

/** The sizes in which puzzles of the kind are made. @param {any} props */
function Size({ id, path, value, change, node, describedBy }) {
  const kinds = use((s) => s.kinds) ?? [];
  const data = use((s) => s.book?.data);
  const kind = at(data, [...path.slice(0, -1), "kind"]) ?? "classic";
  const found = kinds.find((/** @type {any} */ one) => one.name === kind);
  const sizes = [...new Set([...(found?.made ?? [4, 6, 8, 9, 10, 12, 16]), value ?? node.default ?? 9])].sort((a, b) => a - b);
  return (
    <select class="in" id={id} aria-describedby={describedBy} value={String(value ?? node.default ?? 9)} onChange={(event) => change(+event.currentTarget.value === (node.default ?? 9) ? undefined : +event.currentTarget.value)}>
      {sizes.map((one) => (
        <option key={one} value={one}>
          {one} × {one}
        </option>
      ))}
    </select>
  );
}
Size.single = true;

/** @type {Record<string, any>} */
const SPECIAL = {
  "page.trim": Trim,
  "sections.puzzles.difficulty": Level,
  "sections.puzzles.kind": Kind,
  "sections.kind": Kind,
  "sections.puzzles.size": Size,
  "*.layout": Layout,
  "design.style": Style,
  "print.for": Printers,
  front_matter: Matter,
  back_matter: Matter,
  "hints.count": Hints,
};
