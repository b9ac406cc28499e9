#!/usr/bin/env bash
# Checks the layout of sources with clang-format and their content with clang-tidy, both of LLVM 19.
#
#   tests/style.sh                       all sources; half an hour on two cores
#   tests/style.sh --changed [COMMIT]    those that differ from COMMIT, else from the commit before the last
#   tests/style.sh FILE...               these
#
# --changed is for each change: clang-tidy looks at the lines that differ, and begins no file after forty seconds. It
# ends with 77 where nothing can be checked.
set -euo pipefail
cd "$(dirname "$0")/.."

say() {
  echo "style: $*"
}

# The lines that differ from a commit, as clang-tidy wants them.
changed_lines() {
  git diff --unified=0 "$1" -- '*.cpp' '*.h' | python3 -c '
import json, re, sys
lines, name = {}, None
for line in sys.stdin:
    if line.startswith("+++ "):
        name = line[6:].rstrip("\n")
    elif match := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
        first, count = int(match[1]), int(match[2] or 1)
        if count:
            lines.setdefault(name, []).append([first, first + count - 1])
print(json.dumps([{"name": name, "lines": ranges} for name, ranges in lines.items()]))'
}

# Of a configured folder, the sources of several sources, and of the others the given files that do not match a pattern.
compiled_sources() {
  python3 -c '
import json, os, re, sys
unread = re.compile(sys.argv[2])
wanted = set(sys.argv[3:])
with open(os.path.join(sys.argv[1], "compile_commands.json")) as file:
    names = [os.path.relpath(os.path.join(entry["directory"], entry["file"])) for entry in json.load(file)]
for name in dict.fromkeys(names):
    inside = name.removeprefix(sys.argv[1] + "/")
    if (inside in wanted or "/Unity/unity_" in inside) and not unread.match(inside):
        print(name)' "$@"
}

only_changed=
if [ "${1:-}" = --changed ]; then
  only_changed=1
  base=${2:-HEAD^}
  if ! base=$(git rev-parse --verify --quiet "$base^{commit}"); then
    say "there is no commit to compare with (${2:-HEAD^}), as in a shallow clone: nothing is checked"
    exit 77
  fi
fi
for tool in clang-format-19 clang-tidy-19; do
  if ! command -v "$tool" >/dev/null; then
    say "$tool is not installed: nothing is checked"
    exit $((only_changed ? 77 : 2))
  fi
done

# The pieces of the C++ library follow its layout, and lessons have lines that are quoted.
own='^(app|engine|lldb-plugin|tests)/.*\.(cpp|h)$'
others='^engine/library/cxx/include|^engine/library/model|programs/'
if [ -n "$only_changed" ]; then
  mapfile -t files < <(git diff --name-only --diff-filter=d "$base" | grep -E "$own" | grep -vE "$others")
elif [ $# -ne 0 ]; then
  files=("$@")
else
  mapfile -t files < <(git ls-files | grep -E "$own" | grep -vE "$others")
fi
if [ ${#files[@]} -eq 0 ]; then
  say "no source changed"
  exit 0
fi
printf '%s\0' "${files[@]}" | xargs -0 clang-format-19 --dry-run --Werror || exit 1
say "the layout of ${#files[@]} files is as it should be"

# Of the C library's names and of what only GCC compiles, clang-tidy would complain without end.
unread='^engine/(library|runtime)/'
# All sources together are read as they are built, several at once: that takes a fifth of the time.
configured=build/style
joined=OFF
checks='-clang-diagnostic-*' # warnings of the compiler, which are those of the build's own
if [ -z "$only_changed" ] && [ $# -eq 0 ]; then
  configured=build/style-all
  joined=ON
  checks+=,-bugprone-suspicious-include
  tidy=("--header-filter=^$PWD/(app|engine|lldb-plugin|tests)/.*\\.cpp\$")
elif [ -n "$only_changed" ]; then
  tidy=("--line-filter=$(changed_lines "$base")")
else
  tidy=()
fi
tidy+=(--quiet --warnings-as-errors='*' "--checks=$checks")
log=$(mktemp)
trap 'rm -f "$log"' EXIT
cmake --preset dev -B "$configured" -DREVISIT_QUICK_BUILD=$joined -DREVISIT_WERROR=OFF \
  -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19 >"$log" 2>&1 ||
  { cat "$log" >&2; exit 2; }
mapfile -t sources < <(compiled_sources "$configured" "$unread" "${files[@]}")
if [ ${#sources[@]} -eq 0 ]; then
  say "no source among them is for clang-tidy"
  exit 0
fi

: >"$log" # the sources for which there was no time
end=$((only_changed ? $(date +%s) + 40 : 1 << 62))
printf '%s\0' "${sources[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c '
  end=$1 log=$2 source=${*: -1}
  if [ "$(date +%s)" -ge "$end" ]; then
    echo "$source" >>"$log"
  else
    clang-tidy-19 "${@:3}" 2> >(grep -v "^[0-9]* warnings\? " >&2)
  fi' style "$end" "$log" -p "$configured" "${tidy[@]}" || exit 1
left_out=$(wc -l <"$log")
say "clang-tidy has nothing to say of $((${#sources[@]} - left_out)) of ${#sources[@]} sources"
[ "$left_out" -eq 0 ] || say "there was no time for $(paste -sd' ' "$log"); tests/style.sh FILE... reads these"
