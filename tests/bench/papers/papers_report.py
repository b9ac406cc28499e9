"""Tables and plots of the searches of the papers' programs, and what must hold of them."""
import statistics

import published
import svg_plots as plots
from searches import ASSERTIONS
from tables import print_table

LONG = 10  # seconds that are printed
TIMES = 100  # as fast as printed, wherever that is long
TENTH = 0.1
MANY_STEPS = 10000  # shorter searches take no longer than the start of the program
NEEDED_RATE = 20000  # steps a second

BASE, WITH_DPOR, GUIDED, FIRST = "symbolic", "fg-dpor", "fg-dpor, AG", "AG, first"


def by_key(rows):
    return {(row.program, row.size, row.column): row for row in rows}


def seconds(value):
    return f"{value:.2f}" if value < 10 else f"{value:,.0f}"


def times(one, other):
    ratio = one / other
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.1f}"


def grouped(text):
    """A printed number with separators; anything else as it is."""
    return f"{int(text):,}" if text.isdigit() else text


# ConDpor.

def wrong_counts(all_published, rows):
    found = by_key(rows)
    for row in all_published:
        ours = found.get((row.program, row.size, "condpor"))
        if ours and ours.ended and row.right != "-" and str(ours.judged) != row.right:
            yield f"table {row.table}, {row.title}: {ours.judged} complete executions, not {row.right}"
        if ours and not ours.ended and row.right != "-":
            yield f"table {row.table}, {row.title}: did not end"
        enumerated = found.get((row.program, row.size, "enumeration"))
        right = row.right_enumerated
        if enumerated and enumerated.ended and right.isdigit() and str(enumerated.judged) != right:
            yield f"table {row.table}, {row.title}: {enumerated.judged} by enumeration, not {right}"


def slow_rows(all_published, rows):
    """Rows that are printed with a long time and are not so many times as fast."""
    found = by_key(rows)
    for row in all_published:
        ours = found.get((row.program, row.size, "condpor"))
        printed = published.number(row.printed["seconds"])
        if ours and printed and printed > LONG and (not ours.ended or printed / ours.cpu < TIMES):
            yield f"table {row.table}, {row.title}: {ours.cpu:.2f} s, printed {printed:g} s: " \
                  f"{printed / ours.cpu:.0f} times as fast"


def count(measured, printed):
    """Complete executions, and what is printed where that is something else."""
    if not measured or not measured.ended:
        return "-"
    return f"{measured.judged:,}" + (f" (p. {grouped(printed)})" if printed not in ("-", str(measured.judged)) else "")


def took(measured):
    if not measured:
        return "-"
    return seconds(measured.cpu) if measured.ended else f"> {measured.cpu:.0f}"


def condpor_line(row, found):
    ours, enumerated, all_run = (found.get((row.program, row.size, column))
                                 for column in ("condpor", "enumeration", "all run"))
    printed = row.printed
    printed_seconds = published.number(printed["seconds"])
    faster = times(printed_seconds, ours.cpu) if ours and ours.ended and printed_seconds else "-"
    enumeration = [count(enumerated, printed["baseline_complete"]), took(enumerated), printed["baseline_seconds"]]
    return [row.table, row.title, count(ours, printed["complete"]), f"{ours.blocked:,}" if ours else "-",
            grouped(printed["blocked"]), took(ours), printed["seconds"], faster,
            *(enumeration if row.domain != "-" else ["-"] * 3), took(all_run)]


def report_condpor(all_published, rows, as_markdown):
    found = by_key(rows)
    print_table("ConDpor: complete and blocked executions and seconds; p.: what is printed, of complete ones where it "
                "is something else. Then the same with each unknown enumerated, and seconds when the program runs each "
                "execution.",
                ["table", "program", "complete", "blocked", "p.", "s", "p.", "times", "enumerated", "s", "p.",
                 "all run, s"], [condpor_line(row, found) for row in all_published], as_markdown)
    notes = dict.fromkeys((row.table, row.program if row.right == "-" else row.title, row.note)
                          for row in all_published if row.note)
    print_table("Rows that differ, or are not compared", ["table", "program", "why"], notes, as_markdown)
    slow = list(slow_rows(all_published, rows))
    long = [row for row in all_published if (published.number(row.printed["seconds"]) or 0) > LONG]
    print(f"\n{len(long)} rows are printed with more than {LONG} s; not {TIMES} times as fast: {len(slow)}", *slow,
          sep="\n    ")
    for other in ("enumeration", "all run"):
        pairs = [(found[key[0], key[1], other].cpu, found[key].cpu) for key in found
                 if key[2] == "condpor" and found[key].ended and (*key[:2], other) in found
                 and found[*key[:2], other].ended and found[*key[:2], other].cpu >= 1]
        if pairs:
            mean = statistics.geometric_mean(one / two for one, two in pairs)
            print(f"{other} takes {mean:.1f} times as long in the geometric mean of the {len(pairs)} rows where it "
                  "takes a second or more")


def draw_condpor(all_published, rows):
    found = by_key(rows)
    kinds = [("no unknowns (tables 3 and 4)", "34", 0), ("unknowns (2 and 5)", "25", 1), ("others (7 and 8)", "78", 2)]
    printed, baselines = [], []
    for name, tables, style in kinds:
        points = [(published.number(row.printed["seconds"]), found[row.program, row.size, "condpor"].cpu)
                  for row in all_published if row.table in tables and (row.program, row.size, "condpor") in found]
        printed.append(plots.Series(name, [point for point in points if point[0]], style))
    for name, column, style in (("each unknown enumerated", "enumeration", 3), ("each execution run", "all run", 4)):
        baselines.append(plots.Series(name, [(row.cpu, found[row.program, row.size, "condpor"].cpu) for row in rows
                                             if row.column == column and row.ended and
                                             (row.program, row.size, "condpor") in found], style))
    return {"papers-condpor.svg": plots.figure([
        plots.Panel("Seconds of a row", "printed", "Revisit", printed, True, True, True),
        plots.Panel("Seconds of a row", "Revisit by other means", "Revisit", baselines, True, True, True)])}


# Assertion guided symbolic execution.

def disagreements(rows):
    """Searches of one program that contradict each other."""
    by_program = {}
    for row in rows:
        if row.ended:
            by_program.setdefault(row.program, []).append(row)
    for program, found in by_program.items():
        if len({row.verdict for row in found}) > 1 or len({row.errors for row in found if row.column != FIRST}) > 1:
            yield f"{program}: " + "; ".join(f"{row.verdict} {row.errors} by {row.column}" for row in found)


def more_runs(all_published, rows):
    """Programs where the guided search has more runs than are printed: up to the first error, because the paper's tool
    takes an error for an end from which nothing can fail."""
    found = by_key(rows)
    for row in all_published:
        ours, printed = found.get((row.program, row.size, FIRST)), published.number(row.printed["dpor_ag_runs"])
        if ours and printed and (not ours.ended or ours.runs > printed):
            note = f" ({row.note})" if row.note else ""
            yield f"{row.program}: {ours.runs:,} runs, printed {printed:.0f}{note}"


def report_assertions(all_published, rows, as_markdown):
    found = by_key(rows)
    columns = [column for column in ASSERTIONS if column.printed]
    lines = []
    for row in all_published:
        line = [row.program, row.defines and " ".join(row.defines) or "-"]
        for column in columns:
            ours = found.get((row.program, row.size, column.name))
            bound = "" if not ours or ours.ended else "> "
            line += [f"{bound}{ours.runs:,}", f"{bound}{seconds(ours.cpu)}"] if ours else ["-", "-"]
        for printed in ("cloud9", "dpor", "dpor_ag"):
            line.append(row.printed[printed + "_runs"])
        lines.append(line)
    print_table("Assertion guided: runs and seconds of each search, and the printed runs",
                ["program", "sizes"] + [cell for column in columns for cell in (column.name, "s")] +
                ["p. Cloud9", "p. DPOR", "p. DPOR+AG"], lines, as_markdown)
    more = list(more_runs(all_published, rows))
    print(f"\nMore runs than printed with {GUIDED}: {len(more)} of {len(lines)}", *more, sep="\n    ")
    for name in (column.name for column in columns[1:]):
        pairs = [(found[row.program, row.size, name].runs, found[row.program, row.size, BASE])
                 for row in all_published if (row.program, row.size, name) in found and
                 (row.program, row.size, BASE) in found and found[row.program, row.size, name].ended]
        ended = [(ours, base.runs) for ours, base in pairs if base.ended]
        if not ended:
            continue
        all_mean, mean = (statistics.geometric_mean(ours / base for ours, base in some)
                          for some in ([(ours, base.runs) for ours, base in pairs], ended))
        print(f"{name}: {mean:.3f} of the runs of {BASE} in the geometric mean of {len(ended)} programs; "
              f"{all_mean:.3f} of {len(pairs)} with the runs of {BASE} until it was ended")
        long = [row for row in rows if row.column == name and row.steps >= MANY_STEPS]
        if long:
            print(f"    {sum(row.steps for row in long) / sum(row.cpu for row in long):,.0f} steps a second of the "
                  f"{len(long)} searches with {MANY_STEPS:,} or more, {min(row.steps / row.cpu for row in long):,.0f} "
                  "at least")


def draw_assertions(all_published, rows):
    found = by_key(rows)
    panels = []
    for base, name in ((BASE, "cloud9_runs"), (WITH_DPOR, "dpor_runs")):
        printed = [(published.number(row.printed[name]), published.number(row.printed["dpor_ag_runs"]))
                   for row in all_published]
        drawn = [plots.Series("printed, DPOR+AG", [point for point in printed if all(point)], 1)]
        for guided, style in ((GUIDED, 0), ("ag", 2)):
            pairs = [[found.get((row.program, row.size, column)) for column in (base, guided)] for row in all_published]
            drawn.append(plots.Series(guided, [(one.runs, other.runs) for one, other in pairs
                                               if one and other and one.ended and other.ended], style))
        panels.append(plots.Panel(f"Runs of a program, against {base}", base, "with summaries", drawn, True, True,
                                  True))
    return {"papers-assertions.svg": plots.figure(panels)}
