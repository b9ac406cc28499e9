#!/usr/bin/env python3
"""engine/DESIGN.md and its chapters against the code: what comments cite exists, what the page names exists, the folders and functions
keep their size, and questions about a witness are asked of its kinds, not of English words.

    design.py TOP-OF-THE-PROJECT
"""
import itertools
import os
import re
import sys

SOURCES_IN_A_FOLDER = 20
LINES_IN_A_FUNCTION = 60
LINES_IN_A_FUNCTION_OF_TESTS = 80
# Folders of the project's sources. Test programs are as many as there are kinds of behaviour.
TOPS = ["app", "engine", "lldb-plugin", "tests/app", "tests/bench", "tests/engine", "tests/lldb"]
# Without the programs in them.
LEFT_OUT = ("tests/engine/target/programs", "tests/bench/programs")

top = sys.argv[1]
faults = []


def check(holds, fault):
    if not holds:
        faults.append(fault)


def read(path):
    with open(os.path.join(top, path), encoding="utf-8") as file:
        return file.read()


def sources():
    for start in TOPS:
        for folder, _, names in os.walk(os.path.join(top, start)):
            folder = os.path.relpath(folder, top)
            if not folder.startswith(LEFT_OUT):
                yield folder, sorted(name for name in names if name.endswith((".cpp", ".h", ".c")))


chapters = re.findall(r"^- \[[^\]]*\]\(([\w/]+/DESIGN\.md)\)", read("engine/DESIGN.md"), re.M)
written = sorted(os.path.relpath(os.path.join(folder, "DESIGN.md"), os.path.join(top, "engine"))
                 for folder, _, names in os.walk(os.path.join(top, "engine")) if "DESIGN.md" in names)
check(sorted(chapters + ["DESIGN.md"]) == written, f"engine/DESIGN.md lists {chapters}, and there are {written}")
design = "\n".join(read(os.path.join("engine", page)) for page in written)
rules = {int(number) for number in re.findall(r"^(\d+)\. \*\*", design, re.M)}
sections = {title.strip() for title in re.findall(r"^## (.*)$", design, re.M)}
check(len(rules) >= 8, "the rules of engine/DESIGN.md are not found")

# Rules and sections that comments cite. A rule is cited as "rule 5" in a comment of the engine.
cited = 0
everything = []
for folder, names in sources():
    for name in names:
        path = os.path.join(folder, name)
        text = read(path)
        everything.append(text)
        comments = " ".join(re.findall(r"//(.*)", text))
        citations = re.findall(r"\brules? (\d+)(?: (?:and|or) (\d+))?", comments) if folder.startswith("engine") else []
        for number in (int(each) for citation in citations for each in citation if each):
            cited += 1
            check(number in rules, f"{path}: cites rule {number}, which engine/DESIGN.md does not have")
        for title in re.findall(r"DESIGN, ([A-Z][\w ]*)", comments):
            cited += 1
            check(any(title.strip().startswith(each) for each in sections),
                  f"{path}: cites {title.strip()!r}, which is no section of engine/DESIGN.md")
check(cited > 4, "no citation was found: is the pattern right?")

# Files, folders and functions that the page names.
for name in re.findall(r"`([\w/.*-]+/[\w/.*-]*|\w+\.(?:cpp|h|md))`", design):
    plain = name.split("*")[0].rstrip("/")
    places = ["", "engine", "app/gui", "engine/explore", "tests", *(os.path.join("engine", os.path.dirname(page)) for page in chapters)]
    found = any(os.path.exists(os.path.join(top, place, plain)) for place in places)
    found = found or "*" in name and any(each.startswith(os.path.basename(plain))
                                         for place in places if os.path.isdir(os.path.join(top, place, os.path.dirname(plain)))
                                         for each in os.listdir(os.path.join(top, place, os.path.dirname(plain))))
    check(found or plain == "errors.md", f"engine/DESIGN.md names {name}, which does not exist")
code = "\n".join(everything)
for owner, function in re.findall(r"`(\w+)::(\w+)`", design):
    check(re.search(rf"\bclass {owner}\b|\bstruct {owner}\b", code) and re.search(rf"\b{function}\(", code),
          f"engine/DESIGN.md names {owner}::{function}, which does not exist")

# Each folder of the picture of the rooms exists, and the other way round.
drawn = set(re.findall(r"^ {4,6}(\w+) {2,}\S", design, re.M))
there = {name for name in os.listdir(os.path.join(top, "engine")) if os.path.isdir(os.path.join(top, "engine", name))}
check(there <= drawn, f"engine/DESIGN.md does not draw {', '.join(sorted(there - drawn))}")

for folder, names in sources():
    count = sum(name.endswith((".cpp", ".c")) for name in names)
    check(count <= SOURCES_IN_A_FOLDER, f"{folder}: {count} sources in one folder")


def functions(text):
    """The first line and the length of each definition that begins in the first column, in clang-format's layout."""
    begin = None
    for number, line in enumerate(text.split("\n"), 1):
        if begin is None and re.match(r"[A-Za-z_].*\)[\w \t:,<>&*-]*\{$", line) and "namespace" not in line:
            begin = number
        elif begin is not None and line.startswith("}"):
            yield begin, number - begin + 1
            begin = None


measured = 0
for folder, names in sources():
    for name in names:
        path = os.path.join(folder, name)
        for begin, length in functions(read(path)):
            measured += 1
            most = LINES_IN_A_FUNCTION_OF_TESTS if folder.startswith("tests") else LINES_IN_A_FUNCTION
            check(length <= most, f"{path}:{begin}: a function of {length} lines")
check(measured > 1000, "the functions were not found")

# Words that engine/query may compare with: what users type, names in C++ programs, a folder, the runtime's message.
COMPARED = {("timeline/event_reference.cpp", "start"), ("timeline/event_reference.cpp", "end"),
            ("timeline/event_reference.cpp", "bug"), ("timeline/event_reference.cpp", "goal"), ("timeline/event_reference.cpp", "cas"),
            ("interleaving/call_names.cpp", "operator"), ("interleaving/call_names.cpp", "std::atomic"),
            ("interleaving/call_names.cpp", "std::__atomic"), ("interleaving/call_names.cpp", "std"),
            ("interleaving/folding.cpp", ".vptr"), ("interleaving/folding.cpp", "vtable for "),
            ("interleaving/folding.cpp", "VTT for "), ("interleaving/interleaving.cpp", "/include/c++/v1/"),
            ("explain/patterns/memory_life.cpp", "of the heap")}
WORD = r'"([^"\n]*[A-Za-z]{2}[^"\n]*)"'
COMPARISON = r"(?:[=!]=|\b(?:starts_with|ends_with|find|rfind|contains|compare|count)\()\s*"


def compared_words(text):
    """The literals with which the code compares, also through a constant or a list of them in a loop."""
    text = re.sub(r"//.*", "", text)
    yield from re.findall(COMPARISON + WORD, text)
    yield from re.findall(WORD + r"\s*[=!]=", text)
    for declaration in re.findall(r"\b(?:string_view|string|char\s*\*(?:\s*const)?)\s+([^;(){]*\"[^;{]*);", text):
        for name, word in re.findall(r"(\w+)\s*=\s*" + WORD, declaration):
            if re.search(COMPARISON + name + r"\b", text) or re.search(rf"\b{name}\s*[=!]=", text):
                yield word
    for name, words in re.findall(r"for \(const [\w:]+&? (\w+) : \{([^}]*)\}", text):
        if re.search(COMPARISON + name + r"\b", text):
            yield from re.findall(WORD, words)


for sample in ('event.operation == "signal"', 'text.starts_with("the end of")', 'if ("got it" != event.value)',
               'constexpr std::string_view endOf = "the end of "; return text.starts_with(endOf);',
               'for (const std::string word : {"read ", "write "}) if (text.starts_with(word))'):
    check(list(compared_words(sample)), f"a comparison with words is not noticed: {sample}")
compared = set()
for folder, names in sources():
    if folder.startswith("engine/query"):
        for name in names:
            path = os.path.join(folder, name)
            compared |= {(os.path.relpath(path, "engine/query"), word) for word in compared_words(read(path))}
for path, word in sorted(compared - COMPARED):
    check(False, f"engine/query/{path}: compares with the words '{word}'; a kind in the witness says it")
for path, word in sorted(COMPARED - compared):
    check(False, f"engine/query/{path}: does not compare with '{word}' any more; COMPARED of this test does not need it")

# Several sources of a target are compiled as one (CMake's unity builds). A function in an unnamed namespace that has the
# name of one in another file would then be an overload of it, and a call might silently mean the other one.
FUNCTION = re.compile(r"(?!return\b|using\b|namespace\b|template\b|#|//|\})[A-Za-z][\w:<>,&*\s().\[\]]*?[\s&*>](\w+)\([^;]*[{,]$")


def functions_of(text):
    """The free functions that a source defines: the name and the namespace, each with whether that is an unnamed one in
    this namespace."""
    found = {}
    opened = []
    for line in text.splitlines():
        if match := re.match(r"namespace (?:([\w:]+) )?\{$", line):
            opened.append(match[1])
        elif line.startswith("} // namespace") and opened:
            opened.pop()
        elif (match := FUNCTION.match(line)) and match[1] != "main":  # programs in strings have one
            place = match[1], "::".join(name for name in opened if name)
            found[place] = found.get(place, False) or None in opened
    return found


def may_meet(one, other):
    """Whether a name in one of these namespaces may be meant in the other: it is the same, or around it."""
    return (one + "::").startswith(other + "::") or (other + "::").startswith(one + "::") or not one or not other


def targets():
    """The targets that are compiled in that way, with their sources."""
    for start in TOPS:
        for folder, _, names in os.walk(os.path.join(top, start)):
            if "CMakeLists.txt" not in names:
                continue
            folder = os.path.relpath(folder, top)
            text = read(os.path.join(folder, "CMakeLists.txt"))
            alone = set(re.findall(r"set_target_properties\(([\w-]+) PROPERTIES UNITY_BUILD OFF\)", text))
            skipped = " ".join(re.findall(r"set_source_files_properties\(([^)]*SKIP_UNITY[^)]*)\)", text)).split()
            for name, files in re.findall(r"add_(?:library|executable)\(([\w-]+)((?:\s+[^\s)]+)+)\)", text):
                files = [os.path.normpath(os.path.join(folder, file)) for file in files.split()
                         if file.endswith(".cpp") and "$" not in file and file not in skipped]
                if name not in alone:
                    yield name, [file for file in files if os.path.exists(os.path.join(top, file))]


check(functions_of("namespace {\nint f(int a) {\n}\n} // namespace\nint g(\n") == {("f", ""): True}, "f is not noticed")
check(functions_of("namespace a {\nnamespace b {\nnamespace {\nint f(int a) {\n}\n} // namespace\n} // namespace b\n"
                   "int g(int a) {\n") == {("f", "a::b"): True, ("g", "a"): False}, "f and g are not noticed")
check(may_meet("a::b", "a") and may_meet("a", "a") and not may_meet("a::b", "a::bc"), "namespaces are mixed up")
joint = 0
for target, files in targets():
    places = {}
    for file in files:
        for (function, space), unnamed in functions_of(read(file)).items():
            places.setdefault(function, []).append((file, space, unnamed))
    joint += len(files)
    for function, found in places.items():
        both = {file for one, other in itertools.combinations(found, 2)
                if may_meet(one[1], other[1]) and (one[2] or other[2]) and one[0] != other[0]
                for file in (one[0], other[0])}
        if both:
            check(False, f"{target}: the function {function} of an unnamed namespace has the name of another one: "
                         + ", ".join(sorted(both)))
check(joint > 300, "the sources that are compiled together are not found")

for fault in faults:
    print(fault)
print(f"{cited} citations, {len(rules)} rules, {measured} functions, {len(faults)} faults")
sys.exit(1 if faults else 0)
