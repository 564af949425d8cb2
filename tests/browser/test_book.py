"""The Book screen in a real browser: forms, cards, undo, the text, two tabs, a spec that is broken by hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from running import BOOK

TITLES = ".cards .card-main b"


def shown(page) -> None:
    """Wait for the first pages."""
    page.wait_for_selector(".sheet img")


def changed(studio, wanted: str) -> None:
    """Wait until the file has a text."""
    for _ in range(100):
        if wanted in studio.text():
            return
        studio.pages[0].wait_for_timeout(100)
    raise AssertionError(studio.text())


def test_a_form_changes_one_line_and_undo_gives_the_same_bytes(studio) -> None:
    page = studio.open("book")
    page.get_by_label("Subtitle").fill("Puzzles for a window seat")
    changed(studio, "subtitle: Puzzles for a window seat")
    kept = [line for line in studio.text().splitlines() if "subtitle" not in line]
    assert kept == BOOK.splitlines()
    page.get_by_role("button", name=re.compile("^Undo")).click()
    changed(studio, BOOK)
    assert studio.text() == BOOK


def test_sections_move_by_keys_and_by_drag(studio) -> None:
    page = studio.open("book")
    page.locator(".card-main").nth(2).focus()
    page.keyboard.press("Alt+ArrowUp")
    expect(page.locator(TITLES)).to_have_text(["Platform", "Rolling Country", "All Aboard"])
    expect(page.locator(".card-main").nth(1)).to_be_focused()
    page.keyboard.press("Control+d")
    expect(page.locator(TITLES)).to_have_count(4)
    expect(page.locator(".card-main").nth(2)).to_be_focused()
    page.keyboard.press("Delete")
    expect(page.locator(TITLES)).to_have_count(3)
    grip, last = page.locator(".grip").nth(0), page.locator(".card").nth(2)
    grip.hover()
    page.mouse.down()
    box = last.bounding_box()
    page.mouse.move(box["x"] + 40, box["y"] + box["height"] - 4, steps=6)
    page.mouse.up()
    expect(page.locator(TITLES)).to_have_text(["Rolling Country", "All Aboard", "Platform"])
    changed(studio, "\n  # small ones\n  - title: Platform\n    puzzles: {size: 4, count: 6, difficulty: easy}\nfront")
    assert "title: Rolling Country   # the big ones" in studio.text()


def test_twelve_easy_killers_before_the_last_section(studio) -> None:
    page = studio.open("book")
    studio.click(page, page.locator(".card-main").nth(1))
    studio.click(page, page.get_by_role("button", name="Add", exact=True))
    page.get_by_role("searchbox").fill("killer sudoku")
    studio.click(page, page.locator(".gallery button").first)
    studio.click(page, page.get_by_role("radio", name="2 puzzles to a page", exact=True))
    changed(studio, "layout: two-up")
    changed(studio, "kind: killer")
    expect(page.locator(TITLES)).to_have_text(["Platform", "All Aboard", "Killer Sudoku", "Rolling Country"])
    assert studio.clicks <= 6


def test_pages_follow_a_change_of_the_look(studio) -> None:
    page = studio.open("book")
    shown(page)
    before = page.locator(".sheet").first.get_attribute("data-version")
    studio.click(page, ".part:has-text('Look')")
    studio.click(page, page.get_by_role("radio", name="Modern"))
    expect(page.locator(".sheet").first).not_to_have_attribute("data-version", before)
    page.keyboard.press("PageDown")
    expect(page.locator(".sheet")).to_have_count(2)


def test_two_tabs_on_one_book(studio) -> None:
    first, second = studio.open("book"), studio.open("book")
    first.get_by_role("textbox", name="Author").fill("M. Tren")
    expect(second.get_by_role("textbox", name="Author")).to_have_value("M. Tren")
    second.get_by_role("textbox", name="Publisher").fill("Window Seat Press")
    expect(first.get_by_role("textbox", name="Publisher")).to_have_value("Window Seat Press")
    changed(studio, "publisher: Window Seat Press")
    assert "author: M. Tren" in studio.text()


def test_a_spec_broken_by_hand_shows_its_fault_and_recovers(studio) -> None:
    page = studio.open("book")
    shown(page)
    path = studio.folder / "train.yaml"
    path.write_text(BOOK.replace("difficulty: easy}\nfront", "difficulty: eassy}\nfront"))
    fault = page.locator(".problem")
    expect(fault).to_contain_text("eassy")
    fault.click()
    expect(page.locator(".form h2")).to_have_text("Rolling Country")
    expect(page.locator('[data-path="sections.2.puzzles.difficulty"] :focus')).to_have_count(1)
    path.write_text(BOOK.replace("sections:", "sections: ["))
    page.wait_for_selector(".editor")
    expect(page.locator(".problem").first).to_be_visible()
    path.write_text(BOOK)
    expect(page.locator(".problem")).to_have_count(0)
    expect(page.locator(TITLES)).to_have_count(3)


def test_the_text_completes_and_is_saved(studio) -> None:
    page = studio.open("book")
    page.get_by_role("tab", name="Text").click()
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("page:\n  tri")
    page.wait_for_selector(".cm-tooltip-autocomplete")
    page.wait_for_timeout(300)  # The editor takes no key for a choice in the first moment of a list.
    page.keyboard.press("Enter")
    page.keyboard.type("a5")
    changed(studio, "trim: a5")
    page.get_by_role("tab", name="Pages").click()
    page.locator(".part:has-text('Page')").first.click()
    expect(page.get_by_label("Size of the page")).to_have_value("a5")


@pytest.mark.parametrize("language", ["en", "es", "ru"])
def test_every_screen_passes_axe(studio, language) -> None:
    page = studio.open("book", 1024, 700, language)
    shown(page)
    axe = Axe()
    found = []
    for route in ("start", "new", "book", "puzzle", "cover", "make", "desk", "bank"):
        page.evaluate("route => { location.hash = `#/${route}` }", route)
        page.wait_for_selector("main:not([aria-busy])")
        page.wait_for_timeout(600)
        answer = axe.run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})
        found += [(route, one["id"], one["nodes"][0]["html"]) for one in answer.response["violations"]]
        assert page.evaluate("document.documentElement.scrollWidth") <= 1024, route
    assert found == []


def test_what_forms_say_of_their_keys_is_in_the_language_of_the_screen(studio) -> None:
    page = studio.open("book", language="es")
    shown(page)
    english = set(
        page.evaluate("""async () => {
      const found = [];
      const walk = (node) => Object.entries(node ?? {}).forEach(([key, inner]) =>
        key === "description" && typeof inner === "string" ? found.push(inner) : typeof inner === "object" && walk(inner));
      walk(await (await fetch("/api/schema")).json());
      return found;
    }""")
    )
    assert len(english) > 500
    found: list[str] = []

    def look() -> None:
        for _ in range(3):
            page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true })")
            page.wait_for_timeout(150)
        found.extend(page.locator(".field p.sr, .field p.help").all_text_contents())

    for part in page.locator(".part").all():
        part.click()
        look()
    page.goto(f"{page.url.split('#')[0]}#/cover")
    page.get_by_role("button", name="Ponerle cubierta").click()
    page.wait_for_selector("main .field")
    changed(studio, "cover:")
    look()
    page.goto(f"{page.url.split('#')[0]}#/book")
    lessons = BOOK.replace("  # small ones\n", "  - {lesson: x-wing}\n  - title: Read\n    puzzles: {from: x.txt}\n")
    (studio.folder / "train.yaml").write_text(lessons)
    expect(page.locator(".cards .card")).to_have_count(5)
    for card in page.locator(".card-main").all()[:3]:
        card.click()
        look()
    assert len(set(found)) > 120 and set(found) & english == set()


def test_the_preview_shows_pages_and_changes_nothing(preview) -> None:
    page = preview.open("book")
    shown(page)
    expect(page.get_by_role("link", name="Puzzles")).to_be_visible()
    assert page.locator("main input, main textarea, .cards").count() == 0
    assert page.get_by_role("button", name=re.compile("Undo|Make the book")).count() == 0
    assert preview.text() == BOOK


def test_a_book_of_five_hundred_pages(studio) -> None:
    """A page in its midst comes before the small pictures of all pages, and a thousand puzzles take little memory."""
    sections = "".join(
        f"  - {{title: Part {part}, layout: two-up, puzzles: {{size: 6, count: 250, difficulty: easy}}}}\n"
        for part in range(1, 5)
    )
    (studio.folder / "train.yaml").write_text(f"book: {{title: Thousand}}\nseed: 3\nsections:\n{sections}")
    page = studio.open("book")
    expect(page.get_by_text("1000 puzzles")).to_be_visible(timeout=300_000)
    page.get_by_role("button", name=re.compile("^Pages 480 and 481")).click()
    for number in (480, 482):
        expect(page.get_by_alt_text(re.compile(f"^Page {number} with puzzles"))).to_be_visible()
        expect(page.locator(".sheet .gone")).to_have_count(0)
        expect(page.locator(".sheet .spot").first).to_be_visible()
        page.keyboard.press("PageDown")
    status = Path(f"/proc/{studio.process}/status")
    if status.exists():
        assert int(re.findall(r"VmHWM:\s+(\d+)", status.read_text())[0]) < 500_000
