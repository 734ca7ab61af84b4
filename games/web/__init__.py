"""The pages of games: forms and views. What they do is done by the services."""
