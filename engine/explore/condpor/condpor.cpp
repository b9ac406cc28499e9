#include "explore/condpor/condpor_internal.h"
#include "explore/reductions/shared_operations.h"
#include "explore/sections.h"
#include "explore/sections/section_dpor.h"
#include "explore/silent_updates.h"
#include "explore/unordered_arrivals.h"

namespace revisit {

Result<Exploration> ConDpor::run() {
  while (true) {
    m_bySections = m_state.facts().has("sections") && !m_state.facts().has("sections_wait");
    chooseReductions();
    if (m_bySections && !m_state.model().isSequential())
      return Error{
          ErrorCode::Unsupported, "--model",
          "the program has atomic sections, which are explored under sequential consistency only: use --model sc"};
    if (m_bySections)
      exploreSections(m_state, m_ledger, m_onExecution, m_recorder);
    else if (m_guide)
      exploreGuided();
    else
      m_byItems ? exploreItems() : exploreGraphs();
    if (m_ledger.hasFailed(m_state))
      return *m_state.failure();
    if (m_state.failure())
      return m_ledger.conclude(m_state);
    if (!stop() && !(m_bySections && m_state.facts().has("sections_wait")))
      return m_ledger.conclude(m_state);
    m_ledger.restart(m_graph, m_recorder, m_onRestart);
  }
}

void ConDpor::chooseReductions() {
  const bool mayReduce = m_state.model().isSequential() && !m_state.facts().has("sections") && !m_hasGoal;
  Equivalence reduced = mayReduce ? m_equivalence : Equivalence{};
  reduced.symmetry &= !m_state.program().tellsThreadsApart();
  m_state.reductions().on = reduced;
  m_state.leave(mayReduce, reduced.waits);
}

// Explores graphs until the first atomic section appears. Programs with atomic sections are explored by steps, unless a
// section contains a wait: then graphs are explored, and a graph in which other events come between those of a section
// is discarded when it is complete.
void ConDpor::exploreGraphs() {
  beginGraphs();
  bool more = true;
  while (more && !m_ledger.limitReached() && !stop()) {
    if (extend() && !finish())
      return;
    if (!stop())
      more = backtrack();
  }
}

void ConDpor::beginGraphs() {
  m_state.reset();
  record({.kind = ActionKind::Began});
  m_branchings.clear();
  m_alternatives.clear();
}

// Adds events by default choices until no thread can continue. False: this graph leads to no new execution, or the
// exploration must stop.
bool ConDpor::extend() {
  ThreadId thread;
  const Label* label = nullptr;
  while (pickNext(thread, label)) {
    if (m_ledger.limitReached() || stop() || !addDefault(thread, *label))
      return false;
  }
  return !stop();
}

namespace {

// Whether the step is an operation on a read-write lock that readers are ordered with. When they have locked before,
// each set of them that can come first is one displacement. The other way round, readers would displace this step one
// by one, and some sets would be found more than once.
bool goesBehindReaders(const Reductions& reductions, const Label& label) {
  return isOperationOn(label, ObjectKind::Rwlock) && label.operation != ObjectOp::RwlockRead &&
         label.operation != ObjectOp::RwlockUnlock && hasShared(reductions, label);
}

} // namespace

// Picks the lowest thread that can continue, or that whose turn it is (ThreadTurns). A thread inside an atomic section
// or a free critical section comes before all others: no run could be brought to a graph with two open sections of one
// mutex. A thread that is in a round of a waiting loop, or where such rounds begin, is picked only when no other thread
// can continue; then those whose round may succeed come first, and those whose round has failed come last. See also
// goesBehindReaders.
bool ConDpor::pickNext(ThreadId& thread, const Label*& label) {
  enum class Readiness { Free, BehindReaders, MayWait, WillFail, HasFailed, None } best = Readiness::None;
  std::uint32_t bestTurn = ~0U;
  if (pickInsideSection(thread, label))
    return true;
  if (pickInsideFreeSection(thread, label))
    return label != nullptr;
  for (const ThreadId candidate : m_graph.going()) {
    if (best == Readiness::Free && !m_turns)
      break;
    const Label* next = m_state.nextLabel(candidate);
    if (!next)
      return false;
    if (m_state.waitsForElder(candidate, *next) || !m_state.enabled(candidate, *next))
      continue;
    Readiness readiness = Readiness::Free;
    if (endsRoundByStates(*next))
      readiness = Readiness::HasFailed;
    else if (next->awaits && best > Readiness::MayWait)
      readiness = m_state.wouldFail(candidate, *next) ? Readiness::WillFail : Readiness::MayWait;
    else if (next->awaits || m_state.mayWait(candidate))
      readiness = Readiness::MayWait;
    else if (goesBehindReaders(m_state.reductions(), *next))
      readiness = Readiness::BehindReaders;
    if (stop())
      return false;
    const std::uint32_t turn = m_turns && readiness <= best ? m_turns->turn(m_graph, candidate, *next) : 0;
    if (readiness < best || (readiness == best && turn < bestTurn)) {
      best = readiness;
      bestTurn = turn;
      thread = candidate;
      label = next;
    }
  }
  return best != Readiness::None;
}

bool ConDpor::pickInsideSection(ThreadId& thread, const Label*& label) {
  if (!m_state.facts().has("sections"))
    return false;
  for (const ThreadId candidate : m_graph.threads())
    if (insideSection(m_state, candidate)) {
      thread = candidate;
      label = m_state.program().next(m_graph.state(candidate));
      if (m_state.steps().enabled(candidate, *label))
        return true;
    }
  return false;
}

// Whether some thread is in a free section; the label is null if its next step cannot be learnt.
bool ConDpor::pickInsideFreeSection(ThreadId& thread, const Label*& label) {
  if (!m_state.reductions().on.locks)
    return false;
  for (const ThreadId candidate : m_graph.createdThreads())
    if (m_graph.openSection(candidate).valid()) {
      thread = candidate;
      label = m_state.nextLabel(candidate);
      if (label && !m_state.enabled(candidate, *label))
        m_state.noteStep(candidate, *label); // the section may wait: its mutex is ordered from the restart on
      if (stop())
        label = nullptr;
      return true;
    }
  return false;
}

EventId ConDpor::add(ThreadId thread, const Label& label, const Choice& choice) {
  m_ledger.exploration().work.eventsAdded++;
  return m_state.add(thread, label, choice);
}

void ConDpor::open(ThreadId thread) {
  Branching branching;
  branching.mark = m_state.mark();
  branching.thread = thread;
  branching.next = static_cast<std::uint32_t>(m_alternatives.size());
  m_branchings.push_back(branching);
}

// Removes the branching opened last if it holds no alternative.
void ConDpor::close() {
  Branching& branching = m_branchings.back();
  branching.end = static_cast<std::uint32_t>(m_alternatives.size());
  if (branching.next == branching.end)
    m_branchings.pop_back();
}

// A full execution: files the displacements that the waiting threads could still do, then reports the execution.
bool ConDpor::finish() {
  for (const ThreadId thread : m_graph.going()) {
    const Label* label = m_state.nextLabel(thread);
    if (!label && m_state.planner().isLost())
      break;
    if (!label)
      return false;
    m_state.noteStep(thread, *label);
    if (m_state.needsRestart())
      return false;
    if (label->kind != LabelKind::Object || isUnordered(m_state.facts(), *label) ||
        m_state.waitsForElder(thread, *label))
      continue;
    open(thread);
    fileDisplacements(thread, *label);
    close();
  }
  const bool isSilent = !m_state.model().isMultiCopyAtomic() && m_state.facts().has("silent_updates") &&
                        !m_state.planner().isLost() && !leadsOn(m_graph) && hasSilentUpdates(m_state);
  return isSilent ? finishSilentOrders() : finishExecution();
}

bool ConDpor::finishExecution() {
  if (m_guide)
    m_guide->learn(m_graph);
  return m_ledger.finish(m_state, m_onExecution, m_recorder);
}

// The graph has updates that are reads and would be writes: reports the executions that it stands for.
bool ConDpor::finishSilentOrders() {
  const SilentOrders orders = forEachSilentOrder(
      m_state, [&] { return finishExecution() && !stop(); }, [&] { record({.kind = ActionKind::BackedUp}); });
  switch (orders) {
  case SilentOrders::All:
    return true;
  case SilentOrders::Stopped:
    return false;
  case SilentOrders::MayEndLife:
    return finishExecution();
  case SilentOrders::TooMany:
    m_ledger.note(IncompleteReason::Kind::Limit,
                  "the updates of an execution that store the value that they read can be ordered in too many ways");
    break;
  case SilentOrders::None:
    break;
  }
  m_ledger.exploration().work.discarded++;
  record({.kind = ActionKind::Abandoned, .refusal = Refusal::NoSilentOrder});
  return true;
}

// Goes back to the newest branching that has an alternative left and takes it. Gives the number of
// branchings up to that one. 0: everything was explored, or the exploration has to stop.
std::size_t ConDpor::takeNext() {
  while (!m_branchings.empty()) {
    const Branching branching = m_branchings.back();
    m_state.undoTo(branching.mark);
    m_alternatives.resize(branching.end);
    if (branching.next == branching.end) {
      m_branchings.pop_back();
      continue;
    }
    record({.kind = ActionKind::BackedUp});
    m_branchings.back().next++;
    const Alternative alternative = m_alternatives[branching.next];
    const std::size_t depth = m_branchings.size(); // what the alternative opens lies above
    if (take(branching, alternative))
      return depth;
    if (stop())
      return 0;
  }
  return 0;
}

std::unique_ptr<PieceExplorer> makeConDpor(Program& program, MemoryModel& model, Solver& solver,
                                           ExploreOptions options) {
  return std::make_unique<ConDpor>(program, model, solver, std::move(options));
}

} // namespace revisit
