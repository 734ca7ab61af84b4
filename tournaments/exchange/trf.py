"""TRF, the file format that tournament and pairing programs share: reading and writing."""

from .trf_model import (
    TrfAbsences,
    TrfDocument,
    TrfError,
    TrfForbidden,
    TrfPlayer,
    TrfResult,
    TrfScoring,
    TrfVirtual,
)
from .trf_read import read_trf
from .trf_write import write_trf

__all__ = [
    "TrfAbsences",
    "TrfDocument",
    "TrfError",
    "TrfForbidden",
    "TrfPlayer",
    "TrfResult",
    "TrfScoring",
    "TrfVirtual",
    "read_trf",
    "write_trf",
]
