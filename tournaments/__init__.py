"""Events: entrants, rounds, pairings, standings."""
