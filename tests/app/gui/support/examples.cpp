#include "examples.h"

#include "random_witness.h"
#include "witnesses.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>

namespace revisit::gui::test {
namespace {

constexpr std::array sources = {"lost_update/lost_update.c", "deadlock/transfer.c", "sensor/sensor.c",
                                "bounded_queue/bounded_queue.cpp"};

struct Explored {
  revisit::test::TemporaryFolder folder;
  std::string witness;
};

Witness longOne(unsigned events) {
  RandomShape shape;
  shape.events = events;
  shape.threads = 6;
  shape.objects = 3;
  shape.bytes = 64;
  return randomWitness(1, shape);
}

} // namespace

const std::string& witnessOf(Example example) {
  static std::array<Explored, sources.size()> explored;
  const auto index = static_cast<std::size_t>(example);
  Explored& found = explored[index];
  if (found.witness.empty()) {
    const std::string source = std::string(SOURCES) + "/examples/" + sources[index];
    const std::vector<std::string> witnesses = revisit::test::check(found.folder.path(), source);
    EXPECT_FALSE(witnesses.empty()) << source;
    found.witness = witnesses.empty() ? "no witness of " + source : witnesses.front();
  }
  return found.witness;
}

std::string programOf(Example example) {
  return executionOf(example)->witness().program.path;
}

ExecutionPointer executionOf(Example example) {
  Result<ExecutionPointer> opened = openExecution(witnessOf(example));
  if (!opened)
    ADD_FAILURE() << opened.error().what;
  return opened ? *opened : nullptr;
}

ExecutionPointer longExecution(unsigned events) {
  Result<Timeline> timeline = Timeline::make(longOne(events));
  if (!timeline)
    ADD_FAILURE() << timeline.error().what;
  return timeline ? std::make_shared<const Execution>("long.revisit", std::move(*timeline)) : nullptr;
}

std::string longWitness(const std::string& folder, unsigned events) {
  const std::string path = folder + "/long.revisit";
  std::ofstream(path) << witnessToJson(longOne(events));
  return path;
}

} // namespace revisit::gui::test
