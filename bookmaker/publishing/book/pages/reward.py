"""The reward page of a book, in its language."""

from __future__ import annotations

from bookmaker.base.language import Catalogue
from bookmaker.printing.pages.certificate import RewardPage
from bookmaker.printing.pages.motifs import Motif
from bookmaker.printing.styles.style import Style


def reward_page(look: Style, words: Catalogue, title: str, count: int, motif: Motif | None = None) -> RewardPage:
    """The certificate for who has solved all ``count`` puzzles of the book of this title; ``motif`` is that of the book."""
    return RewardPage(
        look=look,
        title=words.text("reward.title"),
        name=words.text("reward.name"),
        words=words.plural("reward.words", count),
        book=title,
        date=words.text("reward.date"),
        signed=words.text("reward.signed"),
        motif=motif,
    )
