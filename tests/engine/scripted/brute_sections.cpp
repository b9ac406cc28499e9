#include "brute_sections.h"

#include <fmt/format.h>

namespace revisit::test {

namespace {

using Op = Instruction::Op;

bool isInside(const BruteThread& thread) {
  return thread.inSection && thread.sectionEvents > 0;
}

// What the thread's next step accesses if it goes this way: the name, and whether the step changes it.
std::pair<std::string, bool> touched(const World& world, const BruteSteps& steps, std::size_t t, int way) {
  const Instruction& now = steps.next(world, t);
  switch (now.op) {
  case Op::Load:
  case Op::Await:
    return {fmt::format("x{}", now.location), false};
  case Op::Cas: {
    const Datum value = world.memory[now.location].bytes[now.offset];
    const bool isSpurious = way != 0; // it fails for no reason
    return {fmt::format("x{}", now.location), !isSpurious && value.number == world.threads[t].get(now.a).number};
  }
  case Op::Store:
  case Op::Rmw:
  case Op::EndLife:
    return {fmt::format("x{}", now.location), true};
  case Op::Object:
    return {fmt::format("o{}", now.object), true};
  default:
    return {"", false};
  }
}

} // namespace

int onlyInSection(const World& world) {
  for (std::size_t t = 0; t < world.threads.size(); t++)
    if (const BruteThread& thread = world.threads[t]; !thread.ended && isInside(thread) && !thread.stuck)
      return static_cast<int>(t);
  return -1;
}

void noteTouched(World& world, const BruteSteps& steps, std::size_t t, int way) {
  BruteThread& thread = world.threads[t];
  if (!thread.inSection)
    return;
  const auto [name, changes] = touched(world, steps, t, way);
  (changes ? thread.changedInSection : thread.readInSection).insert(name);
}

void noteStuck(World& world, const BruteSteps& steps) {
  for (std::size_t t = 0; t < world.threads.size(); t++) {
    BruteThread& thread = world.threads[t];
    if (!isInside(thread) || thread.stuck)
      continue;
    thread.stuck = thread.ended ? thread.how == "Blocked" : steps.ways(world, t) == 0;
  }
}

bool someStuckGoesOn(const World& world, const BruteSteps& steps) {
  for (std::size_t t = 0; t < world.threads.size(); t++)
    if (world.threads[t].stuck && !world.threads[t].ended && steps.ways(world, t) > 0)
      return true;
  return false;
}

bool comesAfterStuck(const World& world, const BruteSteps& steps, std::size_t t, int way) {
  const auto [name, changes] = touched(world, steps, t, way);
  for (const BruteThread& other : world.threads)
    if (other.stuck && (other.changedInSection.contains(name) || (changes && other.readInSection.contains(name))))
      return true;
  return false;
}

} // namespace revisit::test
