"""Swiss pairing by FIDE's rules of 1 February 2026: Dutch (C.04.3) and Double Swiss (C.04.5).

Pure and deterministic: whole numbers only, no chance, no clock. Points are whole numbers of
one unit that the caller chooses (tenths, half points) and keeps to.
"""
