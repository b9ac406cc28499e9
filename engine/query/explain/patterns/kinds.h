// Each pattern, a function of its own. All are conservative: what they say is so in this execution.
#pragma once

#include "query/explain/patterns/evidence.h"
#include "query/explain/patterns/pattern.h"

namespace revisit::patterns {

// --- Memory, for errors that an event of the failing thread shows.
// Read, another thread's write, a write that overwrites it unread; what failed read the outcome.
std::optional<Pattern> lostUpdate(const Evidence& evidence);
// Read, another thread's write, and the failing thread finds something else than it had seen.
std::optional<Pattern> checkThenAct(const Evidence& evidence);
// The same of the thread that wrote what the failing thread read: it checked under a lock, released it, and acted under
// the lock again without another look.
std::optional<Pattern> staleCheck(const Evidence& evidence);
// A compare-and-swap succeeds because the value came back, and installs what was read before that.
std::optional<Pattern> aba(const Evidence& evidence);
std::optional<Pattern> useAfterFree(const Evidence& evidence);
std::optional<Pattern> doubleFree(const Evidence& evidence);
// What failed was decided by an unknown input right before.
std::optional<Pattern> outOfRangeInput(const Evidence& evidence);
// Woken, and what was checked before the wait is used without checking it again.
std::optional<Pattern> uncheckedWake(const Evidence& evidence);
// A wait ended for no reason, and the thread did not wait again before it failed.
std::optional<Pattern> spuriousWake(const Evidence& evidence);

// What one thread has written is overwritten by another before anyone reads it; what failed read the second.
std::optional<Pattern> overwrittenMessage(const Evidence& evidence);
// A thread sets a sign and writes the content later; what failed has seen the sign, and not yet the content. Also where
// both are parts of one thing.
std::optional<Pattern> earlyPublication(const Evidence& evidence);
// An exception that nothing catches reaches the end of a destructor, or of another function that is noexcept.
std::optional<Pattern> exceptionLeaves(const Evidence& evidence);
// A thread reads a sign to stop and ends, though nobody has seen what was written before the sign, under the same lock.
std::optional<Pattern> earlyEnd(const Evidence& evidence);

// No pattern, but what there is where none fits: what the failing thread read last of what others wrote, and who wrote
// it.
std::optional<Pattern> whatItRead(const Timeline& timeline);

// --- Races.
// An access of a handler, and the one that it interrupts.
std::optional<Pattern> interruptedAccess(const Evidence& evidence);
// Content is written, then a pointer or a flag; the other thread reads that, then the content.
std::optional<Pattern> publication(const Evidence& evidence);
// Read and write of both threads, which the race lets come between each other.
std::optional<Pattern> racingUpdate(const Evidence& evidence);
// Any race: the locks held at both accesses.
std::optional<Pattern> unlockedAccess(const Evidence& evidence);

// --- Waiting.
// Each thread holds what the one before it wants.
std::optional<Pattern> lockCycle(const Evidence& evidence);
// A thread asks again for a lock that it holds.
std::optional<Pattern> selfDeadlock(const Evidence& evidence);
// A thread asks to read what is held for reading, in a run in which the writer that comes first asked later.
std::optional<Pattern> behindWriter(const Evidence& evidence);
// A thread ended with the lock.
std::optional<Pattern> neverGivenBack(const Evidence& evidence);
// The signal was sent between the check and the wait, when nobody waited.
std::optional<Pattern> lostWakeUp(const Evidence& evidence);
// What a thread waits for was set twice before anyone looked, and taken once.
std::optional<Pattern> lostMessage(const Evidence& evidence);
// The thread that would have woken it looked before anyone waited.
std::optional<Pattern> earlyLook(const Evidence& evidence);
// The change that is waited for was signalled on another condition variable.
std::optional<Pattern> otherCondition(const Evidence& evidence);
// The signal woke a thread that had to wait again.
std::optional<Pattern> wrongWaiter(const Evidence& evidence);
// The change concerns several threads that wait, and one signal woke one of them.
std::optional<Pattern> oneSignal(const Evidence& evidence);
// Nothing signals after the wait began.
std::optional<Pattern> missingNotify(const Evidence& evidence);

// --- Descriptors.
// A flag tells others that a thread was woken already; it is cleared after the pipe was read, and so too late.
std::optional<Pattern> lateFlag(const Evidence& evidence);
// A reader waits for an end that does not come, because a descriptor to write is still open.
std::optional<Pattern> openWriteEnd(const Evidence& evidence);
// An edge-triggered watch reports nothing, though there are bytes: the thread did not read all of them.
std::optional<Pattern> undrainedEdge(const Evidence& evidence);
// The watch was off after its report.
std::optional<Pattern> spentOneShot(const Evidence& evidence);
// Another thread closed it.
std::optional<Pattern> closedDescriptor(const Evidence& evidence);

} // namespace revisit::patterns
