"""Reading fixed columns of a TRF line, with errors that name the place.

Columns count from 1, as in the text of the format.
"""

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from .trf_model import TrfError

MOST = 1000  # tenths: the format has four columns for points


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the file and its number."""

    number: int
    text: str

    @property
    def code(self) -> str:
        return self.text[:3]

    def cut(self, first: int, last: int) -> str:
        """Columns ``first`` to ``last``, without blanks around."""
        return self.text[first - 1 : last].strip()

    def rest(self, first: int) -> str:
        return self.text[first - 1 :].strip()

    def error(self, column: int, problem: str) -> TrfError:
        return TrfError(self.number, column, problem)

    def whole(self, first: int, last: int, what: str) -> int | None:
        """The whole number in these columns, None when they are blank.

        :raises TrfError: something else stands there.
        """
        text = self.cut(first, last)
        if not text:
            return None
        if not (text.isascii() and text.isdigit()):
            raise self.error(first, f"{what} must be a whole number, not “{text}”")
        return int(text)

    def tenths(self, first: int, last: int, what: str) -> int | None:
        """The points in these columns, None when they are blank.

        :raises TrfError: something else stands there.
        """
        text = self.cut(first, last)
        return as_tenths(self, first, text, what) if text else None

    def words(self, first: int) -> list[tuple[int, str]]:
        """The words from column ``first`` on, each with its column."""
        found = []
        column = first
        while column <= len(self.text):
            if self.text[column - 1].isspace():
                column += 1
                continue
            end = column
            while end <= len(self.text) and not self.text[end - 1].isspace():
                end += 1
            found.append((column, self.text[column - 1 : end - 1]))
            column = end
        return found

    def numbers(self, first: int, what: str) -> list[int]:
        """All start numbers from column ``first`` on.

        :raises TrfError: one of them is none.
        """
        numbers = []
        for column, word in self.words(first):
            if not (word.isascii() and word.isdigit() and int(word) > 0):
                raise self.error(column, f"{what} must be start numbers, not “{word}”")
            numbers.append(int(word))
        return numbers


def as_tenths(line: Line, column: int, text: str, what: str) -> int:
    """``text`` as tenths of a point.

    :raises TrfError: it is no number, has more than one decimal, or needs more than four columns.
    """
    try:
        value = Decimal(text.replace(",", ".")) * 10
    except InvalidOperation:
        raise line.error(column, f"{what} must be points such as 2.5, not “{text}”") from None
    if not value.is_finite() or value != value.to_integral_value() or not 0 <= value < MOST:
        raise line.error(column, f"{what} must be points from 0 to 99.9 with one decimal, not “{text}”")
    return int(value)


def show_tenths(tenths: int) -> str:
    """Tenths of a point as TRF writes them.

    >>> show_tenths(35)
    '3.5'
    """
    return f"{tenths // 10}.{tenths % 10}"
