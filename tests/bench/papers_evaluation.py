#!/usr/bin/env python3
"""The tables of two papers, measured again: ConDpor (CONCUR 2025), and assertion guided symbolic execution (ESEC/FSE
2015), with the programs of tests/programs/paper.

    tests/bench/papers_evaluation.py build/bin/revisit --results FOLDER [--table condpor|assertions]
                                     [--column NAME]... [--limit SECONDS] [--jobs N] [--only REGEX]
    tests/bench/papers_evaluation.py build/bin/revisit --results FOLDER --report [--markdown] [--pictures FOLDER]
    tests/bench/papers_evaluation.py build/bin/revisit --quick

Each search of a row adds a line to FOLDER/TABLE.csv, and what is there is left out. After a row of a program that a
search did not end within its limit, the larger rows of the program are left out. --report prints the tables beside the
printed figures, which are in tests/bench/papers, says what does not hold, and draws the plots. --quick does some small
rows, and fails where a number of complete executions is not the right one or two searches contradict each other.

Columns of condpor: condpor; enumeration, of a small domain for each unknown; "all run", where the program runs each
execution, instead of what is new in it. Of assertions: symbolic; dpor; fg-dpor; "fg-dpor, AG", with sleep sets too; "AG,
first", the same up to the first error; ag; condpor. Times are those of the processor, of the whole command.
"""
import argparse
import concurrent.futures
import math
import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "papers"), os.path.join(HERE, "common")]
import measuring  # noqa: E402
import papers_report as results  # noqa: E402
import published  # noqa: E402
from searches import ASSERTIONS, CONDPOR, Row, Runner  # noqa: E402

TABLES = {"condpor": (published.condpor, CONDPOR), "assertions": (published.assertions, ASSERTIONS)}
QUICK_EXECUTIONS = 30  # of condpor: of each program the largest row with no more
QUICK_RUNS = 100  # of assertions: programs for which no more are printed of Algorithm 1


def read(table):
    rows, _ = TABLES[table]
    return [row for row in rows() if row.source]


def size_of(row):
    """The printed executions; where none are printed the search took too long."""
    return published.number(row.printed.get("executions", "-")) or math.inf


def search_program(runner, column, rows, known, add):
    """The rows of one program by one search, in ascending size, until one does not end."""
    for row in sorted(rows, key=size_of):
        done = known.get((row.program, row.size, column.name))
        if not done:
            done = runner.run(row, column)
            add(done)
            print(f"{row.title}, {column.name}: {done.cpu:.2f} s", flush=True)
        if not done.ended:
            break


def evaluate(runner, table, columns, only, folder, jobs):
    chosen = [row for row in read(table) if re.search(only, row.title)]
    path = os.path.join(folder, table + ".csv")
    known = results.by_key(measuring.read_rows(path, Row))
    with measuring.RowFile(path, Row) as file, concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        waiting = []
        for column in TABLES[table][1]:
            if columns and column.name not in columns:
                continue
            groups = {}
            for row in chosen:
                if not column.enumerates or row.domain != "-":
                    groups.setdefault(row.program, []).append(row)
            waiting += [pool.submit(search_program, runner, column, rows, known, file.add) for rows in groups.values()]
        for done in waiting:
            done.result()


def quick(runner, jobs):
    small = {}
    for row in read("condpor"):
        if row.is_sound and size_of(row) <= QUICK_EXECUTIONS:
            small[row.program] = row
    work = [(row, column) for row in small.values() for column in CONDPOR[:1 + (row.domain != "-")]]
    guided = [row for row in read("assertions") if (published.number(row.printed["cloud9_runs"]) or QUICK_RUNS) <
              QUICK_RUNS]
    guided_work = [(row, column) for row in guided for column in ASSERTIONS]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        rows = list(pool.map(lambda job: runner.run(*job), work))
        guided_rows = list(pool.map(lambda job: runner.run(*job), guided_work))
    wrong = list(results.wrong_counts(small.values(), rows)) + list(results.disagreements(guided_rows))
    wrong += [f"{row.program}: {row.column} did not end" for row in rows + guided_rows if not row.ended]
    for sentence in wrong:
        print(sentence)
    print(f"{len(rows) + len(guided_rows)} searches of {len(small) + len(guided)} rows, {len(wrong)} wrong")
    return not wrong and bool(rows) and bool(guided_rows)


def report(folder, as_markdown, pictures):
    drawn, wrong = {}, []
    rows = measuring.read_rows(os.path.join(folder, "condpor.csv"), Row)
    if rows:
        all_published = list(published.condpor())
        results.report_condpor(all_published, rows, as_markdown)
        drawn.update(results.draw_condpor(all_published, rows))
        wrong += results.wrong_counts(all_published, rows)
    rows = measuring.read_rows(os.path.join(folder, "assertions.csv"), Row)
    if rows:
        results.report_assertions(read("assertions"), rows, as_markdown)
        drawn.update(results.draw_assertions(read("assertions"), rows))
        wrong += results.disagreements(rows)
        print("\nWithout a program:", ", ".join(published.without_programs()))
    print(f"\n{len(wrong)} wrong", *wrong, sep="\n    ")
    for name, picture in drawn.items() if pictures else ():
        with open(os.path.join(pictures, name), "w") as file:
            file.write(picture)
    return not wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revisit")
    parser.add_argument("--results", metavar="FOLDER")
    parser.add_argument("--table", action="append", choices=list(TABLES))
    parser.add_argument("--column", action="append", choices=[column.name for column in [*CONDPOR, *ASSERTIONS]])
    parser.add_argument("--limit", type=int, default=60, help="seconds for one search")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", help="rows whose program and size, as in 'FineList(2,1)', have this")
    parser.add_argument("--report", action="store_true")
    parser.add_argument("--markdown", action="store_true", help="tables for the manual")
    parser.add_argument("--pictures", metavar="FOLDER")
    parser.add_argument("--quick", action="store_true")
    given = parser.parse_args()
    if given.report:
        return report(given.results, given.markdown, given.pictures)
    with tempfile.TemporaryDirectory(prefix="revisit-papers-") as folder:
        runner = Runner(given.revisit, folder, given.limit)
        if given.quick:
            return quick(runner, given.jobs)
        os.makedirs(given.results, exist_ok=True)
        for table in given.table or TABLES:
            evaluate(runner, table, given.column, given.only, given.results, given.jobs)
    return True


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
