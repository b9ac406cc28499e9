// Searches with summaries against brute force on random scripts: the same kinds of errors, at the same places as a
// search without summaries. A failure prints the seed and the program; REVISIT_FUZZ_SEED=n runs that one alone,
// REVISIT_FUZZ_COUNT=n changes how many are run.
#include "brute_force.h"
#include "fuzz_seeds.h"
#include "random_script.h"

#include "explore/states/state_search.h"
#include "memory/sequential.h"
#include "scripted_program.h"
#include "terms.h"
#include "wrong_policies.h"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace revisit::test::summaries_test {

namespace {

using Sources = StateSearchOptions::Sources;

constexpr std::size_t stateLimit = 20000;
constexpr std::size_t mostExecutions = 40; // of programs for stateless searches

// What a search found, as far as summaries must not change it.
struct Found {
  std::set<std::string> errors; // kind and position; "deadlock"
  bool races = false, behindWriters = false;
  bool isComplete = true;
  friend bool operator==(const Found&, const Found&) = default;
};

std::string textOf(const Found& found) {
  return fmt::format("errors {{{}}}, races {}, behind writers {}, complete {}", fmt::join(found.errors, ", "),
                     found.races, found.behindWriters, found.isComplete);
}

// What is wrong in some state that the program can come to from here; each state is looked at once.
class FromHere {
public:
  FromHere(ProductState& product, bool judgesRaces) : m_product(product), m_judgesRaces(judgesRaces) { look(); }

  std::set<std::string> wrong;

private:
  void look() {
    const ProductState::Name name = m_product.name();
    if (m_product.isStuckInSection() || !m_seen.insert({name.threads, name.memory}).second)
      return;
    judge();
    const ProductState::Mark mark = m_product.mark();
    bool moves = false;
    for (ThreadBits able = m_product.able(); able != 0; able &= able - 1) {
      std::vector<Way> ways;
      m_product.ways(firstOf(able), ways);
      for (const Way& way : ways) {
        m_product.step(firstOf(able), way);
        EXPECT_TRUE(m_product.resolve());
        moves |= !m_product.isStuckInSection() && m_product.name() != name;
        look();
        m_product.undoTo(mark);
      }
    }
    if (!moves)
      judgeEnd();
  }
  void judge() {
    for (std::uint32_t one = 0; one < m_product.threadCount(); one++) {
      if (!m_product.created(ThreadId(one)))
        continue;
      const Label& label = m_product.label(ThreadId(one));
      if (label.kind == LabelKind::Error)
        wrong.insert("error");
      for (std::uint32_t other = 0; m_judgesRaces && other < one; other++)
        if (m_product.created(ThreadId(other)) && race(label, m_product.label(ThreadId(other))))
          wrong.insert("race");
    }
  }
  bool race(const Label& a, const Label& b) {
    return isMemory(a.kind) && isMemory(b.kind) && a.location == b.location &&
           (a.order == MemoryOrder::Plain || b.order == MemoryOrder::Plain) &&
           (m_product.mayStore(a) || m_product.mayStore(b)) &&
           (a.size == 0 || b.size == 0 || (a.offset < b.offset + b.size && b.offset < a.offset + a.size));
  }
  void judgeEnd() {
    bool waits = false, isBlocked = false, isCut = false, exits = false;
    for (std::uint32_t t = 0; t < m_product.threadCount(); t++)
      if (m_product.created(ThreadId(t))) {
        const LabelKind kind = m_product.label(ThreadId(t)).kind;
        waits |= !isTerminal(kind) || kind == LabelKind::AwaitFailed;
        isBlocked |= kind == LabelKind::Blocked;
        isCut |= kind == LabelKind::Unsupported;
        exits |= kind == LabelKind::Exit;
      }
    if (waits && !isBlocked && !isCut && !exits)
      wrong.insert("deadlock");
  }

  ProductState& m_product;
  bool m_judgesRaces;
  std::set<std::pair<VectorTable::Id, VectorTable::Id>> m_seen;
};

struct Counts {
  std::uint64_t states = 0, leftOut = 0, omitted = 0;
};

Found foundBy(Program& program, StateSearchOptions search, Terms& terms, Counts& counts, bool judgesRaces,
              std::set<std::string>* wrong = nullptr) {
  SequentialConsistency model;
  ExploreOptions options;
  options.keepGoing = true;
  options.errors.treat(ErrorKind::Deadlock, Treatment::Warning);
  options.errors.treat(ErrorKind::Leak, Treatment::Ignored);
  if (!judgesRaces)
    options.errors.treat(ErrorKind::Race, Treatment::Ignored);
  if (wrong != nullptr)
    search.onLeftOut = [&](ProductState& product) { wrong->merge(FromHere(product, judgesRaces).wrong); };
  Found found;
  const std::unique_ptr<Explorer> explorer = makeStateSearch(program, model, *terms.solver, options, search);
  explorer->onExecution([&](const Execution& execution) {
    for (const EventId error : execution.errors) {
      const Label& label = *execution.graph.event(error).label;
      found.errors.insert(fmt::format("{} at {}", static_cast<int>(label.error), label.position.value()));
    }
    if (execution.kind == ExecutionKind::Deadlocked)
      found.errors.insert("deadlock");
    found.races |= !execution.races.empty();
    found.behindWriters |= !execution.behindWriters.empty();
  });
  explorer->onRestart([&] {
    found = {};
    if (wrong != nullptr)
      wrong->clear();
  });
  const Result<Exploration> result = explorer->run();
  EXPECT_TRUE(result.ok()) << result.error().what;
  if (result.ok()) {
    counts.states += result.value().space->states;
    counts.leftOut += result.value().space->leftOut;
    counts.omitted += result.value().space->omitted;
    found.isComplete = result.value().incomplete.empty();
  }
  return found;
}

Found foundBy(const Script& script, StateSearchOptions search, Terms& terms, Counts& counts, bool judgesRaces,
              std::set<std::string>* wrong = nullptr) {
  SCOPED_TRACE(scriptText(script));
  ScriptedProgram program(script, terms.pool);
  return foundBy(program, search, terms, counts, judgesRaces, wrong);
}

struct NamedSearch {
  std::string name;
  StateSearchOptions options;
};

// Every combination of the switches.
std::vector<NamedSearch> searches() {
  std::vector<NamedSearch> all{
      {"symbolic", {.safeSets = false, .sources = Sources::All, .stateless = true}},
      {"symbolic, summaries", {.safeSets = false, .sources = Sources::All, .stateless = true, .summaries = true}},
      {"dpor", {.safeSets = false, .sources = Sources::Lazy, .stateless = true}},
      {"dpor, summaries", {.safeSets = false, .sources = Sources::Lazy, .stateless = true, .summaries = true}},
      {"eager dpor, summaries", {.safeSets = false, .sources = Sources::Eager, .stateless = true, .summaries = true}},
      {"fg-dpor, summaries", {.safeSets = false, .sources = Sources::Persistent, .stateless = true, .summaries = true}},
      {"symbolic, sleep sets, summaries",
       {.safeSets = false, .sources = Sources::All, .stateless = true, .sleepSets = true, .summaries = true}},
      {"dpor, sleep sets, summaries",
       {.safeSets = false, .sources = Sources::Lazy, .stateless = true, .sleepSets = true, .summaries = true}},
      {"fg-dpor, sleep sets, summaries",
       {.safeSets = false, .sources = Sources::Persistent, .stateless = true, .sleepSets = true, .summaries = true}},
      {"stateful, summaries", {.safeSets = false, .sources = Sources::All, .summaries = true}},
      {"s-por, summaries", {.safeSets = true, .sources = Sources::All, .summaries = true}},
      {"de-s-por, summaries", {.safeSets = true, .sources = Sources::Eager, .summaries = true}},
      {"dl-s-por, summaries", {.safeSets = true, .sources = Sources::Lazy, .summaries = true}},
      {"dl-s-por, summaries of values",
       {.safeSets = true, .sources = Sources::Lazy, .summaries = true, .symbolicEdges = false}},
      {"dpor, summaries of values",
       {.safeSets = false, .sources = Sources::Lazy, .stateless = true, .summaries = true, .symbolicEdges = false}},
      {"dl-s-por random, summaries",
       {.safeSets = true, .sources = Sources::Lazy, .summaries = true, .randomOrder = true}},
  };
  for (std::size_t i = 0, count = all.size(); i < count; i++)
    if (all[i].options.summaries) {
      all.push_back({all[i].name + ", slicing", all[i].options});
      all.back().options.slicing = true;
    }
  return all;
}

bool judge(std::uint64_t seed, const RandomScriptOptions& options, Terms& terms, std::vector<Counts>& counts) {
  const Script script = randomScript(seed, options);
  const BruteForceResult expected = bruteForce(script, stateLimit);
  if (expected.exceeded || expected.executions.empty())
    return false;
  const bool isErroneous =
      std::ranges::any_of(expected.executions, [](const auto& one) { return one.second == "erroneous"; });
  const bool isDeadlocked =
      std::ranges::any_of(expected.executions, [](const auto& one) { return one.second == "deadlocked"; });
  Counts reference;
  const Found wanted = foundBy(script, {.safeSets = true, .sources = Sources::All}, terms, reference, options.plain);
  const std::vector<NamedSearch> all = searches();
  counts.resize(all.size());
  for (std::size_t i = 0; i < all.size(); i++) {
    // There are exponentially many paths without a cycle in a graph of states with cycles.
    if (all[i].options.stateless && (options.rounds || expected.executions.size() > mostExecutions))
      continue;
    std::set<std::string> wrong;
    Found found = foundBy(script, all[i].options, terms, counts[i], options.plain, &wrong);
    if (options.asides && options.plain && expected.races) // whether the end with a race is the deadlock is by chance
      found.errors = wanted.errors;
    const std::string where = fmt::format("{}, seed {}\n{}", all[i].name, seed, scriptText(script));
    EXPECT_EQ(textOf(found), textOf(wanted)) << where;
    // Where threads sleep, what they begin was explored elsewhere.
    EXPECT_TRUE(wrong.empty() || all[i].options.sleepSets)
        << "left out a state with: " << fmt::format("{}", fmt::join(wrong, ", ")) << "\n"
        << where;
    if (options.plain) {
      EXPECT_EQ(found.races, expected.races) << where; // what else such an execution does is not its kind
      continue;
    }
    if (options.sections)
      continue;
    EXPECT_EQ(found.errors.contains("deadlock"), isDeadlocked) << where;
    EXPECT_EQ(found.errors.size() > found.errors.count("deadlock"), isErroneous) << where;
  }
  return true;
}

// `each`: there are enough programs for each search to leave out states.
void fuzz(std::uint64_t firstSeed, std::uint64_t count, const RandomScriptOptions& options, bool each = false) {
  Terms terms;
  std::vector<Counts> counts;
  const FuzzSeeds seeds = fuzzSeeds(firstSeed, count);
  std::uint64_t judged = 0;
  seeds.forEach([&](std::uint64_t seed) { judged += judge(seed, options, terms, counts); });
  if (seeds.isChosen || ::testing::Test::HasFailure())
    return;
  EXPECT_GT(judged, seeds.count / 2);
  const std::vector<NamedSearch> all = searches();
  std::uint64_t leftOut = 0;
  for (std::size_t i = 0; i < counts.size(); i++) {
    ::testing::Test::RecordProperty(all[i].name, fmt::format("{} states, {} left out, {} omitted", counts[i].states,
                                                             counts[i].leftOut, counts[i].omitted));
    leftOut += counts[i].leftOut;
    if (each && all[i].options.summaries) {
      EXPECT_GT(counts[i].leftOut, 0u) << all[i].name;
    }
    const bool isExplored = !(options.rounds && all[i].options.stateless);
    if (options.asides && all[i].options.slicing && isExplored) {
      EXPECT_GT(counts[i].omitted, 0u) << all[i].name;
    }
  }
  EXPECT_GT(leftOut, 0u);
}

TEST(Summaries, ProgramsWithInputs) {
  fuzz(710000, 100, {.awaits = false, .mixedSizes = false}, true);
}

TEST(Summaries, ProgramsWithoutInputs) {
  fuzz(720000, 100, {.symbols = false, .attempts = true});
}

TEST(Summaries, WaitingLoops) {
  fuzz(730000, 300, {.objects = false, .rounds = true, .mixedSizes = false, .terminals = false});
}

TEST(Summaries, RareObjects) {
  fuzz(740000, 15, {.maxSteps = 3, .awaits = false, .rareObjects = true});
}

TEST(Summaries, Lifetimes) {
  fuzz(750000, 100, {.awaits = false, .lifetimes = true});
}

TEST(Summaries, MemoryWithoutContent) {
  fuzz(760000, 300, {.awaits = false, .blank = true});
}

TEST(Summaries, Sections) {
  fuzz(770000, 60, {.awaits = false, .sections = true});
}

TEST(Summaries, Races) {
  fuzz(780000, 100, {.awaits = false, .terminals = false, .plain = true});
}

TEST(Slicing, ProgramsWithInputs) {
  fuzz(810000, 100, {.maxThreads = 2, .awaits = false, .mixedSizes = false, .asides = true});
}

TEST(Slicing, WaitingLoops) {
  fuzz(820000, 100,
       {.maxThreads = 2, .objects = false, .rounds = true, .mixedSizes = false, .terminals = false, .asides = true});
}

TEST(Slicing, RareObjects) {
  fuzz(830000, 20, {.maxThreads = 2, .maxSteps = 3, .awaits = false, .rareObjects = true, .asides = true});
}

TEST(Slicing, Lifetimes) {
  fuzz(840000, 60, {.maxThreads = 2, .awaits = false, .lifetimes = true, .asides = true});
}

TEST(Slicing, Sections) {
  fuzz(850000, 60, {.maxThreads = 2, .awaits = false, .sections = true, .asides = true});
}

TEST(Slicing, Races) {
  fuzz(860000, 60, {.maxThreads = 2, .awaits = false, .terminals = false, .plain = true, .asides = true});
}

TEST(Slicing, StartArguments) {
  fuzz(870000, 100, {.maxThreads = 2, .awaits = false, .startArguments = true, .asides = true});
}

// Only between the lock and the unlock of the first thread does the second one wait for ever in its section. The
// section depends on the unlock although it begins with the lock of another mutex.
TEST(Summaries, SectionsThatBeginWithALock) {
  using Op = Instruction::Op;
  const auto operate = [](ObjectOp operation, std::uint32_t mutex) {
    return Instruction{.op = Op::Object, .operation = operation, .object = mutex};
  };
  Script script;
  script.locationSizes = {1};
  script.initialValues = {0};
  script.threads = {{{.op = Op::Create, .child = 1}, {.op = Op::Create, .child = 2}},
                    {operate(ObjectOp::MutexLock, 1), operate(ObjectOp::MutexUnlock, 1)},
                    {{.op = Op::AtomicBegin},
                     operate(ObjectOp::MutexLock, 0),
                     operate(ObjectOp::MutexLock, 1),
                     operate(ObjectOp::MutexUnlock, 1),
                     operate(ObjectOp::MutexUnlock, 0),
                     {.op = Op::AtomicEnd}}};
  Terms terms;
  Counts counts;
  for (const NamedSearch& search : searches())
    EXPECT_FALSE(foundBy(script, search.options, terms, counts, false).isComplete) << search.name;
}

// The rules as printed, or without a correction: the same fuzz notices each of them.
struct NamedFlaw {
  const char* name;
  WrongSummary wrong;
  std::uint64_t firstSeed = 710000; // a later one, where many programs show nothing
  bool sleeps = false;              // with sleep sets
};

class WrongSummaries : public ::testing::TestWithParam<NamedFlaw> {};

TEST_P(WrongSummaries, AreNoticed) {
  Terms terms;
  Counts counts;
  for (std::uint64_t seed = GetParam().firstSeed; seed < GetParam().firstSeed + 4000; seed++) {
    const Script script = randomScript(seed, {.awaits = false, .mixedSizes = false});
    if (bruteForce(script, stateLimit).exceeded)
      continue;
    for (const Sources sources : {Sources::All, Sources::Lazy}) {
      const bool sleeps = GetParam().sleeps;
      StateSearchOptions right{.safeSets = !sleeps, .sources = sources, .stateless = sleeps, .sleepSets = sleeps};
      StateSearchOptions wrong = right;
      wrong.summaries = true;
      wrong.policies = wrongSummaries(GetParam().wrong);
      std::set<std::string> leftOut;
      if (foundBy(script, right, terms, counts, false) != foundBy(script, wrong, terms, counts, false, &leftOut) ||
          (!leftOut.empty() && !sleeps))
        return RecordProperty("seed", std::to_string(seed));
    }
  }
  ADD_FAILURE() << GetParam().name << " was not noticed";
}

INSTANTIATE_TEST_SUITE_P(Flaws, WrongSummaries,
                         ::testing::Values(NamedFlaw{"EndsHold", WrongSummary::EndsHold},
                                           NamedFlaw{"WithoutLater", WrongSummary::WithoutLater},
                                           NamedFlaw{"WithoutObjects", WrongSummary::WithoutObjects},
                                           NamedFlaw{"UnseenSidesHold", WrongSummary::UnseenSidesHold, 713990},
                                           NamedFlaw{"WithoutDecisions", WrongSummary::WithoutDecisions},
                                           NamedFlaw{"AnySleep", WrongSummary::AnySleep, 710000, true}),
                         [](const auto& tested) { return tested.param.name; });

struct NamedSliceFlaw {
  const char* name;
  WrongSlice wrong;
  bool plain = false;
};

// One thread leaves a 3 in y for a moment only: where the accesses to y are no choice, nobody sees it.
Script threeForAMoment(std::uint32_t y, std::vector<std::vector<Instruction>> others) {
  using Op = Instruction::Op;
  Script script;
  script.locationSizes.assign(4, 1);
  script.initialValues.assign(4, 0);
  script.threads.resize(1);
  others.push_back({{.op = Op::Store, .a = Operand::constant(3), .location = y},
                    {.op = Op::Store, .a = Operand::constant(0), .location = y}});
  for (const std::vector<Instruction>& thread : others) {
    script.threads[0].push_back({.op = Op::Create, .child = static_cast<std::uint32_t>(script.threads.size())});
    script.threads.push_back(thread);
  }
  return script;
}

// The thread with this instruction next fails if r[reg] is 3.
void failAtThree(std::vector<Instruction>& code, std::uint32_t reg) {
  using Op = Instruction::Op;
  const auto end = static_cast<std::uint32_t>(code.size()) + 2;
  code.push_back({.op = Op::If, .a = Operand::reg(reg), .b = Operand::constant(3), .target = end});
  code.push_back({.op = Op::Fail});
}

void expectOneError(const Script& script, WrongSlice kind) {
  Terms terms;
  Counts counts;
  for (const Sources sources : {Sources::All, Sources::Lazy}) {
    StateSearchOptions right{.safeSets = true, .sources = sources, .summaries = true, .slicing = true};
    StateSearchOptions wrong = right;
    wrong.policies = wrongSlice(kind);
    EXPECT_EQ(foundBy(script, right, terms, counts, false).errors.size(), 1u);
    EXPECT_EQ(foundBy(script, wrong, terms, counts, false).errors.size(), 0u);
  }
}

TEST(Slicing, DecisionsAboutWhatWasRead) {
  std::vector<Instruction> reads = {{.op = Instruction::Op::Load, .to = 1, .location = 0}};
  failAtThree(reads, 1);
  expectOneError(threeForAMoment(0, {reads}), WrongSlice::AnyDecision);
}

TEST(Slicing, StoresOfWhatWasRead) {
  using Op = Instruction::Op;
  const std::vector<Instruction> copies = {{.op = Op::Load, .to = 1, .location = 0},
                                           {.op = Op::Store, .a = Operand::reg(1), .location = 1}};
  std::vector<Instruction> reads = {{.op = Op::Load, .to = 1, .location = 1}};
  failAtThree(reads, 1);
  expectOneError(threeForAMoment(0, {copies, reads}), WrongSlice::AnyStore);
}

// A program whose withSymbolicReads() forgets that what a thread stores is what it has read.
class Forgetful : public ScriptedProgram {
public:
  Forgetful(const Script& script, const Script& forgetful, ExpressionPool& pool)
      : ScriptedProgram(script, pool), m_general(forgetful, pool) {}
  Program* withSymbolicReads() override { return &m_general; }

private:
  ScriptedProgram m_general;
};

// The other thread is before, or after, all of its accesses to x, as long as x is omitted. The reader stores another
// value than its symbols say then, and would fail in between.
TEST(Slicing, StepsThatAreNotThoseOfTheSymbols) {
  using Op = Instruction::Op;
  constexpr std::uint32_t x = 0, began = 1, copy = 2;
  Script script;
  script.locationSizes = {1, 1, 1};
  script.initialValues = {0, 0, 0};
  script.threads = {{{.op = Op::Create, .child = 1}, {.op = Op::Create, .child = 2}},
                    {{.op = Op::Load, .to = 1, .location = began},
                     {.op = Op::If, .a = Operand::reg(1), .b = Operand::constant(0), .target = 2},
                     {.op = Op::Load, .to = 2, .location = x},
                     {.op = Op::Set, .to = 3, .a = Operand::reg(2)},
                     {.op = Op::Set, .to = 2, .a = Operand::constant(0)},
                     {.op = Op::Store, .a = Operand::constant(0), .location = copy}, // the symbol counts as dead here
                     {.op = Op::Store, .a = Operand::reg(3), .location = copy}},
                    {{.op = Op::Store, .a = Operand::constant(1), .location = began},
                     {.op = Op::Store, .a = Operand::constant(3), .location = x},
                     {.op = Op::Store, .a = Operand::constant(1), .location = x}}};
  Script forgetful = script;
  failAtThree(script.threads[1], 3);
  forgetful.threads[1][3].a = Operand::constant(0);
  failAtThree(forgetful.threads[1], 3);
  Terms terms;
  Counts counts;
  for (const Sources sources : {Sources::All, Sources::Lazy}) {
    Forgetful program(script, forgetful, terms.pool);
    const StateSearchOptions search{.safeSets = true, .sources = sources, .summaries = true, .slicing = true};
    EXPECT_EQ(foundBy(program, search, terms, counts, false).errors.size(), 1u);
  }
}

// What is known of a thread that has read x says nothing of one that has read y, and is in the same state.
TEST(Slicing, OriginsOfWhatWasRead) {
  using Op = Instruction::Op;
  constexpr std::uint32_t y = 0, x = 1, choice = 2, other = 3;
  std::vector<Instruction> reads = {{.op = Op::Load, .to = 1, .location = choice},
                                    {.op = Op::If, .a = Operand::reg(1), .b = Operand::constant(0), .target = 4},
                                    {.op = Op::Load, .to = 2, .location = x},
                                    {.op = Op::Jump, .target = 5},
                                    {.op = Op::Load, .to = 2, .location = y},
                                    {.op = Op::Set, .to = 1, .a = Operand::constant(0)},
                                    {.op = Op::Store, .a = Operand::constant(1), .location = other}};
  failAtThree(reads, 2);
  std::vector<Instruction> chooses = {{.op = Op::Store, .a = Operand::constant(1), .location = choice},
                                      {.op = Op::Load, .to = 1, .location = other}};
  failAtThree(chooses, 1);
  expectOneError(threeForAMoment(y, {reads, chooses}), WrongSlice::AnyOrigin);
}

class WrongSlices : public ::testing::TestWithParam<NamedSliceFlaw> {};

TEST_P(WrongSlices, AreNoticed) {
  Terms terms;
  Counts counts;
  const bool plain = GetParam().plain;
  for (std::uint64_t seed = 880000; seed < 880000 + 4000; seed++) {
    const Script script =
        randomScript(seed, {.maxThreads = 2, .awaits = false, .mixedSizes = false, .plain = plain, .asides = true});
    if (bruteForce(script, stateLimit).exceeded)
      continue;
    const StateSearchOptions right{.safeSets = true, .sources = Sources::Lazy, .summaries = true};
    StateSearchOptions wrong = right;
    wrong.slicing = true;
    wrong.policies = wrongSlice(GetParam().wrong);
    std::set<std::string> leftOut;
    if (foundBy(script, right, terms, counts, plain) != foundBy(script, wrong, terms, counts, plain, &leftOut) ||
        !leftOut.empty())
      return RecordProperty("seed", std::to_string(seed));
  }
  ADD_FAILURE() << GetParam().name << " was not noticed";
}

INSTANTIATE_TEST_SUITE_P(Flaws, WrongSlices,
                         ::testing::Values(NamedSliceFlaw{"AnyRace", WrongSlice::AnyRace, true},
                                           NamedSliceFlaw{"AnyWait", WrongSlice::AnyWait},
                                           NamedSliceFlaw{"AnyStore", WrongSlice::AnyStore},
                                           NamedSliceFlaw{"AnyDecision", WrongSlice::AnyDecision},
                                           NamedSliceFlaw{"AnyFuture", WrongSlice::AnyFuture, true}),
                         [](const auto& tested) { return tested.param.name; });

// One thread gets 1 from the code, or reads the input; both ways lead to the same state where the input is 1. What was
// found behind that state tells nothing of the way that reads the input where it is 3.
Script twoWaysToOneState() {
  using Op = Instruction::Op;
  constexpr std::uint32_t input = 0, choice = 1, other = 2;
  const auto constant = Operand::constant;
  const auto reg = Operand::reg;
  Script script;
  script.locationSizes = {1, 1, 1};
  script.initialValues = {0, 0, 0};
  script.threads = {{{.op = Op::Input, .to = 0},
                     {.op = Op::Assume, .a = constant(1), .b = reg(0), .compare = Compare::Ule},
                     {.op = Op::Enumerate, .to = 1, .a = reg(0)},
                     {.op = Op::Store, .a = reg(1), .location = input},
                     {.op = Op::Set, .to = 0, .a = constant(0)},
                     {.op = Op::Set, .to = 1, .a = constant(0)},
                     {.op = Op::Create, .child = 1},
                     {.op = Op::Create, .child = 2}},
                    {{.op = Op::Load, .to = 1, .location = choice},
                     {.op = Op::If, .a = reg(1), .b = constant(0), .target = 4},
                     {.op = Op::Set, .to = 2, .a = constant(1)},
                     {.op = Op::Jump, .target = 5},
                     {.op = Op::Load, .to = 2, .location = input},
                     {.op = Op::Set, .to = 1, .a = constant(0)},
                     {.op = Op::Store, .a = constant(0), .location = choice},
                     {.op = Op::Store, .a = constant(1), .location = other},
                     {.op = Op::If, .a = reg(2), .b = constant(3), .target = 10},
                     {.op = Op::Fail},
                     {.op = Op::Return}},
                    {{.op = Op::Store, .a = constant(1), .location = choice}}};
  return script;
}

TEST(Summaries, OtherHistoriesOfAState) {
  Terms terms;
  Counts counts;
  StateSearchOptions right{.safeSets = true, .sources = Sources::All, .summaries = true};
  StateSearchOptions wrong = right;
  wrong.policies = wrongSummaries(WrongSummary::AnyHistory);
  EXPECT_EQ(foundBy(twoWaysToOneState(), right, terms, counts, false).errors.size(), 1u);
  EXPECT_EQ(foundBy(twoWaysToOneState(), wrong, terms, counts, false).errors.size(), 0u);
}

} // namespace
} // namespace revisit::test::summaries_test
