// States from which no thread can fail any more. What the steps that are left touch still counts for the sets of
// threads to explore, and for races.
#include "explore/states/state_findings.h"
#include "explore/states/state_summaries.h"

#include <algorithm>

namespace revisit {

// What the thread can still do in the present state. False: it may fail, or show that the slice lacks something.
bool StateSummaries::hasFuture(ThreadId thread, Futures::Future& future) {
  const Label& next = m_product.label(thread);
  if (next.kind == LabelKind::End) {
    future.ends.insert(next.argument);
    future.returnsZero = next.value == Value::concrete(0);
    return true;
  }
  const StateId state = m_control.generalState(thread);
  if (m_product.note(thread) != 0) // it has read something omitted
    return false;
  const Futures::Future* const known =
      state.valid() ? m_futures.of(thread, state, *m_control.withSymbolicReads()) : nullptr;
  if (!known || std::ranges::any_of(known->accesses, [&](const Label* access) { return m_slice.omits(*access); }))
    return false;
  future = *known;
  return true;
}

// Whether a thread may wait for ever for the end of another one, or memory may leak.
bool StateSummaries::mayWaitOrLeak(const std::vector<Futures::Future>& futures) const {
  std::uint64_t leaks = 0;
  bool isAnyLeak = false;
  for (const Futures::Future& future : futures) {
    for (const ThreadId joined : future.joined)
      if (joined.value() >= futures.size() || !m_product.created(joined) || !futures[joined.value()].returnsZero ||
          !futures[joined.value()].joined.empty())
        return true;
    isAnyLeak |= future.ends.size() > 1;
    leaks += future.ends.empty() ? 0 : *future.ends.begin();
  }
  return (isAnyLeak || leaks != 0) && m_context.judges(ErrorKind::Leak);
}

bool StateSummaries::mayRace(const std::vector<Futures::Future>& futures) const {
  for (std::size_t one = 0; one < futures.size(); one++)
    for (std::size_t other = 0; other < one; other++)
      for (const Label* const mine : futures[one].accesses)
        for (const Label* const theirs : futures[other].accesses)
          if (StateFindings::conflict(m_context, *mine, *theirs) &&
              (mine->kind != LabelKind::Read || theirs->kind != LabelKind::Read))
            return true;
  return false;
}

// Why nothing can fail from the state at the top of the stack on, if the automata of the threads alone show it.
std::optional<Summaries::Known> StateSummaries::nothingLeftToFail() {
  if (!m_slice.isOn() || !m_control.withSymbolicReads() || m_product.inSection().valid())
    return std::nullopt;
  std::vector<Futures::Future> futures(m_product.threadCount());
  Summaries::Known known{m_predicates.always(), m_predicates.always()};
  for (std::uint32_t t = 0; t < futures.size(); t++)
    if (m_product.created(ThreadId(t))) {
      if (!hasFuture(ThreadId(t), futures[t]))
        return std::nullopt;
      known.later = m_context.actions.united(known.later, futures[t].actions);
    }
  if (mayWaitOrLeak(futures) || mayRace(futures))
    return std::nullopt;
  ExpressionPool& pool = m_context.program.pool();
  for (const Futures::Future& future : futures)
    for (const Label* const access : future.accesses) {
      const MemoryLife life = m_product.content(access->location).life;
      const bool needsContent = access->lifetime == Lifetime::NeedsContent;
      if (life == MemoryLife::Over || life == MemoryLife::Destroyed || (life == MemoryLife::Fresh && needsContent))
        return std::nullopt;
      known.predicate = m_predicates.both(known.predicate, pool.bitNot(m_predicates.isOver(access->location)));
      if (needsContent)
        known.predicate = m_predicates.both(known.predicate, pool.bitNot(m_predicates.isFresh(access->location)));
    }
  known.withValues = known.predicate;
  return known;
}

} // namespace revisit
