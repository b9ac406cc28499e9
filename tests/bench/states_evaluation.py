#!/usr/bin/env python3
"""The evaluation of the searches over states: clients of concurrent sets (tests/bench/states), searched by each
algorithm.

    tests/bench/states_evaluation.py build/bin/revisit --results FOLDER [--experiment NAME]... [--search NAME]...
                                     [--limit SECONDS] [--jobs N] [--only REGEX] [--every N]
    tests/bench/states_evaluation.py build/bin/revisit --results FOLDER --report [--pictures FOLDER]
    tests/bench/states_evaluation.py build/bin/revisit --quick
    tests/bench/states_evaluation.py build/bin/revisit --make-clients

Experiments:
    searches  75 clients of right structures, every algorithm
    orders    310 clients of two structures with bugs, all states: orders of the threads that go first
    errors    those with a bug, until the first error
    outcomes  the results that each algorithm finds, against all orders of whole calls by brute force
Each adds lines to FOLDER/NAME.csv, and leaves out what is there. --report prints tables of them and draws the plots.
--quick does the smallest clients of each structure, and fails where two algorithms disagree or results are lost.
--make-clients writes tests/bench/states/clients.tsv anew: random clients with a fixed seed; of those with a bug only
clients that show it, as s-por finds.

Times are those of the processor, of the whole process and the runs of the program.
"""
import argparse
import concurrent.futures
import csv
import itertools
import json
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
from dataclasses import asdict, dataclass, fields

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.join(HERE, "states")
sys.path.insert(0, SOURCES)
import clients as sets  # noqa: E402
import svg_plots as plots  # noqa: E402

EXPERIMENTS = ["searches", "orders", "errors", "outcomes"]
OUTCOMES = "outcomes.inc"
NOT_ALLOWED = -1
CLIENTS = os.path.join(SOURCES, sets.PATH)
RIGHT_COUNT, BUGGY_COUNT, SEED = 75, 310, 2023
LONGEST_ARGUMENT = 130000  # of a process, on Linux
MOST_OUTCOMES = 100  # that are told apart

# The name in tables and plots, and the options of `check`.
SEARCHES = {
    "stateful": ["--algorithm", "stateful"],
    "S-POR": ["--algorithm", "s-por"],
    "DL-S-POR": ["--algorithm", "dl-s-por"],
    "DE-S-POR": ["--algorithm", "de-s-por"],
    "DL-POR": ["--algorithm", "dl-por"],
    "DE-POR": ["--algorithm", "de-por"],
    "O-DPOR": ["--algorithm", "o-dpor"],
    "all accesses": ["--algorithm", "stateful", "--all-accesses"],
    "stateless": ["--algorithm", "condpor"],
}
STYLE = {name: number for number, name in
         enumerate(["S-POR", "DL-S-POR", "DE-S-POR", "DL-POR", "DE-POR", "O-DPOR", "all accesses", "stateful"])}
STYLE["stateless"] = STYLE["O-DPOR"]
SEQUENTIAL = ["sequential:" + ",".join(map(str, order)) for order in itertools.permutations((1, 2, 3))]
RANDOM = [f"random:{seed}" for seed in (1, 2, 3)]
WITHOUT_EXACT_ENDS = ("all accesses", "stateless")  # private memory makes ends differ; executions have no states


@dataclass(frozen=True)
class Client:
    buggy: str  # which calls have a bug: none, one, half, all; right: of a structure without
    structure: str
    calls: str


@dataclass
class Row:
    buggy: str
    structure: str
    calls: str
    search: str
    order: str
    verdict: str
    states: int
    steps: int
    ends: int
    depth: int
    bytes: int
    found: str  # of the experiment `outcomes`: the numbers of the results
    native_runs: int
    cpu: float
    rss_kib: int

    @property
    def client(self):
        return Client(self.buggy, self.structure, self.calls)

    @property
    def is_finished(self):
        return self.verdict != "incomplete"


class Runner:
    """Builds the structures and searches clients of them."""

    def __init__(self, revisit, folder, limit):
        self.revisit, self.folder, self.limit = os.path.abspath(revisit), folder, limit
        self.lock = threading.Lock()
        self.built = set()
        said = subprocess.run([self.revisit, "check", "--help"], capture_output=True, text=True, check=True).stdout
        known = re.search(r"--algorithm TEXT:\{(.*?)\}", said).group(1).split(",")
        self.searches = {name: options for name, options in SEARCHES.items() if options[1] in known}

        with open(os.path.join(folder, OUTCOMES), "w") as file:
            file.writelines(f'case {number}: assert(!"the results of this number");\n' for number in range(MOST_OUTCOMES))

    def program(self, structure, tells):
        path = os.path.join(self.folder, structure + "_tells" * tells)
        with self.lock:
            if path not in self.built:
                compiler = os.path.join(os.path.dirname(self.revisit), "revisit-c++")
                options = ["-DCLIENT_TELLS", "-I" + self.folder] if tells else []
                subprocess.run([compiler, "-std=c++20", os.path.join(SOURCES, structure + ".cpp"), *options, "-o", path],
                               check=True)
                self.built.add(path)
        return path

    def run(self, client, search, order="sequential", keep_going=True, outcomes=None, tells=False):
        options = ["--json", "-", "--ignore", "leak", "--witness", self.folder]
        options += ["--keep-going"] if keep_going else []
        if search != "stateless":
            options += ["--order", "random", "--seed", order[7:]] if order.startswith("random") else ["--order", order]
        arguments = [client.calls] + ([",".join(outcomes)] if outcomes else [])
        # The limit is one of the processor's time, which other work of the machine does not change.
        command = ["sh", "-c", 'ulimit -t "$0"; exec "$@"', str(self.limit), self.revisit, "check", *self.searches[search], *options, self.program(client.structure, tells), "--",
                   *arguments]
        with tempfile.TemporaryFile("w+") as said, tempfile.TemporaryFile("w+") as warned:
            process = subprocess.Popen(command, stdout=said, stderr=warned, stdin=subprocess.DEVNULL)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = 0
            said.seek(0)
            warned.seek(0)
            cpu = round(used.ru_utime + used.ru_stime, 3)
            if os.WIFSIGNALED(status):
                if os.WTERMSIG(status) not in (signal.SIGXCPU, signal.SIGKILL) or cpu < self.limit * 0.9:
                    raise RuntimeError(f"{' '.join(command)}: signal {os.WTERMSIG(status)}")
                return Row(client.buggy, client.structure, client.calls, search, order, "incomplete", 0, 0, 0, 0, 0, "",
                           0, cpu, used.ru_maxrss)
            try:
                report = json.load(said)
            except json.JSONDecodeError:
                raise RuntimeError(f"{' '.join(command)}\n{warned.read()}") from None
        space = report["states"] or dict.fromkeys(("states", "steps", "ends", "depth", "bytes"), 0)
        found = [error["line"] - 1 if os.path.basename(error["file"]) == OUTCOMES else NOT_ALLOWED
                 for error in report["errors"]]
        return Row(client.buggy, client.structure, client.calls, search, order, report["verdict"], space["states"],
                   space["steps"], space["ends"], space["depth"], space["bytes"], " ".join(map(str, sorted(found))),
                   report["native_runs"], cpu, report["peak_rss_kib"])


def allowed(client):
    """The results that a client may have; None: too many for an argument."""
    outcomes = sets.outcomes(client.structure, client.calls)
    return outcomes if len(",".join(outcomes)) < LONGEST_ARGUMENT else None


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
    path = os.path.join(folder, experiment + ".csv")
    if not os.path.exists(path):
        return []
    with open(path, newline="") as file:
        return [Row(**{field.name: field.type(line[field.name]) for field in fields(Row)})
                for line in csv.DictReader(file)]


def run_experiment(runner, experiment, chosen, folder, jobs):
    path = os.path.join(folder, experiment + ".csv")
    known = {(row.client, row.search, row.order) for row in read_rows(folder, experiment)}
    is_new = not os.path.exists(path)
    with open(path, "a", newline="") as file, concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        writer = csv.DictWriter(file, [field.name for field in fields(Row)])
        if is_new:
            writer.writeheader()
        waiting = [pool.submit(runner.run, client, search, order, **how)
                   for client, search, order, how in jobs_of(experiment, chosen, runner)
                   if (client, search, order) not in known]
        for number, done in enumerate(concurrent.futures.as_completed(waiting), 1):
            writer.writerow(asdict(done.result()))
            file.flush()
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
    smallest = {}
    for client in read_clients():
        key = (client.structure, client.buggy)
        if key[1] in ("right", "one", "none"):
            size = (len(client.calls) < 12, -len(client.calls))  # at least four calls
            if key not in smallest or size > smallest[key][0]:
                smallest[key] = size, client
    chosen = [client for _, client in smallest.values()]
    work = [job for job in jobs_of("outcomes", chosen, runner)]
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
    randomly = random.Random(SEED)
    found = [Client("right", *client) for client in sets.right_clients(randomly, RIGHT_COUNT)]
    shares = [BUGGY_COUNT // 8 + (number < BUGGY_COUNT % 8) for number in range(8)]
    for share, (structure, buggy) in zip(shares, itertools.product(sets.BUGGY, sets.BUGGY_CALLS)):
        tried = 0
        taken = {}
        for calls in sets.buggy_candidates(randomly, structure, buggy):
            client = Client(buggy, structure, calls)
            tried += 1
            if client in taken or (buggy != "none" and
                                   runner.run(client, "S-POR", keep_going=False, outcomes=allowed(client)).verdict != "bug"):
                continue
            taken[client] = True
            if len(taken) == share:
                break
        print(f"{structure} {buggy}: {share} of {tried} random clients", flush=True)
        found += taken
    with open(CLIENTS, "w") as table:
        table.write("# Which calls have a bug, structure, client: written by states_evaluation.py --make-clients\n")
        table.writelines(f"{client.buggy}\t{client.structure}\t{client.calls}\n" for client in found)


# Tables and plots.

def mean_ratio(pairs):
    """The mean of the ratios, as the paper has it, and the geometric mean, which one large ratio does not decide."""
    ratios = [one / other for one, other in pairs if one and other]
    if not ratios:
        return "-"
    return f"{statistics.mean(ratios):.2f} {statistics.geometric_mean(ratios):.2f} " \
           f"{min(ratios):.2f}..{max(ratios):.2f} ({len(ratios)})"


def print_table(title, head, lines):
    print(f"\n{title}")
    cells = [list(map(str, line)) for line in [head, *lines]]
    widths = [max(len(line[i]) for line in cells) for i in range(len(head))]
    for line in cells:
        print("  " + "  ".join(cell.ljust(width) if i == 0 else cell.rjust(width)
                               for i, (cell, width) in enumerate(zip(line, widths))))


def report_searches(rows):
    by_search = {}
    for row in rows:
        by_search.setdefault(row.search, {})[row.client] = row
    finished = {name: {client: row for client, row in found.items() if row.is_finished}
                for name, found in by_search.items()}
    state_searches = [name for name in finished if name not in WITHOUT_EXACT_ENDS]
    shared = set.intersection(*(set(finished[name]) for name in state_searches))
    lines = []
    for name, found in finished.items():
        common = [found[client] for client in shared if client in found]
        whole = len(common) == len(shared)
        largest = max(found.values(), key=lambda row: row.steps, default=None)
        rate = largest.steps / largest.cpu / 1e6 if largest else 0
        lines.append([name, f"{len(found)}/{len(by_search[name])}"] +
                     ([f"{sum(row.states for row in common):,}", f"{sum(row.steps for row in common):,}",
                       f"{sum(row.cpu for row in common):.1f}",
                       f"{sum(row.bytes for row in common) / max(1, sum(row.states for row in common)):.0f}"]
                      if whole else ["-"] * 4) + [f"{rate:.2f}"])
    print_table(f"searches: sums over the {len(shared)} clients that all searches over states finished",
                ["search", "finished", "states", "steps", "CPU s", "bytes/state", "M steps/s (largest)"], lines)
    lines = []
    for one, other in (("all accesses", "S-POR"), ("all accesses", "DL-S-POR"), ("stateful", "S-POR"),
                       ("stateful", "DL-S-POR"), ("S-POR", "DL-S-POR"), ("DE-S-POR", "DL-S-POR"),
                       ("DL-POR", "DL-S-POR"), ("DE-POR", "DE-S-POR"), ("O-DPOR", "DL-S-POR"),
                       ("stateless", "DL-S-POR")):
        if one not in finished or other not in finished:
            continue
        both = [(finished[one][client], finished[other][client]) for client in finished[one]
                if client in finished[other]]
        lines.append([f"{one} / {other}"] + [mean_ratio([(getattr(a, what), getattr(b, what)) for a, b in both])
                                              for what in ("cpu", "states", "steps", "bytes")])
    print_table("searches: how many times as much the first takes; mean, geometric mean, range (clients)",
                ["searches", "CPU time", "states", "steps", "bytes"], lines)
    lines = []
    for structure in sets.RIGHT:
        both = [(finished["S-POR"][client], finished["DL-S-POR"][client]) for client in finished["DL-S-POR"]
                if client.structure == structure and client in finished["S-POR"]]
        lines.append([structure, len(both)] + [mean_ratio([(getattr(a, what), getattr(b, what)) for a, b in both])
                                               for what in ("cpu", "states", "steps")])
    print_table("S-POR / DL-S-POR for each structure", ["structure", "clients", "CPU time", "states", "steps"], lines)


def draw_searches(rows):
    finished = {}
    for row in rows:
        if row.is_finished:
            finished.setdefault(row.search, {})[row.client] = row
    names = [name for name in SEARCHES if name in finished]

    def panel(title, y_label, value, without=()):
        return plots.Panel(title, "clients", y_label, [
            plots.quantiles(name, [value(row) for row in finished[name].values()], STYLE[name])
            for name in names if name not in without])

    searches = plots.figure([
        panel("Time", "CPU seconds", lambda row: row.cpu),
        panel("States", "states", lambda row: row.states, ("stateless",)),
        panel("Edges", "steps between states", lambda row: row.steps, ("stateless",)),
        panel("Memory", "bytes of the states", lambda row: row.bytes, ("stateless",))])

    def scatter(title, unit, value):
        pairs = [(value(finished["S-POR"][client]), value(row)) for client, row in finished["DL-S-POR"].items()
                 if client in finished["S-POR"]]
        return plots.Panel(title, "S-POR: " + unit, "DL-S-POR: " + unit, [plots.Series("a client", pairs, 0)],
                           log_x=True, is_scatter=True)

    pairs = plots.figure([scatter("Time", "CPU seconds", lambda row: row.cpu),
                          scatter("Edges", "steps between states", lambda row: row.steps)])
    return {"evaluation-searches.svg": searches, "evaluation-pairs.svg": pairs}


def by_order(rows, search, buggy, value):
    """For each client that all orders finished: its values with sequential and with random orders."""
    found = {}
    for row in rows:
        if row.search == search and (not buggy or row.buggy in buggy) and row.is_finished:
            found.setdefault(row.client, {})[row.order] = value(row)
    for client, values in found.items():
        if all(order in values for order in SEQUENTIAL + RANDOM):
            yield client, [values[order] for order in SEQUENTIAL], [values[order] for order in RANDOM]


def report_orders(experiment, rows):
    lines = []
    for search in ("S-POR", "DL-S-POR"):
        for buggy in sets.BUGGY_CALLS:
            found = list(by_order(rows, search, (buggy,), lambda row: row.steps))
            if not found:
                continue
            means = [(statistics.mean(ordered), statistics.mean(randomly)) for _, ordered, randomly in found]
            least = [(min(ordered), min(randomly)) for _, ordered, randomly in found]
            # As many orders as seeds, so that the least of six does not win by being of more.
            fair = [(statistics.mean(min(some) for some in itertools.combinations(ordered, 3)), min(randomly))
                    for _, ordered, randomly in found]
            lines.append([f"{search}, bug in {buggy}", len(found)] +
                         [f"{sum(a for a, _ in pairs):,.0f} {sum(b for _, b in pairs):,.0f}"
                          for pairs in (means, least, fair)] +
                         [f"{sum(b < a for a, b in pairs)} {sum(a < b for a, b in pairs)}"
                          for pairs in (means, least, fair)])
    if lines:
        print_table(f"{experiment}: steps with sequential and with random orders; sums over clients, and how many "
                    "clients are better with random and with sequential",
                    ["search", "clients", "mean", "least", "least of 3", "mean: r s", "least: r s", "of 3: r s"], lines)


def draw_orders(experiment, rows):
    panels = []
    what = {"orders": "All states", "errors": "First error"}[experiment]
    for search in ("S-POR", "DL-S-POR"):
        found = list(by_order(rows, search, None, lambda row: max(1, row.steps)))
        if not found:
            continue
        for name, least in (("mean", statistics.mean), ("least", min)):
            panels.append(plots.Panel(f"{what}, {search}: {name} of the orders", "clients", "steps between states", [
                plots.quantiles("sequential (6 orders)", [least(ordered) for _, ordered, _ in found], 0),
                plots.quantiles("random (3 seeds)", [least(randomly) for _, _, randomly in found], 1)]))
    return {f"evaluation-{experiment}.svg": plots.figure(panels)} if panels else {}


def report(folder, pictures):
    drawn, right = {}, True
    for experiment in EXPERIMENTS:
        rows = read_rows(folder, experiment)
        wrong = list(disagreements(experiment, rows))
        right = right and not wrong
        print(f"\n{experiment}: {len(rows)} searches, {sum(not row.is_finished for row in rows)} not finished, "
              f"{len(wrong)} disagreements", *wrong, sep="\n    ")
        if rows and experiment == "searches":
            report_searches(rows)
            drawn.update(draw_searches(rows))
        elif rows and experiment in ("orders", "errors"):
            report_orders(experiment, rows)
            drawn.update(draw_orders(experiment, rows))
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
            run_experiment(runner, experiment, chosen, given.results, given.jobs)
    return True


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
