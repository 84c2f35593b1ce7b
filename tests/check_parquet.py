#!/usr/bin/env python3
"""Compares the Parquet tables of a run with its CSV tables, value by value, as DuckDB and pandas read them.

    cargo build --release --features parquet
    python3 tests/check_parquet.py target/release/sgfkit PATH...

Needs duckdb and pandas from PyPI; where they are missing, a virtual environment is made for them.
"""

import csv
import decimal
import math
import os
import subprocess
import sys
import tempfile

FLAGS = {"true": True, "false": False}
# What DuckDB calls the types that may be there, and how a text of the CSV becomes such a value.
TYPES = {
    "VARCHAR": str,
    "BIGINT": int,
    "DECIMAL(18,2)": decimal.Decimal,
    "BOOLEAN": FLAGS.__getitem__,
}
# A column of each type, so that a table of texts alone does not pass.
EXPECTED = {
    "games": {"black": "VARCHAR", "moves": "BIGINT", "komi_points": "DECIMAL(18,2)", "margin_points": "DECIMAL(18,2)"},
    "findings": {"detail": "VARCHAR", "line": "BIGINT", "following": "BOOLEAN"},
    "scores": {"verdict": "VARCHAR", "black_points": "BIGINT", "margin_zi": "DECIMAL(18,2)", "certainty": "DECIMAL(18,2)"},
}


def libraries(folder):
    """Starts this script again where duckdb and pandas are."""
    try:
        import duckdb  # noqa: F401
        import pandas  # noqa: F401
        return
    except ImportError:
        pass
    if os.environ.get("SGFKIT_VENV"):
        sys.exit("check_parquet: duckdb and pandas were installed and still cannot be loaded")
    python = os.path.join(folder, "venv", "bin", "python")
    try:
        subprocess.run([sys.executable, "-m", "venv", os.path.join(folder, "venv")], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "duckdb", "pandas"], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"check_parquet: skipped, for duckdb and pandas cannot be installed here: {error}")
        sys.exit(0)
    code = subprocess.run([python, *sys.argv], env={**os.environ, "SGFKIT_VENV": "1"}).returncode
    sys.exit(code)


def check(folder, table):
    import duckdb

    with open(os.path.join(folder, table + ".csv"), newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        names = next(rows)
        expected = list(rows)
    connection = duckdb.connect()
    path = os.path.join(folder, table + ".parquet")
    source = connection.read_parquet(path)
    types = [str(kind) for kind in source.types]
    described = dict(zip(source.columns, types))
    assert source.columns == names, f"{table}: columns"
    for name, kind in EXPECTED[table].items():
        assert described[name] == kind, f"{table}.{name}: {described[name]}, not {kind}"
    count = 0
    query = connection.execute("SELECT * FROM read_parquet(?)", [path])
    while batch := query.fetchmany(10_000):
        for found in batch:
            for name, kind, text, value in zip(names, types, expected[count], found, strict=True):
                want = TYPES[kind](text) if text else None
                assert value == want, f"{table}, row {count + 1}, {name}: {value!r}, not {want!r}"
            count += 1
    assert count == len(expected), f"{table}: {count} rows, not {len(expected)}"

    # The same through pandas, by a column that can be added up.
    frame = connection.read_parquet(path).df()
    assert list(frame.columns) == names and len(frame) == len(expected), f"{table}: pandas"
    for at, (name, kind) in enumerate(zip(names, types)):
        filled = [row[at] for row in expected if row[at]]
        assert frame[name].notna().sum() == len(filled), f"{table}.{name}: nulls in pandas"
        if kind in ("BIGINT", "DECIMAL(18,2)") and filled:
            total, want = float(frame[name].sum()), float(sum(map(decimal.Decimal, filled)))
            assert math.isclose(total, want, abs_tol=1e-6), f"{table}.{name}: sum {total}, not {want}"
    size = {kind: os.path.getsize(os.path.join(folder, f"{table}.{kind}")) for kind in ("csv", "parquet")}
    print(f"{table}: {count} rows, {len(names)} columns; CSV {size['csv']} bytes, Parquet {size['parquet']} bytes")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    tool, paths = sys.argv[1], sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        libraries(folder)
        out = os.path.join(folder, "out")
        run = [tool, "rescore", *paths, "--out", out, "--format", "csv,parquet", "--fail-on", "never", "--quiet"]
        subprocess.run(run, check=True)
        for table in EXPECTED:
            check(out, table)
    print("check_parquet: DuckDB and pandas read what the CSV says")


if __name__ == "__main__":
    main()
