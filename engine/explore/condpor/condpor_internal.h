// The internals of ConDpor, shared by its files: condpor.cpp walks the search tree, condpor_default.cpp adds events by
// default choices and files their alternatives, condpor_alternatives.cpp takes alternatives. No other file includes
// this header.
#pragma once

#include "explore/condpor/condpor.h"
#include "explore/condpor/work_item.h"
#include "explore/goal_guide.h"
#include "explore/graph_step.h"
#include "explore/ledger.h"
#include "explore/reductions/free_places.h"

#include <string>

namespace revisit {

// Side: the FALSE side of the constraint.
struct Alternative {
  AlternativeKind kind;
  // Side, Outcome. Number: the first to try. ReadFrom: whether a compare-and-swap stores. RevisitAt: the same for the
  // read.
  Way way;
  bool displaced = false;
  // ReadFrom: the source. PlaceAfter, RevisitAt: the coherence predecessor. Revisit: the read. Displace: the operation.
  EventId first;
  EventId second;           // Revisit: the read-modify-write's own source
  std::uint64_t before = 0; // Displace: FreePlace::before
};

inline Refusal refusalOf(Sat answer) {
  return answer == Sat::Unknown ? Refusal::SolverUnknown : Refusal::Infeasible;
}

// A branching: the graph to go back to, the thread whose next event it concerns, and the alternatives that are
// left.
struct Branching {
  ExplorationState::Mark mark;
  ThreadId thread;
  // RevisitAt: the read that was removed, its thread and its stamp, and the read-modify-write's own source. The read is
  // only told of: it is invalid in a branching that was made from a work item.
  EventId revisited;
  ThreadId reader;
  std::uint32_t readStamp = 0;
  EventId source;
  std::uint32_t next = 0, end = 0; // range of m_alternatives
  EventId culprit, culpritSource;  // the newest refusal: see knownRefusal
  bool hasDefault = true;          // false: of the places of a revisit, or made from a work item
};

class ConDpor final : public PieceExplorer {
public:
  ConDpor(Program& program, MemoryModel& model, Solver& solver, ExploreOptions options)
      : m_state(program, model, solver, options.unroll), m_graph(m_state.graph()), m_ledger(options),
        m_equivalence(options.equivalence), m_byItems(options.byItems), m_hasGoal(options.goal != nullptr),
        m_turns(dynamic_cast<ThreadTurns*>(options.goal)), m_guide(dynamic_cast<GoalGuide*>(options.goal)) {
    m_state.permit(options);
  }

  Result<Exploration> run() override;
  const Exploration& progress() const override { return m_ledger.exploration(); }
  PieceEnd explorePiece(const Piece& piece, const Yields& yields, Piece& left) override;
  PieceEnd expandItem(const PieceItem& item, Piece& left) override;
  std::optional<Error> failure() const override {
    const std::optional<Error>& failure = m_state.failure();
    return failure && failure->code != ErrorCode::Interrupted ? failure : std::nullopt;
  }
  const Exploration& concludePiece() override { return m_ledger.conclude(m_state); }
  const Facts& facts() const override { return m_state.facts(); }
  void learn(const Facts& facts) override { m_state.facts() = facts; }

private:
  using Kind = AlternativeKind;

  // What is left out: sequential consistency without atomic sections alone has reductions and no detours.
  void chooseReductions();
  void exploreGraphs();
  void beginGraphs();
  // In condpor_items.cpp.
  void exploreItems();
  bool exploreItem(const PieceItem& item, const Yields& yields, Piece& left);
  bool beginAt(const PieceItem& item, bool& more);
  PieceEnd endOfStopped() const;
  void moveBranchings(double weight, Piece& left);
  bool moveTaken(Piece& left);
  void setAlternative(WorkItem& item, const Branching& branching, const Alternative& alternative,
                      const std::vector<std::uint32_t>& numberOf);
  // The index at which the alternatives of the branching at this depth begin.
  std::uint32_t beginOf(std::size_t depth) const { return depth == 0 ? 0 : m_branchings[depth - 1].end; }
  Status beginItem(const std::string& bytes);
  // In condpor_guided.cpp.
  void exploreGuided();
  GoalGuide::Estimate estimateOf(const Branching& branching, const Alternative& alternative);
  bool extend();
  bool backtrack() { return takeNext() != 0; }
  std::size_t takeNext();
  bool pickNext(ThreadId& thread, const Label*& label);
  bool pickInsideSection(ThreadId& thread, const Label*& label);
  bool pickInsideFreeSection(ThreadId& thread, const Label*& label);
  // Whether to stop: a failure, a restart, or the first atomic section.
  bool stop() const {
    return m_state.failure() || m_state.needsRestart() ||
           (m_state.facts().has("sections") && !m_state.facts().has("sections_wait") && !m_bySections);
  }

  bool addDefault(ThreadId thread, const Label& label);
  // The coherence-earliest write that the thread's next step may read from, or be placed after.
  EventId floorOf(ThreadId thread, const Label& label, bool stores);
  void addAccess(ThreadId thread, const Label& label);
  void addRead(ThreadId thread, const Label& label);
  void addWrite(ThreadId thread, const Label& label);
  void addUpdate(ThreadId thread, const Label& label);
  void addOperation(ThreadId thread, const Label& label);
  void addCondition(ThreadId thread, const Label& label);
  // Adds the enumeration with its first possible number from this way on, files the larger ones, and reports the event
  // as `kind`. Any result but Yes: nothing was added.
  Sat addNumber(ThreadId thread, const Label& label, const Way& from, ActionKind kind);
  // Files the outcomes after the first one of an operation. `displaced`: as for Choice.
  void fileOutcomes(StepContext& step, const Label& label, bool displaced);
  bool finish();
  bool finishExecution();
  bool finishSilentOrders();

  // Stores in m_kept the clock of everything that the thread's next event depends on when it reads from `source` (no
  // source: on its thread, and on its twin).
  void computeKept(ThreadId thread, const Label& label, EventId source);
  void fileRevisits(ThreadId thread, const Label& label, EventId source);
  void fileDisplacements(ThreadId thread, const Label& label);
  void filePlaces(const Label& label, const std::optional<std::vector<FreePlace>>& places, FactOf<ObjectId> isOrdered);
  void open(ThreadId thread);
  void file(const Alternative& alternative) {
    m_alternatives.push_back(alternative);
    if (m_recorder)
      m_recorder->consider({.kind = alternative.kind,
                            .thread = m_branchings.back().thread,
                            .other = alternative.first,
                            .source = alternative.second,
                            .way = alternative.way},
                           m_graph);
  }
  void close();

  bool take(Branching branching, const Alternative& alternative);
  // Whether the step, which reads from `source` if it reads, can have the way that the alternative says.
  Sat canHappen(ThreadId thread, const Label& label, EventId source, const Way& way);
  // Reports an alternative that the constraints exclude, or may exclude, and leaves it out.
  bool skip(const Branching& branching, const Alternative& alternative, Sat side, EventId event = {},
            EventId other = {});
  bool knownRefusal(const Branching& branching, EventId target, EventId source) const;
  void noteRefusal(EventId culprit, EventId source);
  bool deleteLater(Action& told);
  bool takeRevisit(const Branching& branching, const Label& label, const Alternative& alternative);
  EventId openPlaces(const Branching& branching, const Label& label, EventId read, EventId source);
  const Label* labelOfRead(const Branching& branching);
  bool takeRevisitAt(const Branching& branching, const Label& label, const Alternative& alternative);
  bool takeDisplacement(const Branching& branching, const Label& label, const Alternative& alternative);

  EventId add(ThreadId thread, const Label& label, const Choice& choice);

  // What a recorder is told: nothing is decided here. The first three functions do nothing without a recorder; the
  // others require one.
  void record(const Action& action) { tell(m_recorder, action, m_graph); }
  void recordAdded(ThreadId thread, EventId event) {
    if (m_recorder)
      record({.kind = ActionKind::Added, .thread = thread, .event = event});
  }
  void recordChosen(Kind alternative, ThreadId thread, EventId event, EventId other = {}) {
    if (m_recorder)
      record({.kind = ActionKind::Chose, .alternative = alternative, .thread = thread, .event = event, .other = other});
  }
  void tellRefused(const Candidate& candidate) { m_recorder->consider(candidate, m_graph); }
  void reportForbidden(Kind kind, ThreadId thread, EventId oldest);

  ExplorationState m_state;
  ExecutionGraph& m_graph;
  ExplorationLedger m_ledger;
  Equivalence m_equivalence;
  bool m_byItems;            // explored piece by piece
  bool m_hasGoal;            // nothing is left out that a goal could tell
  ThreadTurns* m_turns;      // of the goal; null: the lowest thread goes first
  GoalGuide* m_guide;        // of the goal; null: what is explored first does not matter
  bool m_bySections = false; // explored by steps: see exploreSections
  std::vector<Branching> m_branchings;
  std::vector<Alternative> m_alternatives;
  std::vector<std::uint32_t> m_kept;              // scratch: see computeKept
  std::vector<EventId> m_deleted;                 // scratch
  std::vector<std::optional<Refusal>> m_verdicts; // scratch: of m_deleted, for the recorder
  std::vector<GoalGuide::Estimate> m_estimates;   // with a guide: of the items that moveBranchings made last
};

} // namespace revisit
