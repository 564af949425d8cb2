/** Grids as SVG: the emblem of a kind, and a puzzle with its digits and marks. */
import { t } from "./words.js";

/** Rows and columns of the box of a size. @param {number} size */
export function boxOf(size) {
  for (let rows = Math.floor(Math.sqrt(size)); rows > 0; rows--) if (size % rows === 0) return [rows, size / rows];
  return [1, size];
}

/** The lines of a grid: fine ones between cells, strong ones between boxes. @param {{size: number, box?: number[] | null, step: number}} props */
export function Lines({ size, box = boxOf(size), step }) {
  const whole = size * step;
  const fine = [];
  const strong = [];
  for (let n = 1; n < size; n++) {
    (box && n % box[1] === 0 ? strong : fine).push(`M${n * step} 0V${whole}`);
    (box && n % box[0] === 0 ? strong : fine).push(`M0 ${n * step}H${whole}`);
  }
  return (
    <>
      <path d={fine.join("")} stroke="#b7b1a5" stroke-width={step * 0.03} fill="none" />
      <path d={strong.join("")} stroke="#1d1c1a" stroke-width={step * 0.07} fill="none" />
      <rect width={whole} height={whole} fill="none" stroke="#1d1c1a" stroke-width={step * 0.11} />
    </>
  );
}

/** @type {[RegExp, string][]} marks of rules in a square of 90, the first match of each line counts */
const EMBLEMS = [
  [/^(x|killer-x|diagonal-rising|argyle)$/, "M0 90 90 0"],
  [/^(x|killer-x|diagonal-falling|argyle)$/, "M0 0 90 90"],
  [/thermo|slow/, "M15 75V35L35 15H75"],
  [/arrow/, "M20 70 65 25M65 25v14M65 25H51"],
  [/whispers|renban|palindrome|parity|modular|entropic|nabners|zipper|ten-lines|region-sums/, "M15 65 35 25 55 65 75 25"],
  [/between|lockouts/, "M20 70 70 20"],
  [/little-killer/, "M4 4 26 26M26 26V14M26 26H14"],
  [/sandwich|skyscraper|outside|x-sums|numbered|first-seen|easy-as/, "M25-4v-8M45-4v-8M65-4v-8M-4 25h-8M-4 45h-8M-4 65h-8"],
  [/greater|futoshiki|inequal/, "M36 20l8 5-8 5M65 36l5 8 5-8M16 65l5-8 5 8"],
  [/anti-knight/, "M45 45V15H55"],
  [/anti-king/, "M45 45 30 30M45 45 60 30M45 45 60 60M45 45 30 60"],
];
const DOTS = /kropki|consecutive|doubles|ratio|differences|quadrup|xv/;
const CAGES = /killer|operations|calcudoku|cage/;

/** The emblem of a kind: its grid with a sign of its rule. @param {{kind: any, size?: number, width?: number}} props */
export function Emblem({ kind, size = 9, width = 46 }) {
  const names = [kind].flat().join(" ").split(/[ +]/);
  const shown = size > 9 ? 9 : size;
  const step = 90 / shown;
  const irregular = names.some((one) => /jigsaw|latin|toroidal|futoshiki|calcudoku|square|easy-as/.test(one));
  const several = names.some((one) => /twin|butterfly|flower|samurai|windmill|sohei|gattai|shogun|sumo|clueless/.test(one));
  const dots = [2, 5, 7, 12, 16, 19, 22, 28, 33, 37, 40, 43, 47, 52, 58, 61, 64, 68, 73, 75, 78].map((one) => Math.floor((one * shown * shown) / 81));
  if (several)
    return (
      <svg class="grid-svg" width={width} height={width} viewBox="-6 -6 102 102" aria-hidden="true">
        {[[0, 0], [54, 0], [27, 27], [0, 54], [54, 54]].map(([x, y]) => (
          <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
            <rect width="36" height="36" fill="#fff" />
            <g transform="scale(.4)">
              <Lines size={3} box={null} step={30} />
            </g>
          </g>
        ))}
      </svg>
    );
  return (
    <svg class="grid-svg" width={width} height={width} viewBox="-14 -14 118 118" aria-hidden="true">
      <rect x="-14" y="-14" width="118" height="118" fill="#fff" />
      {names.some((one) => /windoku|even-odd|low-high|centre|asterisk|girandola|fortress|minima|clones|entropy|disjoint/.test(one)) && (
        <path d="M10 10h30v30H10zM50 10h30v30H50zM10 50h30v30H10zM50 50h30v30H50z" fill="#d9dfee" />
      )}
      <Lines size={shown} box={irregular ? null : boxOf(shown)} step={step} />
      {irregular && names.some((one) => /jigsaw|toroidal/.test(one)) && (
        <path d="M30 0V20H40V50H30V90M60 0V40H70V60H60V90M0 30H20V40H50V30H90M0 60H40V70H60V60H90" fill="none" stroke="#1d1c1a" stroke-width="3.5" />
      )}
      {!names.some((one) => CAGES.test(one)) &&
        dots.map((cell) => <circle key={cell} cx={((cell % shown) + 0.5) * step} cy={(Math.floor(cell / shown) + 0.5) * step} r={Math.min(3, step / 4)} fill="#4a463f" />)}
      {names.some((one) => CAGES.test(one)) && (
        <path d="M3 3h24v14H3zM33 3h24v24H33zM63 3h24v34H63zM3 23h14v34H3zM23 33h34v14H23zM63 43h24v14H63zM3 63h34v24H3zM43 63h14v24H43zM63 63h24v24H63z" fill="none" stroke="#2f4b8f" stroke-width="2" stroke-dasharray="4 3" />
      )}
      {EMBLEMS.filter(([test]) => names.some((one) => test.test(one))).map(([test, path]) => (
        <path key={String(test)} d={path} fill="none" stroke="#2f4b8f" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round" />
      ))}
      {names.some((one) => DOTS.test(one)) && (
        <g stroke="#1d1c1a" stroke-width="1.5">
          <circle cx="30" cy="15" r="5" fill="#fff" />
          <circle cx="55" cy="40" r="5" fill="#1d1c1a" />
          <circle cx="70" cy="65" r="5" fill="#fff" />
        </g>
      )}
    </svg>
  );
}

/** The printed sign of a digit. @param {number} digit */
const sign = (digit) => (digit > 9 ? String.fromCharCode(55 + digit) : String(digit));

/** Row and column of a cell, from 1 on. @param {string} name such as `r8c9` */
export const cellOf = (name) => name.match(/^r(\d+)c(\d+)$/)?.slice(1).map(Number) ?? [0, 0];

/** What is wrong with a puzzle: what is only remarkable, as a broken symmetry, is not. @param {any} item @returns {any[]} */
export const wrongs = (item) => (item?.faults ?? []).filter((/** @type {any} */ one) => !/symmetry|redundant|minimal/.test(one.code ?? ""));

/** The classes of cells that are at fault. @param {any[]} faults @param {number} size @returns {Record<number, string>} */
export const clashes = (faults, size) => Object.fromEntries(faults.flatMap((one) => (one.cells ?? []).map((/** @type {string} */ cell) => [(cellOf(cell)[0] - 1) * size + cellOf(cell)[1] - 1, "clash"])));

/** The digits of a text of cells. @param {string} text @returns {(number|null)[]} */
export const digitsOf = (text) => [...text].map((one) => parseInt(one, 36) || null);

/** A text of cells with another digit, 0 for none. @param {string} text @param {number} cell @param {number} digit */
export const withDigit = (text, cell, digit) => text.slice(0, cell) + (digit ? digit.toString(36).toUpperCase() : ".") + text.slice(cell + 1);

/**
 * A puzzle. `tints` has the class of a cell; `found` are digits in another colour. `ground` is a picture of all but the digits, with room for
 * `frame` cells at each side; without one the puzzle is a plain one. With `onType` it is a grid to walk through with the arrows and to type into.
 * @param {{size: number, givens: (number|null)[], found?: (number|null)[], tints?: Record<number, string>, ground?: string, frame?: number, width?: number, label: string, at?: number, onAt?: (cell: number) => void, onType?: (cell: number, digit: number) => void}} props
 */
export function Grid({ size, givens, found = [], tints = {}, ground, frame = 0, width = 380, label, at, onAt, onType }) {
  const step = 40;
  const whole = size * step;
  const edge = ground ? frame * step : 2;
  const place = (/** @type {number} */ cell) => ({ x: (cell % size) * step, y: Math.floor(cell / size) * step });
  const names = (/** @type {number} */ cell) => {
    const digit = givens[cell] || found[cell];
    return t(digit ? "grid.cell" : "grid.empty", { row: Math.floor(cell / size) + 1, column: (cell % size) + 1, digit: digit ? sign(digit) : "" });
  };
  /** @param {KeyboardEvent} event @param {number} cell */
  const keys = (event, cell) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -size, ArrowDown: size };
    const by = steps[event.key];
    if (by) {
      const next = cell + by;
      const same = Math.abs(by) !== 1 || Math.floor(next / size) === Math.floor(cell / size);
      if (next >= 0 && next < size * size && same) {
        onAt?.(next);
        /** @type {HTMLElement|null} */ (/** @type {any} */ (event.currentTarget).closest(".grid-keys").querySelector(`[data-cell="${next}"]`))?.focus();
      }
    } else if (["Backspace", "Delete", "0", " "].includes(event.key)) onType?.(cell, 0);
    else {
      const digit = /^[1-9]$/.test(event.key) ? +event.key : /^[a-p]$/i.test(event.key) ? event.key.toUpperCase().charCodeAt(0) - 55 : 0;
      if (!digit || digit > size || event.ctrlKey || event.metaKey) return;
      onType?.(cell, digit);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const drawing = (
    <svg class="grid-svg" width={width} height={width} viewBox={`${-edge} ${-edge} ${whole + 2 * edge} ${whole + 2 * edge}`} role={onType ? undefined : "img"} aria-label={onType ? undefined : label} aria-hidden={onType ? "true" : undefined}>
      {ground ? <image href={ground} x={-edge} y={-edge} width={whole + 2 * edge} height={whole + 2 * edge} /> : <Lines size={size} step={step} />}
      {Object.entries(tints).map(([cell, name]) => (
        <rect key={cell} class={`tint ${name}`} {...place(+cell)} width={step} height={step} />
      ))}
      {Array.from({ length: size * size }, (_, cell) => {
        const digit = givens[cell] || found[cell];
        const { x, y } = place(cell);
        if (digit)
          return (
            <text key={cell} class={givens[cell] ? "given" : "found"} x={x + step / 2} y={y + step * 0.725} text-anchor="middle">
              {sign(digit)}
            </text>
          );
      })}
    </svg>
  );
  if (!onType) return drawing;
  return (
    <div class="grid-keys" role="grid" aria-label={label} style={{ width: `${width}px`, height: `${width}px`, padding: `${(width * edge) / (whole + 2 * edge)}px` }}>
      {drawing}
      {Array.from({ length: size }, (_, row) => (
        <div role="row" key={row} class="grid-row">
          {Array.from({ length: size }, (__, column) => {
            const cell = row * size + column;
            return <div role="gridcell" key={cell} data-cell={cell} class={cell === at ? "at" : ""} tabIndex={cell === (at ?? 0) ? 0 : -1} aria-label={names(cell)} aria-selected={cell === at} onClick={(event) => (onAt?.(cell), event.currentTarget.focus())} onKeyDown={(event) => keys(event, cell)} />;
          })}
        </div>
      ))}
    </div>
  );
}
