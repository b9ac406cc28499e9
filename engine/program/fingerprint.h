// The fingerprint of a thread's state (DESIGN, States and fingerprints).
#pragma once

#include <cstdint>

namespace revisit {

// What a thread's further behaviour depends on, apart from what it has still to observe: two histories of a thread with
// the same fingerprint are the same state. Invalid where that is not known.
struct Fingerprint {
  std::uint64_t low = 0, high = 0;
  bool valid() const { return (low | high) != 0; }
  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

} // namespace revisit
