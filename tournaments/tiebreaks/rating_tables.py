"""FIDE's rating tables, in whole numbers (Rating Regulations B.02, 8.1.1 and 8.1.2)."""

from bisect import bisect_left

# 8.1.1: the rating difference that a score of 50, 51 ... 100 per cent stands for.
_DIFFERENCES = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184),
    *(193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501),
    *(538, 589, 677, 800),
)

# 8.1.2: the widest difference for an expectation of 50, 51 ... 99 per cent; beyond the last it is 100.
_WIDEST = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188),
    *(197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517),
    *(559, 619, 735),
)


def difference_for(hundredths: int) -> int:
    """The rating difference that a score of so many hundredths stands for.

    >>> difference_for(75), difference_for(0)
    (193, -800)
    """
    return _DIFFERENCES[hundredths - 50] if hundredths >= 50 else -_DIFFERENCES[50 - hundredths]


def expected_hundredths(difference: int) -> int:
    """The expected score against somebody rated ``difference`` lower, in hundredths, without a limit at 400.

    >>> expected_hundredths(200), expected_hundredths(-200)
    (76, 24)
    """
    stronger = 50 + bisect_left(_WIDEST, abs(difference))
    return stronger if difference >= 0 else 100 - stronger
