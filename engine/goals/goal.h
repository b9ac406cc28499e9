// What is looked for in all executions: a breakpoint over all of them. A goal is a condition on moments of an
// execution. A moment is what is done of it so far, closed under what comes before; each thread stands in front of its
// next event. Text becomes a Goal here; goal_matcher.h says whether an execution has it. Plain data.
//
//   GOAL   := PATH { "or" PATH }
//   PATH   := BOTH { "then" BOTH }                  the second at the same moment as the first, or later
//   BOTH   := ATOM { "and" ATOM }                   at the same moment
//   ATOM   := "(" GOAL ")"
//           | [THREAD "at"] LINE ["in" THREAD] ["if" CONDITION]     a thread is about to do something at the line
//           | [THREAD] "waits" ["for" "ever"] ["at" LINE]           it cannot go on; nothing will change that any more
//           | "when" CONDITION
//           | [THREAD | LINE] "reads" NAME "from" (THREAD ["at" LINE] | LINE | "start")     it has happened by then
//           | EVENT                                                 it has happened by then
//           | EVENT "before" EVENT                                  both have happened, in this order
//   EVENT  := OPERATION NAME ["in" THREAD] ["at" LINE]              "unlock m in T1", "write window.count at a.c:22"
//   LINE   := FILE ":" NUMBER
//
// Two threads that stand or wait somewhere at one moment are different ones, unless the goal names one thread twice.
#pragma once

#include "base/result.h"
#include "goals/goal_condition.h"
#include "goals/goal_prefix.h"

#include <optional>
#include <string>
#include <vector>

namespace revisit {

struct GoalLine {
  std::string file; // a path or the end of one
  unsigned line = 0;
  friend bool operator==(const GoalLine&, const GoalLine&) = default;
};

// A thread by its number or by its name; neither: any.
struct GoalThread {
  std::optional<std::uint32_t> number;
  std::string name;
  bool isAny() const { return !number && name.empty(); }
  friend bool operator==(const GoalThread&, const GoalThread&) = default;
};

// An operation on a location or an object: "lock m", "try lock m", "write x", "create T2".
struct GoalEvent {
  std::string operation;
  std::string name;
  GoalThread thread;
  std::optional<GoalLine> line;
};

struct GoalAtom {
  enum class Kind : std::uint8_t {
    Stands,       // `thread` is about to do something at `line`
    Waits,        // the same, and cannot
    WaitsForEver, // the same, at the end of the execution
    Holds,        // `condition`
    Reads,        // `event` has happened, an access that reads from the source
    Happened,     // `event` has happened
    First,        // `event` has happened, and `second` is about to
    Second        // the `second` of an atom First has happened
  };
  Kind kind = Kind::Stands;
  std::string text; // as the user wrote it, with its condition
  GoalThread thread;
  std::optional<GoalLine> line;
  GoalCondition condition;
  GoalEvent event, second;
  bool fromStart = false; // Reads: the initial value
  GoalThread sourceThread;
  std::optional<GoalLine> sourceLine;
  std::size_t first = 0;         // Second: the number of the atom First
  std::optional<std::size_t> at; // Holds: the number of the atom that says where a thread stands then

  // Whether it says where a thread stands.
  bool isOfPlace() const { return kind == Kind::Stands || kind == Kind::Waits || kind == Kind::WaitsForEver; }
};

struct Goal {
  using Moment = std::vector<std::size_t>; // numbers of atoms that hold at it
  using Path = std::vector<Moment>;        // one moment after another; the goal holds at the last one

  std::string text;
  std::vector<GoalAtom> atoms;
  std::vector<Path> paths; // one of them
  GoalPrefix prefix;       // the execution begins so, and all moments are later; empty: anywhere

  std::vector<GoalLine> lines() const;
  // The names of local variables that conditions may speak of, without members: "pair" of "pair.second".
  std::vector<std::string> watched() const;
  // The variables and inputs of conditions.
  std::vector<std::string> variables() const;
  // Whether it speaks of what has happened before the moment at which it holds: then rounds of waiting loops that
  // failed before that moment count.
  bool hasHistory() const;
};

// Fails with BadUsage; `where` names the column.
Result<Goal> parseGoal(const std::string& text);

} // namespace revisit
