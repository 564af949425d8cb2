/** Other puzzles for the place of one, to choose from. */
import { useEffect, useState } from "preact/hooks";
import { call } from "./api.js";
import { instead, offline } from "./book.js";
import { Dialog, levelOf } from "./parts.jsx";
import { t } from "./words.js";

/** @param {{place: any, version: number, onClose: () => void}} props */
export function Others({ place, version, onClose }) {
  const [others, setOthers] = useState(/** @type {any[] | null} */ (null));
  useEffect(() => {
    let stale = false;
    /** @type {string[]} */
    const addresses = [];
    const load = async () => {
      const found = (await call("/api/another", { version, puzzle: place.puzzle })).others;
      const pictures = await Promise.all(found.map((/** @type {any} */ one) => call("/api/picture", { puzzle: one, width: 320 })));
      if (stale) return;
      addresses.push(...pictures.map((one) => URL.createObjectURL(one)));
      setOthers(found.map((/** @type {any} */ one, /** @type {number} */ at) => ({ ...one, picture: addresses[at] })));
    };
    load().catch((error) => !stale && (offline(error), onClose()));
    return () => {
      stale = true;
      addresses.forEach((one) => URL.revokeObjectURL(one));
    };
  }, []);
  return (
    <Dialog title={t("puzzle.choose_title", { number: place.number })} onClose={onClose} width={640}>
      <p class="help">{t("puzzle.choose_help")}</p>
      {!others && (
        <p class="row muted" role="status">
          <i class="spin" />
          {t("puzzle.choosing")}
        </p>
      )}
      {others?.length === 0 && <p class="muted">{t("puzzle.no_others")}</p>}
      <div class="others">
        {others?.map((one) => (
          <button type="button" class="other" key={one.turn} onClick={() => (instead(place, one.turn), onClose())}>
            <img class="paper" src={one.picture} width="160" height="160" alt="" />
            <b>{t("pages.puzzle", { number: one.number })}</b>
            <span class="muted small">{levelOf(one)}</span>
          </button>
        ))}
      </div>
    </Dialog>
  );
}
