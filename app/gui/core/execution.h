// An execution shown in the window: an indexed witness with its drawing. Created once (on any thread), then read-only
// and shared. Knows no Qt.
#pragma once

#include "log/exploration_log.h"
#include "query/interleaving/folding.h"
#include "query/relations/event_graph.h"
#include "query/relations/graph_marks.h"
#include "query/rows/short_names.h"
#include "query/timeline/event_filter.h"

#include <memory>
#include <string>
#include <vector>

namespace revisit {
class BuiltProgram;
}

namespace revisit::gui {

class Execution;

// How an execution was reached from another one, whose event turned out otherwise or in which a goal was looked for.
struct ExecutionMove {
  std::shared_ptr<const Execution> from;
  std::optional<EventNumber> left, arrived; // the event that turns out otherwise, there and here
  std::string words;                        // how: "T2 read x = 0"
};

// Where an execution comes from: an exploration, a move from another execution, or neither.
struct ExecutionOrigin {
  std::shared_ptr<const ExplorationLog> log; // null: not part of an exploration
  std::uint64_t execution = 0;               // its number; 0: a graph on the way to an execution
  std::uint64_t step = 0;                    // the step of the log after which the graph is this one; 0: none
  std::shared_ptr<BuiltProgram> program;     // keeps the program's file; null: the user's own program, or none
  std::optional<ExecutionMove> move{};       // nothing: it was opened, or found by the exploration
};

class Execution {
public:
  // `path`: the witness's file, or a name that stands for it.
  explicit Execution(std::string path, Timeline timeline, ExecutionOrigin origin = {}, GraphMarks marks = {});

  const std::string& path() const { return m_path; }
  const ExecutionOrigin& origin() const { return m_origin; }
  const GraphMarks& marks() const { return m_marks; }
  void leaveEmpty(std::vector<std::size_t> rows) { m_marks.gaps = std::move(rows); } // before it is shared
  // Whether it is a graph on the way to an execution of an exploration: all its events are done, and it has no error so
  // far.
  bool isOnTheWay() const { return m_origin.step != 0 && m_origin.execution == 0; }
  // Whether it can be replayed and queried: it is a witness, not only a graph of an exploration.
  bool isWitness() const { return !witness().program.path.empty(); }
  // Whether it is a witness from a file, or was reached from one, and not from an exploration.
  bool isByItself() const { return isWitness() && !m_origin.log; }
  // Whether path() is a file that can be opened again.
  bool isFile() const { return isByItself() && !m_origin.move; }
  const Timeline& timeline() const { return m_timeline; }
  const Witness& witness() const { return m_timeline.witness(); }
  const EventGraph& graph() const { return m_graph; }
  // What stands in one row: what a library does, and runs of equal accesses. Where a step of the algorithm or a
  // comparison marks an event, that one is shown by itself.
  const Folding& folding() const { return m_folding; }
  // The events of the error's cause: the n-th one has the number n. Empty where nothing is wrong.
  const std::vector<EventNumber>& cause() const { return m_cause; }
  // Of the places that its events are about.
  const ShortNames& names() const { return m_names; }

  // The line at which an event is shown; nothing when unknown.
  std::optional<SourceLine> lineOf(EventNumber event) const;
  // The events that are shown at the line, or have a call site there outside system headers; by number.
  std::vector<EventNumber> eventsAt(const SourceLine& line) const;
  // Files outside system headers at which events are shown: the error's file first, then by number of events. If no
  // event has a line, the sources that were compiled.
  std::vector<std::string> files() const;

private:
  std::string m_path;
  Timeline m_timeline;
  ExecutionOrigin m_origin;
  GraphMarks m_marks;
  EventGraph m_graph;
  Folding m_folding;
  std::vector<EventNumber> m_cause;
  ShortNames m_names;
};

using ExecutionPointer = std::shared_ptr<const Execution>;

// The executions from the one that was opened up to this one: each was reached from the one before it by a move.
std::vector<ExecutionPointer> trailOf(ExecutionPointer execution);

// Fails with NotFound or BadFormat; the message says what to do, also for programs and sources, which are not
// witnesses. Cost: reads and indexes the file.
Result<ExecutionPointer> openExecution(const std::string& path);

// Whether the file is a program or a source file, which is explored instead of shown.
bool isExplorable(const std::string& path);

// Why the execution cannot be replayed: its program is missing or a different build. Empty when it can.
std::string whyNotReplayable(const Witness& witness);

} // namespace revisit::gui
