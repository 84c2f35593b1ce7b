#!/usr/bin/env python3
"""Audits, or counts, an archive on a Spark cluster: each task does one part of it with --shard, then the parts are put
together with `sgfkit merge`, and added up with `sgfkit stats`.

    spark-submit sgfkit_spark.py /shared/games --out /shared/result --parts 200
    python3 sgfkit_spark.py games/ --out result --parts 8 --master 'local[4]' -- --komi recorded

Every machine needs the program, and the archive and the output folder under the same paths. What follows -- is given to
`sgfkit rescore`, or what --command names. The output folder gets

    parts/1, parts/2, ...   the tables of the parts; a task that is run again goes on with its part
    tables                  the tables of all, as one run without --shard writes them
    stats                   statistics, where games were counted

Each task takes one core: sgfkit runs on one thread in it.
"""

import argparse
import json
import os
import subprocess
import sys

from pyspark.sql import SparkSession


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", help="files and folders with games, seen by every machine")
    parser.add_argument("--out", required=True, help="the output folder, seen by every machine")
    parser.add_argument("--parts", type=int, default=16, help="parts of the archive; a few for each core is good")
    parser.add_argument("--command", choices=["audit", "rescore"], default="rescore")
    parser.add_argument("--sgfkit", default="sgfkit", help="the program, as every machine finds it")
    parser.add_argument("--format", default="csv", help="csv, or csv,parquet for the tables of all too")
    parser.add_argument("--master", help="the cluster, where spark-submit does not say it; local[4] is this machine")
    given = sys.argv[1:]
    at = given.index("--") if "--" in given else len(given)
    options = parser.parse_args(given[:at])
    if options.parts < 1:
        parser.error("--parts is 1 at least")
    # Where a task runs, the current folder may be another. The names of the files in the tables stay as given.
    options.cwd = os.getcwd()
    options.out = os.path.abspath(options.out)
    options.more = given[at + 1 :]
    return options


def work(options):
    """What a task does with the number of its part."""
    command = [options.sgfkit, options.command, *options.paths, *options.more]
    command += ["--jobs", "1", "--quiet", "--progress", "never", "--fail-on", "never", "--resume"]
    parts, folder, cwd = options.parts, os.path.join(options.out, "parts"), options.cwd

    def part(number):
        out = os.path.join(folder, str(number))
        done = subprocess.run(
            [*command, "--shard", f"{number}/{parts}", "--out", out], cwd=cwd, capture_output=True, text=True
        )
        if done.returncode != 0:
            # Spark runs the task again, a few times.
            raise RuntimeError(f"part {number}: exit code {done.returncode}: {done.stderr}")
        with open(os.path.join(out, "summary.json"), encoding="utf-8") as file:
            return number, json.load(file)["totals"]["games"]

    return part


def sgfkit(options, *command):
    done = subprocess.run([options.sgfkit, *command], cwd=options.cwd)
    # 1: the records have faults.
    if done.returncode not in (0, 1):
        sys.exit(f"sgfkit {command[0]} ended with exit code {done.returncode}")


def main():
    options = arguments()
    builder = SparkSession.builder.appName("sgfkit").config("spark.speculation", "false")
    if options.master:
        builder = builder.master(options.master)
    spark = builder.getOrCreate()
    numbers = spark.sparkContext.parallelize(range(1, options.parts + 1), options.parts)
    done = numbers.map(work(options)).collect()
    print(f"{len(done)} parts, {sum(games for _, games in done)} games")

    tables = os.path.join(options.out, "tables")
    parts = [os.path.join(options.out, "parts", str(number)) for number, _ in done]
    sgfkit(options, "merge", "--format", options.format, tables, *parts)
    if options.command == "rescore":
        sgfkit(options, "stats", tables, "--out", os.path.join(options.out, "stats"), "--quiet")
    if "parquet" in options.format.split(","):
        games = spark.read.parquet("file://" + os.path.join(tables, "games.parquet"))
        games.groupBy("source").count().orderBy("count", ascending=False).show(10)
    spark.stop()


if __name__ == "__main__":
    main()
