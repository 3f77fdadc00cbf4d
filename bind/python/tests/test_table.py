# SPDX-License-Identifier: MIT
"""One game at a time, as a researcher would play with it."""

import json

import pytest

import takht

GAMES = [(game["game"], players) for game in takht.games() for players in {game["players_min"], game["players_max"]}]


@pytest.mark.parametrize("game,players", GAMES)
def test_a_whole_game(game, players):
    table = takht.start(game, players=players, seed=7)
    while not table.over:
        assert table.actor in range(players)
        table.play(table.think("random", len(table))["move"])
    assert table.winners and len(table.scores) == players
    again = takht.read(table.record())
    assert again.scores == table.scores and len(again) == len(table)


def test_the_same_seed_is_the_same_game():
    one, other = (takht.start("splendor", seed=5) for _ in range(2))
    assert one.dump() == other.dump() != takht.start("splendor", seed=6).dump()


def test_moves_are_made_and_taken_back():
    table = takht.start("splendor", seed=1)
    before = table.dump()
    assert "take wug" in table.legal()
    table.play("take wug")
    assert table.said()[0].startswith("Player 1 takes") or table.said()
    assert table.said(language="fa")
    table.back()
    assert table.dump() == before


def test_a_sample_changes_only_what_is_hidden():
    table = takht.start("splendor", seed=1)
    seen = table.view(0)
    other = table.copy().sample(0, seed=3)
    assert other.view(0) == seen
    assert other.dump() != table.dump()


def test_a_bot_says_what_it_thinks():
    table = takht.start("splendor", seed=1)
    thought = table.think("mcts:sims=100+net=no")
    assert thought["simulations"] > 0
    assert all(0 <= line["chance"] <= 1 for line in thought["best"])
    assert all(line["seats"][table.actor] == line["chance"] and abs(sum(line["seats"]) - 1) < 0.001 for line in thought["best"])
    assert thought["best"][0]["move"] == thought["move"]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: takht.start("chess"),
        lambda: takht.start("splendor", players=9),
        lambda: takht.start("splendor", options={"nothing": 1}),
        lambda: takht.start("splendor", seed="seven"),
        lambda: takht.start("splendor").play("take everything"),
        lambda: takht.start("splendor").back(),
        lambda: takht.start("splendor").view(2),
        lambda: takht.start("splendor").think("nobody"),
        lambda: takht.read("not a record"),
        lambda: takht.position("splendor", "{}"),
        lambda: takht.position("splendor", json.dumps([1, 2])),
        lambda: takht.Table().legal(),
    ],
)
def test_refusals_are_sentences(wrong):
    with pytest.raises(takht.TakhtError) as refused:
        wrong()
    assert len(str(refused.value)) > 10


@pytest.mark.parametrize("game,players", GAMES)
def test_the_account_of_a_game_adds_up(game, players):
    table = takht.start(game, players=players, seed=3)
    while not table.over:
        table.play(table.think("random", len(table))["move"])
    report = table.report("mcts:net=no+playout=0", simulations=8, threads=2)
    exact = lambda number: round(number * 10000)
    for seat, account in enumerate(report["account"]):
        parts = {key: exact(value) for key, value in account.items()}
        assert parts["start"] + parts["luck"] - parts["own_losses"] + parts["others_losses"] == parts["result"]
        assert parts["luck"] == sum(exact(ply["luck"][seat]) for ply in report["plies"])
        assert parts["own_losses"] == sum(exact(ply["loss"]) for ply in report["plies"] if ply["seat"] == seat)
        assert (parts["result"] > 0) == (seat in table.winners)
    assert all(ply["loss"] >= 0 and (ply["loss"] == 0 or ply["best"] != ply["move"]) for ply in report["plies"])
    assert len(report["plies"]) == len(table)
