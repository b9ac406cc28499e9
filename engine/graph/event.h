// One event of an execution graph.
#pragma once

#include "program/label.h"
#include "program/objects/objects.h"

namespace revisit {

using EventId = Id<struct EventTag>; // a slot of one graph; valid while the event is in the graph or its log

struct Event {
  ThreadId thread;         // invalid for the initial write of a location
  std::uint32_t index = 0; // position in program order
  std::uint32_t stamp = 0; // when it was added; a revisited read keeps its stamp
  const Label* label = nullptr;
  StateId before, after; // the thread's state around it
  Observation seen;
  Value written;
  ExprId condition; // of a decision, or of a compare-and-swap on symbolic data; the inputs give it this side:
  bool side = false;
  EventId rf;
  EventId firstReader, nextReader, previousReader; // its readers, and its neighbours among the readers of its rf
  EventId previous, next;                          // coherence neighbours of a write, chain neighbours of an operation
  ObjectState object;                              // the object's state after it
  std::uint32_t outcome = 0;                       // of an object operation
  LocationId location;
  bool writes = false;                   // stores to its location
  bool reads = false;                    // reads from its location
  bool displaced = false;                // took the place of another operation
  MemoryLife leaves = MemoryLife::Alive; // writes: the lifetime state that a reader observes
  bool isDependedOn = false;             // an object operation that the operations after it depend on
  bool countsForIdentity = false; // an object operation whose place in its chain is part of the execution's identity
  // It commutes with the other free events on its object or location, because nothing can tell their order
  // (explore/reductions). Their order in the chain or in coherence is then only one of those that are possible.
  bool free = false;
  // Free critical sections (explore/reductions/free_sections.h): the lock of the section that the event belongs to, if
  // any; of the lock and the unlock, the section's number (SectionConflicts), otherwise 0; how many mutexes its thread
  // has locked, itself included.
  EventId section;
  std::uint32_t sectionNumber = 0;
  std::uint32_t locks = 0;
  // Of the lock of a free section that was displaced: the number of the section that it displaced.
  std::uint32_t displacedSection = 0;
  // Equal threads (explore/reductions/equal_threads.h): the elder's event that it comes after; whether it and all
  // events of its thread before it are as those of the elder.
  EventId twin;
  bool isLikeTwin = false;
  ThreadId elder; // of a created thread
  bool isAtomicUpdate() const { return reads && writes; }
  // An update that stores the value that it read, where its label leaves open whether it stores (mayOnlyRead).
  bool isSilentUpdate() const { return isAtomicUpdate() && mayOnlyRead(*label) && !seen.taken; }
  // An update that commutes with its neighbours in coherence (explore/reductions/free_accesses.h). It has no rf, and
  // what it reads and stores follows from the order in which the graph is shown.
  bool isFreeUpdate() const { return free && writes && label->kind == LabelKind::Rmw; }
};

} // namespace revisit
