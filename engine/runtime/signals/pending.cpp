#include "runtime/signals/pending.h"

#include "abi/sends.h"
#include "abi/services.h"
#include "runtime/memory/access.h"
#include "runtime/processes/processes.h"
#include "runtime/signals/actions.h"
#include "runtime/signals/timers.h"
#include "runtime/sync/object_table.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"

#include <csignal>
#include <cstdio>

namespace revisit::runtime {

namespace {

constexpr auto acquire = static_cast<std::uint32_t>(MemoryOrder::Acquire);
constexpr auto sequential = static_cast<std::uint32_t>(MemoryOrder::SeqCst);

void (*g_tellSend)(unsigned process, int step) = nullptr; // set before main

// While one lives, a signal is sent to the process. Sets of watches learn of it in the moment in which it is pending.
class Send {
public:
  explicit Send(unsigned process) : m_process(process) { tell(REVISIT_MACHINE_SENDING); }
  ~Send() { tell(REVISIT_MACHINE_SENT); }
  Send(const Send&) = delete;
  Send& operator=(const Send&) = delete;
  void wakes() const { tell(REVISIT_MACHINE_WAKING); }

private:
  void tell(int step) const {
    if (g_tellSend != nullptr)
      g_tellSend(m_process, step);
  }
  unsigned m_process;
};

// Whether no other thread exists or existed, so that nobody has to be kept out.
bool isAlone() {
  return caller().slot == 0 && caller().children == 0;
}

// One for each target.
class Queues {
public:
  explicit Queues(unsigned target)
      : m_base(REVISIT_SIGNALS_ADDRESS + std::uint64_t{target} * REVISIT_SIGNALS_STRIDE), m_target(target) {}

  std::uint64_t countAt(int number) const { return m_base + 8 * static_cast<unsigned>(number); }
  bool isSharedAt(int number) const { return isKnownToBeShared(countAt(number), 8); }
  bool isAnyShared() const { return isKnownToBeShared(countAt(1), 8 * (NSIG - 1)); }
  // Without the lock.
  std::uint64_t look(int number) const {
    return isSharedAt(number) ? recordedLoad(countAt(number), 8, acquire, REVISIT_FLAG_SERVICE)
                              : rawLoad(countAt(number), 8);
  }
  // Those that are not the calling thread's own are shared from the next run on.
  void share(int number) const {
    if (!isSharedAt(number) && !isOnlyMine(m_target))
      shareNextTime(countAt(number), 8);
  }

  void add(const SentSignal& signal) const {
    const Send send(m_target == wholeProcess ? 0 : threadAt(m_target).process);
    const Lock lock(m_base);
    const std::uint64_t count = load(countAt(signal.number));
    if (signal.number < SIGRTMIN && count != 0)
      return;
    if (count == REVISIT_SIGNALS_QUEUED)
      refuseMore(signal.number);
    send.wakes();
    store(entryAt(signal.number, count), static_cast<std::uint32_t>(signal.code) | std::uint64_t{signal.from} << 32);
    store(entryAt(signal.number, count) + 8, signal.value);
    store(countAt(signal.number), count + 1);
  }
  // Another thread may have taken it.
  SentSignal take(int number) const {
    const Lock lock(m_base);
    const std::uint64_t count = load(countAt(number));
    if (count == 0)
      return {};
    const std::uint64_t first = load(entryAt(number, 0));
    const SentSignal taken = {number, static_cast<std::int32_t>(first), load(entryAt(number, 0) + 8),
                              static_cast<std::uint32_t>(first >> 32)};
    for (std::uint64_t i = 1; i < count; i++) {
      store(entryAt(number, i - 1), load(entryAt(number, i)));
      store(entryAt(number, i - 1) + 8, load(entryAt(number, i) + 8));
    }
    store(countAt(number), count - 1);
    return taken;
  }
  void forget(int number) const {
    const Lock lock(m_base);
    store(countAt(number), 0);
  }

private:
  class Lock {
  public:
    explicit Lock(std::uint64_t object) : m_object(object), m_isNeeded(!isAlone()) { operateOn(ObjectOp::MutexLock); }
    ~Lock() { operateOn(ObjectOp::MutexUnlock); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

  private:
    void operateOn(ObjectOp operation) const {
      if (m_isNeeded)
        operate(m_object, operation, static_cast<std::uint64_t>(MutexKind::Normal));
    }
    std::uint64_t m_object;
    bool m_isNeeded;
  };

  [[noreturn]] static void refuseMore(int number) {
    char message[96];
    std::snprintf(message, sizeof message, "signal %d is sent while %u of it are pending", number,
                  unsigned{REVISIT_SIGNALS_QUEUED});
    reachLimit(message);
  }
  std::uint64_t entryAt(int number, std::uint64_t index) const {
    return m_base + REVISIT_SIGNALS_ENTRIES + static_cast<unsigned>(number) * REVISIT_SIGNALS_ROOM + 16 * index;
  }
  static std::uint64_t load(std::uint64_t place) { return recordedLoad(place, 8, sequential, REVISIT_FLAG_SERVICE); }
  static void store(std::uint64_t place, std::uint64_t value) {
    recordedStore(place, value, 8, sequential, REVISIT_FLAG_SERVICE);
  }

  std::uint64_t m_base;
  unsigned m_target;
};

template <class F> void forEachSignal(std::uint64_t signals, F&& f) {
  for (; signals != 0; signals &= signals - 1)
    f(__builtin_ctzll(signals) + 1);
}

} // namespace

void addPending(unsigned target, const SentSignal& signal) {
  const Queues queues(target);
  queues.share(signal.number);
  queues.add(signal);
}

std::uint64_t pendingAmong(unsigned target, std::uint64_t signals) {
  const Queues queues(target);
  std::uint64_t found = 0;
  forEachSignal(signals, [&](int number) { found |= queues.look(number) != 0 ? bitOfSignal(number) : 0; });
  return found;
}

SentSignal takePending(unsigned target, std::uint64_t signals, bool byHandler) {
  const Queues queues(target);
  for (; signals != 0; signals &= signals - 1)
    if (const int number = __builtin_ctzll(signals) + 1; queues.look(number) != 0)
      if (const SentSignal taken = queues.take(number); taken.number != 0) {
        if (taken.code == SI_TIMER || (number == SIGALRM && taken.code == SI_KERNEL))
          continueTimer(taken.from, byHandler);
        return taken;
      }
  return {};
}

void forgetPending(int number) {
  if (!exploring())
    return;
  for (unsigned target = 0; target <= maxThreads && !isInChild(); target++)
    if (const Queues queues(target); queues.isSharedAt(number) || (target == me().slot && queues.look(number) != 0))
      queues.forget(number);
  if (const Queues process(ownProcess()); !process.isSharedAt(number) && process.look(number) != 0)
    process.forget(number);
}

void wakeWatches() {
  const Send send(me().process);
  send.wakes();
}

bool isOnlyMine(unsigned target) {
  return target == me().slot || isAlone();
}

bool mayBeSent(std::uint64_t signals) {
  bool found = false;
  for (const unsigned target : {unsigned{me().slot}, ownProcess()})
    if (const Queues queues(target); queues.isAnyShared())
      forEachSignal(signals, [&](int number) { found |= queues.isSharedAt(number); });
  return found;
}

} // namespace revisit::runtime

REVISIT_EXPORT void revisit_machine_tell_sends(void (*tell)(unsigned process, int step)) {
  revisit::runtime::g_tellSend = tell;
}
