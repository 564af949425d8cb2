"""The words of levels, kinds and techniques as types, so that editors complete them and type checkers know them."""

from __future__ import annotations

from typing import Literal

Level = Literal[
    "beginner", "easy", "medium", "hard", "expert", "diabolical", "extreme", "beyond",
]  # fmt: skip
"""The level of a grade, easiest first."""

Difficulty = Literal[
    "any", "beginner", "easy", "medium", "medium+", "hard", "expert", "diabolical", "extreme",
]  # fmt: skip
"""The difficulty of an order."""

Kind = Literal[
    "classic", "killer", "jigsaw", "toroidal", "latin", "x", "diagonal-falling", "diagonal-rising", "windoku",
    "disjoint-groups", "centre-dot", "asterisk", "girandola", "non-consecutive", "anti-knight", "anti-king",
    "anti-diagonal", "argyle", "global-entropy", "one-five-nine", "kropki", "doubles", "kropki-partial",
    "consecutive", "xv", "xv-partial", "greater-than", "even-odd", "differences", "ratios", "low-high",
    "fortress", "minima", "clones", "thermometers", "whispers", "renban", "palindrome", "arrow", "between",
    "quadruples", "region-sums", "zippers", "slow-thermometers", "nabners", "lockouts", "entropic",
    "dutch-whispers", "modular", "parity-lines", "double-arrows", "ten-lines", "outside-sums", "skyscrapers",
    "sandwich", "x-sums", "numbered-rooms", "first-seen", "hidden-skyscrapers", "little-killer", "operations",
    "twin", "butterfly", "flower", "samurai", "windmill", "sohei", "gattai-8", "shogun", "sumo", "clueless-1",
    "clueless-2", "killer-x", "skyscraper-square", "easy-as-abc", "calcudoku", "futoshiki", "kropki-square",
    "consecutive-square",
]  # fmt: skip
"""A kind of puzzle; several are joined by ``+``."""

Technique = Literal[
    "full-house", "naked-single", "hidden-single", "locked-pair", "locked-triple", "pointing", "claiming",
    "naked-pair", "naked-triple", "hidden-pair", "hidden-triple", "naked-quadruple", "hidden-quadruple", "x-wing",
    "swordfish", "jellyfish", "remote-pair", "bug-1", "skyscraper", "two-string-kite", "turbot-fish",
    "empty-rectangle", "w-wing", "xy-wing", "xyz-wing", "unique-rectangle-1", "unique-rectangle-2",
    "unique-rectangle-3", "unique-rectangle-4", "unique-rectangle-5", "unique-rectangle-6", "hidden-rectangle",
    "avoidable-rectangle-1", "avoidable-rectangle-2", "bug-2", "bug-3", "bug-4", "unique-loop-1", "unique-loop-2",
    "unique-loop-3", "unique-loop-4", "finned-x-wing", "sashimi-x-wing", "finned-swordfish", "sashimi-swordfish",
    "finned-jellyfish", "sashimi-jellyfish", "sue-de-coq", "simple-colours-trap", "simple-colours-wrap",
    "multi-colours-1", "multi-colours-2", "x-chain", "xy-chain", "continuous-nice-loop", "aic",
    "discontinuous-nice-loop", "grouped-continuous-nice-loop", "grouped-aic", "grouped-discontinuous-nice-loop",
    "wxyz-wing", "als-xz", "als-xy-wing", "als-chain", "death-blossom", "franken-x-wing", "franken-swordfish",
    "franken-jellyfish", "finned-franken-x-wing", "finned-franken-swordfish", "finned-franken-jellyfish",
    "aligned-pair-exclusion", "als-continuous-nice-loop", "als-aic", "als-discontinuous-nice-loop",
    "aligned-triplet-exclusion", "nishio-forcing-chain", "cell-forcing-chain", "house-forcing-chain",
    "forcing-net", "cell-forcing-net", "house-forcing-net", "brute-force", "cage-last-cell",
    "cage-single-combination", "cage-few-combinations", "cage-combinations", "innie", "outie", "innies-outies",
    "large-innies-outies", "cage-split", "innie-outie-difference", "innie-two-houses", "outie-two-houses",
    "innies-outies-two-houses", "large-innies-outies-two-houses", "innie-three-houses", "outie-three-houses",
    "cage-pointing", "cage-claiming", "cage-permutations", "large-innie-outie-difference", "killer-pair",
    "innie-outie-difference-two-houses", "cage-split-two-houses", "blocked-combinations", "innie-four-houses",
    "outie-four-houses", "innies-outies-three-houses", "innies-outies-four-houses",
    "innie-outie-difference-three-houses", "innie-outie-difference-four-houses", "cage-split-three-houses",
    "cage-split-four-houses", "large-innies-outies-three-houses", "large-innies-outies-four-houses",
    "large-innie-outie-difference-two-houses", "large-innie-outie-difference-three-houses",
    "large-innie-outie-difference-four-houses", "killer-triple", "cage-comparison", "relation-cell",
    "relation-house", "clue-sum-last", "clue-line-last", "clue-alone", "clue-sum", "clue-line", "clue-pointing",
    "clue-line-ways",
]  # fmt: skip
"""A technique, easiest first."""
