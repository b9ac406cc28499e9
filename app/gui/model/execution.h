// An execution that the window shows: a witness, indexed, with what is drawn of it. Made once (on any thread), then
// read-only and shared. Knows no Qt.
#pragma once

#include "event_graph.h"
#include "graph_marks.h"
#include "session/event_filter.h"
#include "session/exploration_log.h"

#include <memory>
#include <string>
#include <vector>

namespace revisit {
class BuiltProgram;
}

namespace revisit::gui {

// Where in an exploration an execution is from.
struct ExecutionOrigin {
  std::shared_ptr<const ExplorationLog> log; // null: it is no part of one
  std::uint64_t execution = 0;               // its number; 0: a graph on the way to one
  std::uint64_t step = 0;                    // of the log, after which this is the graph; 0: none
  std::shared_ptr<BuiltProgram> program;     // its file is there as long as this; null: the user's own, or none
};

class Execution {
public:
  // `path`: the witness's file, or what stands for it.
  explicit Execution(std::string path, Timeline timeline, ExecutionOrigin origin = {}, GraphMarks marks = {});

  const std::string& path() const { return m_path; }
  const ExecutionOrigin& origin() const { return m_origin; }
  const GraphMarks& marks() const { return m_marks; }
  // Whether it is a graph on the way to an execution of an exploration: all that is in it is done, and nothing is wrong
  // with it yet.
  bool isOnTheWay() const { return m_origin.step != 0 && m_origin.execution == 0; }
  // Whether it can be done again and asked about: it is a witness, not only a graph of an exploration.
  bool isWitness() const { return !witness().program.path.empty(); }
  // Whether path() is a file that can be opened again.
  bool isFile() const { return isWitness() && !m_origin.log; }
  const Timeline& timeline() const { return m_timeline; }
  const Witness& witness() const { return m_timeline.witness(); }
  const EventGraph& graph() const { return m_graph; }

  // The line that an event is shown at; nothing when unknown.
  std::optional<SourceLine> lineOf(EventNumber event) const;
  // The events that are shown at the line, or have it at a call site outside system headers; by number.
  std::vector<EventNumber> eventsAt(const SourceLine& line) const;
  // Files outside system headers at which events are shown: the error's first, then by use.
  std::vector<std::string> files() const;

private:
  std::string m_path;
  Timeline m_timeline;
  ExecutionOrigin m_origin;
  GraphMarks m_marks;
  EventGraph m_graph;
};

using ExecutionPointer = std::shared_ptr<const Execution>;

// Fails with NotFound and BadFormat; the sentence says what to do, also for programs and sources, which are no
// witnesses. Cost: reads and indexes the file.
Result<ExecutionPointer> openExecution(const std::string& path);

// Whether the file is a program or a source file: to be explored, not shown.
bool isExplorable(const std::string& path);

// What keeps the execution from being done again: its program is gone, or is another build. Empty when nothing does.
std::string whyNotReplayable(const Witness& witness);

} // namespace revisit::gui
