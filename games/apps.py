from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from .events import game_event_committed
        from .receivers import on_game_event

        game_event_committed.connect(on_game_event, dispatch_uid="games.on_game_event")
