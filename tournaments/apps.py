from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from games import event_links, page_links
        from games.events import game_event_committed

        from .links import event_links as links_of_events
        from .links import game_page_links
        from .receivers import on_game_event

        event_links.register(links_of_events)
        page_links.register(game_page_links)
        game_event_committed.connect(on_game_event, dispatch_uid="tournaments.on_game_event")
