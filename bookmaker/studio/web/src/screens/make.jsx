/** Making the book: progress that names the puzzle at work, the files with what each is for, what to do at the printer, words for the shop. */
import { useEffect, useState } from "preact/hooks";
import { call } from "../api.js";
import { offline } from "../book.js";
import { trimName, valueName } from "../forms.jsx";
import { Button, Icon } from "../parts.jsx";
import { go, set, toast, use } from "../store.js";
import { has, number, t } from "../words.js";

const STAGES = ["reading", "puzzles", "pages", "cover", "proof"];
/** Stages that are short, or part of another. @type {Record<string, string>} */
const WITHIN = { solving: "puzzles", pictures: "proof" };

/** @param {string} stage */
export const stageName = (stage) => (has(`work.${stage}`) ? t(`work.${stage}`) : stage);

export function MakeScreen() {
  const build = use((s) => s.build);
  const faults = use((s) => s.book.faults);
  const [files, setFiles] = useState(/** @type {any} */ (null));
  const state = build?.state ?? "none";
  const wanted = use((s) => s.making);
  useEffect(() => {
    call("/api/build").then((one) => set({ build: one })).catch(offline);
  }, []);
  useEffect(() => {
    if (state === "running") return;
    // The wish is taken once: this runs again when it is fulfilled.
    if (wanted) set({ making: false });
    call("/api/files")
      .then((found) => {
        setFiles(found);
        if (wanted && !(found.files.length && found.current) && !faults.length) start();
      })
      .catch(() => setFiles(null));
  }, [state, build?.result, wanted]);
  const start = async () => {
    try {
      set({ build: await call("/api/build", { proof: true }) });
    } catch (error) {
      offline(error);
    }
  };
  const running = state === "running";
  const some = (files?.files ?? []).length > 0;
  const printers = [...new Set((files?.files ?? []).map((/** @type {any} */ one) => one.printer).filter(Boolean))];
  return (
    <main class="main scroll">
      <div class="make">
        <section class="make-left">
          <h2 class="big-title">{running ? t("make.running") : some && files.current !== false ? t("make.ready") : some ? t("make.stale") : t("make.title")}</h2>
          {!running && !some && <p class="muted">{t("make.lead")}</p>}
          {running && <Progress build={build} />}
          {state === "failed" && (
            <ul class="faults" role="alert">
              {(build.faults ?? []).map((/** @type {any} */ one) => (
                <li class="fault" key={one.message}>
                  {one.message} {one.advice ?? ""}
                </li>
              ))}
            </ul>
          )}
          {state === "cancelled" && <p class="muted">{t("make.cancelled")}</p>}
          {faults.length > 0 && !running && (
            <p class="row warn">
              <Icon name="warn" />
              <span class="grow">{t("problems.count", { count: faults.length })}</span>
              <Button kind="sm" label={t("make.to_faults")} onClick={() => go("book")} />
            </p>
          )}
          {!running && (
            <div class="row wrap">
              <Button kind={some && files.current !== false ? "" : "pri big"} label={some ? t("make.again") : t("action.make")} onClick={start} disabled={faults.length > 0} />
              {printers.map((one) => (
                <a class={`btn ${files.current !== false ? "pri" : "quiet"}`} key={one} href={`/api/files.zip?printer=${encodeURIComponent(one)}`} download>
                  <Icon name="down" />
                  {one === "office" ? t("make.zip_own") : t("make.zip_for", { printer: has(`value.for.${one}`) ? t(`value.for.${one}`) : one })}
                </a>
              ))}
              {some && (
                <a class={`btn ${files.current !== false ? "" : "quiet"}`} href="/api/files.zip" download>
                  <Icon name="down" />
                  {t("make.zip")}
                </a>
              )}
            </div>
          )}
          {some && !running && files.current === false && <p class="row warn small"><Icon name="warn" />{t("make.old_files")}</p>}
          {some && !running && <Files files={files} />}
        </section>
        <section class="make-right">{some && !running && <Checklist />}{some && !running && <Listing />}</section>
      </div>
    </main>
  );
}

/** @param {{build: any}} props */
function Progress({ build }) {
  const share = build.total ? Math.min(1, build.done / build.total) : 0;
  const cancel = () => call("/api/build", {}, "DELETE").then((one) => set({ build: one })).catch(offline);
  const at = STAGES.indexOf(WITHIN[build.stage] ?? build.stage ?? "reading");
  return (
    <div class="progress" role="status">
      <ol class="stages">
        {STAGES.map((one, index) => (
          <li key={one} class={index < at || at < 0 ? "done" : index === at ? "now" : ""}>
            <span class="bar">
              <i style={{ width: `${index < at ? 100 : index === at ? Math.max(3, share * 100) : 0}%` }} />
            </span>
            {stageName(one)}
          </li>
        ))}
      </ol>
      <p>
        {build.total > 1 ? t("make.done_of", { stage: stageName(build.stage), done: build.done, of: build.total }) : stageName(build.stage ?? "reading")}
        {build.left != null ? ` ${t("make.left", { time: duration(build.left) })}` : ""}
      </p>
      {build.puzzle && build.section && (
        <p class="muted">
          {t("make.stubborn", { puzzle: build.puzzle, of: build.of, section: build.section })}
          {build.attempts > 1 ? ` ${t("make.attempts", { count: build.attempts })}` : ""}
        </p>
      )}
      <Button label={t("action.cancel")} onClick={cancel} />
    </div>
  );
}

/** @param {number} seconds */
const duration = (seconds) => (seconds < 90 ? t("make.seconds", { count: Math.max(1, Math.round(seconds)) }) : t("make.minutes", { count: Math.round(seconds / 60) }));

const ORDER = ["interior", "cover", "answers", "proof", "screen", "picture", "report", "record"];
/** @param {{files: any}} props */
function Files({ files }) {
  const sorted = [...files.files].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || a.name.localeCompare(b.name));
  const main = sorted.filter((one) => !["picture", "record", "report"].includes(one.kind));
  const rest = sorted.filter((one) => !main.includes(one));
  /** @param {any} one */
  const address = (one) => `/api/files/${one.name.split("/").map(encodeURIComponent).join("/")}`;
  /** @param {any} one */
  const row = (one) => (
    <li key={one.name} class="row file-row">
      <a href={address(one)} download class="download grow">
        <Icon name={one.kind === "cover" ? "cover" : "page"} />
        <span class="grow">
          <b class="clip">{one.name}</b>
          <span class="faint small">
            {t(`file.${one.kind}`)}
            {one.pages ? `, ${t("foot.pages", { count: one.pages })}` : ""}, {size(one.bytes)}
          </span>
        </span>
        <span class="muted small">{one.printer && has(`value.for.${one.printer}`) ? t(`value.for.${one.printer}`) : ""}</span>
        <Icon name="down" />
      </a>
      {/[.](pdf|png)$/.test(one.name) && (
        <a class="btn quiet sm" href={`${address(one)}?open=1`} target="_blank" rel="noopener" aria-label={t("make.open_one", { name: one.name })}>
          {t("make.open")}
        </a>
      )}
    </li>
  );
  return (
    <>
      <ul class="files" aria-label={t("make.files")}>
        {main.map(row)}
      </ul>
      {rest.length > 0 && (
        <details>
          <summary>{t("make.more_files", { count: rest.length })}</summary>
          <ul class="files">{rest.map(row)}</ul>
        </details>
      )}
      <p class="faint small path">{t("make.folder", { folder: files.folder })}</p>
    </>
  );
}

/** @param {number} bytes */
const size = (bytes) => (bytes > 1e6 ? `${number(bytes / 1e6, 1)} MB` : `${number(Math.max(1, bytes / 1e3), 0)} kB`);

function Checklist() {
  const [found, setFound] = useState(/** @type {any} */ (null));
  useEffect(() => {
    call("/api/checklist").then(setFound).catch(() => setFound(null));
  }, []);
  /** @param {string} name @param {boolean} done */
  const tick = (name, done) => call("/api/tick", { name, done }).then(setFound).catch(offline);
  return (
    <>
      {(found?.printers ?? []).map((/** @type {any} */ one) => {
        const fields = { ...one.about, trim: trimName(one.about.trim), binding: valueName(["binding"], one.about.binding), paper: valueName(["paper"], one.about.paper) };
        return (
          <div class="todo" key={one.name}>
            <h2>{one.shop ? t("make.todo", { printer: one.title }) : t("make.todo_own")}</h2>
            <ul>
              {one.todo.map((/** @type {any} */ item) => (
                <li key={item.name}>
                  <label class="switch">
                    <input type="checkbox" class="check" checked={item.done} onChange={(event) => tick(item.name, event.currentTarget.checked)} />
                    <span>
                      {t(`todo.${item.step}`, fields)}
                      <span class="faint small block">{t(`todo.about_${item.step}`, fields)}</span>
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </>
  );
}

/** The words for a shop. */
function Listing() {
  const [sheet, setSheet] = useState(/** @type {any} */ (null));
  useEffect(() => {
    call("/api/listing").then(setSheet).catch(() => setSheet(null));
  }, []);
  if (!sheet) return null;
  const rows = [
    ["title", [sheet.title, sheet.subtitle].filter(Boolean).join(": ")],
    ["author", sheet.author],
    ["keywords", (sheet.keywords ?? []).join("\n")],
    ["description", sheet.description],
    ["contents", [t("contents.puzzles", { count: sheet.puzzles }), t("foot.pages", { count: sheet.pages }), ...Object.entries(sheet.levels ?? {}).map(([one, count]) => `${has(`value.difficulty.${one}`) ? t(`value.difficulty.${one}`) : one}: ${count}`)].join(", ")],
  ].filter(([, text]) => text);
  const copy = async (/** @type {string} */ text) => {
    await navigator.clipboard.writeText(text);
    toast(t("make.copied"));
  };
  return (
    <div class="sheet-card">
      <div class="row">
        <h2 class="grow">{t("make.listing")}</h2>
        <Button kind="sm" icon="copy" label={t("make.copy_all")} onClick={() => copy(rows.map(([name, text]) => `${t(`listing.${name}`)}\n${text}`).join("\n\n"))} />
      </div>
      <dl>
        {rows.map(([name, text]) => (
          <div key={name}>
            <dt class="row">
              <span class="grow">{t(`listing.${name}`)}</span>
              <Button bare kind="quiet sm" icon="copy" label={t("make.copy_one", { name: t(`listing.${name}`) })} onClick={() => copy(text)} />
            </dt>
            <dd>{name === "keywords" ? text.split("\n").map((/** @type {string} */ one) => <span class="chip" key={one}>{one}</span>) : text}</dd>
          </div>
        ))}
      </dl>
      {(sheet.warnings ?? []).map((/** @type {any} */ one) => (
        <p class="row warn small" key={one.code}>
          <Icon name="warn" />
          <span>{has(`warning.${one.code}`) ? t(`warning.${one.code}`) : one.message}</span>
        </p>
      ))}
    </div>
  );
}
