// Work items: their bytes, and explorations that go from item to item.
#include "brute_force.h"
#include "equal_script.h"
#include "random_script.h"

#include "explore/condpor/condpor.h"
#include "explore/condpor/work_item.h"
#include "graph/identity.h"
#include "memory/sequential.h"
#include "scripted_program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

namespace revisit::test::work_item_test {
namespace {

constexpr Equivalence reduced{.objects = true, .locations = true, .locks = true, .waits = true};

struct Found {
  std::vector<GraphIdentity> identities; // sorted
  ExplorationCounts counts;
};

Found explore(const Script& script, bool byItems, const Equivalence& equivalence = {}) {
  ExpressionPool pool;
  const std::unique_ptr<Solver> solver = makeSolver(pool);
  ScriptedProgram program(script, pool);
  SequentialConsistency model;
  ExploreOptions options;
  options.keepGoing = true;
  options.byItems = byItems;
  options.equivalence = equivalence;
  options.maxExecutions = 4000;
  const auto explorer = makeConDpor(program, model, *solver, options);
  Found found;
  explorer->onExecution([&](const Execution& execution) { found.identities.push_back(identify(execution.graph)); });
  explorer->onRestart([&] { found.identities.clear(); });
  Result<Exploration> result = explorer->run();
  EXPECT_TRUE(result) << (result ? "" : result.error().what);
  if (!result)
    return found;
  if (result->counts.total() == options.maxExecutions)
    found.identities.clear(); // the two orders come to others first
  std::ranges::sort(found.identities);
  found.counts = result->counts;
  return found;
}

void expectTheSame(const RandomScriptOptions& options, std::uint64_t count, const Equivalence& equivalence = {}) {
  unsigned compared = 0;
  for (std::uint64_t seed = 1; seed <= count; seed++) {
    const Script script = randomScript(seed, options);
    const Found inPlace = explore(script, false, equivalence), byItems = explore(script, true, equivalence);
    ASSERT_EQ(inPlace.identities, byItems.identities) << "seed " << seed << '\n' << scriptText(script);
    ASSERT_EQ(inPlace.counts.complete, byItems.counts.complete) << "seed " << seed;
    ASSERT_EQ(inPlace.counts.erroneous, byItems.counts.erroneous) << "seed " << seed;
    ASSERT_EQ(inPlace.counts.deadlocked, byItems.counts.deadlocked) << "seed " << seed;
    compared += inPlace.identities.size() > 1;
  }
  EXPECT_GT(compared, count / 3) << "too few scripts have several executions";
}

// One worker of an exploration that several share.
struct PieceWorker {
  PieceWorker(const Script& script, const Equivalence& equivalence) : program(script, pool) {
    ExploreOptions options;
    options.equivalence = equivalence;
    options.keepGoing = true;
    explorer = makeConDpor(program, model, *solver, options);
    explorer->onExecution([this](const Execution& execution) { found.push_back(identify(execution.graph)); });
  }
  ExpressionPool pool;
  std::unique_ptr<Solver> solver = makeSolver(pool);
  ScriptedProgram program;
  SequentialConsistency model;
  std::unique_ptr<PieceExplorer> explorer;
  std::vector<GraphIdentity> found;
};

// Explores in pieces, which end at random and go to random workers. `isShared`: whether the script can be.
Found exploreShared(const Script& script, unsigned workers, std::mt19937_64& random, const Equivalence& equivalence,
                    bool& isShared) {
  Found found;
  Facts known; // to any worker
  std::vector<std::unique_ptr<PieceWorker>> all;
  std::vector<Piece> pieces;
  const auto begin = [&] {
    found = {};
    all.clear();
    for (unsigned i = 0; i < workers; i++) {
      all.push_back(std::make_unique<PieceWorker>(script, equivalence));
      all.back()->explorer->learn(known);
    }
    pieces = {wholeExploration()};
  };
  begin();
  while (!pieces.empty()) {
    PieceWorker& worker = *all[random() % workers];
    const std::size_t at = random() % pieces.size();
    const Piece piece = std::move(pieces[at]);
    pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(at));
    Piece left;
    const PieceEnd end = worker.explorer->explorePiece(piece, [&] { return random() % 3 == 0; }, left);
    if (end == PieceEnd::NeedsOneWorker) {
      isShared = false;
      return {};
    }
    const bool isMore = known.join(worker.explorer->facts());
    if (end == PieceEnd::Restart || isMore) {
      begin();
      continue;
    }
    EXPECT_NE(end, PieceEnd::Stopped) << scriptText(script);
    packing::addFields(found.counts, worker.explorer->concludePiece().counts);
    double weight = 0, weightLeft = 0;
    for (const PieceItem& item : piece)
      weight += item.weight;
    const std::size_t cut = left.empty() ? 0 : 1 + random() % left.size();
    for (const PieceItem& item : left)
      weightLeft += item.weight;
    EXPECT_LT(weightLeft, weight * 1.000001);
    if (cut != 0)
      pieces.emplace_back(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(cut));
    if (cut < left.size())
      pieces.emplace_back(left.begin() + static_cast<std::ptrdiff_t>(cut), left.end());
  }
  for (const auto& worker : all)
    found.identities.insert(found.identities.end(), worker->found.begin(), worker->found.end());
  std::ranges::sort(found.identities);
  isShared = true;
  return found;
}

void expectTheSameShared(const std::function<Script(std::uint64_t)>& scriptOf, std::uint64_t count,
                         std::uint64_t fewest, const Equivalence& equivalence) {
  std::mt19937_64 random(7);
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= count; seed++) {
    const Script script = scriptOf(seed);
    const Found alone = explore(script, false, equivalence);
    if (alone.counts.total() > 3000)
      continue;
    bool isShared = false;
    const Found shared = exploreShared(script, 1 + seed % 3, random, equivalence, isShared);
    if (!isShared)
      continue;
    ASSERT_EQ(alone.identities, shared.identities) << "seed " << seed << '\n' << scriptText(script);
    ASSERT_EQ(alone.counts.complete, shared.counts.complete) << "seed " << seed;
    ASSERT_EQ(alone.counts.erroneous, shared.counts.erroneous) << "seed " << seed;
    ASSERT_EQ(alone.counts.deadlocked, shared.counts.deadlocked) << "seed " << seed;
    ASSERT_EQ(alone.counts.blocked, shared.counts.blocked) << "seed " << seed;
    compared += alone.identities.size() > 1;
  }
  EXPECT_GT(compared, fewest) << "too few scripts have several executions and are shared";
}

void expectTheSameShared(const RandomScriptOptions& options, std::uint64_t count, std::uint64_t fewest,
                         const Equivalence& equivalence = {}) {
  const auto scriptOf = [&](std::uint64_t seed) { return randomScript(seed, options); };
  expectTheSameShared(scriptOf, count, fewest, equivalence);
}

} // namespace

TEST(WorkItems, AreSharedByWorkers) {
  expectTheSameShared({}, 400, 130);
}

TEST(WorkItems, OfRareObjectsAreSharedByWorkers) {
  expectTheSameShared({.maxThreads = 4, .maxSteps = 3, .symbols = false, .rareObjects = true}, 300, 100);
}

TEST(WorkItems, OfWaitingLoopsAreSharedByWorkers) {
  expectTheSameShared({.symbols = false, .objects = false, .rounds = true}, 150, 30);
}

TEST(WorkItems, OfReducedExplorationsAreSharedByWorkers) {
  RandomScriptOptions options{.maxThreads = 4, .symbols = false, .rareObjects = true, .blind = true};
  expectTheSameShared(options, 300, 60, reduced);
  options = {.maxThreads = 4, .symbols = false, .attempts = false, .blind = true};
  expectTheSameShared(options, 300, 60, reduced);
}

TEST(WorkItems, OfEqualThreadsAreSharedByWorkers) {
  expectTheSameShared(equalScript, 300, 80, {.symmetry = true});
  expectTheSameShared(equalScript, 300, 80,
                      {.objects = true, .locations = true, .locks = true, .waits = true, .symmetry = true});
}

TEST(WorkItems, OfReducedExplorationsExploreTheSameExecutions) {
  expectTheSame({.maxThreads = 4, .symbols = false, .attempts = false, .blind = true}, 300, reduced);
}

TEST(WorkItems, ExploreTheSameExecutions) {
  expectTheSame({}, 400);
}

TEST(WorkItems, ExploreTheSameExecutionsOfRareObjects) {
  expectTheSame({.maxThreads = 4, .maxSteps = 3, .symbols = false, .rareObjects = true}, 300);
}

TEST(WorkItems, ExploreTheSameExecutionsOfWaitingLoops) {
  expectTheSame({.symbols = false, .objects = false, .rounds = true}, 150);
}

TEST(WorkItems, AreTheirBytes) {
  std::mt19937_64 random(1);
  const auto pick = [&](std::uint64_t below) { return random() % below; };
  for (int round = 0; round < 500; round++) {
    WorkItem item;
    for (std::uint32_t i = 0; i < pick(40); i++) {
      const auto earlier = [&] {
        return i == 0 || pick(3) == 0 ? (pick(2) == 0 ? WorkItem::none : WorkItem::initial)
                                      : static_cast<std::uint32_t>(pick(i));
      };
      item.steps.push_back({.thread = earlier(),
                            .source = earlier(),
                            .place = earlier(),
                            .way = {.taken = pick(2) == 0,
                                    .outcome = static_cast<std::uint32_t>(pick(4)),
                                    .number = random() >> pick(64)},
                            .stamp = static_cast<std::uint32_t>(pick(1000)),
                            .displaced = pick(2) == 0});
      if (pick(8) == 0)
        item.steps.back().displacedSection = {static_cast<std::uint32_t>(pick(5)),
                                              1 + static_cast<std::uint32_t>(pick(1000))};
    }
    item.kind = static_cast<AlternativeKind>(pick(8));
    item.way.number = random();
    item.before = random();
    const std::string bytes = bytesOf(item);
    const Result<WorkItem> again = workItemFrom(bytes);
    ASSERT_TRUE(again);
    ASSERT_EQ(again.value(), item);
    // Cut bytes are refused, wherever they are cut.
    EXPECT_FALSE(workItemFrom(std::string_view(bytes).substr(0, pick(bytes.size()))));
    EXPECT_FALSE(workItemFrom(bytes + "x"));
  }
}

TEST(WorkItems, OfAnotherProgramAreRefused) {
  const Script other = parallelScript(2, [](std::uint32_t) { return std::vector<Instruction>{}; });
  ExpressionPool pool;
  const std::unique_ptr<Solver> solver = makeSolver(pool);
  ScriptedProgram program(other, pool);
  SequentialConsistency model;
  ExplorationState state(program, model, *solver);
  state.reset();
  // Main's first step is no read.
  const Result<std::vector<EventId>> events = rebuild(state, {{.source = WorkItem::initial, .stamp = 1}});
  ASSERT_FALSE(events);
  EXPECT_EQ(events.error().code, ErrorCode::TargetFailed);
  // No step creates the thread of this step.
  const Result<std::vector<EventId>> withoutThread = rebuild(state, {{.thread = WorkItem::initial, .stamp = 1}});
  ASSERT_FALSE(withoutThread);
  EXPECT_EQ(withoutThread.error().code, ErrorCode::TargetFailed);
}

} // namespace revisit::test::work_item_test
