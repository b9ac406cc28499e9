// Writes an ExplorationLog. The explorer reports each action; the recorder derives the changes of the graph from the
// graph's log of changes. Thread rule: belongs to the exploration's thread.
#pragma once

#include "log/exploration_log.h"
#include "log/state_recorder.h"

#include <unordered_map>

namespace revisit {

class ExplorationRecorder final : public Recorder {
public:
  using Message = ExecutionSummaries::Message;
  using OnBegin = std::function<void(const std::shared_ptr<const ExplorationLog>&)>;
  // `message` as for ExecutionSummaries. `onBegin` receives the log: at once, and a new one whenever the exploration
  // begins again. Either may be empty.
  ExplorationRecorder(Program& program, const LogOptions& options, Message message = {}, OnBegin onBegin = {});

  std::shared_ptr<const ExplorationLog> log() const { return m_log; }
  // The summary of the execution finished last. Requires that there is one.
  const ExecutionSummary& lastExecution() const { return m_last; }

  // O(events named, added and removed), and O(events) when an execution finishes.
  void consider(const Candidate& candidate, const ExecutionGraph& graph) override;
  void record(const Action& action, const ExecutionGraph& graph) override;
  // Begins a log of states: ExplorationLog::states().
  SearchObserver* ofStates() override;

private:
  // Everything that determines an event's entry in the log.
  struct EventKey {
    std::uint32_t thread = 0, index = 0, state = 0, flags = 0, outcome = 0, seenExpression = 0, writtenExpression = 0,
                  sourceThread = 0, sourceIndex = 0, afterThread = 0, afterIndex = 0, kind = 0;
    std::uint64_t seen = 0, written = 0;
    bool operator==(const EventKey&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const EventKey& key) const;
  };
  // The length of the graph's change log when the graph had this state, and the state's node.
  struct Place {
    std::size_t changes = 0;
    std::uint32_t state = 0;
    std::uint32_t node = 0;
    std::vector<LogEventId> deleted; // the events deleted to reach this state, by the revisit that was allowed here
  };

  // An action, with its events replaced by ids of the log.
  struct Told {
    ActionKind kind;
    Refusal refusal;
    AlternativeKind alternative;
    LogEventId event, other, source, culprit;
    std::vector<LogEventId> deleted;
    std::vector<std::optional<Refusal>> verdicts;
  };

  void restart();
  // Whether the limit on nodes was reached and a node was left out. Only this thread changes that.
  bool isFull() const { return m_log->m_nodesLeftOut != 0; }
  bool isBeyond(ActionKind kind) const;
  void recordBeyond(const Action& action);
  Told translate(const Action& action, const ExecutionGraph& graph);
  // Goes back on the path to the present state of the graph. Whether the graph was in another state before.
  bool backUp(const ExecutionGraph& graph);
  // Stores what was added and removed since the last state as a new state of the node being explored.
  void follow(const ExecutionGraph& graph);
  void place(const Told& told);
  std::uint32_t makeNode(const Told& told, NodeOutcome outcome);
  void addStep(const Told& told, std::uint32_t node);
  void finish(const Execution& execution);

  void noteAdded(const ExecutionGraph& graph);
  LogEventId idOf(EventId id) const { return id.valid() ? m_slots[id.value()] : LogEventId(); }
  LogEventId addedEvent(const ExecutionGraph& graph, EventId id);
  LogEventId initialWrite(const Event& event);
  LogEventId nextEvent(ThreadId thread, const ExecutionGraph& graph);
  template <class Make> LogEventId intern(const EventKey& key, Make&& make);
  template <class Describe> std::shared_ptr<const WitnessEvent> shown(EventKey key, Describe&& describe);
  void nameThreads(ThreadId thread, const Label& label);

  Program& m_program;
  LogOptions m_options;
  ExecutionSummaries m_summaries;
  OnBegin m_onBegin;
  std::shared_ptr<ExplorationLog> m_log;
  std::unique_ptr<StateRecorder> m_states; // of a stateful search
  ExecutionSummary m_last;
  std::vector<Place> m_path;       // the states through which the graph was built
  std::vector<LogEventId> m_slots; // by slot of the graph
  std::size_t m_noted = 0;         // the number of the graph's changes that m_slots includes
  std::uint32_t m_node = 0;        // the node being explored
  std::uint32_t m_kept = 0;        // alternatives kept since the last action; they belong to its node
  std::vector<ExplorationLog::StoredCandidate> m_candidates; // since the last action
  std::unordered_map<EventKey, LogEventId, KeyHash> m_events;
  std::unordered_map<EventKey, std::shared_ptr<const WitnessEvent>, KeyHash> m_shown;
};

} // namespace revisit
