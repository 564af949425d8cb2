/** One object of state that the screens read and replace in part. */
import { useEffect, useState } from "preact/hooks";

/** @type {Record<string, any>} */
let state = { route: "start", parameters: [], toasts: [], book: null, work: null, connected: true };
const listeners = new Set();

export const get = () => state;

/** Replace some fields. @param {Record<string, any>} change */
export function set(change) {
  state = { ...state, ...change };
  for (const listener of [...listeners]) listener();
}

/** The part of the state that `choose` returns; the component is drawn again when it changes. @template T @param {(s: any) => T} choose @returns {T} */
export function use(choose) {
  const [, again] = useState(0);
  const chosen = choose(state);
  useEffect(() => {
    let last = chosen;
    const listener = () => {
      const next = choose(state);
      if (next !== last) {
        last = next;
        again((n) => n + 1);
      }
    };
    listeners.add(listener);
    listener();
    return () => void listeners.delete(listener);
  });
  return chosen;
}

let toastNumber = 0;
/** A line at the foot of the window, with at most one action. @param {string} text @param {{label?: string, run?: () => void, bad?: boolean}} [more] */
export function toast(text, more = {}) {
  const id = ++toastNumber;
  set({ toasts: [...state.toasts.slice(-2), { id, text, ...more }] });
  setTimeout(() => untoast(id), more.bad ? 15000 : 10000);
}
/** @param {number} id */
export const untoast = (id) => set({ toasts: state.toasts.filter((/** @type {any} */ one) => one.id !== id) });

/** Words that a screen reader says. @param {string} text */
export const say = (text) => set({ said: text });

/** Go to a screen: the address holds it, so that Back works. @param {string} route @param {...(string|number)} parameters */
export function go(route, ...parameters) {
  location.hash = `#/${[route, ...parameters].map(encodeURIComponent).join("/")}`;
}
export function readRoute() {
  const [route, ...parameters] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  set({ route: route || (state.book ? "book" : "start"), parameters });
}
