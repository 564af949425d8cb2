"""The workspace of the harder tiers: the arrays that their finders write, for one thread."""

from __future__ import annotations

from bookmaker.jit.bundle import Bundle
from bookmaker.techniques.finders.almost_net import Sets
from bookmaker.techniques.finders.cages import Cages
from bookmaker.techniques.finders.clues import ClueWorkspace
from bookmaker.techniques.finders.graph import Graph
from bookmaker.techniques.finders.implications import ImplicationWorkspace
from bookmaker.techniques.finders.scratch import Scratch


class Workspace(Bundle):
    """A part for each group of tiers: every tier takes the whole workspace, and uses its own part.

    scratch  most tiers
    cages    cages; it also holds the cages of the puzzle
    graph    chains
    sets     almost locked sets
    links    forcing chains and nets
    clues    sums and lines of clues; it also holds those of the puzzle
    """

    scratch: Scratch
    cages: Cages
    graph: Graph
    sets: Sets
    links: ImplicationWorkspace
    clues: ClueWorkspace
