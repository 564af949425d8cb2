/** The cover: this book's front in every design, the whole sheet for a printer, and how it looks in a shop. */
import { useEffect, useState } from "preact/hooks";
import { call } from "../api.js";
import { edit, offline } from "../book.js";
import { Field, More, valueName } from "../forms.jsx";
import { COVER } from "../panels.js";
import { Behind, Button, Picture, Segmented, Waiting } from "../parts.jsx";
import { use } from "../store.js";
import { has, t } from "../words.js";

export function CoverScreen() {
  const version = use((s) => s.book.version);
  const data = use((s) => s.book.data);
  const [found, setFound] = useState(/** @type {any} */ (null));
  const printers = [data.print?.for ?? "kdp"].flat();
  const [view, setView] = useState("");
  const hash = use((s) => s.book.hash);
  useEffect(() => {
    call("/api/covers").then(setFound).catch(offline);
  }, [hash]);
  const has_cover = data.cover !== undefined;
  const design = data.cover?.design ?? found?.design;
  const known = found?.designs?.find((/** @type {any} */ one) => one.design === design);
  const palettes = known?.palettes ?? [];
  const palette = data.cover?.palette ?? found?.palette ?? palettes[0];
  const front = (/** @type {string} */ one, /** @type {string} */ of, /** @type {number} */ height) => `/api/cover/${version}/${encodeURIComponent(one)}/${encodeURIComponent(of)}.png?h=${height}`;
  const shown = view || printers[0];
  if (!version || !found)
    return (
      <main class="main">
        <Waiting />
      </main>
    );
  /** @param {any} one */
  const choose = (one) => edit([{ op: "set", path: ["cover", "design"], value: one.design }, ...(data.cover?.palette ? [{ op: /** @type {"unset"} */ ("unset"), path: ["cover", "palette"] }] : [])], t("cover.chosen", { design: valueName(["cover", "design"], one.design) }));
  return (
    <main class="main">
      <aside class="side designs" aria-label={t("cover.designs")}>
        <h2>{t("cover.designs")}</h2>
        <div class="design-scroll">
          <Segmented
            class="pick design-grid"
            label={t("cover.designs")}
            value={has_cover ? design : null}
            onChange={(/** @type {string} */ name) => choose(found.designs.find((/** @type {any} */ one) => one.design === name))}
            options={found.designs
              .filter((/** @type {any} */ one) => !one.photo || data.cover?.image)
              .map((/** @type {any} */ one) => ({
                value: one.design,
                label: valueName(["cover", "design"], one.design),
                picture: <img src={front(one.design, one.design === design ? palette : one.palettes[0], 200)} loading="lazy" fetchpriority="low" height="118" alt="" />,
              }))}
          />
          <p class="faint small">{t("cover.drawn")}</p>
        </div>
      </aside>
      <section class="desk" aria-label={t("cover.sheet")}>
        <div class="row viewbar centred">
          {has_cover && (
            <Segmented
              label={t("pages.view")}
              value={shown}
              onChange={setView}
              options={[...printers.map((one) => ({ value: one, label: has(`value.for.${one}`) ? t(`value.for.${one}`) : one })), { value: "front", label: t("cover.front") }]}
            />
          )}
        </div>
        <Behind />
        <div class="see">
          {has_cover && design ? (
            <Picture class="paper cover-picture" src={shown === "front" ? front(design, palette, 1000) : `/api/cover/${version}/sheet.png?h=1000&printer=${encodeURIComponent(shown)}`} alt={shown === "front" ? t("cover.front") : t("cover.sheet")} />
          ) : (
            <div class="waiting">
              <p>{t("cover.none")}</p>
              <p class="row centre">
                <Button kind="pri big" label={t("cover.add")} onClick={() => choose(found.designs.find((/** @type {any} */ one) => one.design === (found.design ?? "pencil")) ?? found.designs[0])} />
              </p>
            </div>
          )}
        </div>
        {has_cover && design && (
          <div class="sizes" role="group" aria-label={t("cover.shop")}>
            {[60, 120, 200].map((height) => (
              <figure key={height}>
                <img class="paper" src={front(design, palette, height)} height={height} alt="" />
                <figcaption class="faint small">{t("cover.pixels", { count: height })}</figcaption>
              </figure>
            ))}
            <div class="muted small">
              <p>{t("cover.shop_help")}</p>
              {shown !== "front" && shown !== "office" && !(data.cover?.isbn ?? data.book?.isbn) && <p>{t("cover.barcode")}</p>}
            </div>
          </div>
        )}
      </section>
      <aside class="side right" aria-label={t("cover.form")}>
        {has_cover ? (
          <div class="form">
            <h2>{valueName(["cover", "design"], design ?? "")}</h2>
            {palettes.length > 1 && (
              <fieldset class="field">
                <legend>{t("label.cover.palette")}</legend>
                <Segmented
                  class="pick palettes"
                  label={t("label.cover.palette")}
                  value={palette}
                  onChange={(/** @type {string} */ next) => edit([{ op: "set", path: ["cover", "palette"], value: next }], t("label.cover.palette"))}
                  options={palettes.map((/** @type {string} */ one) => ({ value: one, label: valueName(["palette"], one), picture: <img src={front(design, one, 120)} height="64" loading="lazy" alt="" /> }))}
                />
              </fieldset>
            )}
            {COVER.map((one) => (
              <Field key={one} path={one.split(".")} />
            ))}
            <More roots={[["cover"]]} usual={[...COVER, "cover.design", "cover.palette"]} />
            <Button kind="quiet" icon="bin" label={t("cover.remove")} onClick={() => edit([{ op: "unset", path: ["cover"] }], t("cover.remove"))} />
          </div>
        ) : (
          <div class="form">
            <p class="muted">{t("cover.none_help")}</p>
          </div>
        )}
      </aside>
    </main>
  );
}
