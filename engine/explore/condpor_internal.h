// The inside of ConDpor, shared by its files: condpor.cpp walks, condpor_default.cpp adds events the default way and
// files their alternatives, condpor_alternatives.cpp takes alternatives. Nobody else includes this.
#pragma once

#include "explore/condpor.h"
#include "explore/session.h"

namespace revisit {

struct Alternative {
  enum class Kind : std::uint8_t {
    ReadFrom,   // first: the source; taken: a compare-and-swap's side
    PlaceAfter, // first: the coherence predecessor
    Side,       // the constraint's FALSE side
    NextNumber, // a number above `number`
    Outcome,    // another outcome of an object operation
    Revisit,    // the write revisits read `first`; second: the read-modify-write's own source
    RevisitAt,  // the same, deletion done: first: the write's coherence predecessor; taken: the read's side
    Displace,   // the operation takes the place of `first`
  };
  Kind kind;
  bool taken = false;
  bool displaced = false;
  std::uint32_t outcome = 0;
  EventId first, second;
  std::uint64_t number = 0;
};

// One filed decision: the graph to go back to, whose next event it is about, and what is left to try.
struct Choice {
  Visit::Mark mark;
  ThreadId thread;
  EventId revisited;               // RevisitAt: the read that was taken out
  EventId source;                  // RevisitAt: the read-modify-write's own source
  std::uint32_t next = 0, end = 0; // range of m_alternatives
  EventId culprit, culpritSource;  // the newest refusal: see knownRefusal
  std::uint32_t deleted = 0;       // RevisitAt: how many events were taken out
};

class ConDpor final : public Explorer {
public:
  ConDpor(Program& program, MemoryModel& model, Solver& solver, ExploreOptions options)
      : m_visit(program, model, solver), m_graph(m_visit.graph()), m_session(options) {}

  Result<Exploration> run() override;
  const Exploration& progress() const override { return m_session.exploration(); }
  Estimate estimate() const override;

private:
  using Kind = Alternative::Kind;

  bool extend();
  bool backtrack();
  bool pickNext(ThreadId& thread, const Label*& label);
  bool stop() const { return m_visit.failure() || m_visit.needsRestart(); }

  bool addDefault(ThreadId thread, const Label& label);
  void addRead(ThreadId thread, const Label& label);
  void addWrite(ThreadId thread, const Label& label);
  void addUpdate(ThreadId thread, const Label& label);
  void addOperation(ThreadId thread, const Label& label);
  void addCondition(ThreadId thread, const Label& label);
  void addNumber(ThreadId thread, const Label& label);
  bool finish();

  // The clock of what a new event of the thread depends on when it reads from `source` (none: its thread only), in
  // m_kept.
  void keepPrefix(ThreadId thread, EventId source);
  void fileRevisits(ThreadId thread, const Label& label, EventId source);
  void fileDisplacements(ThreadId thread, const Label& label);
  void open(ThreadId thread);
  void file(const Alternative& alternative) { m_alternatives.push_back(alternative); }
  void close();

  bool take(Choice choice, const Alternative& alternative);
  bool takeNextNumber(const Choice& choice, const Label& label, std::uint64_t above);
  bool skip(ThreadId thread, EventId other);
  bool knownRefusal(const Choice& choice, EventId target, EventId source) const;
  void noteRefusal(EventId culprit, EventId source);
  bool takeRevisit(const Choice& choice, const Label& label, const Alternative& alternative);
  bool takeRevisitAt(const Choice& choice, const Label& label, const Alternative& alternative);
  bool takeDisplacement(const Choice& choice, const Label& label, const Alternative& alternative);

  bool sideFeasible(ExprId condition, bool taken);
  EventId add(ThreadId thread, const Label& label, const StepChoice& choice);
  void record(ActionKind kind, EventId event, EventId other = {}, Reason reason = Reason::None, EventId culprit = {},
              std::size_t deleted = 0);

  Visit m_visit;
  ExecutionGraph& m_graph;
  ExplorationSession m_session;
  std::vector<Choice> m_choices;
  std::vector<Alternative> m_alternatives;
  std::vector<std::uint32_t> m_kept; // scratch: see keepPrefix
  std::vector<EventId> m_deleted;    // scratch
};

} // namespace revisit
