#!/usr/bin/env python3
"""Wrong command lines, files and witnesses: each must end with exit status 2, say one clear line that begins with
"revisit: " and contains what the table asks for, print nothing on standard output, and leave every file as it was.

    tests/app/bad_input.py build/bin/revisit
"""
import json
import os
import subprocess
import sys
import tempfile

WITNESS = {
    "format": "revisit-witness", "version": 2, "tool_version": "0.1.0", "execution": "00",
    "program": {"path": "/nowhere/program", "build_id": "00", "sources": [], "flags": [], "arguments": [],
                "environment": {}},
    "options": {"memory_model": "sc", "algorithm": "condpor", "unroll": 32, "all_accesses": False},
    "error": {"kind": "assertion", "message": "x", "file": "a.c", "line": 1, "thread": 0, "waiting": []},
    "threads": [{"path": [], "name": "main"}], "inputs": [], "schedule": [], "plan": [], "shared": [],
}


LITMUS = """C Good
{ x = 0; }
P0 (int *x) {
  *x = 1;
  int r0 = *x;
}
exists (0:r0=0 /\\ [x]=1)
"""


def changed(**fields):
    return json.dumps({**WITNESS, **fields})


def without(field):
    return json.dumps({key: value for key, value in WITNESS.items() if key != field})


def files(folder):
    """The files that the table below speaks of."""
    text = json.dumps(WITNESS)
    elf = open("/bin/true", "rb").read()
    return {
        "good.c": "int main(void) { return 0; }\n",
        "broken.c": "int main(void) { return missing; }\n",
        "broken.cpp": "int main() { return missing; }\n",
        "half.c": "int helper(void) { return 0; }\n",
        "good.litmus": LITMUS,
        "x86.litmus": "X86 SB\n{ x=0; }\n P0 ;\nexists (x=0)\n",
        "kernel.litmus": LITMUS.replace("*x = 1;", "WRITE_ONCE(*x, 1);"),
        "register.litmus": LITMUS.replace("0:r0=0", "0:r1=0"),
        "location.litmus": LITMUS.replace("[x]=1", "[y]=1"),
        "cut.litmus": LITMUS[:len(LITMUS) // 2],
        "empty.litmus": "",
        "binary.litmus": elf[:5000],
        "broken.litmus": LITMUS.replace("*x = 1;", "*z = 1;"),
        "notes.txt": "not a program\n",
        "kind.supp": "# ours\nrace:one\nmutex:two\n",
        "nothing.supp": "race:\n",
        "all.supp": "race:*\n",
        "empty": "",
        "cut.elf": elf[:100],
        "headerless.elf": elf[:len(elf) // 2],
        "good.revisit": text,
        "empty.revisit": "",
        "cut.revisit": text[:len(text) // 2],
        "no_json.revisit": "Hello\n",
        "binary.revisit": elf[:5000],
        "list.revisit": "[1, 2, 3]",
        "other.revisit": '{"some": "thing"}',
        "version.revisit": changed(version=99),
        "field.revisit": without("plan"),
        "type.revisit": changed(threads="many"),
        "thread.revisit": changed(plan=[[7, "read", 0]]),
        "racer.revisit": changed(version=3, error={**WITNESS["error"], "kind": "race", "index": 0, "other": {
            "thread": 4, "index": 0, "file": "a.c", "line": 2}}),
        "kind.revisit": changed(plan=[[0, "jump", 0]]),
        "no_main.revisit": changed(threads=[]),
        "build.revisit": changed(program={**WITNESS["program"], "path": "/bin/true"}),
        "gone.revisit": text,
    }


# Arguments; what the line must contain; whether the compiler may say more before it.
CASES = [
    ([], "name a command"),
    (["explore"], "explore: there is no such command; the commands are check, show"),
    (["chekc"], "chekc: there is no such command; did you mean 'check'?"),
    (["repaly", "good.revisit"], "did you mean 'replay'?"),
    (["good.c"], "did you mean 'revisit check good.c'?"),
    (["./empty"], "did you mean 'revisit check ./empty'?"),
    (["good.revisit"], "did you mean 'revisit show good.revisit'?"),
    (["--frobnicate"], "--frobnicate"),
    (["--hlep"], "there is no option --hlep; did you mean '--help'?"),
    (["check", "--timout", "3", "good.c"], "there is no option --timout; did you mean '--timeout'?"),
    (["check", "--keepgoing", "good.c"], "did you mean '--keep-going'?"),
    (["check", "-timeout", "3", "good.c"], "did you mean '--timeout'?"),
    (["tree", "--outcomes=cut", "good.c"], "did you mean '--outcome'?"),
    (["check", "--ignore", "asertion", "good.c"], "'asertion' is no kind of error; did you mean 'assertion'?"),
    (["check"], "name a program"),
    (["check", "--frobnicate", "good.c"], "--frobnicate"),
    (["check", "missing.c"], "missing.c: no such file"),
    (["check", "good.c", "missing.c"], "missing.c: no such file"),
    (["check", "missing"], "missing: no such file"),
    (["check", "."], "directory"),
    (["check", "/bin/true", "/bin/false"], "more than one program"),
    (["check", "-DN=2", "/bin/true"], "compiler options need source files"),
    (["check", "--suppressions", "missing.supp", "good.c"], "missing.supp: cannot read"),
    (["check", "--suppressions", ".", "good.c"], "cannot read"),
    (["check", "--suppressions", "notes.txt", "good.c"], "notes.txt:1: 'not a program' is no suppression"),
    (["check", "--suppressions", "kind.supp", "good.c"], "kind.supp:3: nothing of kind 'mutex'"),
    (["tree", "--suppressions", "nothing.supp", "good.c"], "nothing.supp:1: 'race:' names nothing"),
    (["check", "--suppressions", "all.supp", "good.c"], "all.supp:1: this names every race"),
    (["check", "--volatile", "strong", "good.c"], "--volatile"),
    (["check", "--volatile=relaxed", "/bin/true"], "compiler options need source files"),
    (["check", "good.c", "notes.txt"], "notes.txt: neither source nor object"),
    (["help", "boudns"], "boudns: the manual has no such page; did you mean 'bounds'?"),
    (["help", "frobnicate"], "frobnicate: the manual has no such page; 'revisit help' lists its subjects"),
    (["help", "../manual/bounds"], "the manual has no such page"),
    (["help", "README"], "the manual has no such page"),
    (["help", "bounds", "races"], "races"),
    (["check", "notes.txt"], "notes.txt"),
    (["check", "empty"], "empty"),
    (["check", "cut.elf"], "cut.elf"),
    (["check", "headerless.elf"], "headerless.elf"),
    (["check", "/bin/true"], "not instrumented"),
    (["check", "broken.c"], "does not compile", True),
    (["check", "broken.cpp"], "does not compile", True),
    (["check", "half.c"], "does not compile", True),
    (["check", "-std=c++1999", "good.c"], "does not compile", True),
    (["check", "-lno_such_library", "good.c"], "does not compile", True),
    (["check", "good.c", "-D"], "needs a value"),
    (["check", "-I", "--", "good.c"], "needs a value"),
    (["check", "--model", "weird", "good.c"], "--model"),
    (["check", "--model", "arm", "good.c"], "arm"),
    (["check", "--model", "tso", "--algorithm", "ag", "good.c"], "sequentially consistent executions only"),
    (["check", "--model-diff", "sc", "arm", "good.c"], "arm"),
    (["check", "--model"], "--model"),
    (["check", "--race", "maybe", "good.c"], "--race"),
    (["check", "--ignore", "weird", "good.c"], "'weird' is no kind of error; "),
    (["check", "--stop-on", "race,none", "good.c"], "'none' is no kind of error"),
    (["check", "--stop-on", "race", "--ignore", "leak,race", "good.c"], "leave one of the two out"),
    (["check", "--algorithm", "magic", "good.c"], "--algorithm"),
    (["check", "--algorithm", "pct", "--depth", "0", "good.c"], "--depth"),
    (["check", "--algorithm", "pct", "--depth", "deep", "good.c"], "--depth"),
    (["check", "--algorithm", "preemptions", "--preemptions", "-1", "good.c"], "--preemptions"),
    (["check", "--unroll", "0", "good.c"], "--unroll"),
    (["check", "--unroll", "many", "good.c"], "--unroll"),
    (["check", "--unroll", "-3", "good.c"], "--unroll"),
    (["check", "--time-outs", "-1", "good.c"], "--time-outs"),
    (["check", "--time-outs", "few", "good.c"], "--time-outs"),
    (["check", "--timeout", "soon", "good.c"], "--timeout"),
    (["check", "--timeout", "-1", "good.c"], "--timeout"),
    (["check", "--max-executions", "-5", "good.c"], "--max-executions"),
    (["check", "--workers", "0", "good.c"], "--workers"),
    (["steps", "--algorithm", "portfolio", "good.c"], "only 'revisit check'"),
    (["check", "--order", "backwards", "good.c"], "is no order"),
    (["check", "--summaries", "good.c"], "the algorithm 'condpor' makes none"),
    (["check", "--sleep-sets", "--algorithm", "ag", "good.c"], "the algorithm 'ag' has none"),
    (["check", "--slicing", "--algorithm", "dpor", "good.c"], "only searches with summaries slice"),
    (["check", "--no-read-symbols", "good.c"], "only searches with summaries have such symbols"),
    (["check", "--json", "no/such/folder/report.json", "good.c"], "cannot write the report"),
    (["check", "--json", ".", "good.c"], "cannot write the report"),
    (["check", "--witness", "notes.txt", "good.c"], "name a folder"),
    (["check", "--witness", "/proc/nowhere", "good.c"], "cannot write witnesses"),
    (["check", "--only", "no-such-execution", "good.c"], "no execution has this id"),
    (["check", "missing.litmus"], "missing.litmus: cannot be read: No such file"),
    (["check", "x86.litmus"], "x86.litmus:1:1: litmus tests in the assembly language of X86 are not supported: write"),
    (["check", "kernel.litmus"], "kernel.litmus:4:3: the kernel's litmus tests are not supported"),
    (["check", "register.litmus"], "register.litmus:7:9: P0 has no register r1; it has r0"),
    (["check", "location.litmus"], "location.litmus:7:19: there is no location y"),
    (["check", "cut.litmus"], "cut.litmus:3:13: this brace is never closed"),
    (["check", "empty.litmus"], "empty.litmus:1:1: the first line of a litmus test is 'C NAME'"),
    (["check", "binary.litmus"], "binary.litmus:1:1: the first line of a litmus test is"),
    (["check", "broken.litmus"], "does not compile", True),
    (["check", "good.litmus", "good.c"], "good.c: a litmus test is a whole program"),
    (["steps", "good.litmus", "good.c"], "good.c: a litmus test is a whole program"),
    (["check", "--algorithm", "dl-s-por", "good.litmus"], "needs each execution once: use condpor"),
    (["check", "--html", "page.html", "good.litmus"], "have no place in this format: use --json"),
    (["check", "good.litmus", "--", "3"], "3: a litmus test takes no arguments"),
    (["good.litmus"], "did you mean 'revisit check good.litmus'?"),
    (["show", "good.litmus"], "no JSON"),
    (["show"], "WITNESS"),
    (["show", "missing.revisit"], "missing.revisit"),
    (["show", "."], "directory"),
    (["show", "good.revisit", "good.revisit"], "good.revisit"),
    (["show", "--json", "--dot", "good.revisit"], "--json,--dot"),
    (["show", "empty.revisit"], "empty"),
    (["show", "cut.revisit"], "cut off"),
    (["show", "no_json.revisit"], "no JSON"),
    (["show", "binary.revisit"], "no JSON"),
    (["show", "list.revisit"], "no witness"),
    (["show", "other.revisit"], "no witness"),
    (["show", "version.revisit"], "version 99"),
    (["show", "field.revisit"], "plan is missing"),
    (["show", "type.revisit"], "threads is no list"),
    (["show", "thread.revisit"], "thread 7"),
    (["show", "kind.revisit"], "plan[0][1]"),
    (["show", "no_main.revisit"], "main thread"),
    (["show", "racer.revisit"], "error.other is of thread 4"),
    (["replay"], "WITNESS"),
    (["replay", "gone.revisit"], "/nowhere/program"),
    (["replay", "build.revisit"], "/bin/true"),
    (["replay", "cut.revisit"], "cut off"),
    (["replay", "--plain", "missing.revisit"], "missing.revisit"),
    (["replay", "--plain", "cut.revisit"], "cut off"),
    (["replay", "--plain", "gone.revisit"], "/nowhere/program"),
    (["replay", "--plain", "build.revisit"], "/bin/true"),
    (["check", "--keep-going", "show"], "show"),
    (["diff"], "A is required"),
    (["diff", "good.revisit"], "B is required"),
    (["diff", "good.revisit", "missing.revisit"], "missing.revisit"),
    (["diff", "missing.revisit", "good.revisit"], "missing.revisit"),
    (["diff", "cut.revisit", "good.revisit"], "cut off"),
    (["diff", "good.revisit", "good.c"], "no JSON"),
    (["diff", "good.revisit", "good.revisit", "good.revisit"], "good.revisit"),
    (["diff", "-DX", "good.revisit", "good.revisit"], "need sources"),
    (["diff", "--program", "good.c", "1"], "B is required"),
    (["diff", "--program", "good.c", "1", "99"], "99: there is no such execution"),
    (["diff", "--program", "good.c", "1", "first"], "B first: neither the number"),
    (["diff", "--program", "good.c", "0", "1"], "A 0: neither the number"),
    (["diff", "--program", "missing.c", "1", "2"], "missing.c: no such file"),
    (["diff", "--program", "broken.c", "1", "2"], "does not compile", True),
    (["ask"], "WITNESS"),
    (["ask", "missing.revisit", "x > 1"], "missing.revisit"),
    (["ask", "cut.revisit", "x > 1"], "cut off"),
    (["ask", "good.revisit", "x > 1"], "no input is called 'x'"),
    (["ask", "good.revisit", "1 >"], "column 4"),
    (["ask", "--timeout", "0", "good.revisit", "1 > 0"], "--timeout"),
    (["ask", "--timeout", "soon", "good.revisit", "1 > 0"], "--timeout"),
    (["steps"], "name a program"),
    (["steps", "missing.c"], "missing.c: no such file"),
    (["steps", "good.revisit"], "good.revisit"),
    (["steps", "--from", "0", "good.c"], "--from"),
    (["steps", "--max", "few", "good.c"], "--max"),
    (["steps", "--max", "-1", "good.c"], "--max"),
    (["steps", "--execution", "first", "good.c"], "neither the number"),
    (["steps", "--execution", "99", "good.c"], "99"),
    (["steps", "broken.c"], "does not compile", True),
    (["check", "--stdin", "missing.txt", "good.c"], "missing.txt: this file cannot be read"),
    (["check", "--stdin", "/dev/zero", "good.c"], "at most 1 MiB"),
    (["tree"], "name a program"),
    (["tree", "missing.c"], "missing.c: no such file"),
    (["tree", "--outcome", "fine", "good.c"], "--outcome"),
    (["tree", "--outcome", "pruned", "good.c"], "only a search over states has it"),
    (["tree", "--outcome", "refused", "--algorithm", "s-por", "good.c"], "a search over states has no such outcome"),
    (["tree", "--dot", "--json", "good.c"], "--dot,--json"),
    (["tree", "--max", "-1", "good.c"], "--max"),
    (["tree", "broken.c"], "does not compile", True),
]


def snapshot(folder):
    found = {}
    for root, folders, names in os.walk(folder):
        for name in names:
            if name == ".cleaned":
                continue  # when the cache of programs was last cleaned
            path = os.path.join(root, name)
            found[path] = open(path, "rb").read()
    return found


def main():
    revisit = os.path.abspath(sys.argv[1])
    failed = 0
    with tempfile.TemporaryDirectory(prefix="revisit-bad-input-") as folder:
        for name, content in files(folder).items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content if isinstance(content, bytes) else content.encode())
        cache = tempfile.mkdtemp(dir=folder)
        before = snapshot(folder)
        for arguments, wanted, *more in CASES:
            ran = subprocess.run([revisit, *arguments], cwd=folder, capture_output=True, text=True, timeout=120,
                                 stdin=subprocess.DEVNULL, env={**os.environ, "XDG_CACHE_HOME": cache})
            lines = ran.stderr.splitlines()
            problems = []
            if ran.returncode != 2:
                problems.append(f"exit status {ran.returncode}")
            if ran.stdout:
                problems.append(f"prints {ran.stdout[:200]!r}")
            if not lines or (len(lines) > 1 and not more):
                problems.append(f"{len(lines)} lines")
            if not lines or not lines[-1].startswith("revisit: ") or wanted not in lines[-1]:
                problems.append(f"the line lacks '{wanted}'")
            if len(lines) and len(lines[-1]) > 300:
                problems.append("the line is too long")
            if snapshot(folder) != before:
                problems.append("files changed")
                before = snapshot(folder)
            if problems:
                failed += 1
                print(f"FAIL revisit {' '.join(arguments)}: {'; '.join(problems)}\n     {ran.stderr.strip()[-500:]}")
    print(f"{len(CASES) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
