#include "runtime/sync/futex_lists.h"

#include "abi/services.h"
#include "runtime/memory/access.h"
#include "runtime/processes/processes.h"
#include "runtime/services/clock.h"
#include "runtime/sync/object_table.h"

#include <array>
#include <cerrno>

namespace revisit::runtime {

namespace {

constexpr auto relaxed = static_cast<std::uint32_t>(MemoryOrder::Relaxed);

// At the begin: the lock, how many places are in use, and what is shared once lists are needed.
constexpr std::uint64_t lockAt = REVISIT_FUTEXES_ADDRESS, placesAt = lockAt + 8, neededAt = lockAt + 16;

std::uint64_t load(std::uint64_t at) {
  return recordedLoad(at, 8, relaxed, REVISIT_FLAG_SERVICE);
}
void store(std::uint64_t at, std::uint64_t value) {
  recordedStore(at, value, 8, relaxed, REVISIT_FLAG_SERVICE);
}

// Where a thread waits.
class Place {
public:
  explicit Place(unsigned slot) : m_at(REVISIT_FUTEXES_ADDRESS + (slot + std::uint64_t{1}) * REVISIT_FUTEX_STRIDE) {}

  std::uint64_t futex() const { return load(m_at); }
  std::uint32_t bits() const { return static_cast<std::uint32_t>(load(m_at + 8)); }
  void setFutex(std::uint64_t futex) const { store(m_at, futex); }
  void setBits(std::uint32_t bits) const { store(m_at + 8, bits); }
  std::uint64_t operate(ObjectOp operation, std::uint64_t argument = 0) const {
    return runtime::operate(m_at + 16, operation, argument);
  }

private:
  std::uint64_t m_at;
};

// Memory of a process that fork made is not that of another one at the same address.
std::uint64_t nameOf(std::uint64_t futex) {
  return isOfChild(futex) ? objectOfChild(futex) : futex;
}

struct Found {
  std::array<unsigned, maxThreads> slots;
  unsigned count = 0;
};

void find(std::uint64_t futex, std::uint32_t bits, Found& found) {
  const auto places = static_cast<unsigned>(load(placesAt));
  for (unsigned slot = 0; slot < places; slot++)
    if (const Place place(slot); place.futex() == futex && (place.bits() & bits) != 0)
      found.slots[found.count++] = slot;
}

// Calls f for each of `most` threads that wait for the futex, or for all of them. Which ones is a choice: those that
// are left out stand between those that are taken, so that no set of them is chosen twice.
template <class F> long forSome(std::uint64_t futex, std::uint32_t bits, std::uint32_t most, F&& f) {
  Found found;
  find(futex, bits, found);
  const unsigned wanted = most < found.count ? most : found.count;
  unsigned next = 0;
  for (unsigned done = 0; done < wanted; done++) {
    const unsigned spare = found.count - next - (wanted - done);
    next += chooseAmong(spare + 1);
    f(Place(found.slots[next++]));
  }
  return static_cast<long>(wanted);
}

} // namespace

bool futexesHaveLists() {
  return isNeeded(neededAt);
}

void futexesNeedLists() {
  need(neededAt);
}

void lockFutexLists() {
  operate(lockAt, ObjectOp::MutexLock, static_cast<std::uint64_t>(MutexKind::Normal));
}

void unlockFutexLists() {
  operate(lockAt, ObjectOp::MutexUnlock, static_cast<std::uint64_t>(MutexKind::Normal));
}

long wakeListed(std::uint64_t futex, std::uint32_t most, std::uint32_t bits) {
  return forSome(nameOf(futex), bits, most, [](const Place& place) {
    place.setFutex(0);
    place.operate(ObjectOp::CondSignal);
  });
}

long moveListed(std::uint64_t from, std::uint64_t to, std::uint32_t most) {
  const std::uint64_t target = nameOf(to);
  return forSome(nameOf(from), ~0u, most, [&](const Place& place) { place.setFutex(target); });
}

int sleepListed(std::uint64_t futex, std::uint32_t bits, const timespec* until, const timespec* during, bool isExact) {
  const unsigned slot = caller().slot;
  const Place mine(slot);
  if (mine.operate(ObjectOp::CondWait, isExact ? 0 : ifPermitted(Permitted::WakeUp)) == object_result::spurious) {
    unlockFutexLists();
    return 0;
  }
  if (load(placesAt) <= slot)
    store(placesAt, slot + 1);
  mine.setBits(bits);
  mine.setFutex(nameOf(futex));
  unlockFutexLists();
  if (until == nullptr && during == nullptr) {
    mine.operate(ObjectOp::CondWake);
    return 0;
  }
  // A thread that timed out leaves under the lock, so that a wake counts only the threads that it wakes.
  lockFutexLists();
  const bool inTime = mine.operate(ObjectOp::CondTimedWake) == object_result::ok;
  if (!inTime)
    mine.setFutex(0);
  unlockFutexLists();
  if (inTime)
    return 0;
  if (until != nullptr)
    waitedUntil(*until);
  else
    waitedFor(*during);
  return ETIMEDOUT;
}

} // namespace revisit::runtime
