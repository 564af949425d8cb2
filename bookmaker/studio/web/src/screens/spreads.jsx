/** The pages of the book as they will be printed: spreads, thumbnails, zoom, and the puzzles on them to choose. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { call } from "../api.js";
import { instead, isMade } from "../book.js";
import { Others } from "../others.jsx";
import { Behind, Button, Waiting } from "../parts.jsx";
import { go, say, set, use } from "../store.js";
import { t } from "../words.js";

const STEPS = [24, 48, 72, 96, 120, 144, 192, 240, 300];
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/** The sheets of a book in pairs as they lie open: the first is on the right. @param {number} count @returns {number[][]} */
export function pairs(count) {
  const found = count ? [[1]] : [];
  for (let sheet = 2; sheet <= count; sheet += 2) found.push(sheet < count ? [sheet, sheet + 1] : [sheet]);
  return found;
}

/** The address of the picture of a page at the least resolution that fills so many pixels to the inch. @param {number} version @param {number} sheet @param {number} dpi */
export function pageUrl(version, sheet, dpi) {
  const step = STEPS.find((one) => one >= dpi - 1) ?? 300;
  return `/api/page/${version}/${sheet}.png?dpi=${step}`;
}

/** The size of a page in inches, as long as the server has not said it. @param {any} data */
function likelySize(data) {
  const trim = data?.page?.trim;
  const known = { a4: [8.268, 11.693], a5: [5.827, 8.268], letter: [8.5, 11] }[trim];
  if (known) return known;
  const text = Array.isArray(trim) ? trim.join("x") : String(trim ?? "6x9in");
  const parts = [...text.matchAll(/([\d.]+)\s*(mm|cm|in|pt)?/gi)];
  const unit = parts[1]?.[2] ?? "in";
  return parts.slice(0, 2).map((one) => +one[1] / { in: 1, mm: 25.4, cm: 2.54, pt: 72 }[(one[2] ?? unit).toLowerCase()]);
}

export function Spreads() {
  const version = use((s) => s.book.version);
  const pages = use((s) => s.book.pages);
  const data = use((s) => s.book.data);
  const places = use((s) => (s.places?.version === s.book.version ? s.places : null));
  const sheet = use((s) => s.sheet ?? 1);
  const zoom = use((s) => s.zoom ?? 0);
  const spreads = useMemo(() => pairs(pages), [pages]);
  const index = Math.max(0, spreads.findIndex((one) => one.includes(Math.min(sheet, pages))));
  const room = useRef(/** @type {HTMLDivElement|null} */ (null));
  const [space, setSpace] = useState([800, 500]);
  useEffect(() => {
    const own = room.current;
    if (!own) return;
    const watch = new ResizeObserver(() => setSpace([own.clientWidth, own.clientHeight]));
    watch.observe(own);
    return () => watch.disconnect();
  }, []);
  const here = spreads[index] ?? [];
  const boxes = useBoxes(version, here);
  const [width, height] = boxes[here[0]]?.size ?? likelySize(data);
  const fit = Math.min((space[0] - 40) / (2 * width), (space[1] - 36) / height) / 96;
  const scale = zoom || Math.max(0.1, fit);
  const dpi = scale * 96 * devicePixelRatio;
  useEffect(() => {
    for (const near of [spreads[index + 1], spreads[index - 1]].flat()) if (near && version) new Image().src = pageUrl(version, near, dpi);
  }, [index, version, Math.round(dpi)]);
  const turn = (/** @type {number} */ by) => {
    const next = spreads[index + by];
    if (next) set({ sheet: next[0] });
    if (next) say(spreadName(next, places));
  };
  const change = (/** @type {number} */ by) => {
    const next = by > 0 ? ZOOMS.find((one) => one > scale + 0.01) : [...ZOOMS].reverse().find((one) => one < scale - 0.01);
    if (next) set({ zoom: next });
  };
  return (
    <>
      <div class="row viewbar">
        <Button bare kind="quiet sm" icon="left" label={t("pages.back")} disabled={index === 0} onClick={() => turn(-1)} />
        <span class="spread-name num" aria-live="polite">{here.length ? spreadName(here, places, pages) : ""}</span>
        <Button bare kind="quiet sm" icon="right" label={t("pages.next")} disabled={index >= spreads.length - 1} onClick={() => turn(1)} />
        <span class="push" />
        <Button bare kind="quiet sm" icon="minus" label={t("pages.smaller")} disabled={scale <= 0.51 && !!zoom} onClick={() => change(-1)} />
        <span class="num zoom">{Math.round(scale * 100)} %</span>
        <Button bare kind="quiet sm" icon="plus" label={t("pages.larger")} disabled={scale >= 4} onClick={() => change(1)} />
        <Button bare kind="quiet sm" icon="fit" label={t("pages.fit")} aria-pressed={!zoom} onClick={() => set({ zoom: 0 })} />
      </div>
      {version > 0 && <Behind />}
      <div class="see" ref={room} tabIndex={zoom ? 0 : -1} role="group" aria-label={t("pages.label")}>
        {version ? (
          <div class={`spread ${here.length === 1 ? (here[0] === 1 ? "right-only" : "left-only") : ""}`}>
            {here.map((one) => (
              <Sheet key={one % 2} sheet={one} version={version} dpi={dpi} width={width * scale * 96} height={height * scale * 96} place={places?.pages?.[one - 1]} boxes={boxes[one]?.boxes ?? []} />
            ))}
          </div>
        ) : (
          <Waiting />
        )}
      </div>
      <Thumbnails spreads={spreads} version={version} at={index} places={places} ratio={width / height} />
    </>
  );
}

/** @param {number[]} sheets @param {any} places @param {number} [of] */
export function spreadName(sheets, places, of) {
  const names = sheets.map((one) => places?.pages?.[one - 1]?.number ?? null);
  if (names.every((one) => one === null)) return sheets.length > 1 ? t("pages.sheets", { first: sheets[0], last: sheets[1] }) : t("pages.sheet", { first: sheets[0] });
  const shown = names.map((one) => one ?? "–");
  const sheet = of ? t("pages.of", { sheet: sheets[0], of }) : "";
  return (sheets.length > 1 ? t("pages.two", { first: shown[0], last: shown[1] }) : t("pages.one", { first: shown[0] })) + (sheet ? `, ${sheet}` : "");
}

/** Where the puzzles are on some sheets. @param {number} version @param {number[]} sheets @returns {Record<number, any>} */
function useBoxes(version, sheets) {
  const [found, setFound] = useState(/** @type {any} */ ({ version: 0, sheets: {} }));
  useEffect(() => {
    let stale = false;
    const missing = sheets.filter((one) => found.version !== version || !found.sheets[one]);
    if (!version || !missing.length) return;
    Promise.all(missing.map((one) => call(`/api/boxes/${version}/${one}`).then((answer) => [one, answer])))
      .then((answers) => stale || setFound((/** @type {any} */ old) => ({ version, sheets: { ...(old.version === version ? old.sheets : {}), ...Object.fromEntries(answers) } })))
      .catch(() => {});
    return () => void (stale = true);
  }, [version, sheets.join()]);
  return found.sheets;
}

/** One page; what stays is shown until the next picture is there. @param {any} props */
function Sheet({ sheet, version, dpi, width, height, place, boxes }) {
  const url = pageUrl(version, sheet, dpi);
  const [shown, setShown] = useState(url);
  const [old, setOld] = useState(sheet);
  useEffect(() => {
    let stale = false;
    const image = new Image();
    image.onload = image.onerror = () => {
      if (stale) return;
      setShown(url);
      setOld(sheet);
      performance.mark(`page ${version} ${sheet}`);
    };
    // Before the small pictures of all pages, which would keep it waiting.
    image.fetchPriority = "high";
    image.src = url;
    return () => void (stale = true);
  }, [url]);
  const chosen = use((s) => s.puzzle);
  const [choosing, setChoosing] = useState(/** @type {any} */ (null));
  const puzzles = (place?.puzzles ?? []).filter((/** @type {any} */ _, /** @type {number} */ at) => boxes[at]).map((/** @type {any} */ one, /** @type {number} */ at) => ({ ...one, key: one.puzzle, box: boxes[at] }));
  const numbers = puzzles.map((/** @type {any} */ one) => one.number).join(", ");
  return (
    <div class="sheet" style={{ width: `${width}px`, height: `${height}px` }} data-sheet={sheet} data-version={version}>
      <img class={`paper ${old === sheet ? "" : "gone"}`} src={shown} width={width} height={height} alt={puzzles.length ? t("pages.alt_puzzles", { page: place.number ?? sheet, numbers }) : t("pages.alt", { page: place?.number ?? sheet })} />
      {old === sheet &&
        puzzles.map((/** @type {any} */ one) => (
          <button
            type="button"
            key={one.key}
            class={`spot ${chosen === one.key ? "on" : ""}`}
            style={Object.fromEntries(["left", "top", "width", "height"].map((name, index) => [name, `${one.box[index] * 100}%`]))}
            aria-label={t("pages.puzzle", { number: one.number })}
            aria-pressed={chosen === one.key}
            onClick={() => set({ puzzle: chosen === one.key ? null : one.key, selected: { section: one.section, stay: true } })}
            onDblClick={() => go("puzzle", one.puzzle)}
          />
        ))}
      {puzzles.filter((/** @type {any} */ one) => one.key === chosen).map((/** @type {any} */ one) => (
        <div class="pop" key={one.key} role="group" aria-label={t("pages.puzzle", { number: one.number })} style={{ left: `${one.box[0] * 100}%`, top: `${one.box[1] * 100}%` }}>
          <button type="button" onClick={() => go("puzzle", one.puzzle)}>{t("puzzle.open")}</button>
          {isMade(one) && <button type="button" onClick={() => instead(one, "another")}>{t("puzzle.another")}</button>}
          {isMade(one) && <button type="button" aria-haspopup="dialog" onClick={() => setChoosing(one)}>{t("puzzle.choose")}</button>}
          {isMade(one) && <button type="button" onClick={() => instead(one, "none")}>{t("puzzle.leave_out")}</button>}
        </div>
      ))}
      {choosing && <Others place={choosing} version={version} onClose={() => setChoosing(null)} />}
    </div>
  );
}

/** @param {any} props */
function Thumbnails({ spreads, version, at, places, ratio }) {
  const own = useRef(/** @type {HTMLDivElement|null} */ (null));
  useEffect(() => {
    const strip = own.current;
    const thumb = /** @type {HTMLElement|undefined} */ (strip?.children[at]);
    if (strip && thumb) strip.scrollTo({ left: thumb.offsetLeft - strip.clientWidth / 2 + thumb.offsetWidth / 2 });
  }, [at, version, spreads.length]);
  return (
    <div class="thumbs" ref={own} role="group" aria-label={t("pages.thumbnails")}>
      {spreads.map((/** @type {number[]} */ one, /** @type {number} */ index) => (
        <button type="button" key={one[0]} tabIndex={index === at ? 0 : -1} class={index === at ? "on" : ""} aria-current={index === at} aria-label={spreadName(one, places)} onClick={() => set({ sheet: one[0] })}>
          <span class="thumb-pages">
            {one.map((sheet) => (
              <img key={sheet} loading="lazy" fetchpriority="low" alt="" src={pageUrl(version, sheet, 24)} width={Math.round(42 * ratio)} height="42" />
            ))}
          </span>
          <span class="num">{one.map((sheet) => places?.pages?.[sheet - 1]?.number ?? "·").join("–")}</span>
        </button>
      ))}
    </div>
  );
}
