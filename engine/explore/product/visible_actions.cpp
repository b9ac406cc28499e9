#include "explore/product/visible_actions.h"

#include "base/mixing.h"

#include <algorithm>
#include <bit>

namespace revisit {

void VisibleActions::clear() {
  m_actions.clear();
  m_sets.clear();
  m_sets.of({}); // gets name 0
  m_united.clear();
  m_with.clear();
  m_dependents.clear();
}

std::size_t VisibleActions::bytes() const {
  return m_united.bytes() + m_with.bytes() + m_dependents.bytes() + m_actions.bytes();
}

ActionId VisibleActions::of(ThreadId thread, const Label& step) {
  if (isMemory(step.kind))
    return m_actions.of({thread, Touches::Location, step.kind != LabelKind::Read, step.location.value()});
  if (step.kind != LabelKind::Object)
    return {};
  // Whether the attempt fails can depend on how far a writer is, whatever that writer does.
  if (makesWay(step.operation))
    return ofSection(thread);
  return m_actions.of({thread, Touches::Object, true, step.object.value()});
}

ActionId VisibleActions::ofSection(ThreadId thread) {
  return m_actions.of({thread, Touches::Everything, true, 0});
}

bool VisibleActions::dependent(ActionId one, ActionId other) const {
  const Action &a = m_actions[one], &b = m_actions[other];
  if (a.thread == b.thread)
    return false;
  if (a.touches == Touches::Everything || b.touches == Touches::Everything)
    return true;
  return a.touches == b.touches && a.what == b.what && (a.changes || b.changes);
}

VisibleActions::Set VisibleActions::with(Set set, ActionId action) {
  if (!action.valid())
    return set;
  return m_with.of(std::uint64_t{set} << 32 | action.value(), [&] {
    Bits bits = m_sets[SetId(set)];
    bits.resize(std::max<std::size_t>(bits.size(), action.value() / 64 + 1));
    bits[action.value() / 64] |= std::uint64_t{1} << (action.value() % 64);
    return named(std::move(bits));
  });
}

VisibleActions::Set VisibleActions::united(Set one, Set other) {
  if (one == other || other == 0)
    return one;
  if (one == 0)
    return other;
  const auto [low, high] = std::minmax(one, other);
  return m_united.of(std::uint64_t{low} << 32 | high, [&] {
    Bits bits = m_sets[SetId(low)];
    const Bits& more = m_sets[SetId(high)];
    bits.resize(std::max(bits.size(), more.size()));
    for (std::size_t i = 0; i < more.size(); i++)
      bits[i] |= more[i];
    return named(std::move(bits));
  });
}

ThreadBits VisibleActions::dependents(Set set, ActionId action) {
  if (!action.valid() || set == 0)
    return 0;
  return m_dependents.of(std::uint64_t{set} << 32 | action.value(), [&] {
    ThreadBits threads = 0;
    const Bits& bits = m_sets[SetId(set)];
    for (std::size_t word = 0; word < bits.size(); word++)
      for (std::uint64_t left = bits[word]; left != 0; left &= left - 1) {
        const ActionId one(static_cast<std::uint32_t>(word * 64 + static_cast<unsigned>(std::countr_zero(left))));
        if (dependent(one, action))
          threads |= bitOf(thread(one));
      }
    return threads;
  });
}

ActionId VisibleActions::dependentOf(ThreadId thread, Set set, ActionId action) const {
  const Bits& bits = m_sets[SetId(set)];
  for (std::uint32_t i = 0; action.valid() && i < m_actions.size(); i++)
    if (i / 64 < bits.size() && (bits[i / 64] >> (i % 64) & 1) != 0 && m_actions[ActionId(i)].thread == thread &&
        dependent(ActionId(i), action))
      return ActionId(i);
  return {};
}

} // namespace revisit
