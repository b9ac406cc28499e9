#!/usr/bin/env python3
"""Every function of libc++'s library is an instrumented piece, known to be harmless, or unseen: lists them, and checks that
what is called harmless exists and keeps nothing of the program's.

    tests/app/cxx_library_parts.py build/lib engine/runtime/services/known_cxx.cpp [--list]
"""
import os
import re
import subprocess
import sys

from checking import check, finish

# They keep state, or work on memory of the program's: instrumented pieces or unseen, never just harmless.
STATEFUL = re.compile(
    r"::pmr::|filesystem::(?!filesystem_error)|strstream|random_device|__rs_|locale::global|locale::operator=\(|__install_ctor|::xalloc|::iword"
    r"|::pword|::imbue|copyfmt|register_callback|timed_mutex|__shared_mutex_base|barrier|valarray|gslice|::sto[a-z]+\("
    r"|::basic_(string|istream|ostream|streambuf|filebuf|ios)<|time_get|money_|messages|new_handler|std::__1::align\(")


def library():
    found = subprocess.run(["sh", "-c", "ldconfig -p | grep -o '/.*libc++.so.1$' | head -1"], capture_output=True,
                           text=True).stdout.strip()
    places = [found, "/usr/lib/llvm-19/lib/libc++.so.1"]
    return next((place for place in places if place and os.path.exists(place)), None)


def functions(*arguments):
    listed = subprocess.run(["nm", "--defined-only", *arguments], capture_output=True, text=True).stdout
    return {fields[2] for fields in map(str.split, listed.splitlines()) if len(fields) == 3 and fields[1] in "TW"}


def main():
    path = library()
    if path is None:
        print("no libc++ here")
        return
    with open(sys.argv[2]) as file:
        source = file.read()
    known = re.findall(r'"([^"]+)"', source[source.index("knownOfLibcxx[] = {"):source.index("// Language support")])
    exported = functions("-D", path)
    pieces = functions(os.path.join(sys.argv[1], "librevisit-cxx.a"))
    inside = {name: re.sub("^_ZNK?St3__1", "", name) for name in exported if re.match("_ZNK?St3__1", name)}
    for prefix in known:
        check(any(name.startswith(prefix) for name in inside.values()), f"no function of libc++ begins with {prefix}")
    harmless = sorted(name for name, rest in inside.items() if rest.startswith(tuple(known)) and name not in pieces)
    unseen = sorted(name for name in inside if name not in harmless and name not in pieces)
    said = subprocess.run(["c++filt"], input="\n".join(harmless), capture_output=True, text=True).stdout.splitlines()
    for name in said:
        check(not STATEFUL.search(name.split("(")[0] + "("), f"called harmless: {name}")
    check(len(harmless) > 100 and len(unseen) > 100 and len(pieces) > 500,
          f"{len(pieces)} instrumented, {len(harmless)} harmless, {len(unseen)} unseen")
    if "--list" in sys.argv:
        print(f"{len(pieces & exported)} instrumented, {len(harmless)} harmless, {len(unseen)} unseen")
        print("\n".join(said))
    finish()


if __name__ == "__main__":
    main()
