"""The demo championship: real games from public records, replayed through the services that players use.

Nothing is written into the tables by hand, so what the demo shows is what the site does.
"""
