"""The programs' door to games, challenges, players and leaderboards."""
