#include "program/loops.h"

#include <algorithm>

namespace revisit {

RoundsId LoopRounds::after(RoundsId before, LoopStepsId id, std::span<const LoopStep> steps) {
  if (steps.empty())
    return before;
  const auto [known, isNew] = m_after.try_emplace(std::uint64_t{before.value()} << 32 | id.value());
  if (!isNew)
    return known->second;
  const std::span<const Count> old = of(before);
  std::vector<Count> counts(old.begin(), old.end());
  for (const LoopStep& step : steps) {
    const auto found = std::ranges::find(counts, step.loop, &Count::loop);
    if (!step.back.valid()) {
      if (found != counts.end())
        counts.erase(found);
    } else if (found != counts.end()) {
      *found = {step.loop, found->rounds + 1, step.back};
    } else {
      counts.push_back({step.loop, 1, step.back});
    }
  }
  std::ranges::sort(counts);
  return known->second = counts.empty() ? RoundsId() : m_lists.of(std::move(counts));
}

std::span<const LoopRounds::Count> LoopRounds::of(RoundsId rounds) const {
  return rounds.valid() ? std::span<const Count>(m_lists[rounds]) : std::span<const Count>();
}

std::uint32_t LoopRounds::of(RoundsId rounds, std::uint32_t loop) const {
  const std::span<const Count> counts = of(rounds);
  const auto found = std::ranges::find(counts, loop, &Count::loop);
  return found == counts.end() ? 0 : found->rounds;
}

} // namespace revisit
