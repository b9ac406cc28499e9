"""Tables and plots of what the searches found."""
import collections
import itertools
import statistics

import clients as sets
import svg_plots as plots
from search import SEARCHES, WITHOUT_EXACT_ENDS
from tables import print_table

SEQUENTIAL = ["sequential:" + ",".join(map(str, order)) for order in itertools.permutations((1, 2, 3))]
RANDOM = [f"random:{seed}" for seed in (1, 2, 3)]

STYLE = {name: number for number, name in
         enumerate(["S-POR", "DL-S-POR", "DE-S-POR", "DL-POR", "DE-POR", "O-DPOR", "all accesses", "stateful"])}
STYLE["stateless"] = STYLE["O-DPOR"]
LONG = 1  # seconds; in shorter searches the start of the program takes much of the time
GROUPS = {"one lock": ["coarse_list", "locked_map"], "several locks": ["fine_list", "lock_tree", "striped_map"],
          "walks without locks": ["optimistic_list", "absent_map"], "no locks": ["queue_bag", "cas_tree"]}


def mean_ratio(pairs):
    """The mean of the ratios, as the paper has it, and the geometric mean, which one large ratio does not decide."""
    ratios = [one / other for one, other in pairs if one and other]
    if not ratios:
        return "-"
    return f"{statistics.mean(ratios):.2f} {statistics.geometric_mean(ratios):.2f} " \
           f"{min(ratios):.2f}..{max(ratios):.2f} ({len(ratios)})"


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
        long = [(a.cpu, b.cpu) for a, b in both if max(a.cpu, b.cpu) >= LONG]
        lines.append([f"{one} / {other}", mean_ratio(long)] +
                     [mean_ratio([(getattr(a, what), getattr(b, what)) for a, b in both])
                      for what in ("cpu", "states", "steps", "bytes")])
    print_table("searches: how many times as much the first takes; mean, geometric mean, range (clients)",
                ["searches", f"CPU time from {LONG} s on", "CPU time", "states", "steps", "bytes"], lines)
    lines = []
    for structure in sets.RIGHT if "DL-S-POR" in finished else ():
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
    tried = collections.Counter(row.search for row in rows)
    # Curves of fewer clients would be compared with the others.
    names = [name for name in SEARCHES if name in finished and tried[name] == max(tried.values())]

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
        groups = [plots.Series(name, [(value(finished["S-POR"][client]), value(row))
                                      for client, row in finished["DL-S-POR"].items()
                                      if client in finished["S-POR"] and client.structure in structures], style)
                  for style, (name, structures) in enumerate(GROUPS.items())]
        return plots.Panel(title, "S-POR: " + unit, "DL-S-POR: " + unit, [group for group in groups if group.points],
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
