#include "state_lessons.h"

#include <array>

namespace revisit::gui {
namespace {

// By StateStepKind.
constexpr std::array<StateLesson, 11> lessons = {{
    {"A new state",
     "A state is where each thread stands, and what memory and locks hold. What happens from here on depends on "
     "nothing "
     "else, so it does not matter how the search came here: each state is explored once. If some thread's next step "
     "touches nothing that others touch, that thread alone is explored first (the safe set). Otherwise all threads "
     "that "
     "can move are candidates."},
    {"A known state",
     "The search was here before, and all that can follow is known or will be. It goes no further. But what can follow "
     "still counts for the states on the stack: a thread that does something later that depends on a step of theirs "
     "joins their set current."},
    {"A step in vain", "The step leads back to where it began, such as a round of a waiting loop that saw nothing new, "
                       "or to a point where "
                       "an atomic section cannot go on. The thread has to wait for others."},
    {"What is to be explored is judged",
     "After a thread's step was explored, the search asks which other threads could make a difference here: those that "
     "later do something that depends on that step (current). If some set of explored threads is closed, so that no "
     "other thread depends later on their steps, then what was explored is a source set: every behaviour from here has "
     "an order that begins with one of them. The rest is left out."},
    {"A state is done",
     "All threads of its source set were explored. Those that were not taken would show only other orders of what was "
     "seen."},
    {"The end of the program",
     "No thread can take a step: all have ended, or those that are left wait for ever. Ends that differ in what went "
     "wrong are shown as executions."},
    {"A section that cannot end",
     "A thread inside an atomic section waits, and only others could let it go on. Then it would not be atomic, so the "
     "section never happened."},
    {"A state is left out",
     "Its threads were at these places before, on another path, and a summary says why nothing can fail from there. "
     "The condition holds here too, so the search does not go on. What can follow counts for the states on the stack, "
     "as from a known state."},
    {"A state is judged again",
     "While a state on a cycle is still on the stack, nobody knows all that can follow it. So when all else is done, "
     "the "
     "source sets are judged once more with all that is known by then. And in a cycle each thread that can move is "
     "explored, for else it could be put off for ever."},
    {"A livelock", "The threads go round for ever, nothing changes, and nothing leads out of it."},
    {"An execution is shown", "The path to this state is made an execution, continued to its end and judged. The "
                              "search shows one for each error "
                              "and for each way in which the program can end."},
}};
static_assert(lessons.size() == static_cast<std::size_t>(StateStepKind::Shown) + 1);

} // namespace

const StateLesson& lessonOf(StateStepKind kind) {
  return lessons[static_cast<std::size_t>(kind)];
}

} // namespace revisit::gui
