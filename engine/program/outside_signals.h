// Signals that come from outside of the program. Their number is part of what is permitted, above the bits of
// Permitted.
#pragma once

#include "program/permitted.h"

namespace revisit {

constexpr unsigned mostOutsideSignals = 15;
constexpr PermittedSet firstOutsideSignal = 256;

// How often each signal that the program takes comes from outside, and the set that says so.
constexpr unsigned outsideSignalsIn(PermittedSet set) {
  return set / firstOutsideSignal & mostOutsideSignals;
}
constexpr PermittedSet withOutsideSignals(unsigned count) {
  return count * firstOutsideSignal;
}

} // namespace revisit
