// What an outcome is called where its way or its result has a name of its own: a time-out, a failure, whom a signal
// wakes. Such a name says the same in every execution. Stateless.
#pragma once

#include "program/label.h"
#include "program/objects/objects.h"

#include <cstdint>
#include <optional>

namespace revisit {

enum class Manner : std::uint8_t {
  None,
  // By the result.
  Succeeds,
  TimesOut, // a wait or a lock that ends by its time-out
  Fails,    // an attempt, an allocation, a new thread, a compare-and-swap
  Spurious, // a wait that ends although nobody ends it
  // By what is chosen: `number` is ...
  Wakes,     // ... the thread that a signal wakes
  Serial,    // ... the thread that a barrier calls the serial one
  Transfers, // ... how many bytes or messages are transferred, fewer than were asked for
  Number     // ... the number of a decision, a choice or a reused block
};

struct NamedManner {
  Manner manner = Manner::None;
  std::uint64_t number = 0;
  friend bool operator==(const NamedManner&, const NamedManner&) = default;
};

// Of the outcome with this number of the thread's operation on an object in the state `before`.
NamedManner mannerOf(const Label& operation, const ObjectState& before, ThreadId thread, std::uint32_t outcome);
// Of a step by what its thread is told. None where the result alone says nothing.
NamedManner mannerOf(const Label& label, const Observation& seen);

} // namespace revisit
