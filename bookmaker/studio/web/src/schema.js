/** Reading the JSON Schema of a spec: which node describes a path, and which control suits a node. */

/** @typedef {(string|number)[]} Path */

/** The value at a path of plain data. @param {any} data @param {Path} path */
export const at = (data, path) => path.reduce((node, key) => node?.[key], data);

/** A copy of plain data with one value put in, or taken out if it is undefined. @param {any} data @param {Path} path @param {any} value @returns {any} */
export function put(data, path, value) {
  if (!path.length) return value;
  const [key, ...rest] = path;
  const copy = Array.isArray(data) ? [...data] : { ...(data ?? {}) };
  const inner = put(copy[key], rest, value);
  if (inner === undefined) Array.isArray(copy) ? copy.splice(+key, 1) : delete copy[key];
  else copy[key] = inner;
  return copy;
}

/** The alternative of a node that describes a value. @param {any} node @param {any} value */
function settled(node, value) {
  let found = node;
  for (let turn = 0; found?.if && turn < 4; turn++) {
    const required = found.if.required ?? [];
    const holds = required.every((/** @type {string} */ key) => value && typeof value === "object" && key in value);
    found = { ...found, ...(holds ? found.then : found.else), if: undefined };
    if (!found.properties) break;
  }
  return found;
}

/** The node that describes a path, and the data that is there. @param {any} schema @param {any} data @param {Path} path */
export function nodeAt(schema, data, path) {
  let node = settled(schema, data);
  let value = data;
  for (const key of path) {
    if (!node) return null;
    const options = [node, ...(node.anyOf ?? [])].map((one) => settled(one, value));
    value = value?.[key];
    const next =
      typeof key === "number"
        ? options.find((one) => one.items)?.items
        : options.find((one) => one.properties && key in one.properties)?.properties[key];
    node = next && settled(next, value);
  }
  return node ?? null;
}

const LENGTH = /\[mM\]\[mM\]/;

/** How a value is entered. @param {any} node @returns {{kind: string, options?: any[], minimum?: number, maximum?: number, also?: string}} */
export function control(node) {
  if (node.enum) return { kind: "choice", options: node.enum };
  if (node.const !== undefined) return { kind: "choice", options: [node.const] };
  const type = Array.isArray(node.type) ? node.type[0] : node.type;
  if (type === "boolean") return { kind: "switch" };
  if (type === "integer" || type === "number") return { kind: "number", minimum: node.minimum, maximum: node.maximum };
  if (type === "string") {
    if (node.pattern && LENGTH.test(node.pattern)) return { kind: "length" };
    if (node.pattern?.startsWith("#(")) return { kind: "colour" };
    return { kind: (node.maxLength ?? 0) >= 300 ? "paragraph" : "text" };
  }
  if (type === "array" && node.items?.enum) return { kind: "several", options: node.items.enum };
  if (type === "object" && node.properties) return { kind: "group" };
  if (node.anyOf) {
    const parts = node.anyOf.map(control);
    const choice = parts.find((/** @type {any} */ one) => one.kind === "choice");
    const several = parts.find((/** @type {any} */ one) => one.kind === "several");
    if (several) return several;
    if (choice && parts.some((/** @type {any} */ one) => one.kind === "length")) return { kind: "length", options: choice.options };
    if (choice && parts.length === 1) return choice;
    const simple = parts.find((/** @type {any} */ one) => ["paragraph", "text", "number", "switch"].includes(one.kind));
    if (simple) return { ...simple, also: "text" };
  }
  return { kind: "yaml" };
}
