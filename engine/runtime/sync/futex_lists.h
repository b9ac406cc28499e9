// Who waits for which futex, for programs that wait with sets of bits or move those that wait from one futex to another
// one. Each thread has a place that says for what it waits, and wakes up from a condition variable there; a lock is
// held by whoever looks at the places. As long as no run has shown such a call, futexes have queues instead
// (futex.cpp), and calls on different ones have no order. Thread rule: called by the thread that has the baton, during
// a run.
#pragma once

#include <cstdint>
#include <ctime>

namespace revisit::runtime {

// Whether some run has shown that lists are needed.
bool futexesHaveLists();
// From the next run on they are.
void futexesNeedLists();

// The lock of the lists.
void lockFutexLists();
void unlockFutexLists();
// The caller holds it. Wakes at most that many of the threads that wait for the futex with one of these bits. Returns
// their number.
long wakeListed(std::uint64_t futex, std::uint32_t most, std::uint32_t bits);
// The same: from now on at most that many of those that wait for the one futex wait for the other one.
long moveListed(std::uint64_t from, std::uint64_t to, std::uint32_t most);
// The same: the calling thread releases the lock and waits for the futex until another thread wakes it or its limit has
// passed: `until` is an absolute time, `during` a duration, null is no limit. `isExact`: the wait has no spurious
// wake-ups. Returns 0 or an error number.
int sleepListed(std::uint64_t futex, std::uint32_t bits, const timespec* until, const timespec* during, bool isExact);

} // namespace revisit::runtime
