"""Pages that gather from several apps: home, leaderboards, players."""
