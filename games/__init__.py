"""Correspondence games: rules of play, clocks, challenges, ratings."""
