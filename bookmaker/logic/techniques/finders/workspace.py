"""The workspace of the harder tiers: the arrays that their finders write, for one thread."""

from __future__ import annotations

from bookmaker.logic.jit.bundle import Bundle, field
from bookmaker.logic.techniques.finders.almost_net import Sets
from bookmaker.logic.techniques.finders.graph import Graph
from bookmaker.logic.techniques.finders.implications import ImplicationWorkspace
from bookmaker.logic.techniques.finders.scratch import Scratch
from bookmaker.logic.techniques.finders.single_cages import Cages
from bookmaker.logic.techniques.finders.sums_and_lines import ClueWorkspace


class Workspace(Bundle):
    """A part for each group of tiers: every tier takes the whole workspace, and uses its own part."""

    scratch: Scratch = field("most tiers")
    cages: Cages = field("cages; it also holds the cages of the puzzle")
    graph: Graph = field("chains")
    sets: Sets = field("almost locked sets")
    links: ImplicationWorkspace = field("forcing chains and nets")
    clues: ClueWorkspace = field("sums and lines of clues; it also holds those of the puzzle")
