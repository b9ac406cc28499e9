#!/usr/bin/env python3
"""The evaluation of the searches over states: clients of concurrent sets (tests/bench/states), searched by each
algorithm.

    tests/bench/states_evaluation.py build/bin/revisit --results FOLDER [--experiment NAME]... [--search NAME]...
                                     [--limit SECONDS] [--jobs N] [--repeat N] [--only REGEX] [--every N]
    tests/bench/states_evaluation.py build/bin/revisit --results FOLDER --report [--pictures FOLDER]
    tests/bench/states_evaluation.py build/bin/revisit --quick
    tests/bench/states_evaluation.py build/bin/revisit --make-clients

Experiments:
    searches  75 clients of right structures, every algorithm
    orders    310 clients of two structures with bugs, all states: orders of the threads that go first
    errors    those with a bug, until the first error
    outcomes  the results that each algorithm finds, against all orders of whole calls by brute force
Each adds lines to FOLDER/NAME.csv, and leaves out what is there. --report prints tables of them and draws the plots.
--quick does a small client of each structure, and fails where two algorithms disagree or results are lost.
--make-clients writes tests/bench/states/clients.tsv anew: random clients with a fixed seed; of those with a bug only
clients that show it, as s-por finds.

Times are those of the processor, of the whole process and the runs of the program.
"""
import argparse
import concurrent.futures
import itertools
import os
import random
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.join(HERE, "states")
sys.path[:0] = [SOURCES, os.path.join(HERE, "common")]
import clients as sets  # noqa: E402
import measuring  # noqa: E402
import report as results  # noqa: E402
from report import RANDOM, SEQUENTIAL  # noqa: E402
from search import (MOST_OUTCOMES, NOT_ALLOWED, SEARCHES, WITHOUT_EXACT_ENDS, Client, Row, Runner,  # noqa: E402
                    allowed)

EXPERIMENTS = ["searches", "orders", "errors", "outcomes"]
CLIENTS = os.path.join(SOURCES, sets.PATH)
RIGHT_COUNT, BUGGY_COUNT, SEED = 75, 310, 2023


def read_clients():
    with open(CLIENTS) as table:
        return [Client(*line.split()) for line in table if not line.startswith("#")]


# The work of the experiments: (client, search, order, keywords of Runner.run).

def jobs_of(experiment, chosen, runner):
    right = [client for client in chosen if client.buggy == "right"]
    buggy = [client for client in chosen if client.buggy != "right"]
    if experiment == "searches":
        for search, client in itertools.product(runner.searches, right):
            # With all accesses, reading the argument would count as well.
            yield client, search, "sequential", {"outcomes": None if search == "all accesses" else allowed(client)}
    elif experiment == "orders":
        for client in buggy:
            yield client, "S-POR", SEQUENTIAL[0], {"outcomes": allowed(client)}
            for order in SEQUENTIAL + RANDOM:
                yield client, "DL-S-POR", order, {"outcomes": allowed(client)}
    elif experiment == "errors":
        for client in buggy:
            if client.buggy == "none":
                continue
            for search, order in itertools.product(("S-POR", "DL-S-POR"), SEQUENTIAL + RANDOM):
                yield client, search, order, {"outcomes": allowed(client), "keep_going": False}
    elif experiment == "outcomes":
        for client, search in itertools.product(chosen, runner.searches):
            if search not in WITHOUT_EXACT_ENDS and len(allowed(client) or ()) in range(1, MOST_OUTCOMES + 1):
                yield client, search, "sequential", {"outcomes": allowed(client), "tells": True}


def read_rows(folder, experiment):
    return measuring.read_rows(os.path.join(folder, experiment + ".csv"), Row)


def least(runner, repeat, client, search, order, how):
    """Of several runs, which differ in nothing but time, the one that took the least of it."""
    return min((runner.run(client, search, order, **how) for _ in range(repeat)), key=lambda row: row.cpu)


def run_experiment(runner, experiment, chosen, folder, jobs, repeat):
    known = {(row.client, row.search, row.order) for row in read_rows(folder, experiment)}
    path = os.path.join(folder, experiment + ".csv")
    with measuring.RowFile(path, Row) as file, concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        waiting = [pool.submit(least, runner, repeat, client, search, order, how)
                   for client, search, order, how in jobs_of(experiment, chosen, runner)
                   if (client, search, order) not in known]
        for number, done in enumerate(concurrent.futures.as_completed(waiting), 1):
            file.add(done.result())
            if number % 100 == 0:
                print(f"{experiment}: {number} of {len(waiting)}", flush=True)


# What must hold.

def verdict_is_right(experiment, row):
    """Without a bug, the brute force knows all results."""
    has_bug = row.buggy not in ("right", "none")
    if experiment != "outcomes":
        return row.verdict == ("bug" if has_bug else "safe")
    everything = list(range(len(allowed(row.client))))
    found = [int(number) for number in row.found.split()]
    # An order of whole calls is an execution, whatever the bug.
    return found == ([NOT_ALLOWED] if has_bug else []) + everything


def disagreements(experiment, rows):
    """Sentences about searches that contradict the brute force or each other."""
    by_client = {}
    for row in rows:
        if row.is_finished:
            by_client.setdefault(row.client, []).append(row)
            if not verdict_is_right(experiment, row):
                yield f"{row.structure} {row.calls}: {row.verdict} {row.found} by {row.search}, {row.order}"
    for client, found in by_client.items() if experiment != "errors" else ():
        ends = {row.ends for row in found if row.search not in WITHOUT_EXACT_ENDS}
        if len(ends) > 1:
            yield f"{client.structure} {client.calls}: ends " + ", ".join(
                f"{row.ends} by {row.search} {row.order}" for row in found)


def quick(runner, jobs):
    """Small clients of each structure by all searches; of those with a bug some."""
    randomly = random.Random(SEED)
    chosen = []
    for structure in sets.RIGHT:
        calls = 3 if structure == "cas_tree" else 4
        client = []
        while sum(map(len, client)) != calls or len(sets.outcomes(structure, sets.text_of(client))) < 3:
            client = sets.random_client(randomly, calls, 2, 2, True)
        chosen.append(Client("right", structure, sets.text_of(client)))
    for structure in sets.BUGGY:
        chosen.append(min((client for client in read_clients() if client.buggy == "one" and
                           client.structure == structure), key=lambda client: len(client.calls)))
    work = [job for job in jobs_of("outcomes", chosen, runner)
            if job[0].buggy == "right" or job[1] in ("S-POR", "DL-S-POR")]
    work += [(client, "DL-S-POR", order, {"outcomes": allowed(client), "tells": True})
             for client in chosen if client.buggy == "one" for order in (SEQUENTIAL[-1], RANDOM[0])]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        rows = list(pool.map(lambda job: runner.run(job[0], job[1], job[2], **job[3]), work))
    wrong = list(disagreements("outcomes", rows))
    wrong += [f"{row.structure} {row.calls}: not everything was explored by {row.search}" for row in rows
              if not row.is_finished]
    for sentence in wrong:
        print(sentence)
    print(f"{len(rows)} searches of {len(chosen)} clients, {len(wrong)} disagreements")
    return not wrong


def make_clients(runner):
    found = [Client("right", *client) for client in sets.right_clients(random.Random(SEED), RIGHT_COUNT)]
    shares = [BUGGY_COUNT // 8 + (number < BUGGY_COUNT % 8) for number in range(8)]
    for share, (structure, buggy) in zip(shares, itertools.product(sets.BUGGY, sets.BUGGY_CALLS)):
        tried = 0
        taken = {}
        for calls in sets.buggy_candidates(random.Random(f"{SEED} {structure} {buggy}"), structure, buggy):
            client = Client(buggy, structure, calls)
            tried += 1
            if client in taken:
                continue
            shown = runner.run(client, "S-POR", keep_going=False, outcomes=allowed(client))
            if shown.verdict == ("safe" if buggy == "none" else "bug"):
                taken[client] = True
            if len(taken) == share:
                break
        print(f"{structure} {buggy}: {share} of {tried} random clients", flush=True)
        found += taken
    with open(CLIENTS, "w") as table:
        table.write("# Which calls have a bug, structure, client: written by states_evaluation.py --make-clients\n")
        table.writelines(f"{client.buggy}\t{client.structure}\t{client.calls}\n" for client in found)


def report(folder, pictures):
    drawn, right = {}, True
    for experiment in EXPERIMENTS:
        rows = read_rows(folder, experiment)
        wrong = list(disagreements(experiment, rows))
        right = right and not wrong
        print(f"\n{experiment}: {len(rows)} searches, {sum(not row.is_finished for row in rows)} not finished, "
              f"{len(wrong)} disagreements", *wrong, sep="\n    ")
        if rows and experiment == "searches":
            results.report_searches(rows)
            drawn.update(results.draw_searches(rows))
        elif rows and experiment in ("orders", "errors"):
            results.report_orders(experiment, rows)
            drawn.update(results.draw_orders(experiment, rows))
    for name, picture in drawn.items() if pictures else ():
        with open(os.path.join(pictures, name), "w") as file:
            file.write(picture)
    return right


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revisit")
    parser.add_argument("--results", metavar="FOLDER")
    parser.add_argument("--experiment", action="append", choices=EXPERIMENTS)
    parser.add_argument("--search", action="append", choices=list(SEARCHES))
    parser.add_argument("--limit", type=int, default=20, help="seconds of the processor for one search")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--repeat", type=int, default=1, help="runs of each search, of which the fastest counts")
    parser.add_argument("--only", default="", help="clients whose line in clients.tsv has this")
    parser.add_argument("--every", type=int, default=1, help="only every n-th client")
    parser.add_argument("--report", action="store_true")
    parser.add_argument("--pictures", metavar="FOLDER")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--make-clients", action="store_true")
    given = parser.parse_args()
    if given.report:
        return report(given.results, given.pictures)
    with tempfile.TemporaryDirectory(prefix="revisit-states-") as folder:
        runner = Runner(given.revisit, folder, given.limit)
        if given.quick:
            return quick(runner, given.jobs)
        if given.make_clients:
            make_clients(runner)
            return True
        chosen = [client for client in read_clients()
                  if re.search(given.only, f"{client.buggy} {client.structure} {client.calls}")][::given.every]
        os.makedirs(given.results, exist_ok=True)
        runner.searches = {name: options for name, options in runner.searches.items()
                           if name in (given.search or SEARCHES)}
        for experiment in given.experiment or EXPERIMENTS:
            run_experiment(runner, experiment, chosen, given.results, given.jobs, given.repeat)
    return True


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
