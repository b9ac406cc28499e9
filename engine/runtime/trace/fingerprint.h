// The fingerprint of a thread's state: 128 bits over everything that the thread's further behaviour depends on, except
// what it still has to observe. Two histories with the same fingerprint are one state of the thread's automaton. Where
// some part of the state cannot be known, there is no fingerprint. Thread rule: called by the thread that has the
// baton.
#pragma once

#include "runtime/trace/state.h"

namespace revisit::runtime {

// Whether fingerprints are computed in this run.
bool makesFingerprints();

// The calling thread is about to give up its turn before this event. Computes the fingerprint of its state, which
// leaves out the event: the engine compares its label. O(live bytes of its frames + memory stored to since the last
// fingerprint).
Fingerprint fingerprintAt(const Pending& event);

// REVISIT_REPEATS if the calling thread is inside a loop whose number of rounds is not known, else 0. O(frames).
std::uint8_t repeatsBit();

// Whether the state of the calling thread is not known: it called code whose effects are not followed, or it handles an
// exception.
bool isStateUnknown();
// The address on the calling thread's stack from which on all frames are those of instrumented functions whose
// variables are described; 0: there are others among them. O(frames).
std::uint64_t describedFrom();
// Calls see(begin, end) for the live memory of these frames that only the thread uses. Requires describedFrom() != 0.
void forEachLiveRange(void (*see)(std::uint64_t begin, std::uint64_t end));
// The fingerprint of a state about which this is known too.
void mixIn(Fingerprint& fingerprint, std::uint64_t word);

// The calling thread was given a block of the heap, or freed one.
void noteBlock(std::uint64_t block, std::uint64_t bytes, std::uint64_t kind);
void noteFreedBlock(std::uint64_t block, std::uint64_t bytes);
// It was given a block again that it was given before with this kind. noteBlock follows.
void noteRecycledBlock(std::uint64_t block, std::uint64_t bytes, std::uint64_t kind);
// Adds the fingerprint of a parked thread's state to the trace, if it is known. The thread's event is recorded next.
void recordFingerprint(const Thread& thread);
// Looks up what fingerprints need to know about libraries. Called before the first run.
void prepareFingerprints();
// From now on its state is not known, because of `what` it did with `name` there ("its call of foo"), which the
// channel tells.
void loseFingerprint(const char* what, const char* name = "");

} // namespace revisit::runtime
