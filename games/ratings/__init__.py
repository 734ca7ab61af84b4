"""Ratings: the Glicko-2 arithmetic, and each player's ratings per pool."""
