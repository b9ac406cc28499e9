#!/usr/bin/env bash
# Checks the layout of sources with clang-format and their content with clang-tidy, on a configured build. Arguments are
# files; without any, all files are checked, which takes about an hour on two cores.
set -euo pipefail
cd "$(dirname "$0")/.."

files=("$@")
if [ ${#files[@]} -eq 0 ]; then
  # The pieces of the C++ library follow its layout, and lessons have lines that are quoted.
  mapfile -t files < <(git ls-files '*.cpp' '*.h' |
    grep -v -e ^engine/library/cxx/include -e ^engine/library/model -e ^examples/ -e programs/)
fi
clang-format --dry-run --Werror "${files[@]}"
mapfile -t compiled < <(printf '%s\n' "${files[@]}" | grep '\.cpp$' | grep -v ^engine/library/)
printf '%s\0' "${compiled[@]}" | xargs -0 -n 4 -P "$(nproc)" clang-tidy -p build --quiet --warnings-as-errors='*'
