/** The start: recent books, finished books as patterns. */
import { use } from "../store.js";
import { t } from "../words.js";
export function StartScreen() {
  const folder = use((s) => s.folder);
  return <main class="main"><p>{t("nav.home")} {folder}</p></main>;
}
