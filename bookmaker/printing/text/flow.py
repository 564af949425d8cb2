"""Blocks of running text one under another, dealt onto pages."""

from __future__ import annotations

from collections.abc import Sequence

from bookmaker.printing.canvases.canvas import Box, Canvas
from bookmaker.printing.text.text_blocks import Block, Figures, Writing


def flow(
    blocks: Sequence[Block], width: float, height: float, first: float | None = None, firsts: int = 1
) -> list[list[Block]]:
    """Deal blocks onto pages of ``height`` (so many as ``firsts`` of ``first``) points.

    A heading stays with the block after it; a paragraph is split so that no line of it stands alone, or goes over whole.
    """
    pages: list[list[Block]] = [[]]
    room = height if first is None else first
    waiting = _fitted(blocks, width, height)
    while waiting:
        block = waiting.pop(0)
        empty = not pages[-1]
        before = 0.0 if empty else block.before
        need = before + block.height(width)
        # A heading goes over with the block after it, unless a page of their own cannot hold both either.
        behind = _followers(waiting, width) if block.keep_with_next else 0.0
        if behind > height - block.height(width):
            # Of grids one under another, the first stays with its text at least.
            behind = _followers(waiting, width, first=True)
        followed = 0 < behind <= height - block.height(width)
        together = need + behind * followed
        if together <= room + 1e-6 or (empty and need <= room + 1e-6 and room == height):
            pages[-1].append(block)
            room -= need
            continue
        parts = None if followed else block.split(width, room - before, force=False)
        if parts is None and empty and room == height:
            parts = block.split(width, room, force=True)
            if parts is None:
                pages[-1].append(block)
                room = 0.0
                continue
        if parts is not None:
            pages[-1].append(parts[0])
            waiting.insert(0, parts[1])
        else:
            waiting.insert(0, block)
        pages.append([])
        room = height if first is None or len(pages) > firsts else first
    return pages


def _fitted(blocks: Sequence[Block], width: float, height: float) -> list[Block]:
    """The blocks, those too high for a page made smaller, so that headings in front of them stand on it, too."""
    fitted: list[Block] = []
    headings = 0.0
    for block in blocks:
        room = height - headings - block.before * bool(headings)
        made = block.fitted(width, room if room > height / 2 else height)
        # Whatever they have to leave, no picture stands out of the page.
        fitted.append(made.fitted(width, height, force=True) if isinstance(made, Figures) else made)
        headings = headings + block.height(width) + block.before if block.keep_with_next else 0.0
    return fitted


def _followers(waiting: Sequence[Block], width: float, *, first: bool = False) -> float:
    """The least height of what stays with a heading: further headings, and what has to stand of the block after them.

    ``first``: of grids one under another, the first of them.
    """
    height = 0.0
    for block in waiting:
        least = block.height(width)
        if isinstance(block, Writing) and not block.keep_with_next and len(block.lines(width)) >= 2 * block.together:
            least = min(least, block.together * block.line)
        elif first and isinstance(block, Figures):
            least = block.first(width).height(width)
        height += block.before + least
        if not block.keep_with_next:
            break
    return height


def draw_blocks(canvas: Canvas, blocks: Sequence[Block], area: Box) -> None:
    """Draw the blocks of one page downwards from the top of an area."""
    left, _, right, top = area
    for index, block in enumerate(blocks):
        top -= block.before if index else 0.0
        block.draw(canvas, left, top, right - left)
        top -= block.height(right - left)
