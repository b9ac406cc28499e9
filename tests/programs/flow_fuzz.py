#!/usr/bin/env python3
"""Moves unknown bytes through generated C and C++ programs, and asks Revisit for the failure at their end.

    tests/programs/flow_fuzz.py build/bin/revisit [--count N] [--seed S] [--language c|c++] [--solo REGEX] [--shrink SEED]

A program takes 32 unknown bits, carries them on through 3 to 12 movers (flows/) and fails for one value of what
results; in a quarter of the programs a call with few results stands before the failure. Each mover keeps the bits, so
that exactly one input fails. The result that fails is what the program computes when it is compiled without Revisit and
that input is given to it. Its twin is the same program with this input forbidden, or with the results of two different
inputs expected at once: no input fails.

No program with a failure may be SAFE, no twin may fail, and the tool must not fail. --strict asks for more: nine of ten
failures are found, 95 % of the twins are SAFE. --solo judges single movers.
"""
import argparse
import collections
import os
import re
import sys
import tempfile

import rotation
from flows import chain, ends
from flows.judge import SUFFIX, Judge

WORDS = ["found", "safe", "incomplete", "timeout", "other", "failure"]


def batches(plans, size):
    """Plans of one language, `size` at a time."""
    for language in ("c", "c++"):
        own = [plan for plan in plans if plan.language == language]
        for start in range(0, len(own), size):
            yield language, own[start:start + size]


class Statistics:
    """Counts of verdicts, and which movers and reasons go with what was not found."""

    def __init__(self, judge, keep):
        self.reachable, self.twins = collections.Counter(), collections.Counter()
        self.by_mover = collections.defaultdict(collections.Counter)
        self.reasons, self.failures = collections.Counter(), []
        self.judge, self.keep = judge, keep

    def kept(self, case, reachable, twin):
        plan = case.plan
        name = plan.steps[0][0] if len(plan.steps) == 1 else str(plan.lossy if not plan.steps else plan.seed)
        name = f"{reachable.word}_{twin.word}_{re.sub('[^a-z0-9_]', '_', plan.language + '_' + name)}{SUFFIX[plan.language]}"
        os.makedirs(self.keep, exist_ok=True)
        with open(os.path.join(self.keep, name), "w") as file:
            file.write(self.judge.text_of(plan.language, chain.Case(0, plan)))

    def add(self, case, reachable, twin):
        if self.keep and (reachable.word != "found" or twin.word != "safe"):
            self.kept(case, reachable, twin)
        self.reachable[reachable.word] += 1
        self.twins[twin.word] += 1
        names = {name for name, _ in case.plan.steps} | {case.plan.lossy or "equal", "input " + case.plan.entry}
        for name in names:
            self.by_mover[name]["all"] += 1
            self.by_mover[name]["lost"] += reachable.word != "found"
            self.by_mover[name]["twin"] += twin.word != "safe"
        for what, verdict in (("reachable", reachable), ("twin", twin)):
            good = verdict.word == ("found" if what == "reachable" else "safe")
            wrong = verdict.word in ("failure", "other") or verdict.word == ("safe" if what == "reachable" else "found")
            if not good:
                text = re.sub(r"0x[0-9a-f]+|\d+", "N", verdict.reason)
                self.reasons[f"{verdict.word} {text}"[:220]] += 1
                print(f"{'WRONG' if wrong else 'lost'} {what} {verdict.word}: {case.described()} ({verdict.seconds:.1f} s)\n    "
                      f"{verdict.reason[:400]}",
                      flush=True)
            if wrong:
                self.failures.append(f"{what} {verdict.word}: {case.described()}")
                print(f"alone: tests/programs/flow_fuzz.py build/bin/revisit --language {case.plan.language} --count 1 "
                      f"--seed {case.plan.seed}")

    def show(self, least):
        def line(name, counts):
            return f"{name} " + ", ".join(f"{word} {counts[word]}" for word in WORDS if counts[word])
        print(line("with a failure:", self.reachable))
        print(line("twins:", self.twins))
        print("movers in programs that are not found, or whose twin is not safe (lost / twin / all):")
        rows = [(counts["lost"] / counts["all"], counts["twin"] / counts["all"], name, counts) for name, counts in
                self.by_mover.items() if counts["lost"] + counts["twin"] and counts["all"] >= least]
        for lost, twin, name, counts in sorted(rows, key=lambda row: (-max(row[0], row[1]), row[2]))[:60]:
            print(f"  {lost:4.0%} {twin:4.0%}  {counts['lost']}/{counts['twin']}/{counts['all']}  {name}")
        print("reasons:")
        for reason, count in self.reasons.most_common(40):
            print(f"  {count} {reason}")


def shrink(judge, plan):
    """Leaves out movers while the verdicts that were wrong or lost stay the same; prints the program."""
    def words(candidate):
        results = judge.judge(candidate.language, [chain.Case(0, candidate)])
        return (results[0][1].word, results[0][2].word) if results else None

    bad = words(plan)
    print(f"reachable {bad[0]}, twin {bad[1]}", flush=True)
    index = 0
    while index < len(plan.steps):
        smaller = plan.without(index)
        if words(smaller) == bad:
            plan = smaller
        else:
            index += 1
    case = chain.Case(0, plan)
    print(judge.text_of(plan.language, case))
    print(f"// {case.described()}: reachable {bad[0]}, twin {bad[1]} (arguments: 0 0, and 0 1 for the twin)")


def natively(judge, language, plans):
    """Whether the programs, compiled with sanitizers, give a result of its own for each of some inputs."""
    cases, good = [chain.Case(number, plan) for number, plan in enumerate(plans)], True
    with tempfile.TemporaryDirectory() as folder:
        run = judge.native(folder, language, cases, sanitize=True)
        for case in cases:
            secrets = sorted(set(case.plan.secrets))
            try:
                results = [run(case.number, secret)[0] for secret in secrets]
            except RuntimeError as error:
                results = [str(error)]
            if len(set(results)) != len(secrets):
                print(f"{case.described()}: {len(set(results))} results of {len(secrets)} inputs\n    {results[0]}", flush=True)
                good = False
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revisit")
    parser.add_argument("--count", type=int, default=int(os.environ.get("REVISIT_FUZZ_COUNT", 16)), help="programs")
    parser.add_argument("--seed", type=int, default=1, help="of the first program")
    parser.add_argument("--language", choices=["c", "c++"], help="programs of this one only")
    parser.add_argument("--solo", help="each mover and each function with few results whose name this expression matches, alone")
    parser.add_argument("--repeat", type=int, default=1, help="for --solo: how often")
    parser.add_argument("--shrink", type=int, metavar="SEED", help="print the smallest program of this seed (and --language) with its verdicts")
    parser.add_argument("--batch", type=int, default=40, help="cases in one binary")
    parser.add_argument("--timeout", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--strict", action="store_true", help="ask for the shares, too")
    parser.add_argument("--least", type=int, default=1, help="the fewest programs of a mover in the table")
    parser.add_argument("--natively", action="store_true", help="test the generator alone: no undefined behaviour, no result twice")
    parser.add_argument("--keep", metavar="FOLDER", help="write the programs that are lost or wrong, each by itself (run them with 0 0, and 0 1)")
    parser.add_argument("--option", action="append", default=[], help="for revisit check")
    options = parser.parse_args()
    judge = Judge(options.revisit, options.timeout, options.jobs, options.option)

    languages = [options.language] if options.language else ["c", "c++"]
    if options.shrink is not None:
        shrink(judge, chain.make_plan(options.shrink, languages[0]))
        return
    if options.solo is not None:
        names = [name for name in [*chain.BY_NAME, *ends.LOSSY, *ends.LOSSY_CXX] if re.search(options.solo, name)]
        plans = [chain.solo_plan(name, seed) for name in names for seed in range(options.seed, options.seed + options.repeat)]
    else:
        plans = [chain.make_plan(seed, languages[seed % len(languages)]) for seed in
                 rotation.part(range(options.seed, options.seed + options.count))]
    if options.natively:
        sys.exit(0 if all([natively(judge, language, own) for language, own in batches(plans, options.batch)]) else 1)
    statistics = Statistics(judge, options.keep)
    for language, own in batches(plans, options.batch):
        cases = [chain.Case(number, plan) for number, plan in enumerate(own)]
        for case, reachable, twin in judge.judge(language, cases):
            statistics.add(case, reachable, twin)
    statistics.show(options.least)
    judged, twins = statistics.reachable.total(), statistics.twins.total()
    good = judged > 0 and not statistics.failures
    if options.strict:
        good = good and statistics.reachable["found"] >= 0.9 * judged and statistics.twins["safe"] >= 0.95 * twins
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
