// A state of the whole program, and how it changes step by step: the product of the automata of its threads with the
// contents of memory and objects. A step is a look-up in an automaton; no process runs. Each thread's state stands for
// everything that the thread depends on, so equal states have equal futures.
//
// A state is named by two vectors (VectorTable): the path condition and the threads; the memory and the objects. Steps
// are undone to marks. Thread rule: belongs to one worker.
#pragma once

#include "base/id_range.h"
#include "base/interner.h"
#include "base/mixing.h"
#include "base/vector_table.h"
#include "explore/product/path_conditions.h"
#include "explore/steps/effect.h"
#include "explore/steps/ways.h"
#include "program/objects/objects.h"
#include "program/program.h"

#include <array>
#include <bit>
#include <map>
#include <span>
#include <tuple>

namespace revisit {

// Threads as a set of bits.
using ThreadBits = std::uint32_t;
constexpr std::size_t maxThreadBits = 32;
constexpr ThreadBits bitOf(ThreadId thread) {
  return ThreadBits{1} << thread.value();
}

// Requires a set that is not empty.
constexpr ThreadId firstOf(ThreadBits threads) {
  return ThreadId(static_cast<std::uint32_t>(std::countr_zero(threads)));
}

// Calls f(thread) for each of them, lowest first.
template <class F> void forEachThread(ThreadBits threads, F&& f) {
  for (; threads != 0; threads &= threads - 1)
    f(firstOf(threads));
}

class ProductState {
public:
  struct Name {
    VectorTable::Id threads = 0, memory = 0;
    std::uint64_t hash() const { return mixed(std::uint64_t{threads} << 32 | memory); }
    friend bool operator==(const Name&, const Name&) = default;
  };
  struct Mark {
    std::size_t changes = 0;
    Name name;
  };

  ProductState(Program& program, PathConditions& conditions) : m_program(program), m_conditions(conditions) {}

  // The initial state: main before its first step, which may be unknown.
  void reset();
  // The state with this name, which this object gave since the last reset.
  void load(const Name& name);
  // Requires that no thread is unresolved.
  Name name() const { return m_name; }
  // The state without path condition and contents of memory: `memory` names the objects. O(objects).
  Name control();
  PathConditions::Id condition() const { return at(conditionSlot); }
  Mark mark() const { return {m_changes.size(), m_name}; }
  void undoTo(const Mark& mark);

  std::size_t threadCount() const { return m_labels.size(); }
  // All threads that are created, lowest first.
  auto createdThreads() const {
    return idsBelow<ThreadId>(threadCount()) | std::views::filter([this](ThreadId t) { return created(t); });
  }
  bool created(ThreadId thread) const { return at(stateSlot(thread)) != 0; }
  // The thread's next step. Requires that it is created and resolved.
  const Label& label(ThreadId thread) const { return *m_labels[thread.value()]; }
  // Requires that no thread is unresolved. `roundStart`: of the round of a marked waiting loop that the thread is in;
  // otherwise invalid.
  StateId state(ThreadId thread) const { return StateId(at(stateSlot(thread)) - 1); }
  StateId roundStart(ThreadId thread) const { return StateId(at(roundSlot(thread)) - 1); }
  bool ended(ThreadId thread) const { return isTerminal(label(thread).kind); }
  // Whether the thread has a next step that can happen now, apart from atomic sections.
  bool enabled(ThreadId thread) const;
  // The threads that can take the next step. Inside an atomic section, that is one thread. O(threads).
  ThreadBits able() const;
  // The threads that are created and have not ended. O(threads).
  ThreadBits going() const;
  // Whether the thread's next step is this operation on the object.
  bool standsBefore(ThreadId thread, ObjectOp operation, ObjectId object) const;
  const ObjectState& object(ObjectId object) const;
  // A number that a search keeps with a thread, at first 0: states that differ in it are different. Requires a thread
  // with a number below maxThreadBits.
  std::uint32_t note(ThreadId thread) const { return at(noteSlot(thread)); }
  void setNote(ThreadId thread, std::uint32_t note) { set(noteSlot(thread), note); }
  // Whether some thread is in an atomic section that it can never leave. Then the section never happened.
  bool isStuckInSection() const;
  // The thread that is inside an atomic section and has a next step there; invalid when there is none. O(threads).
  ThreadId inSection() const;
  // Whether no other thread was created yet.
  bool isAlone(ThreadId thread) const;
  // Whether the access stores, if that is decided.
  bool mayStore(const Label& access);

  // Locations and objects from these numbers on are as they were in the beginning.
  std::size_t locationsUsed() const { return m_used[0]; }
  std::size_t objectsUsed() const { return m_used[1]; }
  // The content of a location.
  Cell content(LocationId location) { return cell(location); }

  // What the thread's next step meets. Valid until the state changes.
  Surroundings surroundings(ThreadId thread);
  // The ways in which the thread's next step can happen, into `ways`. Requires that it is enabled.
  void ways(ThreadId thread, std::vector<Way>& ways);
  // The sum of numberOfBlock over the blocks whose freed marks are shared and set; 0 where blocks are never taken
  // again, because there the labels of threads say what was freed (Label::argument). O(locations).
  std::uint64_t freedBlocks();
  // Takes the step, and returns what the thread observes. The thread, and a thread that it created, are unresolved
  // then.
  Observation step(ThreadId thread, const Way& way);

  // Looks up the next steps of the threads that moved. A round of a waiting loop that failed leads back to its
  // beginning. False: the next step of unknownThread() is not known yet; learn it and call this again.
  bool resolve();
  ThreadId unknownThread() const { return m_unresolved.back(); }
  // The thread's last step ended a round that failed. Valid until the next step.
  bool roundFailed() const { return m_roundFailed; }
  // What threads did about their loops in the last step and after it, up to their next steps. Valid until the next
  // step, and only while it is kept.
  struct LoopsPassed {
    ThreadId thread;
    LoopStepsId steps;
  };
  std::span<const LoopsPassed> loopsPassed() const { return m_loopsPassed; }
  void keepLoopsPassed(bool kept) { m_keepsLoopsPassed = kept; }

  std::size_t bytes() const { return m_table.bytes(); }

private:
  // Where a number of the state is in one of the two vectors of its name. A state of a thread has its id plus one, so
  // that 0 stands for none. Notes come last in theirs, because mostly there are none.
  struct Slot {
    bool isOfMemory;
    std::uint32_t index;
  };
  static constexpr std::uint32_t firstNote = 2 * maxThreadBits + 1;
  static constexpr Slot conditionSlot{false, 0};
  static Slot stateSlot(ThreadId thread) { return {false, 1 + 2 * thread.value()}; }
  static Slot roundSlot(ThreadId thread) { return {false, 2 + 2 * thread.value()}; }
  static Slot noteSlot(ThreadId thread) { return {false, firstNote + thread.value()}; }
  static Slot cellSlot(LocationId location) { return {true, 2 * location.value()}; }
  static Slot objectSlot(ObjectId object) { return {true, 2 * object.value() + 1}; }
  struct Change {
    Slot slot;
    std::uint32_t before;
  };
  using CellNumber = Id<struct CellTag>;
  using ObjectNumber = Id<struct ObjectStateTag>;
  struct CellHash {
    std::uint64_t operator()(const Cell& cell) const;
  };
  struct ObjectHash {
    std::uint64_t operator()(const ObjectState& object) const;
  };

  std::uint32_t at(Slot slot) const {
    const std::vector<std::uint32_t>& numbers = m_numbers[slot.isOfMemory];
    return slot.index < numbers.size() ? numbers[slot.index] : 0;
  }
  std::uint32_t& number(Slot slot);
  void put(Slot slot, std::uint32_t number);
  void set(Slot slot, std::uint32_t number);
  const Cell& cell(LocationId location);
  const Cell& cellOf(std::uint32_t number) const { return m_cells[CellNumber(number - 1)]; }
  ExprId storesHere(const Label& access);
  std::uint32_t numberOfCell(LocationId location, const Cell& cell);
  bool writerStands(ThreadId reader, ObjectId lock) const;
  StateId endOf(ThreadId thread);
  class Context;

  // What the thread's next step meets, without the content of memory.
  Surroundings around(ThreadId thread, const Label& label) const;
  // The outcome of the thread's next step, a BlockTake: block_choice.cpp. O(blocks x (locations + threads)).
  std::uint32_t blockToTake(ThreadId thread);
  bool isFreed(LocationId mark);
  bool isHeldBy(ThreadId thread, const OfferedBlock& block);
  bool isInUse(const OfferedBlock& block);

  Program& m_program;
  PathConditions& m_conditions;
  VectorTable m_table;
  Name m_name;
  std::vector<Change> m_changes;
  // By slot, as in the vectors of the name. Of a cell: that of its content, 0 as it was in the beginning. Of an object:
  // that of its state, 0 if it was never used.
  std::array<std::vector<std::uint32_t>, 2> m_numbers;
  std::array<std::size_t, 2> m_used{}; // locations and objects
  std::vector<const Label*> m_labels;  // by thread: its next step; null: not created
  std::vector<ThreadId> m_unresolved;
  bool m_roundFailed = false;
  bool m_keepsLoopsPassed = false;
  std::vector<LoopsPassed> m_loopsPassed;

  // The states in which threads ended, by thread and last label.
  std::map<std::tuple<ThreadId, LabelKind, PositionId>, std::vector<StateId>> m_ends;

  HashedInterner<CellNumber, Cell, CellHash> m_cells; // their numbers are one larger
  std::vector<Cell> m_initial;                        // by location
  HashedInterner<ObjectNumber, ObjectState, ObjectHash> m_objects;
};

} // namespace revisit
