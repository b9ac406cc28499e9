#!/usr/bin/env bash
# The last commit in a clean clone: the script of the first screen builds and finds its bug; and what is installed from
# there, as files and as a Debian package, works. Some ten minutes on two cores.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d -t revisit-from-nothing-XXXXXX)
trap 'rm -rf "$folder"' EXIT
git clone --quiet --no-hardlinks . "$folder/revisit"
cd "$folder/revisit"
./examples/quickstart.sh
for part in first_command install package debian; do
  python3 "tests/project/$part.py" . build
  echo "from nothing: project.$part passed"
done
