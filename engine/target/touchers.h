// Who touches memory in a run: a thread, or the handlers of signals that come between two of its steps. What both of
// them touch is shared, as with another thread. Thread rule: a plain value.
#pragma once

#include "abi/channel.h"
#include "abi/handlers.h"
#include "abi/services.h"

#include <cstdint>
#include <vector>

namespace revisit {

class Touchers {
public:
  // The next record of the run.
  void note(const RevisitRecord& record) {
    if (record.kind == REVISIT_HANDLER)
      m_handlerAt[record.thread] = record.op != REVISIT_HANDLER_LAST ? record.address : 0;
  }
  // Of an access, for OwnerMap. The frames of a handler and the memory of the services are the thread's.
  std::uint16_t of(const RevisitRecord& access) const {
    const std::uint64_t at = m_handlerAt[access.thread];
    const bool isOwn =
        access.address >= REVISIT_STACK_ADDRESS + access.thread * REVISIT_STACK_STRIDE && access.address < at;
    const bool isOfServices = access.address >= REVISIT_SERVICES_ADDRESS &&
                              access.address < REVISIT_SERVICES_ADDRESS + REVISIT_SERVICES_BYTES;
    const bool isHandler = at != 0 && !isOwn && !isOfServices;
    return static_cast<std::uint16_t>(access.thread + (isHandler ? REVISIT_HANDLERS_OF_THREADS : 0));
  }

private:
  std::vector<std::uint64_t> m_handlerAt = // by thread: where the frames of the handler begin; 0: none runs
      std::vector<std::uint64_t>(REVISIT_MAX_THREADS, 0);
};

} // namespace revisit
