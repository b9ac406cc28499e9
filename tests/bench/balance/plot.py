#!/usr/bin/env python3
"""How well many workers share an exploration: the figures and the picture of the manual's page about balance.

    tests/bench/balance/plot.py BUILD/bin FOLDER PICTURE.svg

FOLDER has the recorded trees (NAME.items), as the manual's page says how to record them. Prints the tables; what was
simulated before is taken from FOLDER/simulated.tsv.
"""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "common"))
import svg_plots as plots  # noqa: E402

WORKERS = (1, 3, 10, 30, 100, 300, 1000, 3000, 10000)
BETTER = "--cut nearest --giver oldest --asks 100 --groups 30"
# Name: options of the simulation. 4 ns for each entry of the list: revisit_piece_list_bench.
SCHEMES = {"as it is": "--entry 4", "cut at the nearest": "--entry 4 --cut nearest",
           "and asked well, with an index": BETTER, "and graphs built once": f"{BETTER} --build-once",
           "stealing": "--scheme stealing --cut nearest --build-once"}
# The recorded trees and their names.
TREES = {"coarse6": "CoarseList 6", "counter1-7": "Counter1 7", "inc10": "10 increments", "inc11": "11 increments",
         "inc12": "12 increments", "wr6": "6 writers, 6 readers"}
PANELS = ("as it is", "and asked well, with an index", "and graphs built once", "stealing")


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
    trees = [tree for tree in TREES if os.path.exists(os.path.join(folder, f"{tree}.items"))]
    if not trees:
        sys.exit(f"plot.py: {folder} has no recorded trees: record them first")
    panels = []
    for scheme in PANELS:
        series = [plots.Series(TREES[tree], [(workers, max(0.0, simulations.run(tree, SCHEMES[scheme], workers)["efficiency"]))
                                             for workers in WORKERS], style)
                  for style, tree in enumerate(trees)]
        title = {"as it is": "The list as it is", "and asked well, with an index": "Cut at the nearest, asked well",
                 "and graphs built once": "And graphs built once", "stealing": "Random stealing instead"}[scheme]
        panels.append(plots.Panel(title, "workers", "efficiency", series, log_x=True, log_y=False))
    with open(picture, "w", encoding="utf-8") as file:
        file.write(plots.figure(panels))
    for workers in (2, 10, 100, 1000, 10000):
        print(f"\n{workers} workers\n\n| Program | {' | '.join(SCHEMES)} |\n|---|{'---|' * len(SCHEMES)}")
        for tree in trees:
            cells = []
            for options in SCHEMES.values():
                got = simulations.run(tree, options, workers)
                cells.append(f"{got['efficiency']:.2f}" + (f" ({got['busy']:.0%})" if got["busy"] else ""))
            print(f"| {TREES[tree]} | {' | '.join(cells)} |")
    for tree in trees:
        got = simulations.run(tree, SCHEMES["as it is"], 1)
        print(f"{TREES[tree]}: {got['executions']:,} executions, {got['alone']:.4g} s")


if __name__ == "__main__":
    main()
