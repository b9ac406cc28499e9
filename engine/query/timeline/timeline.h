// A witness with indices: happens-before, the accesses to each byte, reads-from. Owns its witness, does not change
// after it was made, and may be read from several threads at once.
//
// An event's NUMBER is its place in Witness::schedule, from 1. A POSITION p, 0..size(), means that p events are done:
// at position n event n was just done. Functions that take a number require 1..size(); those that take a position
// 0..size(); those that take a thread require an index into Witness::threads.
#pragma once

#include "base/result.h"
#include "query/timeline/access_index.h"
#include "query/timeline/causal_order.h"
#include "query/timeline/event_kind.h"
#include "witness/byte_range.h"
#include "witness/witness.h"

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace revisit {

// The values in an event's bytes before and after it.
struct ValueChange {
  EventNumber number = 0;
  unsigned thread = 0;
  std::optional<std::uint64_t> seen, written;
  friend bool operator==(const ValueChange&, const ValueChange&) = default;
};

class Timeline {
public:
  // O(n * threads + n log n). Fails with BadFormat when an event or the error is of a thread that does not exist, the
  // events of a thread do not stand in program order or begin before its creation, or an event reads from one that does
  // not exist or comes later.
  static Result<Timeline> make(Witness witness);

  const Witness& witness() const { return m_witness; }
  std::size_t size() const { return m_witness.schedule.size(); }
  const WitnessEvent& event(EventNumber number) const { return m_witness.schedule[number - 1]; }

  // --- Program order. O(log n).
  // Returns nothing when there is no such thread or event.
  std::optional<EventNumber> numberOf(unsigned thread, unsigned index) const;
  std::span<const EventNumber> eventsOf(unsigned thread) const { return m_threads[thread]; }
  std::optional<EventNumber> nextOfThread(EventNumber number) const;
  std::optional<EventNumber> previousOfThread(EventNumber number) const;
  // The thread's first event that is not done at the position, and its last event that is.
  std::optional<EventNumber> nextOf(unsigned thread, SchedulePosition position) const;
  std::optional<EventNumber> lastOf(unsigned thread, SchedulePosition position) const;

  // --- Threads. O(1).
  // The event that created the thread; nothing for main.
  std::optional<EventNumber> creationOf(unsigned thread) const { return m_creations[thread]; }
  // Create: the thread that it starts. Join: the thread that it waited for.
  std::optional<unsigned> childOf(EventNumber number) const { return m_children[number]; }

  // --- Memory. O(log n + answer); lists are sorted by number unless stated otherwise.
  // The bytes that the event accesses; size 0 when it accesses none.
  ByteRange rangeOf(EventNumber number) const;
  // The accesses that overlap the range, and the operations on objects that begin in it.
  std::vector<EventNumber> touching(const ByteRange& range) const;
  // The values that the overlapping accesses read and wrote (of their own bytes, not of the range).
  std::vector<ValueChange> history(const ByteRange& range) const;
  // The writes that overlap the range, in coherence order.
  std::vector<EventNumber> coherenceOrder(const ByteRange& range) const;
  // Whether `first` is coherence-before `second`, for two writes that overlap.
  bool coherenceBefore(EventNumber first, EventNumber second) const;
  // The coherence-latest write to the range that is done at the position; nothing: the range has its initial value.
  std::optional<EventNumber> writer(const ByteRange& range, SchedulePosition position) const;
  // The coherence neighbours of the event among the writes to its bytes, relative to the event's place in the schedule.
  // What comes next after a stale read is next after its source.
  std::optional<EventNumber> previousWriter(EventNumber number) const;
  std::optional<EventNumber> nextWriter(EventNumber number) const;
  // The write that the event reads from; nothing for the initial value and for events that do not read.
  std::optional<EventNumber> readsFrom(EventNumber number) const;
  // The events that read from this one.
  std::span<const EventNumber> readersOf(EventNumber number) const { return m_readers[number]; }

  // --- Objects. O(log n).
  // All operations on the event's object, in schedule order; empty for events that are not operations on an object.
  // Objects are distinguished by address, or by name when the witness has no address.
  std::span<const EventNumber> chainOf(EventNumber number) const;
  std::optional<EventNumber> chainPrevious(EventNumber number) const;

  // --- Causality.
  // Closure of program order, reads-from, object chains, create to first event, last event to join. Strict. O(1).
  bool happensBefore(EventNumber first, EventNumber second) const;
  // Happens-before without the event that `second` itself reads from and without the operation before it on its object.
  // If `first` is done before `second` and the result is false, only this schedule orders the two. O(1).
  bool forcedBefore(EventNumber first, EventNumber second) const;
  // The events that happen before this one, without the event itself. O(answer log answer).
  std::vector<EventNumber> causalPrefix(EventNumber number) const;

  // --- Selections. O(log n + answer).
  std::span<const EventNumber> ofKind(EventKind kind) const { return m_kinds[static_cast<std::size_t>(kind)]; }
  // Accesses to, and operations on, the location or object of this name or a part of it ("window" also finds
  // "window.jobs[1]").
  std::vector<EventNumber> named(const std::string& name) const;
  // Events that have this line number at a call site outside system headers, in any file.
  std::span<const EventNumber> atLine(unsigned line) const;
  // The position at which what the witness is about appears: where its goal holds, otherwise the error.
  SchedulePosition subject() const;
  // The position at which the error appears: after its thread's error event; at the end for a deadlock or livelock, or
  // without an error.
  SchedulePosition bug() const;

private:
  explicit Timeline(Witness witness) : m_witness(std::move(witness)) {}
  Status indexThreads();
  Status indexReadsFrom();
  void indexPlaces();
  void indexObjects();
  void indexAccesses();
  Status indexCauses();

  static constexpr std::size_t noObject = ~std::size_t{0};

  Witness m_witness;
  std::vector<std::vector<EventNumber>> m_threads; // by thread, in program order
  std::vector<std::size_t> m_ordinals;             // by number: the index in m_threads
  std::vector<std::optional<EventNumber>> m_creations;
  std::vector<std::optional<unsigned>> m_children; // by number
  std::vector<EventNumber> m_sources;              // by number: the write that it reads from; 0: none
  std::vector<std::vector<EventNumber>> m_readers; // by number
  std::vector<std::vector<EventNumber>> m_chains;  // by object
  std::vector<std::size_t> m_objects;              // by number: the index in m_chains, or noObject
  std::array<std::vector<EventNumber>, eventKinds> m_kinds;
  std::map<std::string, std::vector<EventNumber>> m_names;
  std::unordered_map<unsigned, std::vector<EventNumber>> m_lines;
  AccessIndex m_accesses;
  CausalOrder m_order;
};

} // namespace revisit
