"""What opens each section: a page, a lesson, a band above its first puzzles, or the running head alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bookmaker.base.language import Catalogue
from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.pages.frontmatter import opener_pages
from bookmaker.printing.pages.page_kinds import Band, Page
from bookmaker.printing.text.text_blocks import Block, text_of
from bookmaker.publishing.book.pages import front_matter as say
from bookmaker.publishing.book.pages import own_pages
from bookmaker.publishing.book.pages.answers import Answered
from bookmaker.publishing.book.pages.dressing import symbols_of
from bookmaker.publishing.book.pages.lessons import lesson_pages
from bookmaker.publishing.book.pages.slots import motif_of
from bookmaker.publishing.book.pages.technique_words import Worked
from bookmaker.publishing.book.spec.cover_keys import NONE
from bookmaker.publishing.book.spec.spec_file import Spec


class Openers:
    """The openers of all sections for one size of page. ``taught``: the examples of the lessons, by section."""

    def __init__(
        self,
        spec: Spec,
        parts: Sequence[Answered],
        words: Catalogue,
        area: Box,
        taught: Mapping[int, Sequence[Worked]],
    ) -> None:
        self.spec, self.parts, self.words, self.area, self.taught = spec, parts, words, area, taught
        titled = [(part.puzzles, part.section.title) for part in parts]
        # One section that names its level below the title, and another that does not, would look like an omission.
        brief = all(say.names_level(words, *one) for one in titled)
        self.summaries = [say.section_summary(words, *one, brief=brief) for one in titled]
        puzzles = [stocked.puzzle for part in parts for stocked in part.puzzles]
        self._several_kinds = len({puzzle.geometry.kind for puzzle in puzzles}) > 1
        self._fields = own_pages.fields(spec, words, len(puzzles))

    def band(self, index: int) -> Band | None:
        """What opens a section above its first puzzles; None where a page does, or the running head alone."""
        wanted, look = self.spec.sections[index], self.spec.look
        unnamed = look.opener.where == "none" and look.head.where != "none"
        if look.opener.where == "page" or unnamed or index in self.taught:
            return None
        scale = look.scale_for(self.area[2] - self.area[0])
        text, leaves = self._intro(index)
        shown = tuple(block.scaled(scale) for block in (*self._texts(text), *(leaves[0] if leaves else ())))
        band = Band(look, wanted.title, self.summaries[index], shown)
        fits = band.height(self.area) <= look.opener.band_most * (self.area[3] - self.area[1])
        return band if fits and len(leaves) < 2 else None

    def pages(self, index: int, *, banded: bool) -> Sequence[Page]:
        """The pages that open a section, which has a band if ``banded``; none where that, or the running head, opens it."""
        wanted, look, summary = self.spec.sections[index], self.spec.look, self.summaries[index]
        text, blocks = self._intro(index)
        # A title that no running head shows, and no band, has a page.
        silent = look.opener.where == "none" and look.head.where != "none" and not text and not blocks
        if index not in self.taught and (silent or banded):
            return []
        if index not in self.taught:
            shown = symbols_of(self.parts[index].puzzles[0]).pictures
            motif = motif_of(self.parts[index].puzzles)
            return opener_pages(look, wanted.title, summary, text, self.area, str(index + 1), blocks, shown, motif)
        own = [*self._texts(text), *(block for leaf in blocks for block in leaf)]
        before = [one for other, shown in self.taught.items() if other < index for one in shown]
        return lesson_pages(look, wanted, summary, own, self.taught[index], self.words, self.area, before)

    def _intro(self, index: int) -> tuple[str, list[tuple[Block, ...]]]:
        """What stands under the title of a section: a plain text, or blocks page by page."""
        wanted = self.spec.sections[index]
        text, leaves = own_pages.intro(self.spec, wanted, self._fields, self.area)
        # A reader of several kinds of puzzles finds the rule of each where it begins.
        if wanted.intro == NONE:
            return "", []
        if wanted.intro is None and self.spec.look.opener.where != "none" and self._several_kinds:
            text = "\n".join(say.section_rules(self.words, self.parts[index].puzzles))
        return text, [leaf.blocks for leaf in leaves]

    def _texts(self, text: str) -> list[Block]:
        """The paragraphs of a plain text."""
        return [text_of(self.spec.look, paragraph) for paragraph in text.split("\n") if paragraph.strip()]
