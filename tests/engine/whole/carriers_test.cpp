// For every execution of every small program, the trace on OS threads equals the trace on fibers: thread, position,
// location and value of every record.
#include "check/worker/launch.h"
#include "explore/condpor/condpor.h"
#include "explore/exploration_state.h"
#include "memory/sequential.h"
#include "program/behaviour_cache.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fmt/format.h>

namespace revisit::test::carriers_test {

namespace {

constexpr std::size_t mostExecutions = 150;

struct SmallProgram {
  const char* source; // below tests/programs
  const char* defines;
};

std::unique_ptr<NativeOracle> makeOracle(ExpressionPool& pool, const std::string& program, bool osThreads) {
  const auto image = openInstrumented(program);
  EXPECT_TRUE(image.ok());
  if (!image.ok())
    return nullptr;
  NativeOptions options;
  options.osThreads = osThreads;
  auto oracle = launchOracle(pool, image.value(), program, {}, options);
  EXPECT_TRUE(oracle.ok()) << (oracle.ok() ? "" : oracle.error().what);
  return oracle.ok() ? std::move(*oracle) : nullptr;
}

std::vector<std::vector<unsigned>> pathsOf(const RevisitChannel& channel) {
  std::vector<std::vector<unsigned>> paths(channel.slotCount);
  for (std::uint32_t slot = 1; slot < channel.slotCount; slot++) {
    paths[slot] = paths[channel.slots[slot].creator];
    paths[slot].push_back(channel.slots[slot].index);
  }
  return paths;
}

// The trace as text; chains as their return addresses.
std::vector<std::string> traceText(const RevisitChannel& channel) {
  std::vector<std::string> lines;
  for (std::uint32_t i = 0; i < channel.recordCount; i++) {
    const RevisitRecord& r = channel.records[i];
    std::string chain;
    for (std::uint32_t node = r.chain; node != 0; node = channel.chains[node].parent)
      chain += fmt::format(" {:x}", channel.chains[node].pc);
    lines.push_back(fmt::format("{} T{} size {} op {} flags {} at {:x}: {:x} -> {:x}, {:x} {:x};{}", r.kind, r.thread,
                                r.size, r.op, r.flags, r.address, r.before, r.after, r.extra64, r.operand, chain));
  }
  return lines;
}

class Carriers : public ::testing::TestWithParam<SmallProgram> {};

} // namespace

TEST_P(Carriers, TraceAlikeInEveryExecution) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("revisit-carriers-{}", getpid());
  std::filesystem::create_directories(folder);
  const std::string source = fmt::format("{}/{}", REVISIT_PROGRAMS, GetParam().source);
  const std::string program = folder / "program";
  const char* compiler = source.ends_with(".cpp") ? "revisit-c++" : "revisit-cc";
  ASSERT_EQ(std::system(
                fmt::format("{}/{} -w {} -o {} {} -pthread", REVISIT_BIN, compiler, GetParam().defines, program, source)
                    .c_str()),
            0);
  ExpressionPool pool;
  const std::unique_ptr<Solver> solver = makeSolver(pool);
  const std::unique_ptr<NativeOracle> explored = makeOracle(pool, program, false);
  ASSERT_TRUE(explored);
  BehaviourCache cache(*explored, pool);
  SequentialConsistency model;
  ExploreOptions options;
  options.keepGoing = true;
  options.maxExecutions = mostExecutions;
  std::vector<Plan> plans;
  const auto explorer = makeConDpor(cache, model, *solver, options);
  explorer->onExecution([&](const Execution& execution) {
    if (execution.number == 1)
      plans.clear();
    if (Result<Plan> plan = execution.state.planner().plan(); plan.ok())
      plans.push_back(std::move(*plan));
  });
  const Result<Exploration> result = explorer->run();
  ASSERT_TRUE(result.ok()) << result.error().what;
  ASSERT_FALSE(plans.empty());

  const std::unique_ptr<NativeOracle> fibers = makeOracle(pool, program, false);
  const std::unique_ptr<NativeOracle> threads = makeOracle(pool, program, true);
  for (NativeOracle* oracle : {fibers.get(), threads.get()})
    ASSERT_TRUE(
        oracle->restore(pathsOf(explored->lastTrace()), explored->sharedRanges(), explored->mortalObjects()).ok());
  for (std::size_t i = 0; i < plans.size(); i++) {
    ASSERT_TRUE(fibers->run(plans[i]).ok()) << "execution " << i;
    ASSERT_TRUE(threads->run(plans[i]).ok()) << "execution " << i;
    const std::vector<std::string> a = traceText(fibers->lastTrace()), b = traceText(threads->lastTrace());
    ASSERT_FALSE(a.empty());
    for (std::size_t line = 0; line < std::min(a.size(), b.size()); line++)
      ASSERT_EQ(a[line], b[line]) << "execution " << i << ", record " << line;
    ASSERT_EQ(a.size(), b.size()) << "execution " << i;
  }
  std::filesystem::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(
    Small, Carriers,
    ::testing::Values(
        SmallProgram{"paper/lb_queue.c", "-DINS=2 -DREM=2"}, SmallProgram{"paper/hw_queue.c", "-DINS=2 -DREM=1"},
        SmallProgram{"paper/ub_queue.c", "-DINS=2 -DREM=2"}, SmallProgram{"paper/ms_queue.c", "-DINS=1 -DREM=1"},
        SmallProgram{"paper/agm_stack.c", "-DINS=2 -DREM=1"}, SmallProgram{"paper/treiber_stack.c", "-DINS=2 -DREM=1"},
        SmallProgram{"paper/sv_queue1.c", "-DN=2"}, SmallProgram{"paper/sv_queue3.c", "-DN=3"},
        SmallProgram{"paper/sv_stack1.c", "-DN=2"}, SmallProgram{"paper/counter1.c", "-DN=3"},
        SmallProgram{"paper/coarse_list.c", "-DINS=2 -DREM=1"},
        SmallProgram{"paper/optimistic_list.c", "-DINS=2 -DREM=1"}, SmallProgram{"paper/lp_queue.c", "-DINS=2 -DREM=1"},
        SmallProgram{"paper/fib_bench.c", "-DROUNDS=2"}, SmallProgram{"cases/exit_early.c", ""},
        SmallProgram{"cases/assert_early.c", ""}, SmallProgram{"cases/assume_early.c", ""},
        SmallProgram{"cases/assume_in_lock.c", ""}, SmallProgram{"cases/same_value.c", ""},
        SmallProgram{"cases/wait_for_flag.c", ""}, SmallProgram{"cases/local_pointer.c", ""},
        SmallProgram{"cases/caught.cpp", ""}, SmallProgram{"cases/shared_map.cpp", ""},
        SmallProgram{"cases/shared_list.cpp", ""}, SmallProgram{"cases/shared_unordered_map.cpp", ""},
        SmallProgram{"cases/shared_string.cpp", ""}, SmallProgram{"cases/bounded_queue.cpp", ""},
        SmallProgram{"cases/uncaught.cpp", ""}, SmallProgram{"cases/null_write.c", ""},
        SmallProgram{"cases/abort.c", ""}, SmallProgram{"cases/unwritten_bytes.c", "-DFIXED"},
        SmallProgram{"cases/unwritten_bytes.c", "-DFIXED -O2"}, SmallProgram{"cases/choice_of_input.c", "-DFORM=7"}),
    [](const auto& info) {
      std::string name = std::string(info.param.source) + info.param.defines;
      for (char& c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0)
          c = '_';
      return name;
    });

} // namespace revisit::test::carriers_test
