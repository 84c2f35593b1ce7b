#!/usr/bin/env python3
"""Runs the Spark job on this machine and compares its tables with those of one run, byte by byte.

    python3 examples/spark/check.py target/release/sgfkit PATH...

Needs pyspark from PyPI and Java 17 or newer; says so and ends well where they are missing. Where the program can write
Parquet, Spark reads the merged games too.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def same(one, other):
    """Compares the tables of two folders."""
    names = sorted(name for name in os.listdir(one) if name.endswith(".csv"))
    assert names == sorted(name for name in os.listdir(other) if name.endswith(".csv")), f"{one}, {other}: tables"
    assert names, f"{one}: no tables"
    for name in names:
        with open(os.path.join(one, name), "rb") as file, open(os.path.join(other, name), "rb") as copy:
            assert file.read() == copy.read(), f"{name} differs"
    totals = []
    for folder in (one, other):
        with open(os.path.join(folder, "summary.json"), encoding="utf-8") as file:
            totals.append(json.load(file)["totals"])
    assert totals[0] == totals[1], f"{one}, {other}: totals"
    return len(names), totals[0]["games"]


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    tool, paths = os.path.abspath(sys.argv[1]), sys.argv[2:]
    try:
        import pyspark  # noqa: F401
    except ImportError:
        print("examples/spark/check.py: skipped, there is no pyspark here (pip install pyspark)")
        return
    if not shutil.which("java"):
        print("examples/spark/check.py: skipped, there is no Java here")
        return
    with tempfile.TemporaryDirectory() as folder:
        single, stats, out = (os.path.join(folder, name) for name in ("single", "stats", "spark"))
        quiet = ["--quiet", "--fail-on", "never"]
        subprocess.run([tool, "rescore", *paths, "--out", single, *quiet], check=True)
        subprocess.run([tool, "stats", single, "--out", stats, *quiet], check=True)
        probe = subprocess.run(
            [tool, "rescore", "-", "--out", os.path.join(folder, "probe"), "--format", "parquet", *quiet],
            input=b"(;SZ[9])", stderr=subprocess.DEVNULL,
        )
        formats = "csv,parquet" if probe.returncode == 0 else "csv"
        job = [sys.executable, os.path.join(HERE, "sgfkit_spark.py"), *paths, "--out", out, "--parts", "5"]
        # Tasks run in the Python of this script.
        environment = {**os.environ, "PYSPARK_PYTHON": sys.executable}
        job += ["--sgfkit", tool, "--master", "local[2]", "--format", formats]
        subprocess.run(job, check=True, env=environment)
        tables, games = same(single, os.path.join(out, "tables"))
        more, _ = same(stats, os.path.join(out, "stats"))
        print(f"examples/spark/check.py: {tables + more} tables of {games} games are those of one run")


if __name__ == "__main__":
    main()
