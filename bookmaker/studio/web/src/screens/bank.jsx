/** The bank: puzzles in stock, where each was printed, and taking some into the book. */
import { useEffect, useState } from "preact/hooks";
import { call } from "../api.js";
import { accept, offline, refreshSoon } from "../book.js";
import { digitsOf, Emblem, Grid } from "../grids.jsx";
import { Button } from "../parts.jsx";
import { get, go, set, toast, use } from "../store.js";
import { has, language, number, t } from "../words.js";

const STEP = 60;

export function BankScreen() {
  const [banks, setBanks] = useState(/** @type {any[] | null} */ (null));
  const [path, setPath] = useState("");
  const [filter, setFilter] = useState(/** @type {any} */ ({ kind: "", level: "", unused: false }));
  const [found, setFound] = useState(/** @type {any} */ (null));
  const kinds = use((s) => s.kinds) ?? [];
  const book = use((s) => s.book);
  const [count, setCount] = useState(12);
  useEffect(() => {
    call("/api/banks").then(({ banks: all }) => (setBanks(all), setPath(all[0]?.path ?? ""))).catch(offline);
  }, []);
  const query = (/** @type {number} */ start) => {
    const wish = new URLSearchParams({ path, start: String(start), most: String(STEP), language: language() });
    for (const [name, value] of Object.entries(filter)) if (value) wish.set(name, String(value));
    return `/api/bank?${wish}`;
  };
  useEffect(() => {
    if (path) call(query(0)).then(setFound).catch(offline);
  }, [path, filter]);
  const more = () => call(query(found.puzzles.length)).then((next) => setFound({ ...next, puzzles: [...found.puzzles, ...next.puzzles] })).catch(offline);
  const take = async () => {
    try {
      const { kind, level } = filter;
      accept(await call("/api/bank/take", { path, title: t("bank.section_title"), count: Math.min(count, found.count), ...(kind ? { kind } : {}), ...(level ? { level } : {}) }));
      await refreshSoon();
      toast(t("bank.taken", { count: Math.min(count, found.count) }));
      set({ selected: { section: (get().book.data.sections?.length ?? 1) - 1 } });
      go("book");
    } catch (error) {
      offline(error);
    }
  };
  if (banks && !banks.length)
    return (
      <main class="main">
        <div class="empty">
          <h2>{t("bank.none")}</h2>
          <p class="muted">{t("bank.none_help")}</p>
          <Button label={t("bank.to_desk")} onClick={() => go("desk")} />
        </div>
      </main>
    );
  return (
    <main class="main bank">
      <aside class="side" aria-label={t("bank.filter")}>
        <div class="form">
          <h2>{t("nav.bank")}</h2>
          <label class="field">
            <span class="lab">{t("bank.file")}</span>
            <select class="in" value={path} onChange={(event) => setPath(event.currentTarget.value)}>
              {(banks ?? []).map((one) => (
                <option key={one.path} value={one.path}>
                  {one.path} ({number(one.puzzles)})
                </option>
              ))}
            </select>
          </label>
          <label class="field">
            <span class="lab">{t("label.sections.puzzles.kind")}</span>
            <select class="in" value={filter.kind} onChange={(event) => setFilter({ ...filter, kind: event.currentTarget.value })}>
              <option value="">{t("bank.all")}</option>
              {kinds.map((/** @type {any} */ one) => (
                <option key={one.name} value={one.name}>
                  {one.title}
                </option>
              ))}
            </select>
          </label>
          <label class="field">
            <span class="lab">{t("label.sections.puzzles.difficulty")}</span>
            <select class="in" value={filter.level} onChange={(event) => setFilter({ ...filter, level: event.currentTarget.value })}>
              <option value="">{t("bank.all")}</option>
              {["beginner", "easy", "medium", "hard", "expert", "diabolical", "extreme"].map((one) => (
                <option key={one} value={one}>
                  {t(`value.difficulty.${one}`)}
                </option>
              ))}
            </select>
          </label>
          <label class="switch">
            <input type="checkbox" class="check" checked={filter.unused} onChange={(event) => setFilter({ ...filter, unused: event.currentTarget.checked })} />
            <span>{t("bank.unused")}</span>
          </label>
          {book && found?.count > 0 && (
            <div class="stack">
              <label class="field">
                <span class="lab">{t("bank.how_many")}</span>
                <input class="in" type="number" min="1" max={found.count} value={count} onInput={(event) => setCount(+event.currentTarget.value || 1)} />
              </label>
              <Button kind="pri" label={t("bank.take", { book: book.data?.book?.title ?? book.path })} onClick={take} />
            </div>
          )}
        </div>
      </aside>
      <section class="bank-list" aria-label={t("bank.puzzles")}>
        <p class="muted" role="status">{found ? t("contents.puzzles", { count: found.count }) : ""}</p>
        <table>
          <thead>
            <tr>
              {["kind", "level", "minutes", "hardest", "where"].map((one) => (
                <th key={one} scope="col">
                  {t(`bank.${one}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(found?.puzzles ?? []).map((/** @type {any} */ one, /** @type {number} */ index) => (
              <tr key={one.id ?? index}>
                <td>
                  <span class="row">
                    {one.givens?.length === one.size ** 2 ? <Grid size={one.size} givens={digitsOf(one.givens)} width={58} label={t("desk.alt", { text: one.givens })} /> : <Emblem kind={one.kind} size={one.size} width={58} />}
                    {has(`kind.${one.kind}`) ? t(`kind.${one.kind}`) : one.kind}
                  </span>
                </td>
                <td>{has(`value.difficulty.${one.level}`) ? t(`value.difficulty.${one.level}`) : one.level}</td>
                <td class="num">{one.minutes ? number(one.minutes, 0) : "–"}</td>
                <td>{one.hardest ?? ""}</td>
                <td class="muted">{[one.where ?? []].flat().map((/** @type {any} */ place) => (typeof place === "string" ? place : [place.book ?? place.title, place.number].filter(Boolean).join(", "))).join("; ") || t("bank.nowhere")}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {found && found.puzzles.length < found.count && <Button label={t("bank.more")} onClick={more} />}
      </section>
    </main>
  );
}
