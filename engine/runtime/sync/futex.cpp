// A futex consists of a lock, a queue and the number of threads in the queue, all identified by an address. A wait
// compares the word and joins the queue under the lock, as in the kernel, so that no wake can come between the two.
// None of this is stored in the program's memory: a wake on memory that was freed in the meantime wakes no thread and
// does no harm. Where threads wait with sets of bits, or are moved to another futex, there are lists instead
// (futex_lists.h).
#include "runtime/sync/futex.h"

#include "runtime/memory/access.h"
#include "runtime/services/clock.h"
#include "runtime/sync/futex_lists.h"
#include "runtime/sync/object_table.h"
#include "runtime/trace/recorder.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <ctime>
#include <linux/futex.h>
#include <unistd.h>

namespace revisit::runtime {

namespace {

constexpr auto relaxed = static_cast<std::uint32_t>(MemoryOrder::Relaxed);

long failed(int error) {
  serviceStore(addressOf(&errno), static_cast<std::uint64_t>(error), sizeof errno);
  return -1;
}

class Futex {
public:
  // `bits`: of which a wait and a wake that belong together have one in common.
  explicit Futex(std::uint64_t address, std::uint32_t bits = FUTEX_BITSET_MATCH_ANY)
      : m_address(address), m_bits(bits), m_isListed(futexesHaveLists()) {}

  // Its waits have no spurious wake-ups.
  Futex& exact() {
    m_isExact = true;
    return *this;
  }

  // `until` (an absolute time) and `during` (a duration) limit the wait; null: no limit.
  long wait(std::uint32_t expected, const timespec* until, const timespec* during) {
    lock();
    const std::uint64_t found = recordedLoad(m_address, 4, relaxed, REVISIT_FLAG_SERVICE);
    if (found != expected) {
      unlock();
      return failed(EAGAIN);
    }
    return sleep(until, during);
  }

  // The calling thread has the lock: it joins the queue, gives the lock back and waits.
  long sleep(const timespec* until, const timespec* during) {
    if (m_isListed) {
      const int problem = sleepListed(m_address, m_bits, until, during, m_isExact);
      return problem == 0 ? 0 : failed(problem);
    }
    if (queue(ObjectOp::CondWait, m_isExact ? 0 : ifPermitted(Permitted::WakeUp)) == object_result::spurious) {
      unlock();
      return 0;
    }
    count(ObjectOp::SemPost);
    unlock();
    if (until == nullptr && during == nullptr) {
      queue(ObjectOp::CondWake);
      return 0;
    }
    // A thread that timed out leaves the queue under the lock, so that a wake counts only the threads that it wakes.
    lock();
    const bool inTime = queue(ObjectOp::CondTimedWake) == object_result::ok;
    if (!inTime)
      count(ObjectOp::SemTryWait);
    unlock();
    if (inTime)
      return 0;
    if (until != nullptr)
      waitedUntil(*until);
    else
      waitedFor(*during);
    return failed(ETIMEDOUT);
  }

  // Wakes at most this many threads, in any choice. Returns the number of threads woken.
  long wake(std::uint32_t most) {
    lock();
    const long woken = wakeLocked(most);
    unlock();
    return woken;
  }

  // The same while the calling thread has the lock.
  long wakeLocked(std::uint32_t most) {
    if (m_isListed)
      return wakeListed(m_address, most, m_bits);
    std::uint32_t woken = 0;
    bool all = false;
    while (woken < most && !all)
      if (count(ObjectOp::SemTryWait) == object_result::ok)
        woken++;
      else
        all = true;
    if (all && woken > 1)
      queue(ObjectOp::CondBroadcast);
    else
      for (std::uint32_t i = 0; i < woken; i++)
        queue(ObjectOp::CondSignal);
    return woken;
  }

  std::uint64_t address() const { return m_address; }
  std::uint32_t change(RmwOp operation, std::uint32_t operand) {
    return static_cast<std::uint32_t>(recordedRmw(
        m_address, operand, 4, static_cast<std::uint32_t>(MemoryOrder::SeqCst), operation, REVISIT_FLAG_SERVICE));
  }
  std::uint32_t word() { return static_cast<std::uint32_t>(recordedLoad(m_address, 4, relaxed, REVISIT_FLAG_SERVICE)); }

  // All lists have one lock.
  void lock() {
    if (m_isListed)
      lockFutexLists();
    else
      operateLock(ObjectOp::MutexLock);
  }
  void unlock() {
    if (m_isListed)
      unlockFutexLists();
    else
      operateLock(ObjectOp::MutexUnlock);
  }

private:
  void operateLock(ObjectOp operation) {
    operate(m_address | REVISIT_LOCK_OF_ADDRESS, operation, static_cast<std::uint64_t>(MutexKind::Normal));
  }
  std::uint64_t queue(ObjectOp operation, std::uint64_t argument = 0) {
    return operate(m_address | REVISIT_QUEUE_OF_ADDRESS, operation, argument);
  }
  std::uint64_t count(ObjectOp operation) { return operate(m_address | REVISIT_COUNT_OF_ADDRESS, operation, 0); }

  std::uint64_t m_address;
  std::uint32_t m_bits;
  bool m_isListed, m_isExact = false;
};

// Two futexes, both locked while an object of this class exists.
class LockedFutexes {
public:
  LockedFutexes(std::uint64_t one, std::uint64_t other)
      : m_first(one < other ? one : other), m_second(one < other ? other : one),
        m_isOneLock(one == other || futexesHaveLists()) {
    m_first.lock();
    if (!m_isOneLock)
      m_second.lock();
  }
  ~LockedFutexes() {
    if (!m_isOneLock)
      m_second.unlock();
    m_first.unlock();
  }
  LockedFutexes(const LockedFutexes&) = delete;
  LockedFutexes& operator=(const LockedFutexes&) = delete;

private:
  Futex m_first, m_second;
  bool m_isOneLock;
};

const char* operationName(int operation) {
  static constexpr const char* names[] = {"FUTEX_WAIT",           "FUTEX_WAKE",        "FUTEX_FD",
                                          "FUTEX_REQUEUE",        "FUTEX_CMP_REQUEUE", "FUTEX_WAKE_OP",
                                          "FUTEX_LOCK_PI",        "FUTEX_UNLOCK_PI",   "FUTEX_TRYLOCK_PI",
                                          "FUTEX_WAIT_BITSET",    "FUTEX_WAKE_BITSET", "FUTEX_WAIT_REQUEUE_PI",
                                          "FUTEX_CMP_REQUEUE_PI", "FUTEX_LOCK_PI2"};
  return operation >= 0 && operation < static_cast<int>(sizeof names / sizeof *names) ? names[operation]
                                                                                      : "its operation";
}

[[noreturn]] void refuse(int operation, const char* why) {
  char message[160];
  std::snprintf(message, sizeof message, "syscall(SYS_futex): %s%s", operationName(operation), why);
  unsupported(message);
}

long wait(Futex futex, std::uint32_t expected, const timespec* given, bool isAbsolute) {
  const timespec time = given != nullptr ? givenTime(given) : timespec{};
  if (!isTime(time))
    return failed(EINVAL);
  const timespec* limit = given != nullptr ? &time : nullptr;
  return futex.wait(expected, isAbsolute ? limit : nullptr, isAbsolute ? nullptr : limit);
}

// How many threads a call wakes that was given this number.
std::uint32_t mostOf(std::uint64_t given) {
  const auto most = static_cast<std::uint32_t>(given);
  return most == 0 || most > INT_MAX ? 1 : most;
}

// What FUTEX_WAKE_OP does with the second word, and whether the threads that wait there are woken.
class WordChange {
public:
  explicit WordChange(std::uint32_t code)
      : m_operation(code >> 28 & 7), m_comparison(code >> 24 & 15), m_operand(signExtended(code >> 12)),
        m_compared(signExtended(code)) {
    if ((code >> 28 & FUTEX_OP_OPARG_SHIFT) != 0)
      m_operand = static_cast<std::int32_t>(1u << (m_operand & 31));
  }

  bool isKnown() const { return m_operation <= FUTEX_OP_XOR && m_comparison <= FUTEX_OP_CMP_GE; }

  // Changes the word. Returns what it was before.
  std::int32_t apply(std::uint64_t address) const {
    static constexpr RmwOp operators[] = {RmwOp::Exchange, RmwOp::Add, RmwOp::Or, RmwOp::And, RmwOp::Xor};
    const auto operand = static_cast<std::uint32_t>(m_operation == FUTEX_OP_ANDN ? ~m_operand : m_operand);
    return static_cast<std::int32_t>(recordedRmw(address, operand, 4, static_cast<std::uint32_t>(MemoryOrder::SeqCst),
                                                 operators[m_operation], REVISIT_FLAG_SERVICE));
  }

  bool holds(std::int32_t before) const {
    const bool answers[] = {before == m_compared, before != m_compared,
                            before<m_compared, before <= m_compared, before> m_compared, before >= m_compared};
    return answers[m_comparison];
  }

private:
  static std::int32_t signExtended(std::uint32_t bits) { return static_cast<std::int32_t>(bits << 20) >> 20; }

  std::uint32_t m_operation, m_comparison;
  std::int32_t m_operand, m_compared;
};

long wakeAndChange(std::uint64_t one, std::uint64_t other, std::uint32_t most, std::uint32_t mostOther,
                   const WordChange& change) {
  if (other % 4 != 0)
    return failed(EINVAL);
  if (!change.isKnown())
    return failed(ENOSYS);
  const LockedFutexes locked(one, other);
  const bool wakesOther = change.holds(change.apply(other));
  long woken = Futex(one).wakeLocked(most);
  if (wakesOther)
    woken += Futex(other).wakeLocked(mostOther);
  return woken;
}

// Wakes some threads that wait for the one futex, and moves others to the other one. Returns the number of both.
// `expected`: what the word must be, null: anything.
long wakeAndMove(std::uint64_t from, std::uint64_t to, std::uint64_t wakes, std::uint64_t moves,
                 const std::uint32_t* expected) {
  const auto mostWoken = static_cast<std::uint32_t>(wakes), mostMoved = static_cast<std::uint32_t>(moves);
  if (to % 4 != 0 || mostWoken > INT_MAX || mostMoved > INT_MAX)
    return failed(EINVAL);
  futexesNeedLists();
  const LockedFutexes locked(from, to);
  Futex source(from);
  if (expected != nullptr && source.word() != *expected)
    return failed(EAGAIN);
  const long woken = source.wakeLocked(mostWoken);
  return futexesHaveLists() ? woken + moveListed(from, to, mostMoved) : woken;
}

// Futexes with an owner: the word is the owner's number, and a bit that lets the owner come here to give it back. With
// that bit and no owner, no thread takes it elsewhere.
long lockOwned(Futex futex, const timespec* given, bool onlyTries) {
  const timespec time = given != nullptr ? givenTime(given) : timespec{};
  if (!isTime(time))
    return failed(EINVAL);
  const auto self = static_cast<std::uint32_t>(gettid());
  for (;;) {
    futex.lock();
    const std::uint32_t owner = futex.change(RmwOp::Or, FUTEX_WAITERS) & FUTEX_TID_MASK;
    if (owner == 0)
      futex.change(RmwOp::Or, self);
    else if (owner != self && !onlyTries) {
      if (const long result = futex.sleep(given != nullptr ? &time : nullptr, nullptr); result != 0)
        return result;
      continue;
    }
    futex.unlock();
    return owner == 0 ? 0 : failed(owner == self ? EDEADLK : EAGAIN);
  }
}

// A wait that ends with the other futex, which has an owner, in the calling thread's hands.
long waitAndOwn(Futex futex, std::uint32_t expected, const timespec* until, std::uint64_t owned) {
  if (owned % 4 != 0 || owned == futex.address())
    return failed(EINVAL);
  const long result = wait(futex.exact(), expected, until, true);
  return result == 0 ? lockOwned(Futex(owned), until, false) : result;
}

// The threads that it would move have to take the other futex as soon as they are awake, so they may as well be woken.
long wakeToOwn(Futex futex, std::uint64_t owned, std::uint64_t wakes, std::uint64_t moves, std::uint32_t expected) {
  if (owned % 4 != 0 || owned == futex.address() || wakes != 1 || moves > INT_MAX)
    return failed(EINVAL);
  futex.lock();
  const bool isAsExpected = futex.word() == expected;
  const long woken = isAsExpected ? futex.wakeLocked(1 + static_cast<std::uint32_t>(moves)) : 0;
  futex.unlock();
  return isAsExpected ? woken : failed(EAGAIN);
}

long unlockOwned(Futex futex) {
  futex.lock();
  const bool isOwner = (futex.word() & FUTEX_TID_MASK) == static_cast<std::uint32_t>(gettid());
  if (isOwner) {
    futex.change(RmwOp::Exchange, 0);
    futex.wakeLocked(1);
  }
  futex.unlock();
  return isOwner ? 0 : failed(EPERM);
}

} // namespace

long futexCall(const std::uint64_t (&given)[6]) {
  const std::uint64_t address = given[0];
  const int operation = static_cast<int>(given[1]) & FUTEX_CMD_MASK;
  const auto value = static_cast<std::uint32_t>(given[2]);
  const auto* time = reinterpret_cast<const timespec*>(given[3]);
  const auto last = static_cast<std::uint32_t>(given[5]);
  const bool hasSet = operation == FUTEX_WAIT_BITSET || operation == FUTEX_WAKE_BITSET;
  const std::uint32_t bits = hasSet ? last : FUTEX_BITSET_MATCH_ANY;
  if (address % 4 != 0 || bits == 0)
    return failed(EINVAL);
  if (bits != FUTEX_BITSET_MATCH_ANY)
    futexesNeedLists();
  switch (operation) {
  case FUTEX_WAIT:
  case FUTEX_WAIT_BITSET:
    return wait(Futex(address, bits), value, time, hasSet);
  case FUTEX_WAKE:
  case FUTEX_WAKE_BITSET:
    return Futex(address, bits).wake(mostOf(value));
  case FUTEX_REQUEUE:
    return wakeAndMove(address, given[4], value, given[3], nullptr);
  case FUTEX_CMP_REQUEUE:
    return wakeAndMove(address, given[4], value, given[3], &last);
  case FUTEX_WAIT_REQUEUE_PI:
    return waitAndOwn(Futex(address), value, time, given[4]);
  case FUTEX_CMP_REQUEUE_PI:
    return wakeToOwn(Futex(address), given[4], value, given[3], last);
  case FUTEX_LOCK_PI:
  case FUTEX_LOCK_PI2:
    return lockOwned(Futex(address), time, false);
  case FUTEX_TRYLOCK_PI:
    return lockOwned(Futex(address), nullptr, true);
  case FUTEX_UNLOCK_PI:
    return unlockOwned(Futex(address));
  case FUTEX_WAKE_OP:
    return wakeAndChange(address, given[4], mostOf(value), mostOf(given[3]),
                         WordChange(static_cast<std::uint32_t>(given[5])));
  default:
    refuse(operation, " is not followed");
  }
}

} // namespace revisit::runtime
