#!/usr/bin/env python3
"""Holds `sgfkit dups` against an archive of known copies.

    cargo run --release --example vary_archive -- GAMES VARIED 10000
    check_dups.py SGFKIT VARIED OUT

Every planted copy of a game that lies there unaltered too must be found: it must be in a cluster with another game that
was made of the same one. Clusters of games that were made of several are listed: GAMES may hold these twice, and what they
have in common is told.
"""

import csv
import itertools
import pathlib
import re
import subprocess
import sys
from collections import Counter, defaultdict

GAME = re.compile(r"GN\[game (\d+), (\w+)\]")
POINT = re.compile(r";[BW]\[(\w)(\w)\]")
UNALTERED = ("turned", "header")


def games(folder):
    """What each game was made of, and how; and the moves of one game made of each."""
    made, moves = {}, {}
    for path in sorted(pathlib.Path(folder).glob("*.sgf")):
        records = path.read_text(encoding="utf-8").split("(;GM[1]")[1:]
        for number, record in enumerate(records, 1):
            source, how = GAME.search(record).groups()
            made[path.name, str(number)] = source, how
            if how == "header" or source not in moves:
                moves[source] = [(ord(x) - 97, ord(y) - 97) for x, y in POINT.findall(record)]
    return made, moves


def turned(points, how):
    for x, y in points:
        x, y = (18 - x if how & 1 else x), (18 - y if how & 2 else y)
        yield (y, x) if how & 4 else (x, y)


def alike(one, other):
    """The share of moves that two games have in common, on the board turned as it fits best."""
    same = (sum(a == b for a, b in zip(turned(one, how), other)) for how in range(8))
    return max(same) / min(len(one), len(other))


def main(tool, folder, out):
    subprocess.run([tool, "dups", folder, "--out", out, "--quiet", "--fail-on", "never"], check=True)
    made, moves = games(folder)
    clusters = defaultdict(list)
    with open(pathlib.Path(out) / "clusters.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            clusters[row["cluster"]].append((pathlib.Path(row["file"]).name, row["game"]))
    found = set()
    for members in clusters.values():
        sources = Counter(made[game][0] for game in members)
        found.update(game for game in members if sources[made[game][0]] > 1)
    unaltered = Counter(source for source, how in made.values() if how in UNALTERED)
    copies = [
        game
        for game, (source, how) in made.items()
        if how != "other" and unaltered[source] > (how in UNALTERED)
    ]
    missed = [game for game in copies if game not in found]
    print(f"{len(made)} games, {len(copies)} copies of games that lie there unaltered, {len(missed)} missed")
    for game in missed:
        print("missed:", *game, *made[game])
    several = [sources for members in clusters.values() if len(sources := {made[game][0] for game in members}) > 1]
    shares = [alike(moves[a], moves[b]) for sources in several for a, b in itertools.combinations(sorted(sources), 2)]
    least = f", the least with {min(shares):.0%} of the moves in common" if shares else ""
    print(f"{len(several)} clusters of several games{least}")
    # Games that have less in common are not the same game.
    return bool(missed or not copies or any(share < 0.7 for share in shares))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
