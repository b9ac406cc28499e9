// An execution of a Script as events and relations between them: what the axioms of memory models speak about.
#pragma once

#include "brute_world.h"
#include "relation.h"

#include <functional>

namespace revisit::test {

struct WeakEvent {
  enum class Kind : std::uint8_t {
    Access, // of memory
    Fence,
    Operation, // on an object, a creation, a join
    Local      // a decision, a start, an end: nothing that a memory model knows
  };
  Source id;                         // the initial write of location i: {-1, i}; the start of thread t: {t, -1}
  const Instruction* step = nullptr; // null: an initial write, or local
  Kind kind = Kind::Local;
  MemoryOrder order = MemoryOrder::Plain; // of accesses and fences; of a failed compare-and-swap that of its failure
  std::uint32_t location = 0;             // accesses
  bool reads = false, writes = false;     // a store to a part of a location does not read
  // The instruction is a read-modify-write. It does not write where it is a compare-and-swap that fails.
  bool isUpdate = false;
  Source place;       // of a read: the write after which it stands in coherence
  Source content;     // of a read: the write that wrote the bytes which it reads
  bool over = false;  // of an access: whether it found the lifetime of its memory over
  Datum written;      // of a write
  BruteEvent outcome; // of an operation on an object

  bool isAccess() const { return kind == Kind::Access; }
  bool isFence() const { return kind == Kind::Fence; }
  bool isInitial() const { return id.thread < 0; }
};

// What a thread did, what was written to each location from the initial write on, and what was done to each object.
struct WeakHistory {
  std::vector<std::vector<WeakEvent>> threads;
  std::vector<std::vector<Source>> coherence;
  std::map<std::uint32_t, std::vector<Source>> chains;

  const WeakEvent& event(Source id) const { return threads[std::size_t(id.thread)][std::size_t(id.index)]; }
};

// Each thread has an event for its start, before all others. C++ synchronises a creation with that, and so
// program order follows before the thread's first access, which matters for the order of seq_cst events.
struct WeakGraph {
  using Property = std::function<bool(const WeakEvent&)>;

  explicit WeakGraph(const WeakHistory& history);

  // [property]: the identity on the events that have it.
  Relation only(const Property& property) const;
  // The pairs of events with these properties.
  Relation pairs(const Property& from, const Property& to) const;

  std::vector<WeakEvent> events;
  std::map<Source, std::size_t> numbers; // by the event's id: its index in `events` and in the relations
  Relation po;                           // program order
  Relation rf;                           // reads-from: from a read's `place`
  Relation rfContent;                    // from a read's `content`. Differs where a location is written part by part
  Relation co;                           // coherence
  Relation fr;                           // from-read
  Relation sameLocation;                 // between accesses
  Relation chain;                        // the order of the operations on each object
  Relation create;                       // from a creation to all events of the thread
  Relation join;                         // from all events of a thread to its join
  Relation synchronised;                 // the operations on objects that synchronise (weak_objects.h)

private:
  void collect(const WeakHistory& history);
  void relateThreads();
  void relateAccesses(const WeakHistory& history);
  void addOrder(Relation& relation, const std::vector<Source>& order);
};

} // namespace revisit::test
