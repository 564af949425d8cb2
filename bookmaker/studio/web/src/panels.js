/** Which keys of the spec each form shows at once, in this order; the schema's others follow under More. A key that a form
 * does not name is in `ELSEWHERE` or has a screen of its own. */

/** @typedef {{id: string, icon: any, roots: string[], usual: string[], hidden?: string[]}} Panel */

/** @type {Panel[]} */
export const PANELS = [
  {
    id: "title",
    icon: "title",
    roots: ["book", "seed", "series", "date", "output", "estimates"],
    usual: ["book.title", "book.subtitle", "book.author", "book.publisher", "book.language", "book.isbn", "book.year"],
  },
  {
    id: "page",
    icon: "page",
    roots: ["page", "number_from", "numbering"],
    usual: ["page.trim", "page.gutter", "page.margins.outside", "page.margins.top", "page.margins.bottom", "page.name_line", "page.cut_lines"],
  },
  { id: "look", icon: "look", roots: ["design"], usual: ["design.style", "design.openers", "design.symbols"] },
  { id: "print", icon: "print", roots: ["print"], usual: ["print.for", "print.paper", "print.binding"] },
  { id: "answers", icon: "answers", roots: ["answers", "hints"], usual: ["answers.place", "answers.layout", "answers.show", "hints.count"] },
  { id: "matter", icon: "matter", roots: ["front_matter", "back_matter", "techniques"], usual: ["front_matter", "back_matter"] },
];

/** The keys of a section; those of puzzles from a file have no kind and no level. */
export const SECTION = {
  made: ["title", "intro", "puzzles.kind", "puzzles.size", "puzzles.difficulty", "puzzles.count", "layout", "puzzles.symmetry"],
  read: ["title", "intro", "puzzles.from", "puzzles.count", "layout", "order"],
  lesson: ["title", "lesson", "practice", "kind", "layout"],
};

export const COVER = ["cover.headline", "cover.subtitle", "cover.author", "cover.badge", "cover.blurb", "cover.series", "cover.volume", "cover.isbn", "cover.price", "cover.image"];

/** Sizes of pages that most books have, in the order of their area. */
export const TRIMS = ["4.25x7in", "5x8in", "a5", "6x9in", "7x10in", "8x10in", "letter", "8.5x11in", "a4"];
/** Layouts with the number of puzzles on a page, to draw them. */
export const LAYOUTS = [
  ["one-up", 1, 1],
  ["two-up", 1, 2],
  ["four-up", 2, 2],
  ["six-up", 2, 3],
  ["nine-up", 3, 3],
  ["twelve-up", 3, 4],
  ["twenty-up", 4, 5],
  ["whole-page", 1, 1],
];
export const MATTER = ["title-page", "copyright", "contents", "how-to-play", "techniques", "killer-combinations", "hints", "worked-answers", "notes", "blank-grids", "times", "reward", "index", "other-books"];
