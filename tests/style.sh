#!/usr/bin/env bash
# Checks the layout of sources with clang-format and their content with clang-tidy, both of LLVM 19. What clang-tidy
# reads is compiled by nobody: one source at a time, or several at once where all are checked, without precompiled
# headers.
#
#   tests/style.sh                       all sources; half an hour on two cores
#   tests/style.sh --changed [COMMIT]    those that differ from COMMIT, else from the commit before the last
#   tests/style.sh FILE...               these
#
# --changed is for each change: it ends with 77 if it cannot check anything, and clang-tidy begins no file after a minute.
set -euo pipefail
cd "$(dirname "$0")/.."

say() {
  echo "style: $*"
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
printf '%s\0' "${files[@]}" | xargs -0 clang-format-19 --dry-run --Werror
say "the layout of ${#files[@]} files is as it should be"

# The sources that clang-tidy reads. Of the library it would complain of names that are not ours.
configured=build/style
options=(-DREVISIT_QUICK_BUILD=OFF)
if [ -z "$only_changed" ] && [ $# -eq 0 ]; then
  configured=build/style-all
  options=(-DREVISIT_QUICK_BUILD=ON)
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
cmake --preset dev -B "$configured" -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DCMAKE_CXX_COMPILER=clang++-19 \
  -DCMAKE_C_COMPILER=clang-19 "${options[@]}" >"$log" 2>&1 || { cat "$log" >&2; exit 2; }
mapfile -t compiled < <(python3 - "$configured/compile_commands.json" "${files[@]}" <<'END'
import json, os, sys
top, wanted = os.getcwd(), {os.path.abspath(name) for name in sys.argv[2:]}
for name in dict.fromkeys(os.path.normpath(os.path.join(entry["directory"], entry["file"])) for entry in json.load(open(sys.argv[1]))):
    if "/Unity/unity_" in name or name in wanted and not name.startswith(top + "/engine/library/"):
        print(name)
END
)
[ ${#compiled[@]} -ne 0 ] || { say "no source among them is compiled"; exit 0; }
END_OF_TIME=$((only_changed ? $(date +%s) + 60 : 1 << 62)) LEFT_OUT=$log CONFIGURED=$configured
export END_OF_TIME LEFT_OUT CONFIGURED
: >"$log"
printf '%s\0' "${compiled[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c '
  if [ "$(date +%s)" -ge "$END_OF_TIME" ]; then
    echo "$1" >>"$LEFT_OUT"
  else
    clang-tidy-19 -p "$CONFIGURED" --quiet --warnings-as-errors="*" --extra-arg=-Wno-unknown-warning-option \
      --header-filter="^$PWD/(app|engine|lldb-plugin|tests)/.*\.cpp$" "$1" 2> >(grep -v " warnings\? generated" >&2)
  fi' style
left_out=$(wc -l <"$log")
say "clang-tidy has nothing to say of $((${#compiled[@]} - left_out)) of ${#compiled[@]} compiled files" \
  "$([ "$left_out" -eq 0 ] || echo "(after a minute it began no other; tests/style.sh FILE... does)")"
