#include "brute_endings.h"

#include <algorithm>

#include <fmt/format.h>

namespace revisit::test {

namespace {

// Whether a thread that takes several locks at once has one that another thread waits for, while it waits for the next
// one.
bool givesBack(const World& world, const BruteSteps& steps) {
  for (std::size_t t = 0; t < world.threads.size(); t++) {
    const BruteThread& thread = world.threads[t];
    const Instruction* mine = nextOperation(world, steps, t);
    if (mine == nullptr || mine->lockBatch == 0 || mine->lockBatch != thread.lockBatch)
      continue;
    for (std::size_t u = 0; u < world.threads.size(); u++)
      if (const Instruction* other = nextOperation(world, steps, u);
          other != nullptr && u != t && thread.takenTogether.contains(other->object))
        return true;
  }
  return false;
}

} // namespace

bool isGoing(const BruteThread& thread) {
  return thread.created && !thread.ended;
}

const Instruction* nextOperation(const World& world, const BruteSteps& steps, std::size_t t) {
  if (!isGoing(world.threads[t]))
    return nullptr;
  const Instruction& now = steps.next(world, t);
  return now.op == Instruction::Op::Object ? &now : nullptr;
}

std::string endingOf(const World& world, const BruteSteps& steps) {
  const auto someEnded = [&](const char* how) {
    return std::ranges::any_of(world.threads, [&](const BruteThread& thread) { return thread.how == how; });
  };
  if (someEnded("Error"))
    return "erroneous";
  if (someEnded("Blocked"))
    return "blocked";
  if (someEnded("Cut") || someEnded("Unsupported"))
    return "cut";
  if (someEnded("Exit") || std::ranges::none_of(world.threads, isGoing))
    return "complete";
  return givesBack(world, steps) ? "blocked" : "deadlocked";
}

std::string outcomeOf(const World& world, const BruteSteps& steps) {
  std::string outcome = endingOf(world, steps);
  for (const BruteThread& thread : world.threads)
    outcome += thread.how == "End" ? fmt::format(" {}", thread.returned.number) : " -";
  return outcome;
}

std::string endStateOf(const World& world, const BruteSteps& steps, const Script& script) {
  std::string state = outcomeOf(world, steps);
  for (std::size_t i = 0; i < world.memory.size(); i++)
    for (unsigned byte = 0; byte < script.locationSizes[i]; byte++)
      state += fmt::format("{}{:02x}", byte == 0 ? " " : "", world.memory[i].bytes[byte].number);
  return state;
}

} // namespace revisit::test
