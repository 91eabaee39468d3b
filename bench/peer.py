"""
A small engine of Metro X in plain Python, written from the rules alone: what the rules of this repository are held against.

python3 bench/peer.py MAP SEATS SECONDS SEED   plays random games for so many seconds of CPU time and prints
                                               {"games": ..., "seconds": ...}
python3 bench/peer.py MAP --check              reads games from standard input, a JSON object a line: "cards" as they were turned,
                                               "choices" by round and seat as places in the list of what was legal; prints the
                                               scores of each, a JSON list a line
"""

import json
import random
import sys
import time

FIRST, LATER = "first", "later"

PENALTIES = {
    "okazu": [0] * 6 + [1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10],
    "gamewright": [0] * 5 + [1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10],
}


class Map:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        ids = [station["id"] for station in data["stations"]]
        self.deck = data["deck"]
        self.lines = [[ids.index(one) for one in line["stations"]] for line in data["lines"]]
        self.windows = [line["windows"] for line in data["lines"]]
        self.bonuses = [line["bonus"] for line in data["lines"]]
        self.crossing = [[n for n, line in enumerate(self.lines) if at in line] for at in range(len(ids))]
        self.fewer = data["edition"] == "gamewright"
        self.penalties = PENALTIES[data["edition"]]


class Board:
    """One player's copy of the map. A choice is a line with how many stations are marked, or a station of the free card."""

    def __init__(self, map):
        self.map = map
        self.filled = [False] * len(map.crossing)
        self.empty = [len(stations) for stations in map.lines]
        self.numbers = 0
        self.windows = list(map.windows)
        self.left = sum(map.windows)
        self.bonuses = {}

    def reach(self, line, card):
        """The stations that a card fills on a line, in order."""
        most = 1 if card == "T" else int(card[1])
        found = []
        for station in self.map.lines[line]:
            if not self.filled[station]:
                found.append(station)
                if len(found) == most:
                    break
            elif found and card[0] == "N":
                break
        return found

    def choices(self, card):
        if card == "F":
            return [station for station, filled in enumerate(self.filled) if not filled] or [None]
        lines = [line for line, left in enumerate(self.windows) if left]
        if card == "T" or not self.map.fewer:
            return [(line, None) for line in lines]
        return [(line, n) for line in lines for n in range(len(self.reach(line, card)), -1, -1)]

    def choose(self, card, choice):
        """Carries a choice out. Gives the lines that it completes."""
        if card == "F":
            stations = [] if choice is None else [choice]
        else:
            line, n = choice
            stations = self.reach(line, card)[:n]
            self.windows[line] -= 1
            self.left -= 1
        completed = []
        for station in stations:
            self.filled[station] = True
            if card == "T":
                self.numbers += 2 * len(self.map.crossing[station])
            for line in self.map.crossing[station]:
                self.empty[line] -= 1
                if not self.empty[line]:
                    completed.append(line)
        return completed

    def score(self):
        empty = self.filled.count(False)
        penalty = self.map.penalties[min(empty, len(self.map.penalties) - 1)]
        return sum(self.map.bonuses[line][how] for line, how in self.bonuses.items()) + self.numbers - penalty


def play(map, seats, turn, choose):
    """A whole game. `turn` gives the next card, after a reshuffle when it is told so; `choose` one of a list."""
    boards = [Board(map) for _ in range(seats)]
    taken = set()
    again = True
    while boards[0].left:
        card = turn(again)
        again = card == "N6R"
        completed = [board.choose(card, choose(board.choices(card))) for board in boards]
        for board, lines in zip(boards, completed):
            for line in lines:
                board.bonuses[line] = LATER if line in taken else FIRST
        taken.update(*completed)
    return [board.score() for board in boards]


def random_game(map, seats, rng):
    deck = []

    def turn(again):
        nonlocal deck
        if again or not deck:
            deck = list(map.deck)
            rng.shuffle(deck)
        return deck.pop()

    return play(map, seats, turn, rng.choice)


def check(map):
    for text in sys.stdin:
        game = json.loads(text)
        cards = iter(game["cards"])
        places = iter([place for choices in game["choices"] for place in choices])
        seats = len(game["choices"][0])
        print(json.dumps(play(map, seats, lambda _: next(cards), lambda choices: choices[next(places)])))


def main(path, *rest):
    map = Map(path)
    if rest == ("--check",):
        check(map)
        return
    seats, seconds, seed = int(rest[0]), float(rest[1]), rest[2]
    rng = random.Random(seed)
    games = 0
    start = time.process_time()
    while True:
        for _ in range(50):
            random_game(map, seats, rng)
        games += 50
        spent = time.process_time() - start
        if spent >= seconds:
            break
    print(json.dumps({"games": games, "seconds": spent}))


if __name__ == "__main__":
    main(*sys.argv[1:])
