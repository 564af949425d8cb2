"""The workspace of the harder tiers: the arrays that their finders write, for one thread."""

from __future__ import annotations

from bookmaker.jit.bundle import Bundle, field
from bookmaker.techniques.finders.almost_net import Sets
from bookmaker.techniques.finders.cages import Cages
from bookmaker.techniques.finders.clues import ClueWorkspace
from bookmaker.techniques.finders.graph import Graph
from bookmaker.techniques.finders.implications import ImplicationWorkspace
from bookmaker.techniques.finders.scratch import Scratch


class Workspace(Bundle):
    """A part for each group of tiers: every tier takes the whole workspace, and uses its own part."""

    scratch: Scratch = field("most tiers")
    cages: Cages = field("cages; it also holds the cages of the puzzle")
    graph: Graph = field("chains")
    sets: Sets = field("almost locked sets")
    links: ImplicationWorkspace = field("forcing chains and nets")
    clues: ClueWorkspace = field("sums and lines of clues; it also holds those of the puzzle")
