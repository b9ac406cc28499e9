// Programs with atomic sections: optimal dynamic partial-order reduction with wakeup trees (Abdulla, Aronis, Jonsson,
// Sagonas: "Source Sets: A Foundation for Optimal Dynamic Partial Order Reduction", JACM 64(4), 2017, algorithm 2), in
// which a section is one step with several accesses. Two sections are ordered only when they conflict, and no section
// is left half done. Each graph is explored once, as in ConDpor. Ends early, with the fact "sections_wait", when a
// section contains a wait. Thread rule: belongs to one worker.
#pragma once

#include "explore/ledger.h"
#include "explore/sections/reversals.h"
#include "explore/sections/step_run.h"

#include <set>

namespace revisit {

class SectionDpor {
public:
  // `recorder` may be null.
  SectionDpor(ExplorationState& state, ExplorationLedger& ledger, const Explorer::OnExecution& onExecution,
              Recorder* recorder)
      : m_state(state), m_graph(state.graph()), m_ledger(ledger), m_onExecution(onExecution), m_recorder(recorder) {}

  // Explores from the empty graph until everything is explored, a limit is reached, something failed or the
  // exploration must restart.
  void explore();

private:
  // A sequence by its threads and choices: a hash of 128 bits.
  using Key = std::pair<std::uint64_t, std::uint64_t>;

  // A graph to continue from, and what is left to try there.
  struct Place {
    ExplorationState::Mark mark;
    Sleepers sleepers;
    WakeupTree tree;
    std::vector<Sequence> reversals;       // found after it, not examined yet
    std::set<Key> seen;                    // those found so far
    std::optional<StepRun> run;            // the step that is being explored
    TakenStep step;                        // in its present variant
    Sequence variants;                     // those taken so far, including the present one, and those that sleep
    std::size_t variantCount = 0;          // so far
    bool sticks = false;                   // some variant of it does not complete
    std::vector<WakeupTree::Node> planned; // after it
  };

  void added(ThreadId thread, EventId event);
  bool stop() const {
    return m_state.failure() || m_state.needsRestart() || m_state.facts().has("sections_wait") || m_isStopped;
  }
  void record(const Action& action) { tell(m_recorder, action, m_graph); }

  bool choose(Place& place, bool onlyPlanned);
  bool canBegin(ThreadId thread);
  bool tryThread(Place& place, ThreadId thread);
  bool takeVariant(Place& place, std::optional<StepRun::End> end);
  void noteWaiting(const StepRun& run);
  bool isCovered(const Place& place) const;
  Place behind(const Place& place) const;
  bool advance();

  bool finish();
  void addWaiting(std::vector<TakenStep>& steps);
  TakenStep takenStep(StepRun& run, bool isTaken) const;
  std::vector<TakenStep> path() const;
  static Key keyOf(const Sequence& sequence);
  void note(std::size_t at, Sequence sequence);

  void plan();
  std::vector<Sequence> measure(const Sequence& sequence);
  void noteStuck(const std::vector<TakenStep>& before, const Sequence& measured, StepRun& run);

  ExplorationState& m_state;
  ExecutionGraph& m_graph;
  ExplorationLedger& m_ledger;
  const Explorer::OnExecution& m_onExecution;
  Recorder* m_recorder;
  bool m_isStopped = false;
  bool m_inVain = false;   // every step that could be chosen last is covered
  bool m_isTelling = true; // off while events are only tried: then they are not reported
  bool m_isNext = false;   // the next reported event is an alternative
  std::vector<Place> m_places;
  const StepRun::Added m_added = [this](ThreadId thread, EventId event) { added(thread, event); };
};

} // namespace revisit
