"""Placeholder, not committed: the author of pairing/ overwrites this file. Names imported by services/ stand below."""
class GroupResult: ...
def promote(results, *, per_group, next_best): raise NotImplementedError
def snake_groups(clubs, groups): raise NotImplementedError
