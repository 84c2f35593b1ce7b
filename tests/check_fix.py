#!/usr/bin/env python3
"""Causes and corrected copies of a whole corpus: check_fix.py SGFKIT FOLDER WORK [INPUT...].

FOLDER holds the records, INPUT are its parts (default: all), WORK is an empty folder to write into. Checked: only games
with errors have a cause, every double move its place, every repetition its kind, and missing handicap stones are told
wherever setting them clears the game (set here by hand, and audited); a fixed copy needs no other fix, a file without a
change is bit for bit the same, no game is another one but for a cause that is certain, and what is left to find in the
copies needs a person. Ends with 1 where anything is wrong.
"""

import csv
import filecmp
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict

csv.field_size_limit(1 << 30)

# What the header and the syntax of a corrected copy may still have, and why nobody but a person can mend it.
LEFT = {
    "no-game": "there is no game in the file",
    "nul-bytes": "a file without a game is copied as it is",
    "not-go": "another game than Go",
    "komi-zero": "0 may stand for a komi that is not told",
    "komi-unreadable": "no number",
    "result-unreadable": "no result",
    "result-guessed": "a winner without a margin or a reason; the rest of the text means nothing known",
    "result-against-komi": "result and komi cannot both be right",
    "resigner-moved-last": "a side resigns after its own move",
    "handicap-unreadable": "words, no number of stones",
    "handicap-mismatch": "HA names stones that are not set: where and whether is not told",
    "player-unreadable": "PL names nobody",
    "white-first": "nothing says why White begins",
    "black-first": "nothing says why Black begins after handicap stones",
    "setup-overlap": "a point is set twice in one node; which counts is the keeper's to say",
    "misplaced-root-property": "the root says otherwise",
}
VERDICTS = {
    "handicap-missing", "written-twice", "game-repeated", "line-continued", "letter-i-skipped", "capture-on-stone",
    "colour-wrong",
}
CYCLES = {
    "triple-ko", "four-kos", "more-kos", "sending-two", "eternal-life", "round-robin-ko", "ko-after-passes",
    "other-cycle",
}
PLACES = {"double-start", "double-opening", "double-middle", "double-late", "double-last"}

wrong = Counter()


def check(holds, what):
    """Counts what is wrong, and shows the first few of a kind."""
    if not holds:
        kind = what.split(":")[0]
        wrong[kind] += 1
        if wrong[kind] <= 5:
            print(f"WRONG {what}")


def table(folder, name):
    with open(os.path.join(folder, name), newline="", encoding="utf-8") as rows:
        return list(csv.DictReader(rows))


def main(tool, corpus, work, inputs):
    tool, work = os.path.abspath(tool), os.path.abspath(work)

    def run(command, base, out, *options):
        out = os.path.join(work, out)
        quiet = ["--fail-on", "never", "--quiet", "--progress", "never"]
        subprocess.run([tool, command, *inputs, "--out", out, *quiet, *options], cwd=base, check=True)
        return out

    def games(folder):
        return {(game["file"], game["game"]): game for game in table(folder, "games.csv")}

    before = run("audit", corpus, "before", "--causes")
    known, causes = games(before), check_causes(before)
    print(f"causes: {Counter(cause for cause in causes.values())}")
    check_handicaps(tool, corpus, work, known, causes)

    for name, options in [("plain", []), ("causes", ["--causes"]), ("rescore", ["--rescore"])]:
        fixed = run("fix", corpus, f"fix-{name}", *options)
        copies = os.path.join(fixed, "games")
        changes = table(fixed, "changes.csv")
        files = {change["file"] for change in changes}
        check(files, f"no change was made: {name}")
        check_files(corpus, copies, inputs, files)
        after = run("audit", copies, f"after-{name}")
        check_games(name, known, games(after), causes, changes)
        left = Counter(row["name"] for row in table(after, "findings.csv") if row["code"][0] in "FHST")
        for finding, count in sorted(left.items()):
            check(finding in LEFT, f"a finding is left in the copies: {finding}, {count} times")
            if name == "plain":
                print(f"left: {count} {finding} ({LEFT.get(finding, '?')})")
        again = run("fix", copies, f"again-{name}", *options)
        check(not table(again, "changes.csv"), f"a second fix changes something: {name}")
        check_files(copies, os.path.join(again, "games"), inputs, set())
        print(f"fix {name}: {len(changes)} changes in {len(files)} files")

    annotated = run("fix", corpus, "annotated", "--annotate")
    copies = os.path.join(annotated, "games")
    own = [part for part in inputs if os.path.exists(os.path.join(copies, part))]
    check(own, "nothing was annotated")
    after = os.path.join(work, "after-annotated")
    subprocess.run(
        [tool, "audit", *own, "--out", after, "--fail-on", "never", "--quiet", "--progress", "never"],
        cwd=copies, check=True,
    )
    # A copy holds the faulty games alone, in their order.
    numbers = Counter(game["file"] for game in known.values())
    single = [game for game in games(after).values() if numbers[game["file"]] == 1]
    for game in single:
        same = known.get((game["file"], "1"), {})
        check(game["identity"] == same.get("identity"), f"an annotated game is another: {game['file']}")
        check(game["errors"] == same.get("errors"), f"an annotated game has other errors: {game['file']}")
    print(f"annotated: {len(single)} files of one game")


def check_causes(folder):
    """The cause of each game that has one."""
    games = {(game["file"], game["game"]): game for game in table(folder, "games.csv")}
    causes = {}
    for row in table(folder, "findings.csv"):
        if not row["cause"]:
            continue
        key = (row["file"], row["game"])
        check(key not in causes, f"a second cause: {key}")
        check(games[key]["first_illegal"] == row["move"], f"a cause not at the first error: {key}")
        causes[key] = row["cause"]
        allowed = {
            "double-move": PLACES | VERDICTS,
            "superko-situational": CYCLES | VERDICTS,
            "superko-positional": CYCLES | VERDICTS,
        }.get(row["name"], VERDICTS | {"not-decided"})
        check(row["cause"] in allowed, f"a cause that does not belong to its error: {row['cause']} {key}")
    for key, game in games.items():
        check((key in causes) == bool(game["first_illegal"]), f"a cause without an error, or none for one: {key}")
    check(causes, "no cause was found")
    return causes


def layouts(stones, year):
    """Fox's points by date."""
    corners, sides, poles = ["pd", "dp", "dd", "pp"], ["dj", "pj"], ["jd", "jp"]
    if stones <= 4:
        return [corners[:stones]]
    middle = ["jj"] if stones % 2 else []
    if stones == 5:
        return [corners + middle]
    if stones <= 7:
        both = [corners + sides + middle, corners + poles + middle]
        return both[:1] if year >= 2018 else both[1:] if year and year <= 2015 else both
    return [corners + sides + poles + middle] if stones <= 9 else []


def check_handicaps(tool, corpus, work, games, causes):
    """Fox's games whose HA names stones, with none set and an error: sets the stones and looks whether that clears it."""
    folder = os.path.join(work, "handicaps")
    os.makedirs(folder)
    planted = defaultdict(list)
    for (file, number), game in games.items():
        bare = game["handicap_stones"] in ("", "0") and game["handicap"].isdigit() and int(game["handicap"]) >= 2
        if game["source"] != "fox" or not bare or not game["first_illegal"] or number != "1":
            continue
        with open(os.path.join(corpus, file), "rb") as source:
            text = source.read()
        for points in layouts(int(game["handicap"]), int(game["year"] or 0)):
            stones = b"AB" + b"".join(b"[%s]" % point.encode() for point in points)
            # In front of the first turn, in the root: before the first semicolon that a move follows.
            with_stones, count = re.subn(rb";\s*([BW]\[)", rb"%s;\1" % stones, text, count=1)
            if count and b"AB[" not in text:
                name = f"{len(planted)}-{len(planted[file])}.sgf"
                planted[file].append(name)
                with open(os.path.join(folder, name), "wb") as out:
                    out.write(with_stones)
    out = os.path.join(work, "with-stones")
    subprocess.run([tool, "audit", folder, "--out", out, "--fail-on", "never", "--quiet"], check=True)
    clean = {os.path.basename(game["file"]) for game in table(out, "games.csv") if not game["first_illegal"]}
    explained = 0
    for file, names in planted.items():
        fits = any(name in clean for name in names)
        explained += fits
        told = causes.get((file, "1")) == "handicap-missing"
        check(fits == told, f"missing handicap stones: {file}: they {'do' if fits else 'do not'} clear the game")
    check(explained, "no missing handicap stones")
    print(f"Fox games with HA, no stone and an error: {len(planted)}; cleared by the stones, and told: {explained}")


def check_files(source, copies, inputs, changed):
    """Every file has its copy, and is the same where nothing was changed."""
    count = 0
    for part in inputs:
        for folder, _, names in os.walk(os.path.join(source, part)):
            for name in names:
                path = os.path.join(folder, name)
                file = os.path.relpath(path, source)
                if not name.lower().endswith(".sgf"):
                    continue
                copy = os.path.join(copies, file)
                count += 1
                if not os.path.exists(copy):
                    check(False, f"a file has no copy: {file}")
                elif file not in changed:
                    check(filecmp.cmp(path, copy, shallow=False), f"an unchanged file is not the same: {file}")
    check(count, "no file was compared")


def check_games(name, before, after, causes, changes):
    """No game is another one, but for a cause that is certain."""
    check(before.keys() == after.keys(), f"games are lost or new: {name}")
    corrected = {(row["file"], row["game"]) for row in changes if row["kind"] in VERDICTS}
    check(bool(corrected) == (name == "causes"), f"causes were corrected where they should not be, or none was: {name}")
    for key in corrected:
        check(causes.get(key) in VERDICTS, f"corrected without a verdict: {key}")
        check(not after[key]["first_illegal"], f"corrected, and an error is left: {key}")
    for key, old in before.items():
        new = after.get(key, old)
        if key in corrected:
            continue
        for column in ["identity", "moves", "stones", "first_illegal", "variations", "width", "height"]:
            check(old[column] == new[column], f"{column} is otherwise: {name}: {key}: {old[column]}, {new[column]}")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:] or sorted(
        part for part in os.listdir(sys.argv[2]) if os.path.isdir(os.path.join(sys.argv[2], part))))
    if wrong:
        sys.exit(f"wrong: {dict(wrong)}")
    print("causes and corrected copies hold")
