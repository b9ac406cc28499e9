// Random scripts as real C programs on the whole native path (compiler, runtime, trace, cache, path interpreter)
// against brute force on the scripts. Accesses of one and two bytes share a location; the brute force uses bytes.
#include "brute_force.h"
#include "fuzz_seeds.h"
#include "random_script.h"
#include "script_to_c.h"

#include "check/worker/launch.h"
#include "explore/condpor/condpor.h"
#include "memory/sequential.h"
#include "program/behaviour_cache.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fmt/format.h>

namespace revisit::test::generated_c_test {

namespace {

using Op = Instruction::Op;

// The script with the C program's behaviour: main's end is the process's end, and every thread returns outcomeOf its
// registers.
Script asInC(Script script) {
  for (std::size_t t = 0; t < script.threads.size(); t++) {
    std::vector<Instruction>& code = script.threads[t];
    for (std::size_t pc = 1; pc < code.size(); pc++)
      if (code[pc].op == Op::Object && code[pc].operation == ObjectOp::BarrierPass && code[pc - 1].argument == 0)
        code[pc].to = 5; // the result is ignored
    if (!code.empty() && code.back().op == Op::Return)
      code.pop_back();
    if (t == 0) {
      code.push_back({.op = Op::Exit});
      continue;
    }
    const auto add = [&](std::uint32_t to, std::uint64_t a, std::uint64_t b) {
      code.push_back({.op = Op::Add, .to = to, .a = Operand::reg(a), .b = Operand::reg(b)});
    };
    add(4, 1, 1);
    add(4, 4, 1);
    add(0, 0, 4);
    add(4, 2, 2);
    add(4, 4, 4);
    add(4, 4, 4);
    add(4, 4, 2);
    add(0, 0, 4);
    code.push_back({.op = Op::Return, .a = Operand::reg(0)});
  }
  return script;
}

std::string outcomeText(const Execution& execution, std::size_t threads) {
  static constexpr const char* names[] = {"complete", "erroneous", "deadlocked", "blocked", "cut"};
  std::string text = names[static_cast<int>(execution.kind)];
  for (std::uint32_t t = 0; t < threads; t++) {
    const ThreadId thread(t);
    const bool ended = t < execution.graph.threadCount() && execution.graph.created(thread) &&
                       execution.graph.ended(thread) &&
                       execution.graph.event(execution.graph.tail(thread)).label->kind == LabelKind::End;
    text +=
        ended ? fmt::format(" {}", execution.graph.event(execution.graph.tail(thread)).label->value.bits & 0xff) : " -";
  }
  return text;
}

// Whether the only error is a waiting loop on memory that no other thread came to: an endless loop.
bool onlySpins(const Execution& execution) {
  return !execution.errors.empty() && execution.races.empty() && std::ranges::all_of(execution.errors, [&](EventId id) {
    return execution.graph.event(id).label->error == ErrorKind::DoesNotEnd;
  });
}

struct Batch {
  std::vector<Script> scripts;
  std::vector<std::uint64_t> seeds;
  std::vector<std::multiset<std::string>> expected;
  bool assumes = true;
  WaitingLoops loops = WaitingLoops::Plain;
  bool manyOrders = false; // the program has more orders than the script, with the same outcomes
};

// Whether a thread waits on a location that no other thread accesses: that is an endless loop, not a wait.
bool waitsOnOwnMemory(const Script& script) {
  std::map<std::uint32_t, std::set<std::size_t>> users;
  std::set<std::uint32_t> waitedOn;
  for (std::size_t t = 0; t < script.threads.size(); t++)
    for (const Instruction& now : script.threads[t])
      if (now.op <= Op::Await) {
        users[now.location].insert(t);
        if (now.op == Op::Await)
          waitedOn.insert(now.location);
      }
  for (const std::uint32_t location : waitedOn)
    if (users[location].size() < 2)
      return true;
  return false;
}

bool hasWaitingLoop(const Script& script) {
  return std::ranges::any_of(script.threads, [](const std::vector<Instruction>& code) {
    return std::ranges::any_of(code, [](const Instruction& now) { return now.op == Op::Await; });
  });
}

// From firstSeed on, the scripts that suit; of `count` of them those that this run takes.
Batch makeBatch(std::uint64_t firstSeed, std::size_t count, const RandomScriptOptions& options,
                bool (*isWanted)(const Script&) = nullptr) {
  Batch batch;
  batch.assumes = options.terminals;
  const RotatedPart part = rotatedPart(count);
  std::size_t suitable = 0;
  for (std::uint64_t seed = firstSeed; suitable < part.end; seed++) {
    const Script script = randomScript(seed, options);
    if (waitsOnOwnMemory(script) || (isWanted && !isWanted(script)))
      continue;
    const BruteForceResult judged = bruteForce(asInC(script), 20000);
    if (judged.exceeded || judged.executions.empty() || judged.executions.size() > 200)
      continue;
    if (suitable++ < part.begin)
      continue;
    batch.scripts.push_back(script);
    batch.seeds.push_back(seed);
    std::multiset<std::string> outcomes;
    for (const auto& [text, outcome] : options.symbols ? judged.executions : judged.outcomes)
      outcomes.insert(outcome);
    batch.expected.push_back(std::move(outcomes));
  }
  return batch;
}

void runBatch(const Batch& batch, bool symbols, const std::string& name) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("revisit-{}-{}", name, getpid());
  std::filesystem::create_directories(folder);
  const std::string source = folder / "scripts.c", program = folder / "scripts";
  std::ofstream(source) << scriptsToC(batch.scripts, batch.loops);
  ASSERT_EQ(std::system(fmt::format("{}/revisit-cc -w -o {} {}", REVISIT_BIN, program, source).c_str()), 0);
  const auto image = openInstrumented(program);
  ASSERT_TRUE(image.ok());
  for (std::size_t k = 0; k < batch.scripts.size(); k++) {
    ExpressionPool pool;
    const std::unique_ptr<Solver> solver = makeSolver(pool);
    auto oracle = launchOracle(pool, image.value(), program, {std::to_string(k)}, {});
    ASSERT_TRUE(oracle.ok()) << oracle.error().what;
    BehaviourCache cache(**oracle, pool);
    SequentialConsistency model;
    ExploreOptions options;
    options.keepGoing = options.checkDuplicates = true;
    options.confirmEvery = 1;
    options.maxExecutions = batch.manyOrders ? 50000 : 5000;
    // An execution in which a reader may wait behind a writer is classified by its other properties.
    options.errors.treat(ErrorKind::Deadlock, Treatment::Warning);
    if (batch.manyOrders)
      options.unroll = 32; // nothing must be cut
    std::multiset<std::string> found;
    const auto explorer = makeConDpor(cache, model, *solver, options);
    explorer->onExecution([&](const Execution& execution) {
      if (execution.number == 1)
        found.clear();
      // Without assumes, a blocked execution is one that was abandoned at a stale round of a waiting loop: a step to
      // others, not a result.
      if (!batch.assumes && execution.kind == ExecutionKind::Blocked)
        return;
      std::string outcome = outcomeText(execution, batch.scripts[k].threads.size());
      if (batch.manyOrders && onlySpins(execution))
        outcome.replace(0, outcome.find(' '), "deadlocked");
      found.insert(symbols ? outcome.substr(0, outcome.find(' ')) : outcome);
    });
    const Result<Exploration> result = explorer->run();
    const std::string where =
        fmt::format("seed {} (argument {} of {}); alone: REVISIT_FUZZ_COUNT=1 {}\n{}", batch.seeds[k], k, program,
                    aloneCommand(batch.seeds[k]), scriptText(asInC(batch.scripts[k])));
    ASSERT_TRUE(result.ok()) << result.error().where << ": " << result.error().what << "\n" << where;
    ASSERT_EQ(result.value().counts.duplicate, 0u) << where;
    if (batch.manyOrders) {
      ASSERT_TRUE(result.value().incomplete.empty()) << result.value().incomplete.front().detail << "\n" << where;
      ASSERT_EQ(std::set(found.begin(), found.end()), std::set(batch.expected[k].begin(), batch.expected[k].end()))
          << where;
    } else {
      ASSERT_EQ(found, batch.expected[k]) << where;
    }
    for (const Incident& incident : cache.incidents())
      ADD_FAILURE() << incident.detail << "\n" << where;
  }
  std::filesystem::remove_all(folder);
}

std::size_t batchSize() {
  const char* many = std::getenv("REVISIT_FUZZ_COUNT");
  return many ? std::strtoull(many, nullptr, 10) : 60;
}

std::uint64_t firstSeed(std::uint64_t otherwise) {
  const char* seed = std::getenv("REVISIT_FUZZ_SEED");
  return seed ? std::strtoull(seed, nullptr, 10) : otherwise;
}

} // namespace

TEST(GeneratedC, MemoryAndMixedSizes) {
  const RandomScriptOptions options{.symbols = false, .objects = false, .awaits = false};
  runBatch(makeBatch(firstSeed(1), batchSize(), options), false, "memory");
}

TEST(GeneratedC, Mutexes) {
  const RandomScriptOptions options{.symbols = false, .awaits = false, .waitObjects = false};
  runBatch(makeBatch(firstSeed(1000), batchSize(), options), false, "mutexes");
}

TEST(GeneratedC, RareObjects) {
  const RandomScriptOptions options{
      .maxSteps = 3, .symbols = false, .awaits = false, .rareObjects = true, .callsOnly = true, .terminals = false};
  runBatch(makeBatch(firstSeed(4000), batchSize(), options), false, "rare");
}

TEST(GeneratedC, WaitingLoops) {
  const RandomScriptOptions options{.symbols = false, .waitObjects = false, .terminals = false};
  runBatch(makeBatch(firstSeed(3000), batchSize(), options), false, "waiting");
}

TEST(GeneratedC, WaitingLoopsOfUnusualForm) {
  const RandomScriptOptions options{.symbols = false, .waitObjects = false, .terminals = false};
  Batch batch = makeBatch(firstSeed(5000), batchSize(), options);
  batch.loops = WaitingLoops::Unusual;
  runBatch(batch, false, "unusual");
}

TEST(GeneratedC, WaitingLoopsWithMoreEvents) {
  const RandomScriptOptions options{.symbols = false, .waitObjects = false, .terminals = false};
  Batch batch = makeBatch(firstSeed(6000), batchSize(), options, hasWaitingLoop);
  batch.loops = WaitingLoops::MoreEvents;
  batch.manyOrders = true;
  runBatch(batch, false, "more");
}

TEST(GeneratedC, Symbols) {
  const RandomScriptOptions options{.awaits = false, .waitObjects = false};
  runBatch(makeBatch(firstSeed(2000), batchSize(), options), true, "symbols");
}

} // namespace revisit::test::generated_c_test
