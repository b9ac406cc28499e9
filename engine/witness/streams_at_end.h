// The streams and counters that descriptors stand for (pipes, sockets, eventfd), as the operations of a witness leave
// them, and the descriptors that are still open for them. Stateless.
#pragma once

#include "program/objects/objects.h"
#include "witness/witness.h"

namespace revisit {

// An operation on a stream or a counter.
bool isOnStream(const WitnessEvent& event);

// The state after the operation. Requires isOnStream(event). What the witness does not tell (before arguments were
// kept) changes nothing.
ObjectState afterOperation(ObjectState before, const WitnessEvent& event);
// The state of the object at this address after all events.
ObjectState stateAtEnd(const Witness& witness, std::uint64_t address);

// Its descriptors that write to, or read, this object and are open at the end.
std::vector<const WitnessDescriptor*> openWriters(const Witness& witness, std::uint64_t address);
std::vector<const WitnessDescriptor*> openReaders(const Witness& witness, std::uint64_t address);
// The newest one of them all, also among those that are closed; null: there is none.
const WitnessDescriptor* descriptorOf(const Witness& witness, std::uint64_t address);

// "descriptor 65, made by T1 main at loop.c:40".
std::string descriptorText(const Witness& witness, const WitnessDescriptor& descriptor);

// What is in it: "3 bytes", "0 bytes, no writer", "counts 2". `wantsRoom`: for who wants to write.
std::string contentText(ObjectKind kind, const ObjectState& state, bool wantsRoom = false);

} // namespace revisit
