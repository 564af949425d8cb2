/** Grids as SVG: the emblem of a kind, and a puzzle with its digits and marks. */

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
