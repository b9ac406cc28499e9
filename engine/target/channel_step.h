// A step of a plan, or of a witness, as the program gets it. Header only: a debugger's side links no other part of this
// room.
#pragma once

#include "abi/channel.h"
#include "program/program.h"

#include <algorithm>

namespace revisit {

inline RevisitPlannedLife plannedLife(const std::optional<MemoryLife>& life) {
  if (!life)
    return REVISIT_LIFE_UNTOLD;
  return *life == MemoryLife::Alive   ? REVISIT_LIFE_ALIVE
         : *life == MemoryLife::Over  ? REVISIT_LIFE_OVER
         : *life == MemoryLife::Fresh ? REVISIT_LIFE_FRESH
                                      : REVISIT_LIFE_DESTROYED;
}

inline RevisitPlanStep channelStep(const Plan::Step& step) {
  RevisitPlanStep made{};
  made.thread = static_cast<std::uint16_t>(step.thread.value());
  made.kind = static_cast<std::uint8_t>(step.kind);
  made.choice = static_cast<std::uint8_t>(step.outcome);
  made.back = std::min<std::uint32_t>(step.back, REVISIT_MAX_BACK);
  made.life = static_cast<std::uint8_t>(plannedLife(step.life));
  made.stores = step.stores ? 1 : 0;
  return made;
}

} // namespace revisit
