#!/usr/bin/env python3
"""Only my code: what `revisit show` and `revisit diff` show of a program that uses the C++ library.

    folding.py build/bin/revisit
"""
import os
import re
import subprocess
import sys
import tempfile

from checking import check, finish

POOL = r"""#include <cassert>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>
struct Job {
  virtual ~Job() = default;
  virtual int run() = 0;
};
struct Add : Job {
  explicit Add(int n) : amount(n) {}
  int run() override { return amount; }
  int amount;
};
struct Queue {
  std::mutex mutex;
  std::vector<std::shared_ptr<Job>> jobs;
  int total = 0;
  void push(std::shared_ptr<Job> job) {
    std::lock_guard<std::mutex> guard(mutex);
    jobs.push_back(std::move(job));
  }
};
static void worker(std::shared_ptr<Queue> queue, int step) {
  std::shared_ptr<Job> job;
  {
    std::lock_guard<std::mutex> guard(queue->mutex);
    if (queue->jobs.empty())
      return;
    job = queue->jobs.back();
    queue->jobs.pop_back();
  }
  queue->total += job->run() * step;  // the race
}
int main() {
  auto queue = std::make_shared<Queue>();
  queue->push(std::make_shared<Add>(1));
  queue->push(std::make_shared<Add>(2));
  std::thread a(worker, queue, 1), b(worker, queue, 1);
  a.join();
  b.join();
  assert(queue->total == 3);
}
"""
RACE, WRONG = "race/pool.revisit", "wrong/pool.revisit"
ROW = re.compile(r"^!? *(\d+) +(.*?)(?:  +(\S+:\d+))?$")


def line_of(text):
    return POOL[:POOL.index(text)].count("\n") + 1


def rows_of(shown):
    """Number, text and place of each row of an interleaving."""
    found = (ROW.match(line) for line in shown.splitlines())
    return [(int(row[1]), row[2].strip(), row[3]) for row in found if row]


class Place:
    def __init__(self, revisit, folder):
        self.revisit, self.folder = revisit, folder
        with open(os.path.join(folder, "pool.cpp"), "w", encoding="utf-8") as file:
            file.write(POOL)

    def run(self, *arguments):
        ran = subprocess.run([self.revisit, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=120,
                             stdin=subprocess.DEVNULL, env={**os.environ, "XDG_CACHE_HOME": self.folder})
        check(ran.returncode in (0, 1), f"{arguments}: {ran.stderr}")
        return ran.stdout


def check_show(place):
    every = rows_of(place.run("show", "--all", RACE))
    check([number for number, _, _ in every] == list(range(1, len(every) + 1)), "show --all: an event a row")
    rows = rows_of(place.run("show", RACE))
    check(len(rows) < len(every) / 3, f"show: {len(rows)} of {len(every)} rows")
    texts = [text for _, text, _ in rows]
    folded = {re.sub(r": \d+ events$", "", text): where for _, text, where in rows if text.endswith(" events")}
    push = f"pool.cpp:{line_of('jobs.push_back')}"
    check(any(name.endswith("jobs.push_back(...)") and where == push for name, where in folded.items()),
          f"show: no push_back among {folded}")
    check("virtual call" in folded and "start of the thread" in folded, f"show: {folded}")
    check(not any("tuple<" in text or "vtable" in text for text in texts), f"show: the library's own state: {texts}")
    # Locks, threads and the two accesses of the race are there, each by itself.
    race = f"pool.cpp:{line_of('queue->total +=')}"
    accesses = [text for _, text, where in rows if where == race and re.match(r"(read|write) .*total", text)]
    check(len(accesses) >= 3, f"show: the race's accesses: {accesses}")
    check(sum(text.startswith("lock ") for text in texts) == 4, "show: four locks")
    check(sum(text.startswith("create ") for text in texts) == 2, "show: two threads")


def check_diff(place):
    compared = ("diff", RACE, WRONG)
    short, long = place.run(*compared), place.run(*compared, "--all")
    check(len(short.splitlines()) < len(long.splitlines()), "diff: folds nothing")
    check(" events" in short and "~shared_ptr(...): " in short, f"diff:\n{short}")
    first = re.search(r"The first difference: .*", long)[0]
    check(first in short, "diff: the first difference is the same")
    check("(...)" not in long, f"diff --all:\n{long}")
    check(" W " not in long and " R " not in long, "diff: reads and writes are words")


def check_tree(place):
    explore = ("tree", "--no-progress", "pool.cpp")
    short, long = place.run(*explore), place.run(*explore, "--all")
    executions = re.findall(r"(?m)^ *#(\d+) ", long)
    shown = re.findall(r"(?m)^ *#(\d+) ", short)
    named = [number for names in re.findall(r"orders of a library's events: (.*)$", short, re.M)
             for number in re.findall(r"#(\d+)", names)]
    check(len(shown) < len(executions), f"tree: folds nothing:\n{short}")
    check(sorted(shown + named, key=int) == executions, "tree: an execution is neither shown nor named")
    check(short.count("shared_owners") < long.count("shared_owners"), "tree: the counts of a shared_ptr")
    check(short.splitlines()[-1] == long.splitlines()[-1], "tree: the counts of executions")


def main():
    with tempfile.TemporaryDirectory(prefix="revisit-folding-") as folder:
        place = Place(os.path.abspath(sys.argv[1]), os.path.realpath(folder))
        place.run("check", "--no-progress", "pool.cpp", "--witness", os.path.dirname(RACE))
        place.run("check", "--no-progress", "--race=ignore", "pool.cpp", "--witness", os.path.dirname(WRONG))
        check_show(place)
        check_diff(place)
        check_tree(place)
    finish()


if __name__ == "__main__":
    main()
