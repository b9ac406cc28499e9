// The slice of a program: the locations and mutexes that errors may depend on. The others are omitted. An access to an
// omitted location, and locking an omitted mutex, commutes with all steps of other threads up to values that decide
// nothing, so the search takes it at once and has nothing to choose there.
//
// The slice is empty in the beginning. It grows where the search sees that something omitted matters: the values of a
// location reach a decision, a location of the slice, the status of the program; two accesses may race; threads may
// wait for a mutex. What was explored with the smaller slice is void then. engine/DESIGN.md, Slicing, says why this
// loses no error. Thread rule: belongs to one worker.
#pragma once

#include "explore/product/product_state.h"

#include <map>
#include <tuple>
#include <vector>

namespace revisit {

// Rules that are wrong: for tests of the tests.
struct SliceFlaws {
  bool anyRace = false;     // accesses that are not atomic never race
  bool anyWait = false;     // threads never wait for a mutex inside the section of an omitted one
  bool anyStore = false;    // values may be stored to locations of the slice
  bool anyDecision = false; // values may decide
  bool anyOrigin = false;   // where values come from is not part of the state
};

class Slice {
public:
  Slice(Program& program, ProductState& product, const SliceFlaws& flaws)
      : m_program(program), m_product(product), m_flaws(flaws) {}

  // A new exploration begins; what is in the slice stays there. `judgesRaces`: races are errors.
  void reset(bool isOn, bool judgesRaces);
  bool isOn() const { return m_isOn; }
  // Whether the slice has grown since reset(): what was explored is void.
  bool hasGrown() const { return m_hasGrown; }
  const SliceFlaws& flaws() const { return m_flaws; }

  void add(LocationId location) { addTo(m_locations, location.value()); }
  void add(ObjectId mutex) { addTo(m_mutexes, mutex.value()); }
  // All that the thread has read so far on any path: it went on in another way than its symbols say.
  void addReadBy(ThreadId thread);
  // Nothing is omitted from now on, whatever is seen later: there are cycles.
  void addAll();

  bool omits(LocationId location) const { return m_isOn && !isIn(m_locations, location.value()); }
  bool omits(ObjectId mutex) const { return m_isOn && !isIn(m_mutexes, mutex.value()); }
  // Whether the step touches only what is omitted.
  bool omits(const Label& step) const;

  // The thread is about to take this step from the present state; it has taken it, and has seen this.
  void take(ThreadId thread, const Label& step);
  void took(ThreadId thread, const Label& step, const Observation& seen);
  // All omitted steps that were possible were taken.
  void settled();

  // The number that the product keeps with a thread: whether another thread has waited for its end, or else which of
  // the values that it may still depend on are those of omitted locations.
  static constexpr std::uint32_t joined = 1;
  std::uint32_t noteOf(StateId state, std::uint64_t omittedReads);

  // Locations and mutexes that were used and omitted.
  std::uint64_t count() const { return m_accesses.size() + m_taken.size(); }

private:
  // What is known of the accesses to an omitted location.
  struct Accesses {
    ThreadBits readers = 0;
    // While other threads may access it too.
    ThreadBits threads = 0;
    bool isPlain = false, isWritten = false;
    std::vector<ObjectId> locks; // that were held at each of them
  };

  static bool isIn(const std::vector<bool>& set, std::uint32_t number) { return number < set.size() && set[number]; }
  static bool insert(std::vector<bool>& set, std::uint32_t number);
  void addTo(std::vector<bool>& set, std::uint32_t number);
  void access(ThreadId thread, const Label& step);
  void operate(ThreadId thread, const Label& step);
  void leaveSections(ThreadId thread, const Label& step);
  bool isSolitary(ThreadId thread) const;
  bool holds(ThreadId thread, ObjectId mutex) const;
  std::vector<ObjectId> locksOf(ThreadId thread) const;

  Program& m_program;
  ProductState& m_product;
  SliceFlaws m_flaws;
  bool m_isOn = false, m_isAll = false, m_hasGrown = false, m_judgesRaces = true;
  std::vector<bool> m_locations, m_mutexes; // in the slice
  std::vector<bool> m_areMutexes;           // objects
  std::vector<bool> m_renewed;              // mutexes that were initialised or destroyed while others may hold them
  std::map<LocationId, Accesses> m_accesses;
  std::vector<ObjectId> m_taken; // omitted mutexes that were used
  std::map<std::tuple<StateId, std::uint64_t>, std::uint32_t> m_notes;
};

} // namespace revisit
