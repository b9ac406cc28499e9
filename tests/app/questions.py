#!/usr/bin/env python3
"""revisit diff, ask, tree and steps: what they answer about a small program, and that they answer the same in words and
as JSON. What they say to wrong use is in bad_input.py's table.

    tests/app/questions.py build/bin/revisit
"""
import json
import os
import re
import subprocess
import sys
import tempfile

from checking import check, finish

SOURCE = """#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <revisit.h>
static atomic_int x;
static void* add(void* unused) {
  atomic_store(&x, atomic_load(&x) + 1);
  return unused;
}
int main(void) {
  int n = revisit_nondet_int("n");
  revisit_assume(n > 3 && n < 100);
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2 || n < 50);
  return 0;
}
"""


# Inputs of several types.
TYPES = """#include <assert.h>
#include <revisit.h>
#include <stdbool.h>
struct pair { unsigned short small; signed char letter; };
int main(void) {
  unsigned char byte = revisit_nondet_uchar("byte");
  unsigned word;
  struct pair pair;
  bool flag = revisit_nondet_bool("flag");
  revisit_symbolic(&word, sizeof word, "word");
  revisit_symbolic(&pair.small, sizeof pair.small, "small");
  revisit_symbolic(&pair.letter, sizeof pair.letter, "letter");
  revisit_assume(byte > 127 && word > 0x80000000u && pair.small > 40000 && pair.letter < -100 && flag);
  assert(byte == 0);
  return 0;
}
"""


def check_types(revisit):
    """Inputs are asked about and shown as the program takes them."""
    with open(os.path.join(revisit.folder, "types.c"), "w") as file:
        file.write(TYPES)
    for compiler, program in (("revisit-cc", "types"), ("revisit-c++", "types++")):
        subprocess.run([os.path.join(os.path.dirname(revisit.path), compiler), *(["-x", "c++"] if "++" in program else []),
                        "types.c", "-o", program], cwd=revisit.folder, check=True)
        report = revisit("check", program, "--no-progress", status=1)
        shown = dict(re.findall(r"^  with (\w+) = (\S+)$", report, re.MULTILINE))
        check(set(shown) == {"byte", "word", "small", "letter", "flag"}, f"{program}: inputs {shown}")
        numbers = {name: int(value) for name, value in shown.items() if name != "flag"}
        check(numbers["byte"] > 127 and numbers["word"] > 0x80000000 and numbers["small"] > 40000
              and numbers["letter"] < -100 and shown["flag"] == "true", f"{program}: inputs {shown}")
        check("branch byte > 127" in report and "<u" not in report and ">u" not in report, f"{program}: {report}")
        witness = f"{program}.revisit"
        for condition, possible in (("byte < 4", False), ("byte > 200", True), ("byte == -1", False),
                                    ("word > 4000000000", True), ("word < 5", False), ("small < 0", False),
                                    ("letter < -120", True), ("letter > 0", False), ("flag == 0", False),
                                    ("byte == 200 && word == 4294967295", True)):
            revisit("ask", witness, condition, status=0 if possible else 1)
        inputs = {one["name"]: one["type"] for one in revisit.json("ask", witness)["inputs"]}
        check(inputs == {"byte": "unsigned", "word": "unsigned", "small": "unsigned", "letter": "signed", "flag": "bool"},
              f"{program}: types {inputs}")
        with open(os.path.join(revisit.folder, witness)) as file:
            old = json.load(file)
        for one in old["inputs"]:
            one.pop("type")
        with open(os.path.join(revisit.folder, "old.revisit"), "w") as file:
            json.dump(old, file)
        check(f"byte = {numbers['byte'] - 256} (unsigned {numbers['byte']})" in revisit("ask", "old.revisit"),
              "an old witness has no types")
        revisit("ask", "old.revisit", "byte > 127u", status=0)


class Revisit:
    def __init__(self, path, folder):
        self.path, self.folder = os.path.abspath(path), folder

    def __call__(self, *arguments, status=0):
        ran = subprocess.run([self.path, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=120,
                             stdin=subprocess.DEVNULL, env={**os.environ, "XDG_CACHE_HOME": self.folder})
        check(ran.returncode == status, f"revisit {' '.join(arguments)}: exit status {ran.returncode}, not {status}; "
                                        f"{ran.stderr.strip()[-300:]}")
        return ran.stdout

    def json(self, *arguments):
        return json.loads(self(*arguments, "--json"))


def executions(tree):
    """Number, outcome and id of each execution of the tree's text."""
    return [(int(number), outcome, id) for number, outcome, id in
            re.findall(r"^ *#(\d+) (\w+) ([0-9a-f]{12})", tree, re.MULTILINE)]


def check_tree(revisit):
    tree = revisit("tree", "p.c")
    found = executions(tree)
    check([number for number, _, _ in found] == list(range(1, len(found) + 1)), "tree: executions are numbered from 1")
    check({outcome for _, outcome, _ in found} >= {"complete", "erroneous"}, f"tree: outcomes\n{tree}")
    check(f"{len(found)} executions" in tree, "tree: the count below is that of the tree")
    only = revisit("tree", "--outcome", "erroneous", "p.c")
    wanted = [execution for execution in found if execution[1] == "erroneous"]
    check([each for each in executions(only) if each[1] == "erroneous"] == wanted, "tree: --outcome keeps all of them")
    check(len(executions(only)) < len(found), "tree: --outcome leaves out others")
    both = revisit("tree", "--outcome", "erroneous", "--outcome", "complete", "p.c")
    check(set(executions(both)) >= {each for each in found if each[1] in ("erroneous", "complete")},
          "tree: --outcome several times")
    check(len(revisit("tree", "--max", "2", "p.c").splitlines()) < len(tree.splitlines()), "tree: --max")
    return found


def check_steps(revisit, found):
    steps = revisit("steps", "--max", "0", "p.c")
    numbers = [int(number) for number in re.findall(r"^ *(\d+)  ", steps, re.MULTILINE)]
    check(numbers == list(range(1, len(numbers) + 1)), "steps: numbered from 1")
    check(len(re.findall(r"Execution \d+ is finished", steps)) == len(found), "steps: each execution is finished once")
    part = revisit("steps", "--from", "5", "--max", "3", "p.c")
    check([int(number) for number in re.findall(r"^ *(\d+)  ", part, re.MULTILINE)] == [5, 6, 7], "steps: --from, --max")
    as_json = revisit.json("steps", "--max", "0", "p.c")
    check(len(as_json["steps"]) == len(numbers), "steps: as many in JSON")
    second = revisit("steps", "--execution", "2", "p.c")
    check("Execution 2 is finished" in second and "Execution 1 is finished" not in second, "steps: --execution")
    by_id = revisit("steps", "--execution", found[1][2], "p.c")
    check(by_id == second, "steps: --execution by number and by id")


def check_states(revisit):
    """A search over states: its tree, its steps, and that they say the same."""
    tool = ["--algorithm", "dl-s-por", "p.c"]
    tree = revisit("tree", "--max", "0", *tool)
    lines = tree.split("\n\n")[0].splitlines()
    kinds = {"known": 0, "pruned": 0, "taken": 0}
    for line in lines[1:]:
        kinds["known" if line.endswith("; known") else "pruned" if " -| " in line else "taken"] += 1
    states = int(re.search(r"^(\d+) states, (\d+) steps", tree, re.MULTILINE).group(1))
    steps = int(re.search(r"^(\d+) states, (\d+) steps", tree, re.MULTILINE).group(2))
    check(kinds["taken"] + 1 == states, f"tree: each state has a line\n{tree}")
    check(kinds["taken"] + kinds["known"] == steps, f"tree: each step has a line\n{tree}")
    check("erroneous" in tree and "default way" not in tree, "tree: errors of states")
    as_json = revisit.json("tree", "--max", "0", *tool)
    check(len(as_json["states"]) == states, "tree: as many states in JSON")
    found = [edge["kind"] for edge in as_json["edges"]]
    check({kind: found.count(kind) for kind in kinds} == kinds, "tree: the same steps in JSON")
    for state in as_json["states"]:
        taken = {edge["thread"] for edge in as_json["edges"]
                 if edge["from"] == state["number"] and edge["kind"] != "pruned"}
        left = {edge["thread"] for edge in as_json["edges"]
                if edge["from"] == state["number"] and edge["kind"] == "pruned"}
        check(taken.isdisjoint(left) and taken | left == set(state["sets"]["able"]),
              f"tree: s{state['number']} takes or prunes what can move")
        check(set(state["sets"]["done"]) <= taken, f"tree: s{state['number']}: done was taken")
    only = revisit("tree", "--outcome", "erroneous", *tool)
    check("erroneous" in only and "complete" not in only.split("\n\n")[0], "tree: --outcome of states")
    check(revisit("tree", "--dot", "--max", "0", *tool).count(" -> ") == len(lines) - 1, "tree: --dot has each step")
    all_steps = revisit.json("steps", "--max", "0", *tool)["steps"]
    entered = [step["state"] for step in all_steps if step["action"] == "entered"]
    check(entered == list(range(states)), "steps: each state is entered once, in the order of the numbers")
    told = revisit("steps", "--max", "0", *tool)
    check(f"{len(all_steps)}  " in told and "s0 is done" in told, "steps: as many in words")
    for number in (1, 2):
        part = revisit("steps", "--execution", str(number), *tool)
        check(f"Execution {number} shows the way" in part, "steps: --execution of states")
    check(len(revisit.json("steps", "--from", "5", "--max", "3", *tool)["steps"]) == 3, "steps: --from, --max of states")


def check_diff(revisit, found):
    bad = next(number for number, outcome, _ in found if outcome == "erroneous")
    good = next(number for number, outcome, _ in found if outcome == "complete")
    text = revisit("diff", "--program", "p.c", str(good), str(bad))
    check(re.search(r"\d+ events? common to both", text), f"diff: common events\n{text}")
    check("The first difference: in A, " in text, f"diff: the first difference\n{text}")
    told = revisit.json("diff", "--program", "p.c", str(good), str(bad))
    check(told["first"]["text"] in text, "diff: the same in words and as JSON")
    check(told["same_build"] is True, "diff: the same build")
    rows = [row for thread in told["threads"] for row in thread["rows"]]
    check(told["common"] == sum(row["common"] for row in rows), "diff: common is the number of common rows")
    swapped = revisit.json("diff", "--program", "p.c", str(bad), str(good))
    check(swapped["common"] == told["common"], "diff: swapped, as many are common")
    check([(row["b"], row["a"]) for thread in swapped["threads"] for row in thread["rows"]] ==
          [(row["a"], row["b"]) for row in rows], "diff: swapped, the same rows")
    ids = {number: id for number, _, id in found}
    check(revisit.json("diff", "--program", "p.c", ids[good], ids[bad]) == told, "diff: by number and by id")
    check("They are the same execution." in revisit("diff", "p.revisit", "p.revisit"), "diff: a file with itself")
    with open(os.path.join(revisit.folder, "p.revisit")) as file:
        other = json.load(file)
    other["program"]["build_id"] = "00"
    with open(os.path.join(revisit.folder, "other.revisit"), "w") as file:
        json.dump(other, file)
    check("not the same build" in revisit("diff", "p.revisit", "other.revisit"), "diff: another build is said")


def check_ask(revisit):
    required = revisit("ask", "p.revisit")
    check("n > 3" in required, f"ask: the path's conditions are listed\n{required}")
    possible = revisit("ask", "p.revisit", "n > 60")
    value = re.search(r"^ *n = (\d+)", possible, re.MULTILINE)
    check(value and 60 < int(value.group(1)) < 100, f"ask: an input that meets it all\n{possible}")
    impossible = revisit("ask", "p.revisit", "n > 200", status=1)
    check("impossible" in impossible and "n < 100" in impossible, f"ask: what rules it out\n{impossible}")
    check("n > 3" not in impossible, "ask: what does not matter is left out")
    check(revisit.json("ask", "p.revisit", "n > 60")["answer"] == "possible", "ask: as JSON")


def main():
    with tempfile.TemporaryDirectory(prefix="revisit-questions-") as folder:
        with open(os.path.join(folder, "p.c"), "w") as file:
            file.write(SOURCE)
        revisit = Revisit(sys.argv[1], folder)
        revisit("check", "--keep-going", "p.c", status=1)
        found = check_tree(revisit)
        check_steps(revisit, found)
        check_states(revisit)
        check_diff(revisit, found)
        check_ask(revisit)
        check_types(revisit)
    finish()


if __name__ == "__main__":
    main()
