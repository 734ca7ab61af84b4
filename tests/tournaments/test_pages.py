"""The pages of events: what is on them, who sees them, what their buttons do."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.events import T0, decide, entrant, event, open_games, player, players, started
from tournaments.models import Tournament
from tournaments.services.entries import enter
from tournaments.services.organise import create_tournament, edit_tournament, rules_of

pytestmark = pytest.mark.django_db

READ = ("detail", "standings", "rounds", "crosstable", "entrants", "rules")


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page(client: Client, name: str, tournament: Tournament, status: int = 200) -> str:
    answer = client.get(reverse(f"tournaments:{name}", args=[tournament.pk]))
    assert answer.status_code == status, name
    return answer.content.decode()


@pytest.mark.parametrize("name", READ)
def test_everybody_reads_every_page_in_every_state(name):
    users = players(4)
    states = [event(users[0], name="Open event")]
    states.append(started(users[:3], name="Odd event", pacing="by_round", games_per_pairing=1))
    finished = started(users[:2], name="Finished event", games_per_pairing=1)
    decide(finished, {("anna", "bertil"): "white"})
    states.append(finished)
    for tournament in states:
        for client in (Client(), signed_in(users[0]), signed_in(users[3])):
            assert tournament.name in page(client, name, tournament)


@pytest.mark.parametrize("name", READ)
def test_a_draft_is_seen_by_its_organiser_and_staff_only(name):
    nils = player("nils")
    draft = create_tournament(organiser=nils, now=T0, name="Secret plans")
    page(Client(), name, draft, 404)
    page(signed_in(player("oskar")), name, draft, 404)
    page(signed_in(nils), name, draft)
    page(signed_in(player("agnes", is_staff=True)), name, draft)


@pytest.mark.parametrize("name", READ)
def test_a_page_takes_the_same_number_of_queries_for_three_entrants_and_for_ten(name, django_assert_max_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    users = players(10)
    client, counts = Client(), []
    for size in (3, 10):
        tournament = started(users[:size], name=f"Event of {size}")
        with CaptureQueriesContext(connection) as queries:
            page(client, name, tournament)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 16


def test_the_list_shows_open_running_and_finished_apart():
    users = players(2)
    event(users[0], name="Spring open", game_type="Base")
    started(users, name="Winter league")
    over = started(users, name="Autumn cup", games_per_pairing=1)
    decide(over, {("anna", "bertil"): "draw"})
    create_tournament(organiser=users[1], now=T0, name="Secret plans")

    def names(query: str, client: Client | None = None) -> list[str]:
        answer = (client or Client()).get(reverse("tournaments:list") + query)
        return [row.name for row in answer.context["page_obj"]]

    assert names("") == names("?show=open") == ["Spring open"]
    assert names("?show=running") == ["Winter league"]
    assert names("?show=finished") == ["Autumn cup"]
    assert names("?show=open&game_type=Base") == ["Spring open"]
    assert names("?show=open&game_type=Base%2BMLP") == []
    assert names("?show=running&q=wint") == ["Winter league"]
    assert names("?show=mine") == []
    assert set(names("?show=mine", signed_in(users[1]))) == {"Winter league", "Autumn cup", "Secret plans"}
    assert names("?show=nonsense") == ["Spring open"]


def test_joining_and_withdrawing_by_button():
    nils, maja = player("nils"), player("maja")
    tournament, client = event(nils, now=timezone.now()), signed_in(maja)
    assert reverse("tournaments:enter", args=[tournament.pk]) in page(client, "detail", tournament)
    answer = client.post(reverse("tournaments:enter", args=[tournament.pk]), follow=True)
    assert "You have a seat." in answer.content.decode()
    assert entrant(tournament, "maja").status == "entered"
    client.post(reverse("tournaments:withdraw", args=[tournament.pk]))
    assert entrant(tournament, "maja").status == "withdrawn"


def test_the_button_enters_on_the_rules_that_the_page_showed():
    nils, maja = player("nils"), player("maja")
    tournament, client = event(nils, now=timezone.now()), signed_in(maja)
    shown = rules_of(tournament).version
    assert f'name="rules_version" value="{shown}"' in page(client, "detail", tournament)
    edit_tournament(tournament_id=tournament.pk, actor=nils, now=timezone.now(), time_control="14d total")
    address = reverse("tournaments:enter", args=[tournament.pk])
    answer = client.post(address, {"rules_version": shown}, follow=True).content.decode()
    assert "The rules of this event have changed since you read them." in answer
    assert not tournament.entrants.exists()
    tournament.refresh_from_db()
    now_shown = rules_of(tournament).version
    assert f'name="rules_version" value="{now_shown}"' in answer
    assert "You have a seat." in client.post(address, {"rules_version": now_shown}, follow=True).content.decode()


def test_a_refused_entry_says_why():
    tournament = event(player("nils"), now=timezone.now(), min_rating=1900)
    client = signed_in(player("maja", rating=1712))
    answer = client.post(reverse("tournaments:enter", args=[tournament.pk]), follow=True)
    assert "Your rating of 1712 is below this event&#x27;s 1900." in answer.content.decode()


@pytest.mark.parametrize("name", ["enter", "withdraw", "publish", "start", "cancel"])
def test_buttons_need_a_post_and_a_signed_in_user(name):
    tournament = event(player("nils"))
    address = reverse(f"tournaments:{name}", args=[tournament.pk])
    assert Client().post(address).status_code == 302
    assert "/accounts/login/" in Client().post(address)["Location"]
    assert signed_in(player("maja")).get(address).status_code == 405
    tournament.refresh_from_db()
    assert tournament.status == "registration"


@pytest.mark.parametrize("name", ["publish", "start", "cancel"])
def test_an_organisers_button_does_nothing_for_others(name):
    nils = player("nils")
    tournament = event(nils)
    for user in players(2):
        enter(tournament_id=tournament.pk, user=user, now=T0)
    client = signed_in(player("maja"))
    assert reverse(f"tournaments:{name}", args=[tournament.pk]) not in page(client, "detail", tournament)
    answer = client.post(reverse(f"tournaments:{name}", args=[tournament.pk]), follow=True)
    assert "Only the organiser" in answer.content.decode()
    tournament.refresh_from_db()
    assert tournament.status == "registration"


def test_an_organiser_creates_publishes_and_starts_on_pages_alone():
    nils = player("nils")
    client = signed_in(nils)
    form = client.get(reverse("tournaments:new"), {"preset": "double_swiss"}).context["form"]
    values = {name: value for name, value in form.initial.items() if value not in (None, "")}
    values |= {name: form[name].value() for name in form.fields if form[name].value() not in (None, "")}
    starts = timezone.now() + timedelta(days=30)
    values |= {"name": "Nordic League", "win_points": "3", "draw_points": "1", "starts_at": f"{starts:%Y-%m-%dT%H:%M}"}
    answer = client.post(reverse("tournaments:new"), values)
    assert answer.status_code == 302, answer.context["form"].errors
    draft = Tournament.objects.get()
    assert (draft.name, draft.win_points, draft.draw_points, draft.tiebreaks) == (
        "Nordic League", 6, 2, ["PTS", "GP", "DE", "BH/C1", "BH", "SB", "WIN", "BWG"],
    )  # fmt: skip
    assert draft.starts_at == starts.replace(second=0, microsecond=0)
    client.post(reverse("tournaments:publish", args=[draft.pk]))
    for user in players(2):
        enter(tournament_id=draft.pk, user=user, now=timezone.now())
    client.post(reverse("tournaments:start", args=[draft.pk]))
    draft.refresh_from_db()
    assert draft.status == "running"
    assert len(open_games(draft)) == 2


def test_a_wrong_form_comes_back_with_what_was_written_and_a_sentence_by_the_field():
    client = signed_in(player("nils"))
    form = client.get(reverse("tournaments:new"), {"preset": "double_swiss"}).context["form"]
    values = {name: form[name].value() for name in form.fields if form[name].value() not in (None, "")}
    values |= {"name": "Nordic League", "time_control": "quick", "draw_points": "1", "win_points": "1"}
    answer = client.post(reverse("tournaments:new"), values)
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "is not a time control" in text
    assert "Two draws may not be worth more than a win and a loss." in text
    assert 'value="quick"' in text
    assert not Tournament.objects.exists()


def test_editing_fixed_rules_by_a_forged_form_changes_nothing():
    nils = player("nils")
    tournament = event(nils)
    enter(tournament_id=tournament.pk, user=player("maja"), now=T0)
    client = signed_in(nils)
    address = reverse("tournaments:edit", args=[tournament.pk])
    form = client.get(address).context["form"]
    assert {name for name, field in form.fields.items() if field.disabled} >= {"time_control", "tiebreak_1", "rated"}
    assert not form.fields["seats"].disabled
    values = {name: form[name].value() for name in form.fields if form[name].value() not in (None, "")}
    assert client.post(address, {**values, "time_control": "1d", "seats": 12}).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.time_control, tournament.seats) == ("3d", 12)


def test_only_the_organiser_opens_the_edit_page():
    tournament = event(player("nils"))
    page(signed_in(player("maja")), "edit", tournament, 403)
    page(signed_in(player("agnes", is_staff=True)), "edit", tournament)


def test_the_description_is_markdown_without_anything_dangerous():
    nils = player("nils")
    text = "# Welcome\n\n**bold** <script>alert(1)</script> [x](javascript:alert(1)) ![i](http://a/b.png)"
    html = page(Client(), "detail", event(nils, description=text))
    assert "<h3>Welcome</h3>" in html
    assert "<strong>bold</strong>" in html
    assert "<script>alert" not in html
    assert not re.search(r'href="javascript', html)
    assert "http://a/b.png" not in re.findall(r'src="([^"]*)"', html)


def test_the_crosstable_shows_each_game_from_both_sides():
    tournament = started(players(2), games_per_pairing=2)
    decide(tournament, {("anna", "bertil"): "white"})
    html = page(Client(), "crosstable", tournament)
    marks = re.findall(r'class="rs (\w) (white|black)"[^>]*>(.)<', html)
    assert marks == [("w", "white", "1"), ("o", "black", "·"), ("l", "black", "0"), ("o", "white", "·")]


@pytest.mark.parametrize("name", ["detail", "crosstable"])
def test_the_games_in_play_lead_to_all_games(name):
    running = started(players(6), games_per_pairing=1)  # 15 games, of which the panel shows 8
    text = page(Client(), name, running)
    rounds = reverse("tournaments:rounds", args=[running.pk])
    assert text.count("<li", *_panel(text)) == 8
    assert f'<a href="{rounds}">All games: 15</a>' in text
    assert page(Client(), "rounds", running).count(">in play</a>") == 15


def _panel(text: str) -> tuple[int, int]:
    begin = text.index('aria-labelledby="in-play"')
    return begin, text.index("</section>", begin)
