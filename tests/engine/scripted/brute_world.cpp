#include "brute_world.h"

#include <fmt/format.h>

namespace revisit::test {

void BruteEvent::retell() {
  text = eventText(kind, source, predecessor, decision, number);
}

World::World(const Script& script) : threads(script.threads.size()), memory(script.locationSizes.size()) {
  for (std::size_t i = 0; i < memory.size(); i++)
    for (unsigned b = 0; b < script.locationSizes[i]; b++)
      memory[i].bytes[b].number = script.initialValues[i] >> (8 * b) & 0xff;
  threads[0].created = true;
}

void World::add(std::size_t thread, const char* kind, Source source, Source predecessor, bool decision,
                std::uint64_t number) {
  threads[thread].events.push_back({kind, source, predecessor, decision, number, {}, 0, false, nullptr});
  threads[thread].events.back().retell();
}

void World::end(std::size_t thread, const char* kind) {
  add(thread, kind);
  threads[thread].ended = true;
  threads[thread].how = kind;
}

Source World::here(std::size_t thread) const {
  return {static_cast<int>(thread), static_cast<int>(threads[thread].events.size())};
}

std::string World::text() const {
  std::string all;
  for (const BruteThread& thread : threads) {
    for (const BruteEvent& event : thread.events) {
      all += event.text;
      all += ' ';
    }
    all += '|';
  }
  return all;
}

std::string eventText(const char* kind, Source source, Source predecessor, bool decision, std::uint64_t number) {
  return fmt::format("{}:{}.{}:{}.{}:{}:{}", kind, source.thread, source.index, predecessor.thread, predecessor.index,
                     decision ? 1 : 0, number);
}

} // namespace revisit::test
