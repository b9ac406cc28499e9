// Executes one step of a thread of a Script, for the brute force.
#pragma once

#include "brute_values.h"

namespace revisit::test {

class BruteSteps {
public:
  // Properties of a step in addition to the new state.
  struct Told {
    bool isDropped = false;   // it shows nothing
    bool roundFailed = false; // it ended a round of a waiting loop that failed
  };

  // `failing`: attempts may fail without a reason. `ordered`: barriers whose arrivals have an order in the texts.
  BruteSteps(const Script& script, bool failing, std::set<std::uint32_t> ordered)
      : m_script(script), m_failing(failing), m_ordered(std::move(ordered)) {}

  // Sets the value of an input.
  void setInput(int thread, int index, std::uint64_t value) { m_values.setInput(thread, index, value); }

  // What main does before its first step.
  Told begin(World& world);
  // The number of ways in which the thread's next step can happen now; 0: it waits. Requires a thread that has not
  // ended.
  int ways(const World& world, std::size_t thread) const;
  // Whether the thread's next step is this operation on the object.
  bool standsBefore(const World& world, std::size_t thread, ObjectOp operation, std::uint32_t object) const;
  // Takes the thread's next step in this way, and executes everything up to the step after it.
  Told step(World& world, std::size_t thread, int way);

  // The thread's next step. Requires a thread that has not ended.
  const Instruction& next(const World& world, std::size_t thread) const {
    return m_script.threads[thread][world.threads[thread].pc];
  }

private:
  bool mayMakeWay(const World& world, std::size_t t, const Instruction& now) const;
  bool misuses(const World& world, const Instruction& now) const;
  void act(World& world, std::size_t t, const Instruction& now, int way);
  void store(World& world, std::size_t t, const Instruction& now);
  static void endLife(World& world, std::size_t t, const Instruction& now);
  void update(World& world, std::size_t t, const Instruction& now);
  void compareAndSwap(World& world, std::size_t t, const Instruction& now, int way);
  void operate(World& world, std::size_t t, const Instruction& now, int way);
  void tellOperation(World& world, std::size_t t, const Instruction& now, int way, std::uint64_t result);
  void runLocal(World& world, std::size_t t);
  bool local(World& world, std::size_t t, const Instruction& now);
  static void enumerate(World& world, std::size_t t, const Instruction& now);
  static void leave(World& world, std::size_t t, const Instruction& now);
  bool decide(World& world, std::size_t t, const Instruction& now);
  bool again(World& world, std::size_t t, const Instruction& now);

  const Script& m_script;
  bool m_failing;
  std::set<std::uint32_t> m_ordered;
  BruteValues m_values;
  Told m_told; // of the present step
};

} // namespace revisit::test
