#!/usr/bin/env python3
"""How well many workers share an exploration: the figures and the picture of the manual's page about balance.

    tests/bench/balance/plot.py BUILD/bin FOLDER PICTURE.svg

Compiles the programs and records their trees in FOLDER (minutes each), unless they are there. Simulates the workers;
what was simulated before is taken from FOLDER/simulated.tsv. Prints the tables.
"""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import svg_plots as plots  # noqa: E402

WORKERS = (1, 3, 10, 30, 100, 300, 1000, 3000, 10000)
BETTER = "--cut branching --giver oldest --asks 10 --groups 30"
# Name: options of the simulation. 4 ns for each entry of the list: revisit_piece_list_bench.
SCHEMES = {"cut when full": "--entry 4", "cut at the nearest": "--entry 4 --cut nearest",
           "and asked well, with an index": BETTER, "and graphs built once": f"{BETTER} --build-once",
           "stealing": "--scheme stealing --cut nearest --build-once"}
# Of each recorded tree: the program's name, its source and parameters, its executions (from the paper, or a formula),
# and how many items of a stratum are kept (sampled_tree.h).
PROGRAMS = {
    "lb9": ("LBQueue 9", "programs/paper/lb_queue.c", "-DINS=9 -DREM=0", 362880, 3),
    "coarse6": ("CoarseList 6", "programs/paper/coarse_list.c", "-DINS=6 -DREM=0", 518400, 3),
    "counter1-7": ("Counter1 7", "programs/paper/counter1.c", "-DN=7", 645120, 8),
    "inc10": ("10 increments", "bench/programs/increments.c", "-DN=10", 3628800, 3),
    "inc11": ("11 increments", "bench/programs/increments.c", "-DN=11", 39916800, 2),
    "inc12": ("12 increments", "bench/programs/increments.c", "-DN=12", 479001600, 3),
    "wr6": ("6 writers, 6 readers", "bench/programs/writers_readers.c", "-DN=6", 2 ** 36, 2)}
# Cut when full, the first two are cut into so many pieces that their simulation takes hours. With more than
# 1,000 workers that steal, the last two have as many messages.
LONG_LIST, LONG_STEALING = {"inc12", "wr6"}, {"inc11", "inc12"}
PANELS = ("cut when full", "and asked well, with an index", "and graphs built once", "stealing")


def is_simulated(tree, options, workers):
    if "--entry" in options:
        return tree not in LONG_LIST
    return "stealing" not in options or workers <= 1000 or tree not in LONG_STEALING


def record(binaries, folder, tree):
    """Records the tree of a program, unless that was done."""
    name, source, defines, known, sample = PROGRAMS[tree]
    program, items = os.path.join(folder, tree), os.path.join(folder, f"{tree}.items")
    if not os.path.exists(items):
        tests = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
        subprocess.run([os.path.join(binaries, "revisit-cc"), "-w", *defines.split(), "-o", program,
                        os.path.join(tests, source)], check=True)
        subprocess.run([os.path.join(binaries, "revisit_record_items"), "--output", items, "--sample", str(sample),
                        "--name", tree, program], check=True)
    if os.path.getsize(items) == 0:
        sys.exit(f"plot.py: {items} is empty: remove it")
    return name, known


class Simulations:
    """Runs the simulation, or knows its line already."""

    def __init__(self, binaries, folder):
        self.simulate, self.folder = os.path.join(binaries, "revisit_simulate_workers"), folder
        self.file = os.path.join(folder, "simulated.tsv")
        self.known = {}
        if os.path.exists(self.file):
            with open(self.file, encoding="utf-8") as file:
                for line in file:
                    options, *fields = line.rstrip("\n").split("\t")
                    self.known[options] = fields

    def run(self, tree, options, workers):
        command = f"{options} --workers {workers} {tree}.items"
        if command not in self.known:
            words = [self.simulate, *options.split(), "--workers", str(workers),
                     os.path.join(self.folder, f"{tree}.items")]
            line = subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()
            self.known[command] = line.split("\t")
            with open(self.file, "a", encoding="utf-8") as file:
                file.write(f"{command}\t{line}\n")
        _, executions, alone, _, seconds, efficiency, messages, pieces, busy = self.known[command]
        return {"executions": int(executions), "alone": float(alone), "seconds": seconds,
                "efficiency": float(efficiency), "messages": int(messages), "pieces": int(pieces), "busy": float(busy)}


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    binaries, folder, picture = sys.argv[1:]
    simulations = Simulations(binaries, folder)
    names = {tree: record(binaries, folder, tree) for tree in PROGRAMS}
    for tree, (name, known) in names.items():
        got = simulations.run(tree, BETTER, 1)
        print(f"{name}: {got['executions']:,} executions (known: {known:,}), {got['alone']:.4g} s")
        if not 0.8 < got["executions"] / known < 1.2:
            sys.exit("plot.py: the sample is too far from what is known: keep more items of each stratum")
    panels = []
    for scheme in PANELS:
        series = [plots.Series(name, [(workers, simulations.run(tree, SCHEMES[scheme], workers)["efficiency"])
                                      for workers in WORKERS
                                      if is_simulated(tree, SCHEMES[scheme], workers)], style)
                  for style, (tree, (name, _)) in enumerate(names.items())
                  if is_simulated(tree, SCHEMES[scheme], 1)]
        title = {"cut when full": "Cut when full", "and asked well, with an index": "Cut by branchings, index, asked well",
                 "and graphs built once": "And graphs built once", "stealing": "Random stealing instead"}[scheme]
        panels.append(plots.Panel(title, "workers", "efficiency", series, log_x=True, log_y=False))
    with open(picture, "w", encoding="utf-8") as file:
        file.write(plots.figure(panels))
    for workers in (3, 10, 100, 1000, 10000):
        print(f"\n{workers} workers\n\n| Program | {' | '.join(SCHEMES)} |\n|---|{'---|' * len(SCHEMES)}")
        for tree, (name, _) in names.items():
            cells = []
            for options in SCHEMES.values():
                if not is_simulated(tree, options, workers):
                    cells.append("-")
                    continue
                got = simulations.run(tree, options, workers)
                cells.append(f"{got['efficiency']:.2f}" + (f" ({got['busy']:.0%})" if got["busy"] else ""))
            print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
