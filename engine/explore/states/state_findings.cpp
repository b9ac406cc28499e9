#include "explore/states/state_findings.h"

#include "explore/findings/handler_races.h"
#include "program/handler_facts.h"

#include <algorithm>
#include <bit>

namespace revisit {

bool StateFindings::judge(ThreadBits moved) {
  for (; moved != 0; moved &= moved - 1) {
    const ThreadId thread = firstOf(moved);
    if (!judgeThread(thread) || !judgeRaces(thread))
      return false;
  }
  return judgeReaders();
}

bool StateFindings::judgeThread(ThreadId thread) {
  const Label& label = m_product.label(thread);
  if (label.isOfSystem && label.kind == LabelKind::Read)
    m_lookedAt.insert(label.location);
  if (isMemory(label.kind) && HandlerFacts::of(label.argument).depth != 0 && m_context.judges(ErrorKind::Race))
    m_context.ledger.note(IncompleteReason::Kind::Limit,
                          "a search over states looks for no races of a handler with the code that it interrupts");
  switch (endingOf(label.kind)) {
  case Ending::Error:
    return !m_context.noteShown(signOf(Shown::Error, label.error, label.position.value())) || show({});
  case Ending::Exit:
    return !m_context.noteShown(
               signOf(Shown::Exit, label.position.value(), label.value.bits & 0xff, label.value.expr.value())) ||
           show({});
  case Ending::Cut:
  case Ending::Unsupported:
    if (m_context.noteShown(signOf(Shown::Bound, label.kind, label.argument, label.position.value())))
      m_context.ledger.noteEnd(m_context.program, thread, m_product.state(thread), label);
    break;
  case Ending::None:
  case Ending::Returned:
  case Ending::Blocked:
  case Ending::AwaitFailed:
    break;
  }
  return true;
}

bool StateFindings::conflict(const SearchContext& context, const Label& mine, const Label& theirs) {
  return isMemory(mine.kind) && isMemory(theirs.kind) && mine.location == theirs.location && needOrder(mine, theirs) &&
         context.judges(ErrorKind::Race);
}

// Two accesses race if both can be the next step. One of them must not be atomic, and one must store.
bool StateFindings::judgeRaces(ThreadId thread) {
  const Label& mine = m_product.label(thread);
  if (!isMemory(mine.kind))
    return true;
  for (const ThreadId other : m_product.createdThreads()) {
    if (other == thread)
      continue;
    const Label& theirs = m_product.label(other);
    if (!conflict(m_context, mine, theirs) || (!m_product.mayStore(mine) && !m_product.mayStore(theirs)))
      continue;
    const auto [low, high] = std::minmax(mine.position.value(), theirs.position.value());
    if (!m_context.noteShown(signOf(Shown::Race, low, high)))
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
bool StateFindings::judgeReaders() {
  for (const ThreadId reader : m_product.createdThreads()) {
    const Label& read = m_product.label(reader);
    if (!isOperation(read, ObjectOp::RwlockRead) || m_product.object(read.object).count == 0)
      continue;
    for (const ThreadId writer : m_product.createdThreads())
      if (writer != reader && m_product.standsBefore(writer, ObjectOp::RwlockWrite, read.object) &&
          !m_context.shown.contains(
              signOf(Shown::Reader, read.position.value(), m_product.label(writer).position.value())) &&
          !futileWait(reader, writer, read.object))
        return false;
  }
  return true;
}

// Looks at all that the other threads can do while reader and writer wait. No new reader gets the lock, because a
// writer waits for it. False: the search stops.
bool StateFindings::futileWait(ThreadId reader, ThreadId writer, ObjectId lock) {
  if (!m_released[{reader, writer, lock}].insert({m_product.name().threads, m_product.name().memory}).second)
    return true;
  const PathMark mark = m_walk.mark();
  bool moved = false, holds = false, died = false;
  for (const ThreadId thread : m_product.createdThreads()) {
    const LabelKind kind = m_product.label(thread).kind;
    died |= kind == LabelKind::Error || kind == LabelKind::Blocked;
    holds |= !m_product.ended(thread) && readLocksOf(m_product.object(lock), thread) > 0;
    if (thread == reader || thread == writer || (m_product.able() & bitOf(thread)) == 0 ||
        m_product.standsBefore(thread, ObjectOp::RwlockRead, lock))
      continue;
    std::vector<Way> ways;
    m_product.ways(thread, ways);
    for (const Way& way : ways) {
      const Arrival arrival = m_walk.advance(thread, way);
      if (arrival == Arrival::Stopped)
        return false;
      moved = true;
      if (arrival == Arrival::State && !futileWait(reader, writer, lock))
        return false;
      m_walk.undoTo(mark);
    }
  }
  if (moved || !holds || died)
    return true;
  m_context.shown.insert(
      signOf(Shown::Reader, m_product.label(reader).position.value(), m_product.label(writer).position.value()));
  return show(reader);
}

bool StateFindings::judgeEnd(ThreadBits idle) {
  m_context.space().ends++;
  if (m_context.options.onEnd)
    m_context.options.onEnd(m_product);
  Sign sign = signOf(Shown::End, idle);
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
  for (const LocationId location : m_lookedAt) // whether a signal would interrupt a thread that waits
    sign.push_back(m_product.content(location).value.bits);
  if (!m_context.noteShown(std::move(sign)))
    return true;
  if (idle != 0 && m_context.graph.state().facts().has("sections"))
    return showWith([this] { return m_context.graph.completeFutilely(); });
  return show({});
}

bool StateFindings::finish() {
  if (!m_executions.insert(identify(m_context.graph.state().graph())).second)
    return true;
  return m_context.ledger.finish(m_context.graph.state(), m_context.onExecution, m_context.recorder,
                                 ExplorationLedger::Bounds::Unnoted);
}

} // namespace revisit
