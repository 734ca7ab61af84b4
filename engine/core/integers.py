"""``i64``: a 64-bit integer to the compiler, a plain int to the interpreter. Never compiled itself."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import i64 as i64
else:
    i64 = int
