#include "step_lessons.h"

#include <array>

namespace revisit::gui {
namespace {

// By ActionKind.
constexpr std::array<StepLesson, 13> actionLessons = {{
    {"An execution begins",
     "The algorithm does not run the program in every order. It builds graphs: who did what, and which write each read "
     "reads from. Orders that give the same graph are the same behaviour, so one graph stands for many of them. It "
     "begins with no event and lets the threads add theirs, one after the other.",
     "execution graph"},
    {"An event is added",
     "The lowest thread that can go on adds its next event, in the default way: a read reads the newest write, a write "
     "becomes the newest. Whatever else would have been possible for this event is looked at now, and what the rules "
     "allow is kept for later: each kept alternative leads to another execution.",
     "default choice, forward alternatives"},
    {"Another way is taken",
     "The algorithm went back to where this event was added, and now adds it otherwise: it reads an older write, or is "
     "placed before newer writes, or takes the other side of a condition. Nothing is deleted, since all that came "
     "later is gone already.",
     "forward alternative"},
    {"A kept alternative is not taken",
     "When it was kept, it was not yet asked whether the values allow it. Now that it is its turn, the question is "
     "asked, and the answer is no: there is no execution like that.",
     "infeasible alternative"},
    {"A revisit is allowed",
     "A write that comes late can be read by a read that came early, since nothing orders the two. To get there, the "
     "read goes back to before it was made, and what was added after it goes too, but for what the write depends on: "
     "its causal prefix. All that goes was added in the default way. So of all the graphs from which this revisit "
     "leads to the same result, only one passes the test, and that is this one: nothing is explored twice.",
     "backward revisit, causal prefix, maximal extension"},
    {"A revisit is done",
     "What had to go is gone; the write is added, and the read reads from it. From here on the graph grows in the "
     "default way again. The values in the reading thread may be others now, so its thread is run on from the read.",
     "backward revisit"},
    {"A revisit is refused",
     "The same revisit is possible from several graphs that differ only in what would be deleted. If each of them did "
     "it, the same execution would be found again and again. So exactly one may: the one in which everything that goes "
     "was added in the default way. Here something was not, so this graph leaves the revisit to that other one.",
     "maximality"},
    {"An operation takes another's turn",
     "Operations on a lock, a semaphore or another object form a chain: one after the other. An operation added late "
     "that does not depend on an earlier one could have come in its place. It takes the place, and what was added "
     "since "
     "goes. For locks this is what a revisit is for reads; because a thread that cannot get the lock simply waits, no "
     "execution is explored only to find that it is stuck.",
     "displacement: a backward revisit of the chain"},
    {"A displacement is refused",
     "The object would have to let the operation in there, and everything that goes must have been added in the "
     "default "
     "way, for the same reason as with a revisit: otherwise the same execution would be found twice.",
     "maximality"},
    {"The graph is left",
     "Going on would show nothing that another execution does not show as well, so the algorithm does not finish this "
     "one.",
     "redundant exploration"},
    {"An execution is finished",
     "No thread can go on: all have ended, or wait for what nobody will do. The graph is one behaviour of the program, "
     "and no other finished graph is the same.",
     "complete execution graph"},
    {"Back to an earlier graph",
     "The newest alternative that was kept is taken next, from the graph in which it was kept. Going back is cheap: "
     "the "
     "changes since are undone. Working depth first like this, the algorithm remembers one graph and its open "
     "alternatives, whatever the number of executions.",
     "depth-first search"},
    {"All begins anew",
     "Memory that only one thread had touched so far makes no events. Now a second thread touches some of it, so it "
     "has "
     "to be watched, and what was explored without that is void.",
     "private until shared"},
}};
static_assert(actionLessons.size() == static_cast<std::size_t>(ActionKind::Restarted) + 1);

// By Refusal.
constexpr std::array<StepLesson, 21> refusalLessons = {{
    {"Kept for later",
     "The rules allow it, so it leads to another execution. It waits until this execution is finished and the "
     "algorithm "
     "comes back here.",
     "forward alternative"},
    {"A read of an older write would go",
     "Deleted events are added again later, in the default way, and then this read would read the newest write that "
     "was "
     "there. It does not: it was made to read an older one. A graph in which it reads the newest one exists as well, "
     "and "
     "does this revisit. If this graph did it too, both would lead to the same execution.",
     "maximality: a read must read the coherence-latest write"},
    {"A read of a later write would go",
     "This read reads from a write that was added after it, by a revisit. In the default way it could not have seen "
     "that "
     "write, as it was not there yet. The graph from before that revisit does this one.",
     "maximality of revisited reads"},
    {"A write in front of newer ones would go",
     "In the default way a write is the newest of its location when it is added. This one was placed before others. "
     "The "
     "graph in which it is the newest does the revisit instead.",
     "maximality: a write must be coherence-latest"},
    {"A write that is read would go",
     "The write would be deleted, but an event that stays, or that was there before the write, reads from it. In the "
     "default way nothing older than a write reads it. Another graph does this revisit.",
     "maximality: a write that is read by what stays"},
    {"A displaced operation would go",
     "The operation came to its place by taking another one's turn, not in the default way. The graph in which the "
     "first "
     "one kept its turn does this instead.",
     "maximality of displaced operations"},
    {"Another outcome would go",
     "The operation has several outcomes, such as which waiting thread it wakes, and this graph took not the first. "
     "The "
     "graph with the first one does this instead.",
     "maximality: first outcome"},
    {"A false side would go",
     "Of a condition on unknown inputs the true side comes first. This graph took the false side, though the inputs "
     "allow the true one. The graph with the true side does this instead. Where the inputs allow the false side only, "
     "that is the default, and no reason.",
     "maximality of constraint events"},
    {"A larger number would go",
     "Where an unknown number must become a definite one, the smallest comes first. This graph took a larger one, so "
     "another graph does this instead.",
     "maximality of enumeration events"},
    {"It would have to wait there",
     "In that place the object does not let the operation in: the lock is held, or the count is zero. A thread that "
     "has "
     "to wait has no event, so there is nothing to put there.",
     "enabledness"},
    {"The memory model forbids it",
     "A thread cannot see an older value once it has seen, or knows through others, that there is a newer one. Under "
     "sequential consistency memory is one place at which accesses happen one after the other: a read sees the last "
     "write there.",
     "consistency: coherence and happens-before"},
    {"It is one of the causes",
     "The event is in the causal prefix: the thread got here only because that came before: in the same thread, as a "
     "value read, through a lock, or by starting or joining a thread. What causes an event cannot be changed by it.",
     "causal prefix (porf-prefix)"},
    {"Another update has that write",
     "A read-modify-write reads and writes in one: nothing may come between what it reads and what it writes. Two of "
     "them cannot read the same write.",
     "atomicity"},
    {"The inputs cannot be so",
     "Together with the conditions that hold already, this one has no solution: there are no inputs for which the "
     "program does that.",
     "infeasible path condition"},
    {"It would show nothing",
     "A false assumption means: such runs are of no interest. As long as there is only one thread, nothing else can "
     "happen in that run either.",
     "blocked execution"},
    {"The thread would only look again",
     "A loop that waits for a change reads the same place again and again. A round that reads a value which does not "
     "end "
     "the waiting changes nothing; the algorithm shows the rounds that matter.",
     "await, spin-loop bounding"},
    {"An atomic section was broken",
     "Between the events of an atomic section no other thread has any. Here an event would have to come between two of "
     "them, so this is no execution of the program.",
     "atomic sections"},
    {"No writer could have been waiting",
     "An attempt to lock for reading may fail because a writer waits. Here no thread could have been waiting to write "
     "at "
     "that moment, so this is no execution of the program.",
     "read-write locks that prefer writers"},
    {"It was met before",
     "Preemption-bounded search goes in rounds: first all schedules in which no thread is taken off while it could go "
     "on, then those in which that happens once, and so on. Each round passes the schedules of the rounds before it "
     "again on its way; they count once.",
     "iterative context bounding"},
    {"Its updates have no order",
     "An update that stores what it read is explored as a read at first. When it turns out that it is a write, others "
     "may have to synchronise with it. Here the memory model allows that nowhere, so this is no execution of the "
     "program.",
     "atomicity and release sequences"},
    {"The solver gave up",
     "Whether this is possible could not be decided in time. It is left out, so something may be missing: the result "
     "says that it is incomplete.",
     "incompleteness"},
}};
static_assert(refusalLessons.size() == static_cast<std::size_t>(Refusal::SolverUnknown) + 1);

} // namespace

const StepLesson& lessonOf(ActionKind action) {
  return actionLessons[static_cast<std::size_t>(action)];
}

const StepLesson& lessonOf(Refusal refusal) {
  return refusalLessons[static_cast<std::size_t>(refusal)];
}

std::string_view introduction() {
  return "A program with threads can behave in many ways, and most orders of its steps lead to the same ones. Revisit "
         "finds each different behaviour exactly once (dynamic partial-order reduction). It builds a graph of events, "
         "each added in a default way, and keeps what could be otherwise. Two rules make it complete and free of "
         "repetition: when a write comes later than a read that could have read it, the read is revisited; and of all "
         "the graphs that could do the same revisit, only the one in which everything deleted was added in the default "
         "way does it. Go through the steps and watch.";
}

} // namespace revisit::gui
