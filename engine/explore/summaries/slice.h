// The slice of a program: the locations and mutexes that errors may depend on. The others are omitted. An access to an
// omitted location, and locking an omitted mutex, commutes with all steps of other threads up to values that decide
// nothing, so the search takes it at once and has nothing to choose there.
//
// The slice is empty in the beginning. It grows where the search sees that something omitted matters: the values of a
// location reach a decision, a location of the slice, the status of the program; two accesses may race; threads may
// wait for a mutex. What was explored with the smaller slice is void then. states/DESIGN.md, Slicing, says why this
// loses no error. Thread rule: belongs to one worker.
#pragma once

#include "explore/product/product_state.h"

#include <map>
#include <tuple>
#include <vector>

namespace revisit {

class Slice {
public:
  // `judgesRaces`: races are errors.
  Slice(Program& program, ProductState& product, bool judgesRaces)
      : m_program(program), m_product(product), m_judgesRaces(judgesRaces) {}
  virtual ~Slice() = default;

  // A new exploration begins; what is in the slice stays there.
  void reset(bool isOn);
  bool isOn() const { return m_isOn; }
  // Whether the slice has grown since reset(): what was explored is void.
  bool hasGrown() const { return m_hasGrown; }

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
  // Whether the step may use values of omitted locations: it only puts them into others.
  virtual bool mayUseOmitted(const Label& step) const { return isMemory(step.kind) && omits(step.location); }

  // The thread is about to take this step from the present state; it has taken it, and has seen this.
  void take(ThreadId thread, const Label& step);
  void took(ThreadId thread, const Label& step, const Observation& seen);
  // All omitted steps that were possible were taken.
  virtual void settled();

  // The number that the product keeps with a thread: whether another thread has waited for its end, or else which of
  // the values that it may still depend on are those of omitted locations.
  static constexpr std::uint32_t joined = 1;
  virtual std::uint32_t noteOf(StateId state, std::uint64_t omittedReads);

  // Locations and mutexes that were used and omitted.
  std::uint64_t count() const { return m_accesses.size() + m_taken.size(); }

protected:
  // In the section of an omitted mutex a thread must not wait, and others must not see how far it is.
  virtual void leaveSections(ThreadId thread, const Label& step);

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
  bool isSolitary(ThreadId thread) const;
  bool holds(ThreadId thread, ObjectId mutex) const;
  std::vector<ObjectId> locksOf(ThreadId thread) const;

  Program& m_program;
  ProductState& m_product;
  bool m_judgesRaces, m_isOn = false, m_isAll = false, m_hasGrown = false;
  std::vector<bool> m_locations, m_mutexes; // in the slice
  std::vector<bool> m_areMutexes;           // objects
  std::vector<bool> m_renewed;              // mutexes that were initialised or destroyed while others may hold them
  std::map<LocationId, Accesses> m_accesses;
  std::vector<ObjectId> m_taken; // omitted mutexes that were used
  std::map<std::tuple<StateId, std::uint64_t>, std::uint32_t> m_notes;
};

} // namespace revisit
