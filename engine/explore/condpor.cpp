#include "explore/condpor.h"

#include "explore/maximality.h"
#include "explore/session.h"
#include "program/objects.h"

#include <algorithm>
#include <cmath>

namespace revisit {

namespace {

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
  EventId revisited; // RevisitAt: the read that was taken out
  EventId source;    // RevisitAt: the read-modify-write's own source
  std::uint32_t next = 0, end = 0; // range of m_alternatives
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

  void fileRevisits(ThreadId thread, const Label& label, EventId source);
  void fileDisplacements(ThreadId thread, const Label& label);
  void open(ThreadId thread);
  void file(const Alternative& alternative) { m_alternatives.push_back(alternative); }
  void close();

  bool take(Choice choice, const Alternative& alternative);
  bool takeNextNumber(const Choice& choice, const Label& label, std::uint64_t above);
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
  std::size_t m_opened = 0;
  std::vector<std::uint32_t> m_kept;  // scratch: the clock of a revisiting event's prefix
  std::vector<EventId> m_deleted;     // scratch
};

Result<Exploration> ConDpor::run() {
  for (bool again = true; again;) {
    m_visit.reset();
    m_choices.clear();
    m_alternatives.clear();
    again = false;
    bool more = true;
    while (more && !m_session.limitReached() && !stop()) {
      if (extend() && !finish())
        break;
      if (!stop())
        more = backtrack();
    }
    if (m_visit.failure())
      return *m_visit.failure();
    if (m_visit.needsRestart()) {
      m_session.restart();
      if (m_recorder)
        m_recorder->record({.kind = ActionKind::Restarted}, m_graph);
      again = true;
    }
  }
  if (m_visit.solverGaveUp())
    m_session.note(IncompleteReason::Kind::SolverUnknown, "the solver gave up on a question");
  m_session.exploration().work.learnt = m_visit.learnt();
  m_session.stopClock();
  return m_session.exploration();
}

// Adds events the default way until no thread can go on. False: this graph leads to nothing new, or a stop.
bool ConDpor::extend() {
  ThreadId thread;
  const Label* label = nullptr;
  while (pickNext(thread, label)) {
    if (m_session.limitReached() || !addDefault(thread, *label))
      return false;
  }
  return !stop();
}

// The lowest thread that can go on; threads about to begin a round of a waiting loop only when no other can, those whose
// newest value ends the waiting before the others.
bool ConDpor::pickNext(ThreadId& thread, const Label*& label) {
  ThreadId waiting;
  const Label* waitingLabel = nullptr;
  bool waitingEnds = false;
  for (std::uint32_t t = 0; t < m_graph.threadCount(); t++) {
    const ThreadId candidate(t);
    if (!m_graph.created(candidate) || m_graph.ended(candidate))
      continue;
    const Label* next = m_visit.nextLabel(candidate);
    if (!next)
      return false;
    if (!m_visit.enabled(candidate, *next))
      continue;
    if (!next->awaitStart) {
      thread = candidate;
      label = next;
      return true;
    }
    if (waitingEnds)
      continue;
    Program& program = m_visit.program();
    const Value newest = m_visit.valueFrom(m_graph.lastWrite(next->location), *next);
    const Label* then = program.next(program.advance(m_graph.state(candidate), {newest, false}));
    const bool ends = then && then->kind != LabelKind::AwaitFailed;
    if (!waiting.valid() || ends) {
      waiting = candidate;
      waitingLabel = next;
      waitingEnds = ends;
    }
  }
  thread = waiting;
  label = waitingLabel;
  return waiting.valid();
}

EventId ConDpor::add(ThreadId thread, const Label& label, const StepChoice& choice) {
  m_session.exploration().work.eventsAdded++;
  return m_visit.add(thread, label, choice);
}

void ConDpor::record(ActionKind kind, EventId event, EventId other, Reason reason, EventId culprit,
                     std::size_t deleted) {
  if (!m_recorder)
    return;
  Action action;
  action.kind = kind;
  action.event = event;
  action.other = other;
  action.reason = reason;
  action.culprit = culprit;
  action.deleted = static_cast<std::uint32_t>(deleted);
  if (event.valid())
    action.thread = m_graph.event(event).thread;
  m_recorder->record(action, m_graph);
}

void ConDpor::open(ThreadId thread) {
  Choice choice;
  choice.mark = m_visit.mark();
  choice.thread = thread;
  choice.next = static_cast<std::uint32_t>(m_alternatives.size());
  m_choices.push_back(choice);
}

// Drops the choice opened last when it holds no alternative.
void ConDpor::close() {
  Choice& choice = m_choices.back();
  choice.end = static_cast<std::uint32_t>(m_alternatives.size());
  if (choice.next == choice.end)
    m_choices.pop_back();
}

bool ConDpor::addDefault(ThreadId thread, const Label& label) {
  switch (label.kind) {
  case LabelKind::Read: addRead(thread, label); break;
  case LabelKind::Write: addWrite(thread, label); break;
  case LabelKind::Rmw:
  case LabelKind::Cas: addUpdate(thread, label); break;
  case LabelKind::Object: addOperation(thread, label); break;
  case LabelKind::Constraint:
  case LabelKind::Assume: addCondition(thread, label); break;
  case LabelKind::Enumerate: addNumber(thread, label); break;
  default: record(ActionKind::Added, add(thread, label, {})); break;
  }
  return label.kind != LabelKind::AwaitFailed || !roundWasStale(m_graph, thread);
}

void ConDpor::addRead(ThreadId thread, const Label& label) {
  const EventId newest = m_graph.lastWrite(label.location);
  const EventId oldest = m_visit.model().oldestVisible(m_graph, thread, label.location);
  open(thread);
  for (EventId w = newest; w != oldest;) {
    w = m_graph.event(w).previous;
    file({.kind = Kind::ReadFrom, .first = w});
  }
  close();
  record(ActionKind::Added, add(thread, label, {.source = newest}));
}

void ConDpor::addWrite(ThreadId thread, const Label& label) {
  const EventId newest = m_graph.lastWrite(label.location);
  const EventId oldest = m_visit.model().oldestVisible(m_graph, thread, label.location);
  open(thread);
  for (EventId w = newest; w != oldest;) {
    w = m_graph.event(w).previous;
    if (!m_graph.atomicReader(w).valid())
      file({.kind = Kind::PlaceAfter, .first = w});
  }
  fileRevisits(thread, label, {});
  close();
  record(ActionKind::Added, add(thread, label, {.coAfter = newest}));
}

void ConDpor::addUpdate(ThreadId thread, const Label& label) {
  const EventId newest = m_graph.lastWrite(label.location);
  const EventId oldest = m_visit.model().oldestVisible(m_graph, thread, label.location);
  const auto mayStore = [&](ExprId stores) {
    return !m_visit.pool().isConstant(stores) || m_visit.pool().constantBits(stores) != 0;
  };
  const auto mayFail = [&](ExprId stores) {
    return !m_visit.pool().isConstant(stores) || m_visit.pool().constantBits(stores) == 0;
  };
  const auto storesFrom = [&](EventId w) {
    return label.kind == LabelKind::Cas ? m_visit.storesFrom(w, label) : m_visit.pool().boolean(true);
  };
  const ExprId condition = storesFrom(newest);
  const bool stores = mayStore(condition) && sideFeasible(condition, true);
  open(thread);
  if (stores && mayFail(condition))
    file({.kind = Kind::ReadFrom, .taken = false, .first = newest});
  for (EventId w = newest;; w = m_graph.event(w).previous) {
    const ExprId here = storesFrom(w);
    if (w != newest) {
      if (mayStore(here) && !m_graph.atomicReader(w).valid())
        file({.kind = Kind::ReadFrom, .taken = true, .first = w});
      if (mayFail(here))
        file({.kind = Kind::ReadFrom, .taken = false, .first = w});
    }
    if (mayStore(here))
      fileRevisits(thread, label, w);
    if (w == oldest)
      break;
  }
  close();
  record(ActionKind::Added, add(thread, label, {.source = newest, .taken = stores}));
}

// The reads that a write by this thread could be read by instead: those outside its causal prefix. A read whose source
// is coherence-before a write of that prefix could not be maximal, so the walk ends at the newest one.
void ConDpor::fileRevisits(ThreadId thread, const Label& label, EventId source) {
  m_kept.assign(m_graph.threadCapacity(), 0);
  if (const EventId tail = m_graph.tail(thread); tail.valid())
    std::ranges::copy(m_graph.clock(tail), m_kept.begin());
  if (source.valid() && !m_graph.isInitial(source))
    for (std::size_t t = 0; t < m_kept.size(); t++)
      m_kept[t] = std::max(m_kept[t], m_graph.clock(source)[t]);
  for (EventId w = m_graph.lastWrite(label.location);; w = m_graph.event(w).previous) {
    for (EventId r = m_graph.event(w).firstReader; r.valid(); r = m_graph.event(r).nextReader)
      if (!m_graph.within(r, m_kept))
        file({.kind = Kind::Revisit, .first = r, .second = source});
    if (m_graph.within(w, m_kept))
      break;
  }
}

void ConDpor::fileDisplacements(ThreadId thread, const Label& label) {
  const EventId tail = m_graph.tail(thread);
  for (EventId b = m_graph.lastOperation(label.object); b.valid(); b = m_graph.event(b).previous) {
    // The chain is causal: whatever comes before an operation of the prefix is in the prefix too.
    if (tail.valid() && m_graph.within(b, m_graph.clock(tail)))
      break;
    file({.kind = Kind::Displace, .first = b});
  }
}

void ConDpor::addOperation(ThreadId thread, const Label& label) {
  const ObjectEffect effect =
      applyOperation(m_graph.objectState(label.object), thread, label.operation, label.argument);
  open(thread);
  for (std::uint32_t outcome = 1; outcome < effect.outcomes; outcome++)
    file({.kind = Kind::Outcome, .outcome = outcome});
  fileDisplacements(thread, label);
  close();
  record(ActionKind::Added, add(thread, label, {}));
}

bool ConDpor::sideFeasible(ExprId condition, bool taken) {
  ExpressionPool& pool = m_visit.pool();
  if (pool.isConstant(condition))
    return (pool.constantBits(condition) != 0) == taken;
  return m_visit.feasible(m_visit.side(condition, taken)) == Sat::Yes;
}

void ConDpor::addCondition(ThreadId thread, const Label& label) {
  const bool holds = sideFeasible(label.value.expr, true);
  // A false assume before any other thread exists can show nothing (rule 5).
  bool alone = true;
  for (std::uint32_t t = 0; t < m_graph.threadCount() && alone; t++)
    alone = ThreadId(t) == thread || !m_graph.created(ThreadId(t));
  open(thread);
  if (holds && !(label.kind == LabelKind::Assume && alone))
    file({.kind = Kind::Side});
  close();
  record(ActionKind::Added, add(thread, label, {.taken = holds}));
}

void ConDpor::addNumber(ThreadId thread, const Label& label) {
  const Choice here{.mark = m_visit.mark(), .thread = thread, .revisited = {}, .source = {}};
  takeNextNumber(here, label, ~std::uint64_t{0});
}

// Adds the enumeration with its smallest feasible number above `above` (all ones: from zero), filing the ones after it.
bool ConDpor::takeNextNumber(const Choice& choice, const Label& label, std::uint64_t above) {
  std::vector<ExprId> conditions;
  m_visit.pathCondition(conditions);
  const SmallestValue found =
      smallestValue(m_visit.solver(), m_visit.pool(), conditions, label.value.expr, above + 1);
  if (found.sat == Sat::Unknown)
    m_visit.noteUnknown();
  if (found.sat != Sat::Yes || !found.value)
    return false;
  const unsigned width = m_visit.pool().width(label.value.expr);
  const std::uint64_t largest = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  if (*found.value < largest) {
    open(choice.thread);
    file({.kind = Kind::NextNumber, .number = *found.value});
    close();
  }
  record(ActionKind::Added, add(choice.thread, label, {.number = *found.value}));
  return true;
}

// A full execution: files the displacements that waiting threads could still do, then reports it.
bool ConDpor::finish() {
  for (std::uint32_t t = 0; t < m_graph.threadCount(); t++) {
    const ThreadId thread(t);
    if (!m_graph.created(thread) || m_graph.ended(thread))
      continue;
    const Label* label = m_visit.nextLabel(thread);
    if (!label)
      return false;
    if (label->kind != LabelKind::Object)
      continue;
    open(thread);
    fileDisplacements(thread, *label);
    close();
  }
  if (m_recorder) {
    Action action;
    action.kind = ActionKind::Finished;
    action.execution = classify(m_visit, 0).kind;
    m_recorder->record(action, m_graph);
  }
  return m_session.finish(m_visit, m_onExecution);
}

// Goes back to the newest choice that has an alternative left and takes it. False: everything was explored.
bool ConDpor::backtrack() {
  while (!m_choices.empty()) {
    const Choice choice = m_choices.back();
    m_visit.undoTo(choice.mark);
    m_alternatives.resize(choice.end);
    if (choice.next == choice.end) {
      m_choices.pop_back();
      continue;
    }
    if (m_recorder)
      m_recorder->record({.kind = ActionKind::BackedUp}, m_graph);
    m_choices.back().next++;
    const Alternative alternative = m_alternatives[choice.next];
    if (take(choice, alternative))
      return true;
    if (stop())
      return false;
  }
  return false;
}

// False: refused, or only further choices were filed.
bool ConDpor::take(Choice choice, const Alternative& alternative) {
  const Label* next = m_visit.nextLabel(choice.thread);
  if (!next)
    return false;
  const Label& label = *next;
  switch (alternative.kind) {
  case Kind::ReadFrom:
    if (label.kind == LabelKind::Cas && !sideFeasible(m_visit.storesFrom(alternative.first, label), alternative.taken))
      return false;
    record(ActionKind::Chose, add(choice.thread, label, {.source = alternative.first, .taken = alternative.taken}),
           alternative.first);
    return true;
  case Kind::PlaceAfter:
    record(ActionKind::Chose, add(choice.thread, label, {.coAfter = alternative.first}), alternative.first);
    return true;
  case Kind::Side:
    if (!sideFeasible(label.value.expr, false))
      return false;
    record(ActionKind::Chose, add(choice.thread, label, {.taken = false}));
    return true;
  case Kind::NextNumber: return takeNextNumber(choice, label, alternative.number);
  case Kind::Outcome:
    record(ActionKind::Chose, add(choice.thread, label,
                                  {.outcome = alternative.outcome, .displaced = alternative.displaced}));
    return true;
  case Kind::Revisit: return takeRevisit(choice, label, alternative);
  case Kind::RevisitAt: return takeRevisitAt(choice, label, alternative);
  case Kind::Displace: return takeDisplacement(choice, label, alternative);
  }
  return false;
}

// Rules 1 and 2: deletes what came after the read and is not in the write's causal prefix, if all of it is maximal, and
// files the ways in which write and read can be put back.
bool ConDpor::takeRevisit(const Choice& choice, const Label& label, const Alternative& alternative) {
  const EventId read = alternative.first;
  const EventId source = alternative.second;
  ExplorationWork& work = m_session.exploration().work;
  work.revisitsTried++;
  m_kept.assign(m_graph.threadCapacity(), 0);
  if (const EventId tail = m_graph.tail(choice.thread); tail.valid())
    std::ranges::copy(m_graph.clock(tail), m_kept.begin());
  if (source.valid() && !m_graph.isInitial(source))
    for (std::size_t t = 0; t < m_kept.size(); t++)
      m_kept[t] = std::max(m_kept[t], m_graph.clock(source)[t]);
  m_deleted.clear();
  m_graph.collectLater(m_graph.event(read).stamp - 1, m_kept, m_deleted);
  if (const Verdict verdict = judgeDeleted(m_visit, m_deleted, m_kept); verdict.reason != Reason::None) {
    record(ActionKind::RevisitRefused, read, {}, verdict.reason, verdict.culprit, m_deleted.size());
    return false;
  }
  m_graph.remove(m_deleted);

  // Without the read, so that its own old source does not bind it.
  const ThreadId reader = m_graph.event(read).thread;
  const EventId newest = m_graph.lastWrite(label.location);
  const EventId oldestForWriter = m_visit.model().oldestVisible(m_graph, choice.thread, label.location);
  const EventId oldestForReader = m_visit.model().oldestVisible(m_graph, reader, label.location);
  const Label& readLabel = *m_graph.event(read).label;
  Choice again = choice;
  again.mark = m_visit.mark();
  again.revisited = read;
  again.source = source;
  again.next = static_cast<std::uint32_t>(m_alternatives.size());
  for (EventId place = newest;; place = m_graph.event(place).previous) {
    if (!m_graph.atomicReader(place).valid() && (!source.valid() || source == place)) {
      file({.kind = Kind::RevisitAt, .taken = true, .first = place});
      if (readLabel.kind == LabelKind::Cas)
        file({.kind = Kind::RevisitAt, .taken = false, .first = place});
    }
    if (place == oldestForWriter || place == oldestForReader)
      break;
  }
  again.end = static_cast<std::uint32_t>(m_alternatives.size());
  if (again.next == again.end)
    return false;
  work.revisitsDone++;
  m_choices.push_back(again);
  return false; // backtrack() takes the first way at once
}

bool ConDpor::takeRevisitAt(const Choice& choice, const Label& label, const Alternative& alternative) {
  StepChoice writing{.source = choice.source, .coAfter = alternative.first, .taken = true};
  if (label.kind == LabelKind::Cas && !sideFeasible(m_visit.storesFrom(choice.source, label), true))
    return false;
  const Event& read = m_graph.event(choice.revisited);
  const ThreadId reader = read.thread;
  const Label& readLabel = *read.label;
  const std::uint32_t stamp = read.stamp;
  const std::size_t deleted = m_graph.eventCount();
  const EventId write = add(choice.thread, label, writing);
  if (readLabel.kind == LabelKind::Cas && !sideFeasible(m_visit.storesFrom(write, readLabel), alternative.taken))
    return false;
  if (readLabel.kind == LabelKind::Rmw || (readLabel.kind == LabelKind::Cas && alternative.taken)) {
    // What it stores is new too: it may in turn be read by earlier reads.
    open(reader);
    fileRevisits(reader, readLabel, write);
    close();
  }
  const EventId again = add(reader, readLabel, {.source = write, .taken = alternative.taken, .stamp = stamp});
  record(ActionKind::Revisited, again, write, Reason::None, {}, deleted);
  return true;
}

// Rule 4: the operation takes the place of another one that it does not depend on.
bool ConDpor::takeDisplacement(const Choice& choice, const Label& label, const Alternative& alternative) {
  const EventId other = alternative.first;
  ExplorationWork& work = m_session.exploration().work;
  work.displacementsTried++;
  m_kept.assign(m_graph.threadCapacity(), 0);
  if (const EventId tail = m_graph.tail(choice.thread); tail.valid())
    std::ranges::copy(m_graph.clock(tail), m_kept.begin());
  m_deleted.clear();
  m_graph.collectLater(m_graph.event(other).stamp - 1, m_kept, m_deleted);
  const EventId before = m_graph.event(other).previous;
  const ObjectEffect effect = applyOperation(before.valid() ? m_graph.event(before).object : ObjectState{},
                                             choice.thread, label.operation, label.argument);
  if (!effect.enabled) {
    record(ActionKind::DisplaceRefused, other, {}, Reason::NotEnabled, {}, m_deleted.size());
    return false;
  }
  if (const Verdict verdict = judgeDeleted(m_visit, m_deleted, m_kept); verdict.reason != Reason::None) {
    record(ActionKind::DisplaceRefused, other, {}, verdict.reason, verdict.culprit, m_deleted.size());
    return false;
  }
  m_graph.remove(m_deleted);
  work.displacementsDone++;
  if (effect.outcomes > 1) {
    open(choice.thread);
    for (std::uint32_t outcome = 1; outcome < effect.outcomes; outcome++)
      file({.kind = Kind::Outcome, .displaced = true, .outcome = outcome});
    close();
  }
  const EventId placed = add(choice.thread, label, {.displaced = true});
  record(ActionKind::Displaced, placed, {}, Reason::None, {}, m_deleted.size());
  return true;
}

// Every open choice splits what is below it evenly: the fraction done follows, and from it the total. The error is the
// spread that this guess has when branches differ (taken as independent and equally wide).
Estimate ConDpor::estimate() const {
  double fraction = 0, weight = 1, spread = 0;
  std::uint32_t begin = 0;
  for (const Choice& choice : m_choices) {
    const double branches = 1.0 + (choice.end - begin);
    const double done = choice.next - begin;
    fraction += weight * done / branches;
    weight /= branches;
    spread += 1.0 / branches;
    begin = choice.end;
  }
  const auto executions = static_cast<double>(m_session.exploration().counts.total());
  if (fraction <= 0)
    return {executions, executions};
  const double total = std::max(executions, executions / fraction);
  return {total, (total - executions) / std::sqrt(std::max(1.0, spread))};
}

} // namespace

std::unique_ptr<Explorer> makeConDpor(Program& program, MemoryModel& model, Solver& solver, ExploreOptions options) {
  return std::make_unique<ConDpor>(program, model, solver, std::move(options));
}

} // namespace revisit
