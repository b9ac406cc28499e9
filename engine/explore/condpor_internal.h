// The inside of ConDpor, shared by its files: condpor.cpp walks, condpor_default.cpp adds events the default way and
// files their alternatives, condpor_alternatives.cpp takes alternatives. Nobody else includes this.
#pragma once

#include "explore/condpor.h"
#include "explore/session.h"

namespace revisit {

// Side: the constraint's FALSE side.
struct Alternative {
  AlternativeKind kind;
  // ReadFrom: a compare-and-swap's side. RevisitAt: the read's side.
  bool taken = false;
  bool displaced = false;
  std::uint32_t outcome = 0;
  // ReadFrom: the source. PlaceAfter, RevisitAt: the coherence predecessor. Revisit: the read. Displace: the operation.
  EventId first;
  EventId second;           // Revisit: the read-modify-write's own source
  std::uint64_t number = 0; // Number: the smallest to try
};

inline Refusal refusalOf(Sat answer) {
  return answer == Sat::Unknown ? Refusal::SolverUnknown : Refusal::Infeasible;
}

// One filed decision: the graph to go back to, whose next event it is about, and what is left to try.
struct Choice {
  Visit::Mark mark;
  ThreadId thread;
  EventId revisited;               // RevisitAt: the read that was taken out
  EventId source;                  // RevisitAt: the read-modify-write's own source
  std::uint32_t next = 0, end = 0; // range of m_alternatives
  EventId culprit, culpritSource;  // the newest refusal: see knownRefusal
  // For the estimate: how many executions there were when it was opened and when its newest branch began, and how many
  // the default way led to. A revisit's places have no default.
  std::uint64_t opened = 0, branchBegan = 0, ofDefault = 0;
  bool hasDefault = true;
};

// What the finished choices at one depth led to.
struct ChoiceShape {
  double byDefault = 0, byAlternatives = 0; // executions
  double defaults = 0, alternatives = 0;    // branches
  // How many executions an alternative leads to for each that the default leads to; nothing when none was finished.
  std::optional<double> ratio() const {
    if (alternatives == 0 || byDefault == 0)
      return std::nullopt;
    return byAlternatives / alternatives * defaults / byDefault;
  }
};

class ConDpor final : public Explorer {
public:
  ConDpor(Program& program, MemoryModel& model, Solver& solver, ExploreOptions options)
      : m_visit(program, model, solver), m_graph(m_visit.graph()), m_session(options) {}

  Result<Exploration> run() override;
  const Exploration& progress() const override { return m_session.exploration(); }
  Estimate estimate() const override;

private:
  using Kind = AlternativeKind;

  void exploreGraphs();
  bool extend();
  bool backtrack();
  bool pickNext(ThreadId& thread, const Label*& label);
  bool pickInsideSection(ThreadId& thread, const Label*& label);
  // A failure, a restart, or the first atomic section that was met.
  bool stop() const {
    return m_visit.failure() || m_visit.needsRestart() ||
           (m_visit.hasSections() && !m_visit.sectionsWait() && !m_bySections);
  }

  bool addDefault(ThreadId thread, const Label& label);
  void addRead(ThreadId thread, const Label& label);
  void addWrite(ThreadId thread, const Label& label);
  void addUpdate(ThreadId thread, const Label& label);
  void addOperation(ThreadId thread, const Label& label);
  void addCondition(ThreadId thread, const Label& label);
  // Adds the enumeration with its smallest feasible number from `least` on, filing those after it, and tells it as
  // `kind`. Anything but Yes: nothing was added.
  Sat addNumber(ThreadId thread, const Label& label, std::uint64_t least, ActionKind kind);
  bool finish();

  // The clock of what a new event of the thread depends on when it reads from `source` (none: its thread only), in
  // m_kept.
  void keepPrefix(ThreadId thread, EventId source);
  void fileRevisits(ThreadId thread, const Label& label, EventId source);
  void fileDisplacements(ThreadId thread, const Label& label);
  void open(ThreadId thread);
  void file(const Alternative& alternative) {
    m_alternatives.push_back(alternative);
    if (m_recorder)
      tellFiled(alternative);
  }
  void close();

  bool take(Choice choice, const Alternative& alternative);
  // An alternative that the constraints exclude, or may exclude, is told and left.
  bool skip(const Choice& choice, const Alternative& alternative, Sat side, EventId event = {}, EventId other = {});
  bool knownRefusal(const Choice& choice, EventId target, EventId source) const;
  void noteRefusal(EventId culprit, EventId source);
  bool takeRevisit(const Choice& choice, const Label& label, const Alternative& alternative);
  bool takeRevisitAt(const Choice& choice, const Label& label, const Alternative& alternative);
  bool takeDisplacement(const Choice& choice, const Label& label, const Alternative& alternative);

  Sat askSide(ExprId condition, bool taken);
  bool sideFeasible(ExprId condition, bool taken) { return askSide(condition, taken) == Sat::Yes; }
  EventId add(ThreadId thread, const Label& label, const StepChoice& choice);

  // What a recorder is told. Without one the first three do nothing; the others require one.
  void record(const Action& action) {
    if (m_recorder)
      m_recorder->record(action, m_graph);
  }
  void recordAdded(ThreadId thread, EventId event) {
    if (m_recorder)
      record({.kind = ActionKind::Added, .thread = thread, .event = event});
  }
  void recordChosen(Kind alternative, ThreadId thread, EventId event, EventId other = {}) {
    if (m_recorder)
      record({.kind = ActionKind::Chose, .alternative = alternative, .thread = thread, .event = event, .other = other});
  }
  // In condpor_estimate.cpp.
  void noteOpened(Choice& choice) const;
  void noteBranch();
  void learnShape();
  std::uint32_t beginOf(std::size_t depth) const;
  double evenFraction() const;
  double ratioAt(std::size_t depth) const;
  double remaining(std::size_t depth, double ofBranch) const;

  void tellRefused(const Candidate& candidate) { m_recorder->consider(candidate, m_graph); }
  void tellFiled(const Alternative& alternative);
  void tellHidden(Kind kind, ThreadId thread, EventId oldest);

  Visit m_visit;
  ExecutionGraph& m_graph;
  ExplorationSession m_session;
  bool m_bySections = false; // explored by steps: see SectionDpor
  std::vector<Choice> m_choices;
  std::vector<Alternative> m_alternatives;
  std::vector<ChoiceShape> m_shapes; // by depth of the choice
  std::vector<std::uint32_t> m_kept; // scratch: see keepPrefix
  std::vector<EventId> m_deleted;    // scratch
};

} // namespace revisit
