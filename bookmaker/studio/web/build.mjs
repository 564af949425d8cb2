// Builds ../static from the sources here: the same bytes on each machine. `npm ci --ignore-scripts` comes first.
import { build } from "esbuild";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

const here = dirname(fileURLToPath(import.meta.url));
const target = process.argv[2] ?? join(here, "..", "static");
const catalogues = join(here, "..", "..", "catalogues", "studio");
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });

const result = await build({
  absWorkingDir: here,
  entryPoints: { app: "src/app.jsx", editor: "src/editor.js", style: "style/style.css" },
  outdir: target,
  bundle: true,
  splitting: true,
  chunkNames: "[name]-[hash]",
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  jsx: "automatic",
  jsxImportSource: "preact",
  external: ["/static/editor.js", "/fonts/*"],
  metafile: true,
});
copyFileSync(join(here, "index.html"), join(target, "index.html"));
copyFileSync(join(here, "favicon.svg"), join(target, "favicon.svg"));

/** The catalogue as one level of dotted keys: a text, or its plural forms. */
function flat(node, prefix, into) {
  for (const [key, value] of Object.entries(node)) {
    const name = prefix ? `${prefix}.${key}` : key;
    if (typeof value === "object" && !("other" in value || "many" in value)) flat(value, name, into);
    else into[name] = value;
  }
  return into;
}
const fields = (entry) => [...new Set(JSON.stringify(entry).match(/\{\w+\}/g))].sort().join();
const english = flat(parse(readFileSync(join(catalogues, "en.yaml"), "utf8")), "", {});
for (const file of readdirSync(catalogues).sort()) {
  const words = flat(parse(readFileSync(join(catalogues, file), "utf8")), "", {});
  for (const key of new Set([...Object.keys(english), ...Object.keys(words)])) {
    if (!(key in words) || !(key in english)) throw new Error(`${file}: ${key} is not in both catalogues`);
    if (fields(words[key]) !== fields(english[key])) throw new Error(`${file}: ${key} has other fields than the English words`);
  }
  writeFileSync(join(target, `words-${file.replace(".yaml", ".json")}`), JSON.stringify(words));
}

// The licences of all that the bundles contain.
const packages = new Set();
for (const input of Object.keys(result.metafile.inputs)) {
  const found = input.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)\//);
  if (found) packages.add(found[1]);
}
let text = "What app.js and editor.js contain besides the sources of bookmaker.\n";
for (const name of [...packages].sort()) {
  const folder = join(here, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = ["LICENSE", "LICENSE.md", "LICENSE.txt"].map((one) => join(folder, one)).find(existsSync);
  if (!file) throw new Error(`${name} has no file of its licence`);
  text += `\n${"-".repeat(80)}\n${name} ${version} (${license})\n\n${readFileSync(file, "utf8").trim()}\n`;
}
writeFileSync(join(target, "THIRD-PARTY.txt"), text);
