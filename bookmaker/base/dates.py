"""Days of the calendar as data: counted, named and worded. Nothing here asks for today's date."""

from __future__ import annotations

from datetime import date, timedelta

from bookmaker.base.errors import UsageError

Day = date


def parse(text: str, what: str) -> Day:
    """``"2027-01-01"`` -> the day. ``what`` names the argument. Raises UsageError for a text that is not a day."""
    try:
        found = date.fromisoformat(text)
    except ValueError as error:
        reason = str(error) if text.count("-") == 2 else "write a date such as 2027-01-31"
        raise UsageError(f"{what}: {text!r} is not a day: {reason}") from error
    return found


def a_year_from(first: Day) -> int:
    """How many days there are until the same day of the next year: 365, or 366 with a leap day among them."""
    if first.year == date.max.year:
        return (date.max - first).days + 1
    try:
        return (first.replace(year=first.year + 1) - first).days
    except ValueError:  # The 29th of February.
        return (date(first.year + 1, 3, 1) - first).days


def days_from(first: Day, count: int) -> list[Day]:
    """So many days, one after another. Raises UsageError beyond the year 9999."""
    if count - 1 > (date.max - first).days:
        raise UsageError(f"{count} days from {first}: the calendar ends with the year {date.max.year}")
    return [first + timedelta(days=number) for number in range(count)]


def before(day: Day) -> Day | None:
    """The day before, None for the first of all."""
    return None if day == date.min else day - timedelta(days=1)
