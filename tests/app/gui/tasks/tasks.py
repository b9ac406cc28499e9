#!/usr/bin/env python3
"""What a developer with a bug, a teacher of partial-order reduction and a researcher do with the window, with a real
mouse and real keys under a window manager: 26 tasks at each size of the screen. After each task no text is cut or
overlaps another one and the picture is kept for the contact sheet. The pictures of the manual are taken after the tasks
that say so, in both themes (resources/pictures.sh).

    tests/app/gui/tasks/tasks.py build/bin/gui_probe build/bin/revisit examples [--size 1280x800] [--sheet FOLDER]
                                 [--only WORD] [--pictures FOLDER]

Ends with exit status 77, which ctest takes as skipped, when a tool is missing.
"""
import argparse
import contextlib
import os
import shutil
import sys
import tempfile

ARGUMENTS, sys.argv = sys.argv, sys.argv[:4]
from desk import Desk, Failed, ManagedScreen, check  # noqa: E402

SIZES = ["1280x800", "1440x900", "1920x1080", "3840x2160"]
TASKS = []  # (program, name, task), in their order
PICTURES = {}  # by the name of a task: that of the manual's picture of what it leaves
MOST_STOPS, MOST_ACCENTS, FEWEST_PIXELS = 6, 3, 12


def task(program, picture=None):
    def add(function):
        TASKS.append((program, function.__name__, function))
        if picture:
            PICTURES[function.__name__] = picture
        return function
    return add


QUEUE = "bounded_queue/bounded_queue.cpp"
SENSOR = "sensor/sensor.c"
TRANSFER = "deadlock/transfer.c"
STATES = "states/figure3.c"
OPTIONS = {STATES: ["--algorithm", "dl-s-por"]}
WRITERS = "revisits/two_writers.c"
LITMUS = "litmus/sb.litmus"
BROKEN = "broken.c"
SAFE = "safe.c"


def few_accents(desk):
    """The stage has at most three accents: its colours are counted on the screen."""
    asked = desk.ask("accents")
    place, rows = asked["place"], desk.screen.rows()
    counts = {}
    for row in rows[place["y"]:place["y"] + place["height"]]:
        for x in range(4 * place["x"], 4 * (place["x"] + place["width"]), 4):
            counts[row[x:x + 3]] = counts.get(row[x:x + 3], 0) + 1
    seen = [group for group, colours in asked["groups"].items()
            if sum(counts.get(bytes.fromhex(colour[1:])[::-1], 0) for colour in colours) >= FEWEST_PIXELS]
    check(len(seen) <= MOST_ACCENTS, f"the stage has the accents {seen}")
    return seen


def cause_is_in_view(state):
    seen = state["cause in view"]
    rows = state["rows"][1] - state["rows"][0] + 1
    check(len(state["cause"]) > 0, "the bug has no cause")
    check(seen[-1:] == state["cause"][-1:], f"the last of the cause is not in view: {seen} of {state['cause']}")
    check(len(seen) >= min(2, len(state["cause"])), f"the last conflict is not in view: {seen} of {state['cause']}")
    check(rows >= min(13, state["size"]), f"only {rows} rows are in view")
    check(state["sideways"] == 0, "the stage has a scroll bar below it")


# A developer with a bug.


@task(QUEUE)
def a_bug_is_answered_and_its_cause_is_in_view(desk):
    state = desk.state()
    check(state["word"] == "Bug", f"the answer is '{state['word']}'")
    check("check-then-act" in state["causeText"], state["causeText"])
    cause_is_in_view(state)
    check({"bug", "selection"} <= set(few_accents(desk)), "neither the bug nor the selection has its colour")


@task(QUEUE)
def a_click_on_the_cause_selects_its_event_and_keeps_the_cause(desk):
    before = desk.state()["causeText"]
    state = desk.click("link causeText (2,")
    check(state["event"] == state["cause"][1], f"event {state['event']} is selected, not {state['cause'][1]}")
    check(state["causeText"] == before, "the cause is gone")
    check(str(state["event"]) in state["eventText"], "the inspector shows another event")


@task(QUEUE)
def an_event_is_chosen_on_the_stage_by_mouse_and_keys(desk):
    first = desk.state()["cause"][1]
    desk.click(f"event {first}")
    state = desk.key("Down")
    check(state["event"] == first + 1, f"Down goes from {first} to {state['event']}")
    state = desk.key("Up")
    check(state["event"] == first and state["region"] == "stage", f"Up goes to {state['event']}")


@task(QUEUE)
def reads_from_is_followed_back_and_forth(desk):
    read = desk.state()["cause"][2]
    desk.click(f"event {read}")
    state = desk.key("r")
    check(state["event"] == state["cause"][1], f"R goes to {state['event']}")
    state = desk.key("alt+Left")
    check(state["trail"] <= 1, "a key for events went to another execution")


@task(QUEUE)
def a_fold_is_opened_and_closed(desk):
    desk.click("fold")
    event = desk.state()["event"]
    rows = desk.ask("state")["size"]
    desk.key("plus")
    desk.ask(f"event {event + 1}")
    state = desk.key("minus")
    check(state["size"] == rows and state["view"] == "stage", "the stage is another one")


@task(QUEUE)
def the_stage_becomes_a_table_and_a_stage_again(desk):
    desk.key("Escape")
    check(desk.key("t")["view"] == "table", "T shows no table")
    check(desk.key("t")["view"] == "stage", "T does not come back")


@task(QUEUE)
def a_right_execution_is_compared(desk):
    desk.key("Escape")
    state = desk.key("c")
    check(state["view"] == "comparison", f"C shows the {state['view']}")
    check(desk.key("c")["view"] == "stage", "C does not come back")


@task(QUEUE)
def a_region_fills_the_window_and_comes_back(desk):
    desk.key("Escape")
    check(desk.key("m")["isMaximised"], "M does not fill the window")
    check(not desk.key("m")["isMaximised"], "M does not come back")


@task(QUEUE)
def regions_are_few_keys_apart(desk):
    desk.key("Escape")
    regions = []
    for _ in range(5):
        regions.append(desk.state()["region"])
        desk.key("F6")
    check(set(regions) >= {"stage", "inspector", "source", "time line"}, f"F6 goes through {regions}")
    desk.key("Escape")
    stops = {}  # by region; a text with links is one
    for _ in range(40):
        now = desk.key("Tab")
        stops.setdefault(now["region"], set()).add(now["focus"])
    check(set(stops) >= set(regions), f"Tab goes through {stops}")
    check(all(len(names) <= MOST_STOPS for names in stops.values()), f"more than {MOST_STOPS} stops: {stops}")
    desk.key("Escape")


@task(QUEUE)
def events_are_filtered(desk):
    desk.key("ctrl+f")
    state = desk.type("lock")
    check(0 < state["matches"] < state["size"], f"{state['matches']} events match")
    first = desk.key("F3")["event"]
    check(desk.key("F3")["event"] != first, "F3 stays")
    desk.key("ctrl+f", "BackSpace")
    check(desk.state()["filter"] == "", "the filter stays")


@task(QUEUE)
def another_outcome_is_taken_and_the_trail_leads_back(desk):
    desk.click("link causeText (")
    desk.key("Escape", "shift+Up")  # the lock before the check
    desk.until("the outcomes", lambda: "Otherwise" in desk.state()["eventText"]
               and "asking" not in desk.state()["eventText"])
    desk.click("link eventText take:")
    state = desk.until("another execution", lambda: desk.state()["trail"] == 2 and desk.state())
    check(not desk.state()["message"], desk.state()["message"])
    desk.key("alt+Left")
    desk.until("the first execution", lambda: desk.state()["word"] == "Bug" and desk.state()["cause"])


@task(QUEUE)
def an_execution_with_a_goal_is_found(desk):
    desk.key("ctrl+k")
    check(desk.state()["dialog"] == "goalDialog", f"Ctrl+K opens '{desk.state()['dialog']}'")
    desk.type("bounded_queue.cpp:28")
    desk.key("Return")
    desk.until("an answer", lambda: not desk.state()["dialog"] or "no execution" in desk.state()["goalAnswer"])
    desk.key("Escape", "alt+Left")


@task(QUEUE)
def a_command_and_an_event_are_found_by_name(desk):
    desk.key("ctrl+k")
    desk.type("dark")
    check(desk.key("Return")["isDark"], "the command was not done")
    desk.key("ctrl+k")
    desk.type("dark")
    desk.key("Return", "ctrl+k")
    desk.type("T3 error")
    state = desk.key("Return")
    check(state["event"] == state["cause"][-1] and not state["isDark"], f"found event {state['event']}")


@task(QUEUE)
def findings_and_executions_are_chosen(desk):
    desk.click("place findingsRail")
    desk.click("place executionsFold")
    cell = desk.ask("cell tree table/1/0")
    state = desk.click_at(cell)
    check(state["execution"] != 0 or state["file"], "no execution is open")
    state = desk.click("cell findings list/0/0")
    check(state["cause"], "the bug is not open")


@task(QUEUE)
def the_time_line_is_clicked_and_zoomed(desk):
    wanted = desk.state()["cause"][1]
    state = desk.click(f"lane {wanted}")
    check(state["event"] == wanted, f"a click on the time line selects {state['event']}, not {wanted}")
    desk.wheel(f"lane {wanted}", 4)
    state = desk.click(f"lane {wanted}")
    check(state["event"] == wanted, "zoomed, the time line selects another event")
    desk.key("0")


@task(QUEUE)
def an_event_is_marked_and_found_again(desk):
    desk.key("Escape", "ctrl+b")
    state = desk.state()
    check(state["bookmarks"] == [state["event"]], f"marked is {state['bookmarks']}, selected {state['event']}")
    state = desk.key("ctrl+b")
    check(state["bookmarks"] == [], f"marked stays {state['bookmarks']}")


@task(QUEUE)
def the_theme_is_dark_and_light_again(desk):
    check(desk.key("ctrl+shift+d")["isDark"], "it is not dark")
    desk.picture("dark")
    check(not desk.key("ctrl+shift+d")["isDark"], "it stays dark")


@task(QUEUE)
def it_is_explored_again(desk):
    desk.click("text Explore again")
    state = desk.settle()
    check(state["word"] == "Bug" and not state["message"], f"{state['word']} {state['message']}")
    cause_is_in_view(state)


@task(SENSOR, "overview")
def a_bug_in_c_is_answered(desk):
    state = desk.state()
    check(state["word"] == "Bug", f"the answer is '{state['word']}'")
    cause_is_in_view(state)


@task(SENSOR, "compare")
def what_would_be_right_stands_beside_it(desk):
    desk.key("Escape")
    state = desk.key("c")
    check(state["view"] == "comparison", f"C shows the {state['view']}")


@task(SENSOR, "explanation")
def an_access_says_who_wrote_what_it_sees(desk):
    desk.key("Escape")
    if desk.state()["view"] == "comparison":
        desk.key("c")
    desk.click("link causeText (")
    desk.until("the outcomes", lambda: "asking" not in desk.state()["eventText"])
    check("written by" in desk.state()["eventText"] or "reads" in desk.state()["eventText"], desk.state()["eventText"])


@task(SENSOR)
def a_decision_on_an_input_turns_out_otherwise(desk):
    desk.key("ctrl+k")
    desk.type("branch reading")
    desk.key("Return")
    said = desk.until("the range", lambda: "keeps the path" in desk.state()["eventText"] and desk.state()["eventText"])
    check("86..124 keeps the path" in said, said)
    desk.click("link eventText input:")
    state = desk.until("another execution", lambda: desk.state()["trail"] == 2 and desk.state())
    check(not state["message"], state["message"])
    desk.key("alt+Left")
    desk.until("the first execution", lambda: desk.state()["word"] == "Bug" and desk.state()["cause"])


@task(SENSOR, "constraints")
def inputs_have_their_condition(desk):
    desk.key("ctrl+k")
    desk.type("branch reading")
    desk.key("Return")
    desk.click("place whatIf")
    desk.type("reading < 80")
    state = desk.key("Return")
    desk.until("an answer", lambda: desk.state()["answer"])


@task(SENSOR, "replay")
def the_bug_is_replayed(desk):
    desk.click("text Replay")
    desk.key("F4")
    desk.until("a stop", lambda: "[revisit" in desk.state()["replayStatus"])


@task(SENSOR)
def the_replay_steps_back(desk):
    stop = desk.state()["replayStatus"]
    desk.key("shift+F11")
    desk.until("a step back", lambda: desk.state()["replayStatus"] not in ("On its way…", stop))


@task(TRANSFER)
def a_known_bug_is_marked_with_a_comment(desk):
    rows = desk.ask("cell findings list/0/0", may_fail=True)
    if "error" in rows:
        desk.click("place findingsRail")
    place = desk.ask("cell findings list/0/0")
    desk.click_at(place, button=3)
    desk.click("text Mark as known")
    desk.type("ticket 12")
    state = desk.key("Return")
    check(state["word"] == "Known", f"the answer is '{state['word']} {state['sentence']}'")
    desk.picture("known")
    desk.click("text Explore again")
    state = desk.settle()
    check(state["word"] == "Known", f"explored again, the answer is '{state['word']}'")
    desk.click_at(desk.ask("cell findings list/0/0"), button=3)
    state = desk.click("text Not known any more")
    check(state["word"] == "Bug", f"the answer stays '{state['word']}'")


@task(TRANSFER)
def a_thread_that_waits_could_have_come_first(desk):
    desk.click("waiting 1")  # of a lock; main waits for the end of a thread
    said = desk.until("the outcomes", lambda: "Otherwise" in desk.state()["eventText"]
                      and "asking" not in desk.state()["eventText"] and desk.state()["eventText"])
    check("waits for" in said, said)
    state = desk.hover("link eventText take:")
    check(state["preview"], "the outcome under the mouse is not seen on the stage")
    desk.picture("preview")
    desk.click("link eventText take:")
    state = desk.until("another execution", lambda: desk.state()["trail"] == 2 and desk.state())
    check(not state["message"], state["message"])
    desk.key("alt+Left")
    desk.until("the first execution", lambda: desk.state()["word"] == "Bug")


# A teacher of partial-order reduction.


@task(WRITERS, "revisits")
def a_revisit_is_looked_at(desk):
    desk.click("text Algorithm")
    check(desk.state()["tab"] == 1, "another tab")
    desk.key("ctrl+shift+F7")
    for _ in range(20):
        state = desk.key("F8")
        if "delete" in state["stepText"]:
            return
    raise Failed(f"no revisit deletes anything: '{state['stepText']}'")


@task(WRITERS)
def revisits_are_stepped_through(desk):
    desk.click("text Algorithm")
    check(desk.state()["tab"] == 1, "another tab")
    before = desk.state()["stepPosition"]
    desk.key("alt+Home")
    for _ in range(3):
        state = desk.click("place step-5")
    check(state["stepPosition"] != before, "no step was done")
    check(len(state["stepText"]) > 60, f"the step says '{state['stepText']}'")


@task(WRITERS)
def a_lesson_is_read(desk):
    before = desk.state()["stepText"]
    desk.click("link stepText [?]")
    check(desk.state()["stepText"] != before, "the lesson does not open")


@task(LITMUS)
def a_litmus_test_is_answered(desk):
    desk.until("the answer of the test", lambda: "state" in desk.state()["sentence"])  # all models are explored for it
    desk.click("cell final states table/1/0")


@task(LITMUS)
def main_of_a_litmus_test_is_nowhere(desk):
    state = desk.state()
    check(state["lanes"] and not any(lane.startswith("T0") for lane in state["lanes"]), f"lanes: {state['lanes']}")
    desk.key("Escape", "c")
    desk.until("the comparison", lambda: desk.state()["view"] == "comparison" and desk.state()["heads"])
    heads = desk.state()["heads"]
    check(heads and not any(head.startswith("T0") for head in heads), f"columns: {heads}")
    desk.key("c")


# A researcher.


@task(STATES, "states")
def a_search_over_states_is_judged(desk):
    desk.click("text Algorithm")
    desk.click("text States")
    state = desk.key("ctrl+F7")
    for _ in range(60):
        if "Not taken here" in state["stepText"]:
            return
        state = desk.key("shift+F8")  # the judgement before
    raise Failed(f"nothing is left out within 60 judgements: '{state['stepText']}'")


@task(WRITERS)
def runs_are_compared(desk):
    desk.click("text Explore again")
    desk.click("text Runs")
    check(desk.state()["tab"] == 2, "another tab")
    check(desk.ask("cell runs table/1/0")["text"] == "two_writers.c", "the second run is not listed")


# What goes wrong.


@task(BROKEN)
def a_compiler_error_leads_to_its_line(desk):
    state = desk.state()
    check("compile" in state["sentence"] or "compile" in state["word"].lower(), state["sentence"])


@task(SAFE)
def a_safe_program_is_safe(desk):
    state = desk.state()
    check(state["word"] == "Safe", f"the answer is '{state['word']} {state['sentence']}'")


PROGRAMS = {
    BROKEN: "int main(void) {\n  int x = 1;\n  return y;\n}\n",
    SAFE: """#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void* add(void* unused) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
  return x == 2 ? 0 : 1;
}
""",
}


class Day:
    """All tasks at one size, each on the window that the task before it left when the program is the same."""

    def __init__(self, size, arguments):
        self.size, self.probe, self.examples = size, os.path.abspath(arguments.probe), arguments.examples
        self.sheet, self.manual = arguments.sheet, arguments.pictures
        self.failures, self.pictures = [], []

    def run(self, tasks):
        with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
            work = os.path.join(folder, "work")
            if self.manual:  # its pictures show the path, the same each time
                work = os.path.join(tempfile.gettempdir(), "revisit-pictures")
                shutil.rmtree(work, ignore_errors=True)
                stack.callback(shutil.rmtree, work)
            shutil.copytree(self.examples, work)
            for name, text in PROGRAMS.items():
                with open(os.path.join(work, name), "w") as file:
                    file.write(text)
            screen = ManagedScreen(folder, self.size)
            try:
                self.run_on(screen, folder, work, tasks)
            finally:
                screen.close()
        return self.failures

    def run_on(self, screen, folder, work, tasks):
        for program in dict.fromkeys(program for program, _, _ in tasks):
            desk = Desk(screen, self.probe, folder, work, self.take_picture, *OPTIONS.get(program, []),
                        os.path.join(work, program))
            try:
                for _, name, function in (entry for entry in tasks if entry[0] == program):
                    self.do(desk, name, function)
                if self.pictures and program == tasks[-1][0]:
                    desk.ask(f"sheet {self.sheet}/sheet-{self.size}.png 5 " + " ".join(self.pictures))
            finally:
                desk.close()

    def do(self, desk, name, function):
        try:
            function(desk)
            few_accents(desk)
            faults = desk.ask("faults")["faults"]
            check(not faults, "\n    ".join(faults))
            print(f"{self.size} {name}: passed", flush=True)
        except (Failed, IndexError, KeyError) as failure:
            self.failures.append(name)
            print(f"{self.size} {name}: FAILED\n    {failure}", flush=True)
        if desk.process.poll() is None:
            desk.picture(name)
            if self.manual and name in PICTURES:
                self.take_manual(desk, PICTURES[name])

    def take_manual(self, desk, name):
        for theme in ("light", "dark"):
            desk.ask(f"picture {self.manual}/{name}-{theme}.png")
            desk.key("ctrl+shift+d")

    def take_picture(self, desk, name):
        if self.sheet:
            path = f"{self.sheet}/{self.size}-{len(self.pictures):02}-{name}.png"
            desk.ask(f"picture {path}")
            self.pictures.append(path)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("probe")
    parser.add_argument("revisit")
    parser.add_argument("examples")
    parser.add_argument("--size", choices=SIZES, action="append",
                        help="otherwise one for each quarter that REVISIT_ROTATION names")
    parser.add_argument("--sheet")
    parser.add_argument("--only", default="", help="tasks with this word in their name")
    parser.add_argument("--pictures", help="a folder for the pictures of the manual; does the tasks that they need")
    arguments = parser.parse_args(ARGUMENTS[1:])
    for tool in ("Xvfb", "xdotool", "openbox"):
        if not shutil.which(tool):
            print(f"SKIPPED: {tool} is missing; resources/setup.sh installs it")
            return 77
    for folder in filter(None, (arguments.sheet, arguments.pictures)):
        os.makedirs(folder, exist_ok=True)
    tasks = [entry for entry in TASKS if arguments.only in entry[1]]
    if arguments.pictures:
        tasks = [entry for entry in tasks if entry[1] in PICTURES]
    tasks.sort(key=lambda entry: [program for program, _, _ in TASKS].index(entry[0]))
    failures = 0
    quarter = os.environ.get("REVISIT_ROTATION", "all")
    for size in arguments.size or ([SIZES[int(quarter)]] if quarter.isdigit() else SIZES):
        failures += len(Day(size, arguments).run(tasks))
    print(f"{len(tasks)} tasks, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
