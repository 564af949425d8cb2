/** The words of the screens, in the language of the person: each language is one JSON file, made from `catalogues/studio`. */

export const LANGUAGES = { en: "English", es: "Español", ru: "Русский" };

/** @type {Record<string, string | Record<string, string>>} */
let words = {};
let code = "en";
let plurals = new Intl.PluralRules("en");

/** Load the words of a language. @param {string} wanted */
export async function loadWords(wanted) {
  code = wanted in LANGUAGES ? wanted : "en";
  words = await (await fetch(`/static/words-${code}.json`)).json();
  plurals = new Intl.PluralRules(code);
  document.documentElement.lang = code;
}

/** The language that was chosen, or else the first one of the browser that there is. */
export function preferredLanguage() {
  const chosen = localStorage.getItem("language");
  const wished = [...(chosen ? [chosen] : []), ...navigator.languages].map((one) => one.slice(0, 2));
  return wished.find((one) => one in LANGUAGES) ?? "en";
}

export const language = () => code;

/** Whether there are words under a key. @param {string} key */
export const has = (key) => key in words;

/**
 * The words under a key, with their fields filled; `count` chooses among plural forms.
 * @param {string} key @param {Record<string, any>} [fields]
 */
export function t(key, fields = {}) {
  const entry = words[key];
  if (entry === undefined) {
    console.error(`no words: ${key}`);
    return key;
  }
  const text = typeof entry === "string" ? entry : (entry[plurals.select(fields.count ?? 0)] ?? entry.other ?? entry.many);
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const value = fields[name];
    return typeof value === "number" ? number(value) : String(value ?? "");
  });
}

/** A number as the language writes it. @param {number} value @param {number} [digits] */
export const number = (value, digits) =>
  value.toLocaleString(code, { useGrouping: Math.abs(value) >= 10000, maximumFractionDigits: digits ?? 3 });

/** `1, 2 and 3`. @param {string[]} parts */
export const list = (parts) => new Intl.ListFormat(code, { type: "conjunction" }).format(parts);
