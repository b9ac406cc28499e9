// What is wrong in the states that the stateful search visits.
#include "explore/states/state_search_internal.h"

#include <algorithm>
#include <bit>

namespace revisit {

namespace {

bool touchSameBytes(const Label& a, const Label& b) {
  return a.location == b.location &&
         (a.size == 0 || b.size == 0 || (a.offset < b.offset + b.size && b.offset < a.offset + a.size));
}

} // namespace

// Looks at a new state, in which these threads stand at other steps than in the state before. False: stop.
bool StateSearch::judge(ThreadBits moved) {
  for (; moved != 0; moved &= moved - 1) {
    const ThreadId thread = firstOf(moved);
    if (!judgeThread(thread) || !judgeRaces(thread))
      return false;
  }
  return judgeReaders();
}

bool StateSearch::judgeThread(ThreadId thread) {
  const Label& label = m_product.label(thread);
  switch (label.kind) {
  case LabelKind::Error:
    return !m_shown.insert(signOf(Sign::Error, label.error, label.position.value())).second || show({});
  case LabelKind::Exit:
    return !m_shown
                .insert(signOf(Sign::Exit, label.position.value(), label.value.bits & 0xff, label.value.expr.value()))
                .second ||
           show({});
  case LabelKind::Cut:
  case LabelKind::Unsupported:
    if (m_shown.insert(signOf(Sign::Bound, label.kind, label.argument, label.position.value())).second)
      m_ledger.noteEnd(label);
    return true;
  case LabelKind::Read:
  case LabelKind::Write:
  case LabelKind::Rmw:
  case LabelKind::Cas:
  case LabelKind::Fence:
  case LabelKind::Object:
  case LabelKind::Create:
  case LabelKind::Join:
  case LabelKind::Constraint:
  case LabelKind::Assume:
  case LabelKind::Enumerate:
  case LabelKind::End:
  case LabelKind::Blocked:
  case LabelKind::AwaitFailed:
    return true;
  }
  return true;
}

void StateSearch::noteWaitInSection(const Label& operation) {
  if (m_shown.insert(signOf(Sign::Section, operation.position.value())).second)
    m_ledger.note(IncompleteReason::Kind::Limit,
                  "the stateful search does not follow a thread that waits for ever in an atomic section",
                  operation.position);
}

// Whether the accesses race if both can be the next step and one of them stores.
bool StateSearch::conflict(const Label& mine, const Label& theirs) const {
  return isMemory(mine.kind) && isMemory(theirs.kind) && touchSameBytes(mine, theirs) &&
         (mine.order == MemoryOrder::Plain || theirs.order == MemoryOrder::Plain) &&
         m_ledger.options().errors.of(ErrorKind::Race) != Treatment::Ignored;
}

// Two accesses race if both can be the next step. One of them must not be atomic, and one must store.
bool StateSearch::judgeRaces(ThreadId thread) {
  const Label& mine = m_product.label(thread);
  if (!isMemory(mine.kind))
    return true;
  for (std::uint32_t t = 0; t < m_product.threadCount(); t++) {
    const ThreadId other(t);
    if (other == thread || !m_product.created(other))
      continue;
    const Label& theirs = m_product.label(other);
    if (!conflict(mine, theirs) || (!m_product.mayStore(mine) && !m_product.mayStore(theirs)))
      continue;
    const auto [low, high] = std::minmax(mine.position.value(), theirs.position.value());
    if (!m_shown.insert(signOf(Sign::Race, low, high)).second)
      continue;
    // The access that does not store goes first: a store may change what the other one does.
    const ThreadId first = m_product.mayStore(mine) ? other : thread;
    const ThreadId second = first == thread ? other : thread;
    if (!show(first, second))
      return false;
  }
  return true;
}

// A reader that asks for a lock held for reading waits behind a waiting writer if the lock prefers writers
// (explore/waiting_writers.h). If those who hold it never release it then, all of them wait for ever.
bool StateSearch::judgeReaders() {
  for (std::uint32_t r = 0; r < m_product.threadCount(); r++) {
    const ThreadId reader(r);
    if (!m_product.created(reader) || m_product.ended(reader))
      continue;
    const Label& read = m_product.label(reader);
    if (read.kind != LabelKind::Object || read.operation != ObjectOp::RwlockRead ||
        m_product.object(read.object).count == 0)
      continue;
    for (std::uint32_t w = 0; w < m_product.threadCount(); w++)
      if (const ThreadId writer(w);
          writer != reader && m_product.standsBefore(writer, ObjectOp::RwlockWrite, read.object) &&
          !m_shown.contains(signOf(Sign::Reader, read.position.value(), m_product.label(writer).position.value())) &&
          !futileWait(reader, writer, read.object))
        return false;
  }
  return true;
}

// Looks at all that the other threads can do while reader and writer wait. No new reader gets the lock, because a
// writer waits for it. False: the search stops.
bool StateSearch::futileWait(ThreadId reader, ThreadId writer, ObjectId lock) {
  if (!m_released[{reader, writer, lock}].insert({m_product.name().threads, m_product.name().memory}).second)
    return true;
  const ProductState::Mark mark = m_product.mark();
  const ControlState::Mark control = m_control.mark();
  const std::size_t steps = m_path.size();
  bool moved = false, holds = false, died = false;
  for (std::uint32_t t = 0; t < m_product.threadCount(); t++) {
    const ThreadId thread(t);
    if (!m_product.created(thread))
      continue;
    const LabelKind kind = m_product.label(thread).kind;
    died |= kind == LabelKind::Error || kind == LabelKind::Blocked;
    holds |= !m_product.ended(thread) && readLocksOf(m_product.object(lock), thread) > 0;
    if (thread == reader || thread == writer || (m_product.able() & bitOf(thread)) == 0 ||
        m_product.standsBefore(thread, ObjectOp::RwlockRead, lock))
      continue;
    std::vector<Way> ways;
    m_product.ways(thread, ways);
    for (const Way& way : ways) {
      const Arrival arrival = advance(thread, way);
      if (arrival == Arrival::Stopped)
        return false;
      moved = true;
      if (arrival == Arrival::State && !futileWait(reader, writer, lock))
        return false;
      m_product.undoTo(mark);
      m_control.undoTo(control);
      m_path.resize(steps);
    }
  }
  if (moved || !holds || died)
    return true;
  m_shown.insert(
      signOf(Sign::Reader, m_product.label(reader).position.value(), m_product.label(writer).position.value()));
  return show(reader);
}

// The program ends here: every thread has ended or waits for ever. `idle`: threads whose rounds fail for ever.
bool StateSearch::judgeEnd(ThreadBits idle) {
  StateSpace& space = *m_ledger.exploration().space;
  space.ends++;
  if (m_options.onEnd)
    m_options.onEnd(m_product);
  std::vector<std::uint64_t> sign = signOf(Sign::End, idle);
  std::uint64_t leaks = 0;
  for (std::uint32_t t = 0; t < m_product.threadCount(); t++) {
    if (!m_product.created(ThreadId(t))) {
      sign.push_back(~std::uint64_t{0});
      continue;
    }
    const Label& label = m_product.label(ThreadId(t));
    sign.insert(sign.end(), {static_cast<std::uint64_t>(label.kind), label.position.value(),
                             static_cast<std::uint64_t>(label.error)});
    if (label.kind == LabelKind::End || label.kind == LabelKind::Exit)
      leaks += label.argument;
    if (label.kind == LabelKind::Exit)
      sign.insert(sign.end(), {label.value.bits & 0xff, label.value.expr.value()});
  }
  sign.push_back(leaks - m_product.freedBlocks());
  if (!m_shown.insert(std::move(sign)).second)
    return true;
  if (idle != 0 && m_graph.state().traits().hasSections())
    return showWith([this] { return m_graph.completeFutilely(); });
  return show({});
}

// Reports an execution that begins with the path to this state. False: the search stops.
bool StateSearch::show(ThreadId first, ThreadId second) {
  return showWith([&] { return m_graph.complete(first, second); });
}

bool StateSearch::finish() {
  if (!m_executions.insert(identify(m_graph.state().graph())).second)
    return true;
  return m_ledger.finish(m_graph.state(), m_onExecution, m_recorder, ExplorationLedger::Bounds::Unnoted);
}

} // namespace revisit
