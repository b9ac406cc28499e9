// What C++'s memory orders ask for. Stateless.
#pragma once

#include "program/label.h"

namespace revisit {

constexpr bool isAcquire(MemoryOrder order) {
  return order == MemoryOrder::Acquire || order == MemoryOrder::Consume || order == MemoryOrder::AcqRel ||
         order == MemoryOrder::SeqCst;
}

constexpr bool isRelease(MemoryOrder order) {
  return order == MemoryOrder::Release || order == MemoryOrder::AcqRel || order == MemoryOrder::SeqCst;
}

} // namespace revisit
