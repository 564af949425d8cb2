/** Requests to the server of this studio, and its news. */
import { language } from "./words.js";

export class Refused extends Error {
  /** @param {number} status @param {any} answer */
  constructor(status, answer) {
    super((answer?.faults ?? []).map((/** @type {any} */ one) => faultLine(one)).join("\n") || `${status}`);
    this.status = status;
    this.answer = answer;
  }
}

/** @param {any} fault */
export const faultLine = (fault) => [fault.message, fault.advice ?? fault.hint].filter(Boolean).join("; ");

/** Faults come in the language of the screen. */
const headers = () => ({ "X-Studio": "1", "Accept-Language": language() });

/** @param {string} path @param {any} [body] @param {string} [method] */
export async function call(path, body, method = body === undefined ? "GET" : "POST") {
  const options = /** @type {RequestInit} */ ({ method, headers: headers() });
  if (body instanceof FormData) options.body = body;
  else if (method !== "GET") {
    options.body = JSON.stringify(body ?? {});
    options.headers = { ...headers(), "Content-Type": "application/json" };
  }
  const response = await fetch(path, options);
  const answer = response.headers.get("Content-Type")?.includes("json") ? await response.json() : await response.blob();
  if (answer instanceof Blob) Object.assign(answer, { filename: response.headers.get("Content-Disposition")?.match(/filename="?([^";]+)/)?.[1] });
  if (!response.ok) throw new Refused(response.status, answer);
  return answer;
}

/** Listen to the news of the server. @param {Record<string, (data: any) => void>} handlers @param {(on: boolean) => void} connected */
export function listen(handlers, connected) {
  const source = new EventSource("/api/events");
  source.onopen = () => connected(true);
  source.onerror = () => connected(false);
  // The browser has an event `open` of its own, without data.
  for (const [name, run] of Object.entries(handlers)) source.addEventListener(name, (event) => event.data && run(JSON.parse(event.data)));
  addEventListener("pagehide", () => source.close());
}
