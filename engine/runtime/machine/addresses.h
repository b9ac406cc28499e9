// Which memory is the machine's (abi/machine.h). Stateless.
#pragma once

#include "abi/machine.h"

namespace revisit::runtime {

constexpr bool isOfMachine(std::uint64_t address) {
  return address >= REVISIT_MACHINE_ADDRESS && address < REVISIT_MACHINE_ADDRESS + REVISIT_MACHINE_BYTES;
}

// Whether an object there is a mutex that the machine holds for a part of a call only, or no mutex. Those of FILE are
// held while a call waits.
constexpr bool keepsHandlersOut(std::uint64_t address) {
  return isOfMachine(address) &&
         (address < REVISIT_MACHINE_TEXTS || address >= REVISIT_MACHINE_TEXTS + REVISIT_MACHINE_TEXTS_BYTES);
}

} // namespace revisit::runtime
