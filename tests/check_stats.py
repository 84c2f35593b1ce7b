#!/usr/bin/env python3
"""Recomputes the tables of `sgfkit stats` from the games.csv, scores.csv and findings.csv beside them.

    check_stats.py DIR [--by year,source]...

Needs pandas. Written apart from the program, on the meaning of the columns alone: `sgfkit columns stats`.
Prints one line a table and ends with 1 if any differs.
"""

import argparse
import math
import re
import sys
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

import pandas as pd

OUTCOMES = "games black_wins white_wins draws void no_result decided black_percent black_low black_high".split()


def read(path):
    return pd.read_csv(path, dtype=str, keep_default_na=False)


def two(value):
    """An exact number with two decimals, half up."""
    hundredths = math.floor(value * 100 + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02}"


def percent(part, whole):
    return two(Fraction(100 * part, whole)) if whole else ""


def share(part, whole):
    if not whole:
        return ["", "", ""]
    # The two roots of (p - part/whole)² = z² p (1 - p) / whole.
    z = 1.959963984540054
    a, b, c = 1 + z * z / whole, -(2 * part / whole + z * z / whole), (part / whole) ** 2
    root = math.sqrt(max(b * b - 4 * a * c, 0))
    ends = [max(0.0, (-b - root) / (2 * a)), min(1.0, (-b + root) / (2 * a))]
    return [percent(part, whole)] + [f"{100 * end:.2f}" for end in ends]


def outcome_cells(winners):
    counts = Counter(winners)
    black, white, draw, void, unknown = (counts[name] for name in ("B", "W", "draw", "void", ""))
    decided = black + white
    assert black + white + draw + void + unknown == len(winners), "an unknown winner"
    return [len(winners), black, white, draw, void, unknown, decided, *share(black, decided)]


def grouped(frame, keys, winner="winner"):
    return [[*key, *outcome_cells(group[winner])] for key, group in frame.groupby(keys, sort=False, dropna=False)]


def amount(text, unit=1):
    """An exact amount in zi."""
    return None if text == "" else Fraction(text) / unit


def plain(value):
    """An amount as the tables write it."""
    if value is None:
        return ""
    text = f"{float(value):.2f}"
    return text.rstrip("0").rstrip(".")


def sign(value):
    return "B" if value > 0 else "W" if value < 0 else "draw"


DIGITS = {"初": 1, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}


def rank(text):
    """(strength, name): a rank that can be read has one above zero."""
    known = re.fullmatch(r"(p?)(\d+|[初一二三四五六七八九])\s*([a-z段级級급단 ]*)\.*", text.strip().rstrip("?*").lower())
    if known:
        pro, number, unit = known.groups()
        number, unit = DIGITS.get(number) or int(number), unit.strip()
        if pro:
            kind = "p" if unit in ("", "d", "dan", "段", "p") else None
        elif unit in ("p", "pro", "dan pro"):
            kind = "p"
        else:
            kind = {"d": "d", "dan": "d", "段": "d", "단": "d", "k": "k", "kyu": "k", "级": "k", "級": "k", "급": "k"}.get(unit)
        most = {"p": 9, "d": 10, "k": 30}.get(kind, 0)
        if 1 <= number <= most:
            return {"k": 100 - number, "d": 100 + number, "p": 200 + number}[kind], f"{number}{kind}"
    return 0, text


def opening(turns, width, height):
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    points = [None if turns[i : i + 2] == "--" else tuple(map(letters.index, turns[i : i + 2])) for i in range(0, len(turns), 2)]
    forms = []
    for flip_x in (False, True):
        for flip_y in (False, True):
            for swap in (False, True) if width == height else (False,):
                turned = []
                for point in points:
                    if point is None:
                        turned.append("--")
                        continue
                    x, y = point
                    x, y = (width - 1 - x if flip_x else x), (height - 1 - y if flip_y else y)
                    turned.append(letters[y] + letters[x] if swap else letters[x] + letters[y])
                forms.append("".join(turned))
    return min(forms)


class Check:
    def __init__(self, folder, by):
        self.folder, self.bad = folder, 0
        self.games, self.scores, self.findings = (read(folder / f"{name}.csv") for name in ("games", "scores", "findings"))
        games, self.all_games = self.games, self.games
        assert len(games) == len(self.scores) and (games[["file", "game"]] == self.scores[["file", "game"]]).all(axis=None)
        # Games other than Go stand in by_finding alone.
        others = self.findings[self.findings.code == "H101"]
        is_go = ~pd.MultiIndex.from_frame(games[["file", "game"]]).isin(pd.MultiIndex.from_frame(others[["file", "game"]]))
        games, self.scores = games[is_go].reset_index(drop=True), self.scores[is_go].reset_index(drop=True)
        self.games = games
        # The stones that are set, and HA only where none are.
        named = games.handicap.map(lambda text: int(text) if text.strip().isdecimal() else 0)
        placed = games.handicap_stones.astype(int)
        self.handicap = placed.where(placed > 0, named) >= 2
        # A 0 of these makers means unknown.
        makers = (games.source == "fox") & (games.ruleset == "japanese") | (games.source == "gnugo")
        doubted = makers & ~self.handicap & (named < 2)
        self.komi = games.komi_points.where(~(doubted & (games.komi_points == "0")), "").map(lambda text: amount(text, 2))
        self.margin = [
            {"B": 1, "W": -1, "draw": 1}[who] * Fraction(text) / 2 if text and who in ("B", "W", "draw") else None
            for text, who in zip(games.margin_points, games.winner)
        ]
        tables = {
            "by_year": ["year"], "by_komi": ["komi_points"], "by_ruleset": ["ruleset"], "by_source": ["source"],
            "by_size": ["width", "height"], "by_handicap": ["handicap_stones"], "by_result_kind": ["result_kind"],
            "by_kos": ["kos"], "by_longest_ko": ["longest_ko"],
        }  # fmt: skip
        for keys in by:
            keys = keys.split(",")
            tables["by_" + "_".join(keys)] = keys
        for name, keys in tables.items():
            self.compare(name, keys + OUTCOMES, grouped(games, keys))
        for name in "by_player by_ranks by_length by_margin komi_by_period parity openings by_finding komi_shift komi_shift_by_komi captures".split():
            self.compare(name, *getattr(self, name)())

    def compare(self, name, columns, rows):
        table = read(self.folder / f"{name}.csv")
        expected = sorted(["" if cell is None else str(cell) for cell in row] for row in rows)
        found = sorted(table.astype(str).values.tolist())
        wrong = []
        if list(table.columns) != columns:
            wrong.append(f"columns {list(table.columns)}, expected {columns}")
        wrong += [f"{one}, expected {other}" for one, other in zip(found, expected) if one != other]
        if len(found) != len(expected):
            wrong.append(f"{len(found)} rows, expected {len(expected)}")
        print(f"{name}: {len(found)} rows" + (f": {len(wrong)} WRONG, first: {wrong[0]}" if wrong else ""))
        self.bad += bool(wrong)

    def by_player(self):
        columns = """player games black_games white_games black_wins white_wins black_losses white_losses draws no_result
            decided win_percent win_low win_high lowest_rank highest_rank first_year last_year""".split()
        games = self.games
        sides = [
            pd.DataFrame({"player": games[side], "side": letter, "winner": games.winner, "rank": games[f"{side}_rank"], "year": games.year})
            for side, letter in (("black", "B"), ("white", "W"))
        ]
        rows = []
        for player, all_games in pd.concat(sides).groupby("player", sort=False):
            parts = [[winner for side, winner in zip(all_games.side, all_games.winner) if side == own] for own in "BW"]
            wins = [part.count(side) for part, side in zip(parts, "BW")]
            losses = [part.count(side) for part, side in zip(parts, "WB")]
            winners = Counter(all_games.winner)
            decided = sum(wins) + sum(losses)
            ranks = sorted(known for known in map(rank, all_games["rank"]) if known[0]) or [(0, "")]
            years = sorted(int(year) for year in all_games.year if year) or [""]
            rows.append([
                player, len(all_games), *map(len, parts), *wins, *losses, winners["draw"], winners[""] + winners["void"],
                decided, *share(sum(wins), decided),
                ranks[0][1], ranks[-1][1], years[0], years[-1],
            ])  # fmt: skip
        return columns, rows

    def by_ranks(self):
        names = {side: self.games[side].map(lambda text: rank(text)[1]) for side in ("black_rank", "white_rank")}
        return ["black_rank", "white_rank", *OUTCOMES], grouped(self.games.assign(**names), ["black_rank", "white_rank"])

    def by_length(self):
        low = self.games.moves.astype(int) // 10 * 10
        return ["from_moves", "to_moves", *OUTCOMES], grouped(self.games.assign(low=low, high=low + 9), ["low", "high"])

    def by_margin(self):
        frame = self.games.assign(
            komi_zi=self.komi.map(plain), even=self.handicap.map({True: "true", False: "false"}),
            kind=self.games.result_kind.replace({"points": "margin", "zi": "margin"}),
            margin=[plain(None if margin is None else abs(margin)) for margin in self.margin],
        )  # fmt: skip
        rows = grouped(frame, ["komi_zi", "even", "kind", "margin"])
        rows += grouped(frame.assign(kind="all", margin=""), ["komi_zi", "even", "kind", "margin"])
        return ["komi_zi", "handicap", "result", "margin_zi", *OUTCOMES], rows

    def shifts(self):
        return [Fraction(text) for text in read(self.folder / "komi_shift.csv").komi_zi]

    def komi_by_period(self):
        columns = ["komi_zi", "from_year", "to_year", *OUTCOMES]
        frame = self.games.assign(
            komi_zi=self.komi.map(plain), low=self.games.year.map(lambda year: int(year) // 5 * 5 if year else ""),
            high=self.games.year.map(lambda year: int(year) // 5 * 5 + 4 if year else ""),
        )  # fmt: skip
        for shift in self.shifts():
            name = plain(shift)
            columns += [f"black_if_{name}", f"white_if_{name}", f"black_percent_if_{name}"]
            frame[name] = [
                winner if margin is None else "" if komi is None else sign(margin + komi - shift)
                for winner, margin, komi in zip(frame.winner, self.margin, self.komi)
            ]
        rows = []
        for key, group in frame[~self.handicap].groupby(["komi_zi", "low", "high"], sort=False):
            row = [*key, *outcome_cells(group.winner)]
            for shift in self.shifts():
                black, white = (int((group[plain(shift)] == side).sum()) for side in "BW")
                row += [black, white, percent(black, black + white)]
            rows.append(row)
        return columns, rows

    def parity(self):
        columns = "source ruleset margins odd even fractional odd_percent odd_low odd_high left_out".split()
        def kind(margin, komi, width, height, handicap):
            if komi is None or handicap or "" in (width, height) or int(width) % 2 == 0 or int(height) % 2 == 0:
                return "left"
            points = 2 * (margin + komi)
            return "fractional" if points.denominator != 1 else "odd" if points % 2 else "even"
        games = self.games
        kinds = [
            None if margin is None else kind(margin, *rest)
            for margin, *rest in zip(self.margin, self.komi, games.width, games.height, self.handicap)
        ]
        rows = []
        frame = games.assign(kind=kinds)
        for key, group in frame[frame.kind.notna()].groupby(["source", "ruleset"], sort=False):
            odd, even, fractional, left = (int((group.kind == name).sum()) for name in ("odd", "even", "fractional", "left"))
            rows.append([*key, odd + even + fractional, odd, even, fractional, *share(odd, odd + even), left])
        return columns, rows

    def openings(self):
        depths, rows = int(read(self.folder / "openings.csv").depth.astype(int).max()), []
        for depth in range(1, depths + 1):
            normal = lru_cache(maxsize=None)(opening)
            turns = [
                normal(turns[: 2 * depth], int(width), int(height)) if len(turns) >= 2 * depth else ""
                for turns, width, height in zip(self.games.opening, self.games.width, self.games.height)
            ]
            rows += grouped(self.games.assign(depth=depth, turns=turns), ["width", "height", "depth", "turns"])
        return ["width", "height", "depth", "opening", *OUTCOMES], rows

    def by_finding(self):
        columns = "code name severity belongs source findings games games_of_source findings_per_1000 games_per_1000".split()
        names, rows = ["code", "name", "severity"], []
        inside = self.findings[self.findings.game != ""].merge(self.all_games[["file", "game", "source"]], on=["file", "game"], how="left")
        all_games = self.all_games.source.value_counts()
        for (*key, source), group in inside.groupby([*names, "source"], sort=False):
            found, games, every = len(group), len(group[["file", "game"]].drop_duplicates()), int(all_games[source])
            rates = [two(Fraction(1000 * number, every)) for number in (found, games)]
            rows.append([*key, "game", source, found, games, every, *rates])
        for key, group in self.findings[self.findings.game == ""].groupby(names, sort=False):
            rows.append([*key, "file", "", len(group), 0, "", "", ""])
        return columns, rows

    def counted(self):
        counted = self.scores.status == "counted"
        leads = [(Fraction(black) - Fraction(white)) / 2 for black, white in self.scores[counted & ~self.handicap][["black_zi", "white_zi"]].values]
        return counted, leads, self.komi[counted & ~self.handicap]

    def komi_shift(self):
        counted, leads, _ = self.counted()
        rows = []
        for shift in self.shifts():
            changed = sum(sign(lead - shift) != sign(lead - Fraction(15, 4)) for lead in leads)
            cells = outcome_cells(pd.Series([sign(lead - shift) for lead in leads], dtype=str))
            rows.append([plain(shift), *cells, changed, percent(changed, len(leads)), int((counted & self.handicap).sum()), int((~counted).sum())])
        return ["komi_zi", *OUTCOMES, "changed", "changed_percent", "handicap_games", "not_counted"], rows

    def komi_shift_by_komi(self):
        _, leads, komi = self.counted()
        rows = []
        for recorded in set(komi):
            own = [lead for lead, own in zip(leads, komi) if own == recorded]
            for shift in self.shifts():
                if recorded is None:
                    rows.append(["", plain(shift), len(own), "", "", "", "", ""])
                    continue
                then = [sign(lead - shift) for lead in own if sign(lead - shift) != sign(lead - recorded)]
                to = [then.count(side) for side in ("B", "W", "draw")]
                rows.append([plain(recorded), plain(shift), len(own), len(then), *to, percent(len(then), len(own))])
        return "recorded_komi_zi komi_zi games changed to_black to_white to_draw changed_percent".split(), rows

    def captures(self):
        names = "moves stones passes black_captures white_captures kos".split()
        frame = self.games.assign(**{name: self.games[name].astype(int) for name in [*names, "longest_ko"]})
        rows = []
        for source, group in frame.groupby("source", sort=False):
            sums = {name: int(group[name].sum()) for name in names}
            means = [sums["moves"], sums["passes"], sums["black_captures"] + sums["white_captures"], sums["kos"]]
            rows.append([
                source, len(group), *sums.values(), int((group.kos > 0).sum()), group.longest_ko.max(),
                *(two(Fraction(number, len(group))) for number in means),
            ])  # fmt: skip
        means = "moves_per_game passes_per_game captures_per_game kos_per_game".split()
        return ["source", "games", *names, "games_with_ko", "longest_ko", *means], rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--by", action="append", default=[])
    args = parser.parse_args()
    bad = Check(args.folder, args.by).bad
    print(f"{bad} tables differ" if bad else "all tables agree")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
