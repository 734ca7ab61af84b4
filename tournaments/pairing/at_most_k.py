"""Placeholder, not committed: the author of pairing/ overwrites this file. Names imported by services/ stand below."""
def startable(matches, open_games, limit): raise NotImplementedError
