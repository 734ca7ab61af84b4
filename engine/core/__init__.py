"""The small typed core: cells, pieces and moves are plain ints here.

It knows no text and no value objects; ``engine.board`` is its edge. Nothing in this package may import
from outside it, so that it can be compiled ahead of time as it stands.
"""
