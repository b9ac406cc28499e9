// Who touches memory in a run: a thread, or a handler of a signal that comes between two of its steps. What two of them
// touch is shared, as with another thread: handlers interrupt each other. Thread rule: a plain value.
#pragma once

#include "abi/channel.h"
#include "abi/copies.h"
#include "abi/handlers.h"
#include "abi/services.h"
#include "target/owner_map.h"

#include <cstdint>
#include <vector>

namespace revisit {

class Touchers {
public:
  // The next record of the run.
  void note(const RevisitRecord& record) {
    if (record.kind != REVISIT_HANDLER)
      return;
    m_handlerAt[record.thread] = record.op != REVISIT_HANDLER_LAST ? record.address : 0;
    std::vector<std::uint32_t>& handled = m_handled[record.thread];
    switch (record.op) {
    case REVISIT_HANDLER_BEGIN:
      handled.push_back(0);
      break;
    case REVISIT_HANDLER_SIGNAL:
      if (!handled.empty())
        handled.back() = record.extra;
      break;
    case REVISIT_HANDLER_END:
      if (!handled.empty())
        handled.pop_back();
      break;
    default:
      handled.clear();
    }
  }
  // Of an access, for OwnerMap. The frames of a handler and the memory of the services are the thread's.
  std::uint16_t of(const RevisitRecord& access) const {
    const std::uint64_t at = m_handlerAt[access.thread];
    const bool isOwn =
        access.address >= REVISIT_STACK_ADDRESS + access.thread * REVISIT_STACK_STRIDE && access.address < at;
    const bool isOfServices = access.address >= REVISIT_SERVICES_ADDRESS &&
                              access.address < REVISIT_SERVICES_ADDRESS + REVISIT_SERVICES_BYTES;
    const bool isHandler = at != 0 && !isOwn && !isOfServices;
    const std::vector<std::uint32_t>& handled = m_handled[access.thread];
    return static_cast<std::uint16_t>(
        isHandler ? REVISIT_TOUCHER_OF_HANDLER(access.thread, handled.empty() ? 0u : handled.back()) : access.thread);
  }

private:
  std::vector<std::uint64_t> m_handlerAt = // by thread: where the frames of the handler begin; 0: none runs
      std::vector<std::uint64_t>(REVISIT_MAX_THREADS, 0);
  std::vector<std::vector<std::uint32_t>> m_handled = // by thread: what runs (REVISIT_HANDLER_SIGNAL), the outer first
      std::vector<std::vector<std::uint32_t>>(REVISIT_MAX_THREADS);
};

// What counts as touched though nothing is accessed. False: the record is another one.
inline bool touchWithoutAccess(const RevisitRecord& record, OwnerMap& owners) {
  if (record.kind != REVISIT_MORTAL || record.op < REVISIT_MORTAL_BLANK)
    return false;
  const auto touch = [&](unsigned thread) {
    owners.touch(record.address, static_cast<unsigned>(record.before), static_cast<std::uint16_t>(thread), false);
  };
  if (record.op == REVISIT_MORTAL_BLANK || record.op == REVISIT_MORTAL_NEEDED)
    touch(REVISIT_MAX_THREADS);
  if (record.op == REVISIT_MORTAL_NEEDED)
    touch(record.thread);
  for (std::uint64_t at = 0; record.op == REVISIT_MORTAL_READS && at < record.before; at += record.extra64)
    owners.touch(record.address + at, sizeof(std::uint64_t), record.thread, false);
  return true;
}

} // namespace revisit
