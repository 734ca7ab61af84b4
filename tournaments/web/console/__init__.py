"""The console of those who run an event: pairings, games, entrants, claims, roles."""
