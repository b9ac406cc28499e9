// Reduced equivalences: the classes that ConDpor finds against those of all executions of the brute force, by the
// definition in quotient.h; and errors against the exploration without reductions. REVISIT_FUZZ_SEED and
// REVISIT_FUZZ_COUNT as in fuzz_test.cpp.
#include "fuzz_seeds.h"
#include "quotient.h"
#include "random_script.h"
#include "reduced_exploration.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <random>

namespace revisit::test::reductions_test {

namespace {

using Op = Instruction::Op;

constexpr Equivalence full{}, objects{.objects = true}, locations{.locations = true}, locks{.locks = true};
constexpr Equivalence reduced{.objects = true, .locations = true, .locks = true, .waits = true};

// What a fuzz test has seen.
struct Seen {
  unsigned judged = 0, smaller = 0, racy = 0, deadlocked = 0, behind = 0, restarted = 0;
  std::uint64_t executions = 0, classes = 0, duplicates = 0;
};

// The classes of all executions: how they end.
std::map<std::string, std::string> classesOf(const BruteForceResult& all, const QuotientRules& rules,
                                             const std::string& where) {
  std::map<std::string, std::string> classes;
  for (const auto& [text, events] : all.events) {
    const auto [entry, isNew] = classes.emplace(quotientText(quotientExecution(events), rules), all.outcomes.at(text));
    EXPECT_EQ(entry->second, all.outcomes.at(text)) << "two executions of a class differ; " << where;
  }
  return classes;
}

void judge(const Script& script, const Equivalence& equivalence, const std::string& where, Seen& seen) {
  BruteForceOptions bruteOptions;
  bruteOptions.keepEvents = true;
  const BruteForceResult all = bruteForce(script, 60000, bruteOptions);
  if (all.exceeded || all.executions.empty())
    return;
  const ReducedExploration found = exploreReduced(script, {equivalence});
  const std::map<std::string, std::string> wanted = classesOf(all, found.rules, where);
  std::map<std::string, std::string> classes;
  for (std::size_t i = 0; i < found.executions.size(); i++)
    classes.emplace(quotientText(found.executions[i], found.rules), found.endings[i]);
  std::string difference;
  for (const auto& [text, outcome] : wanted)
    if (const auto it = classes.find(text); it == classes.end())
      difference += fmt::format("missing ({}): {}\n", outcome, text);
    else if (!outcome.starts_with(it->second))
      difference += fmt::format("{} instead of {}: {}\n", it->second, outcome, text);
  for (const auto& [text, ending] : classes)
    if (!wanted.contains(text))
      difference += fmt::format("not real ({}): {}\n", ending, text);
  EXPECT_TRUE(difference.empty()) << found.executions.size() << " executions, " << classes.size() << " of "
                                  << wanted.size() << " classes, " << found.rules.freeMutexes.size()
                                  << " free mutexes\n"
                                  << difference.substr(0, 1500) << where;
  EXPECT_EQ(found.identities.size(), classes.size()) << "identities; " << where;
  EXPECT_EQ(found.counts.duplicate, found.executions.size() - classes.size()) << where;

  const ReducedExploration unreduced = exploreReduced(script, {full});
  EXPECT_EQ(unreduced.executions.size(), all.executions.size()) << where;
  EXPECT_EQ(found.races, unreduced.races) << where;
  EXPECT_EQ(found.errors, unreduced.errors) << where;
  EXPECT_EQ(found.behind, unreduced.behind) << where;
  const ReducedExploration byItems = exploreReduced(script, {equivalence, true});
  EXPECT_EQ(found.identities, byItems.identities) << "work items; " << where;

  seen.judged++;
  seen.smaller += classes.size() < all.executions.size();
  seen.racy += !found.races.empty();
  seen.deadlocked += unreduced.counts.deadlocked > 0;
  seen.behind += !found.behind.empty();
  seen.restarted += found.restarts > 0;
  seen.executions += all.executions.size();
  seen.classes += classes.size();
  seen.duplicates += found.counts.duplicate;
}

void record(const Seen& seen) {
  const auto tell = [](const char* name, std::uint64_t number) {
    ::testing::Test::RecordProperty(name, static_cast<int>(number));
  };
  tell("judged", seen.judged);
  tell("smaller", seen.smaller);
  tell("racy", seen.racy);
  tell("deadlocked", seen.deadlocked);
  tell("behind", seen.behind);
  tell("restarted", seen.restarted);
  tell("executions", seen.executions);
  tell("classes", seen.classes);
  tell("duplicates", seen.duplicates);
}

Seen fuzz(std::uint64_t firstSeed, std::uint64_t count, const Equivalence& equivalence,
          const std::function<Script(std::uint64_t)>& scriptOf, Sample sample = Sample::Rotates) {
  Seen seen;
  fuzzSeeds(firstSeed, count, sample).forEach([&](std::uint64_t seed) {
    const Script script = scriptOf(seed);
    judge(script, equivalence, fmt::format("seed {}\n{}", seed, scriptText(script)), seen);
  });
  record(seen);
  return seen;
}

Seen fuzz(std::uint64_t firstSeed, std::uint64_t count, const Equivalence& equivalence,
          const RandomScriptOptions& options) {
  return fuzz(firstSeed, count, equivalence, [&](std::uint64_t seed) { return randomScript(seed, options); });
}

// Scripts in which a read-write lock and a once object are used mostly as they should be.
class LockScripts {
public:
  explicit LockScripts(std::uint64_t seed) : m_random(seed) {}

  Script next() {
    Script script;
    script.locationSizes = {1, 1, 1};
    script.initialValues = {0, 0, 0};
    const unsigned others = 2 + pick(2);
    script.threads.resize(others + 1);
    for (unsigned t = 1; t <= others; t++)
      script.threads[0].push_back({.op = Op::Create, .child = t});
    std::ranges::shuffle(script.threads[0], m_random);
    if (pick(4) == 0)
      piece(script.threads[0]);
    if (pick(3) == 0)
      script.threads[0].push_back({.op = Op::Join, .to = 3, .child = 1 + pick(others)});
    if (pick(3) == 0)
      access(script.threads[0]);
    for (unsigned t = 1; t <= others; t++) {
      const unsigned pieces = 1 + (others == 2 ? pick(2) : 0);
      for (unsigned i = 0; i < pieces; i++)
        piece(script.threads[t]);
    }
    return script;
  }

private:
  unsigned pick(unsigned n) { return static_cast<unsigned>(m_random() % n); }
  Instruction operation(ObjectOp operation, std::uint32_t object, std::uint32_t to = 5) {
    return {.op = Op::Object, .to = to, .operation = operation, .object = object};
  }

  void access(std::vector<Instruction>& code) {
    Instruction now{.op = pick(2) == 0 ? Op::Load : Op::Store, .to = pick(3), .a = Operand::constant(1 + pick(2))};
    if (pick(3) == 0)
      now.a = Operand::reg(pick(3));
    now.location = pick(2) + (now.op == Op::Store ? pick(2) : 0);
    now.order = pick(2) == 0 ? MemoryOrder::Plain : MemoryOrder::SeqCst;
    code.push_back(now);
  }

  void section(std::vector<Instruction>& code, ObjectOp lock, bool mayFail) {
    code.push_back(operation(lock, 0, 4));
    const std::size_t at = code.size();
    if (mayFail)
      code.push_back({.op = Op::If, .a = Operand::reg(4), .b = Operand::constant(0)});
    for (unsigned i = pick(3); i > 0; i--)
      pick(8) == 0 ? piece(code) : access(code);
    if (pick(24) != 0)
      code.push_back(operation(ObjectOp::RwlockUnlock, 0));
    if (mayFail)
      code[at].target = static_cast<std::uint32_t>(code.size());
  }

  void piece(std::vector<Instruction>& code) {
    switch (pick(12)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return section(code, ObjectOp::RwlockRead, false);
    case 4:
    case 5:
      return section(code, ObjectOp::RwlockWrite, false);
    case 6:
      return section(code, pick(2) == 0 ? ObjectOp::RwlockTryWrite : ObjectOp::RwlockTimedWrite, true);
    case 7: // cannot fail because of a waiting writer
      return section(code, pick(2) == 0 ? ObjectOp::RwlockTryRead : ObjectOp::RwlockTimedRead, true);
    case 8:
      code.push_back(operation(ObjectOp::MutexLock, 2));
      access(code);
      code.push_back(operation(ObjectOp::MutexUnlock, 2));
      return;
    case 9:
    case 10: {
      code.push_back(operation(ObjectOp::OnceEnter, 1, 4));
      const std::size_t at = code.size();
      code.push_back({.op = Op::If, .a = Operand::reg(4), .b = Operand::constant(1)});
      access(code);
      code.push_back(operation(pick(4) == 0 ? ObjectOp::OnceAbort : ObjectOp::OnceLeave, 1));
      code[at].target = static_cast<std::uint32_t>(code.size());
      return;
    }
    default:
      if (pick(8) == 0)
        code.push_back(operation(ObjectOp::RwlockDestroy, 0));
      else if (pick(8) == 0)
        code.push_back(operation(ObjectOp::OnceInit, 1));
      return access(code);
    }
  }

  std::mt19937_64 m_random;
};

// Scripts in which mutexes are used mostly as they should be, and most data belongs to one of them.
class SectionScripts {
public:
  explicit SectionScripts(std::uint64_t seed) : m_random(seed) {}

  Script next() {
    Script script;
    script.locationSizes = {1, 1, 1, 1};
    script.initialValues = {0, 0, 0, 0};
    m_isStrict = pick(2) == 0;
    const unsigned others = 2 + pick(2);
    script.threads.resize(others + 1);
    for (unsigned t = 1; t <= others; t++)
      script.threads[0].push_back({.op = Op::Create, .child = t});
    std::ranges::shuffle(script.threads[0], m_random);
    if (pick(6) == 0) // that of a mutex in use is an error, which the brute force does not have
      script.threads[0].insert(script.threads[0].begin(), operation(ObjectOp::MutexInit, pick(2)));
    if (pick(3) == 0)
      script.threads[0].push_back({.op = Op::Join, .to = 3, .child = 1 + pick(others)});
    if (pick(3) == 0)
      access(script.threads[0], pick(4));
    for (unsigned t = 1; t <= others; t++)
      for (unsigned i = 1 + (others == 2 ? pick(3) : pick(2)); i > 0; i--)
        piece(script.threads[t]);
    return script;
  }

private:
  unsigned pick(unsigned n) { return static_cast<unsigned>(m_random() % n); }
  Instruction operation(ObjectOp operation, std::uint32_t object) {
    return {.op = Op::Object, .to = 5, .operation = operation, .object = object};
  }

  void access(std::vector<Instruction>& code, unsigned location) {
    Instruction now{.op = pick(2) == 0 ? Op::Load : Op::Store, .to = pick(3), .a = Operand::constant(1 + pick(2))};
    if (pick(6) == 0) {
      now.op = Op::Rmw;
      now.blind = pick(2) == 0;
    } else if (pick(8) == 0) {
      now.op = Op::Cas;
      now.a = Operand::constant(pick(2));
      now.b = Operand::constant(1 + pick(2));
    }
    if (now.op != Op::Cas && pick(3) == 0)
      now.a = Operand::reg(pick(3));
    now.location = location;
    const bool mayBePlain = now.op == Op::Load || now.op == Op::Store;
    now.order = mayBePlain && pick(2) == 0 ? MemoryOrder::Plain : MemoryOrder::SeqCst;
    code.push_back(now);
  }

  // Mutex 0 guards locations 0 to 2, mutex 1 location 3.
  void section(std::vector<Instruction>& code) {
    const unsigned mutex = pick(4) == 0;
    const unsigned rare = m_isStrict ? 0 : pick(12);
    const bool tries = rare == 1;
    code.push_back(operation(tries ? ObjectOp::MutexTryLock : ObjectOp::MutexLock, mutex));
    const std::size_t at = code.size();
    if (tries)
      code.push_back({.op = Op::If, .a = Operand::reg(5), .b = Operand::constant(0)});
    for (unsigned i = pick(3); i > 0; i--)
      access(code, mutex == 1 ? 3 : pick(3));
    if (rare == 2)
      section(code);
    if (rare != 3)
      code.push_back(operation(ObjectOp::MutexUnlock, mutex));
    if (tries)
      code[at].target = static_cast<std::uint32_t>(code.size());
  }

  void piece(std::vector<Instruction>& code) {
    if (pick(5) != 0)
      return section(code);
    if (!m_isStrict && pick(6) == 0)
      return code.push_back(operation(ObjectOp::MutexDestroy, pick(2)));
    access(code, m_isStrict ? 3 * pick(2) : pick(4));
  }

  std::mt19937_64 m_random;
  bool m_isStrict = false;
};

// Scripts in which counters are updated blindly, and mostly read when that is over.
class UpdateScripts {
public:
  explicit UpdateScripts(std::uint64_t seed) : m_random(seed) {}

  Script next() {
    Script script;
    script.locationSizes = {1, 1, 1};
    script.initialValues = {0, 0, 0};
    const unsigned others = 2 + pick(2);
    script.threads.resize(others + 1);
    std::vector<Instruction>& main = script.threads[0];
    m_isStrict = pick(3) != 0;
    if (pick(3) == 0)
      main.push_back(update());
    for (unsigned t = 1; t <= others; t++)
      main.push_back({.op = Op::Create, .child = t});
    if (pick(3) == 0)
      main.push_back(update());
    const unsigned joined = pick(4) == 0 ? pick(others) : others;
    for (unsigned t = 1; t <= joined; t++)
      main.push_back({.op = Op::Join, .to = 3, .child = t});
    if (joined == others && pick(4) != 0)
      look(main);
    if (pick(6) == 0)
      main.push_back(update());
    for (unsigned t = 1; t <= others; t++)
      for (unsigned i = 1 + pick(others == 2 ? 3 : 2); i > 0; i--)
        piece(script.threads[t]);
    return script;
  }

private:
  unsigned pick(unsigned n) { return static_cast<unsigned>(m_random() % n); }

  Instruction update() {
    Instruction now{.op = Op::Rmw, .a = Operand::constant(1 + pick(2)), .location = pick(4) == 0, .blind = true};
    if (pick(8) == 0)
      now.rmw = RmwOp::Or;
    if (pick(4) == 0)
      now.a = Operand::reg(pick(3));
    if (pick(12) == 0)
      now.blind = false;
    return now;
  }

  // Reads a counter, and perhaps decides by it.
  void look(std::vector<Instruction>& code) {
    code.push_back({.op = Op::Load, .to = 1, .location = pick(4) == 0});
    if (pick(3) != 0)
      code.push_back({.op = Op::Rmw, .to = 2, .a = Operand::constant(1), .location = code.back().location});
    const auto then = static_cast<std::uint32_t>(code.size() + 2);
    code.push_back({.op = Op::If, .a = Operand::reg(1 + pick(2)), .b = Operand::constant(pick(6)), .target = then});
    if (pick(2) == 0)
      code.push_back({.op = Op::Fail});
    else
      code.push_back({.op = Op::Store, .a = Operand::reg(1), .location = 2});
  }

  void piece(std::vector<Instruction>& code) {
    switch (pick(m_isStrict ? 6 : 8)) {
    case 0: // another location
      return code.push_back({.op = pick(2) == 0 ? Op::Load : Op::Store,
                             .to = pick(3),
                             .a = Operand::reg(pick(3)),
                             .order = pick(2) == 0 ? MemoryOrder::Plain : MemoryOrder::SeqCst,
                             .location = 2});
    case 6:
      return look(code);
    case 7:
      return code.push_back({.op = Op::Store, .a = Operand::constant(1), .location = pick(2)});
    default:
      code.push_back(update());
    }
  }

  std::mt19937_64 m_random;
  bool m_isStrict = false;
};

Script updateScript(std::uint64_t seed) {
  return UpdateScripts(seed).next();
}

Script sectionScript(std::uint64_t seed) {
  return SectionScripts(seed).next();
}

Script lockScript(std::uint64_t seed) {
  return LockScripts(seed).next();
}

// Some locations are only written to.
Script storeScript(std::uint64_t seed) {
  RandomScriptOptions options;
  options.symbols = options.awaits = options.waitObjects = false;
  options.terminals = seed % 4 == 0;
  options.plain = options.asides = true;
  options.mixedSizes = false;
  options.maxSteps = 3;
  options.objects = seed % 2 == 0;
  Script script = randomScript(seed, options);
  std::mt19937_64 random(seed);
  for (std::vector<Instruction>& thread : script.threads)
    for (Instruction& now : thread)
      if (const bool isAccess = now.op == Op::Load || now.op == Op::Rmw; isAccess && now.location >= 1 && random() % 8)
        now.op = Op::Store;
  return script;
}

std::size_t countOf(const Script& script, const Equivalence& equivalence) {
  const ReducedExploration found = exploreReduced(script, {equivalence});
  EXPECT_EQ(found.counts.duplicate, 0u) << scriptText(script);
  return found.executions.size();
}

Instruction onLock(ObjectOp operation) {
  return {.op = Op::Object, .to = 5, .operation = operation, .object = 0};
}
std::vector<Instruction> reader() {
  return {onLock(ObjectOp::RwlockRead), onLock(ObjectOp::RwlockUnlock)};
}
std::vector<Instruction> writer() {
  return {onLock(ObjectOp::RwlockWrite), onLock(ObjectOp::RwlockUnlock)};
}

} // namespace

TEST(Equivalences, HaveNames) {
  Equivalence parsed;
  for (const Equivalence& one : {full, objects, locations, locks, Equivalence{.waits = true}, reduced}) {
    EXPECT_TRUE(parseEquivalence(equivalenceText(one), parsed));
    EXPECT_EQ(parsed, one);
  }
  EXPECT_TRUE(parseEquivalence("locations,locks,waits,objects", parsed));
  EXPECT_EQ(parsed, reduced);
  for (const char* wrong : {"", ",", "objects,", "object", "full,objects", "objects;locations"})
    EXPECT_FALSE(parseEquivalence(wrong, parsed)) << wrong;
}

TEST(SharedOperations, OfReadersAndAWriter) {
  for (const bool writerFirst : {false, true}) {
    const auto withWriter = [&](std::uint32_t readers) {
      return parallelScript(
          readers + 1, [=](std::uint32_t t) { return t == (writerFirst ? 1 : readers + 1) ? writer() : reader(); });
    };
    EXPECT_EQ(countOf(withWriter(2), full), 14u);
    EXPECT_EQ(countOf(withWriter(2), objects), 4u);
    EXPECT_EQ(countOf(withWriter(3), full), 216u);
    EXPECT_EQ(countOf(withWriter(3), objects), 8u);
    EXPECT_EQ(countOf(withWriter(6), reduced), 64u);
  }
}

TEST(SharedOperations, OfAThreadThatReadsOften) {
  const Script script = parallelScript(2, [](std::uint32_t t) {
    std::vector<Instruction> code = t == 1 ? std::vector<Instruction>{} : writer();
    for (unsigned i = 0; t == 1 && i < 50; i++)
      code.insert(code.end(), {onLock(ObjectOp::RwlockRead), onLock(ObjectOp::RwlockUnlock)});
    return code;
  });
  EXPECT_EQ(countOf(script, objects), 51u); // too many for a set: ordered
}

TEST(SharedOperations, OfAThreadThatAlsoWrites) {
  // Its own reads need no bits: 50 operations stand together with 50 of the other thread.
  const Script script = parallelScript(2, [](std::uint32_t) {
    std::vector<Instruction> code;
    for (unsigned i = 0; i < 25; i++)
      code.insert(code.end(), {onLock(ObjectOp::RwlockRead), onLock(ObjectOp::RwlockUnlock)});
    code.insert(code.end(), {onLock(ObjectOp::RwlockWrite), onLock(ObjectOp::RwlockUnlock)});
    return code;
  });
  EXPECT_EQ(countOf(script, objects), 52u);
}

TEST(SharedOperations, OfAOnceObject) {
  const Script script = parallelScript(4, [](std::uint32_t) {
    return std::vector<Instruction>{
        {.op = Op::Object, .to = 4, .operation = ObjectOp::OnceEnter, .object = 0},
        {.op = Op::If, .a = Operand::reg(4), .b = Operand::constant(1), .target = 3},
        {.op = Op::Object, .to = 5, .operation = ObjectOp::OnceLeave, .object = 0},
    };
  });
  EXPECT_EQ(countOf(script, full), 24u);
  EXPECT_EQ(countOf(script, objects), 4u);
}

TEST(FreeWrites, OfALocationThatNobodyReads) {
  const Script script =
      parallelScript(4, [](std::uint32_t t) { return std::vector<Instruction>{{.op = Op::Store, .a = {false, t}}}; });
  EXPECT_EQ(countOf(script, full), 24u);
  EXPECT_EQ(countOf(script, locations), 1u);
}

TEST(FreeWrites, AreOrderedOnceSomeoneReads) {
  Script script = parallelScript(3, [](std::uint32_t t) {
    std::vector<Instruction> code{{.op = Op::Store, .a = {false, t}}};
    if (t == 3)
      code.push_back({.op = Op::Load, .to = 1});
    return code;
  });
  EXPECT_EQ(countOf(script, locations), countOf(script, full));
}

TEST(FreeUpdates, OfACounterThatIsReadAtTheEnd) {
  const auto counting = [](bool isUsed) {
    Script script = parallelScript(4, [=](std::uint32_t t) {
      return std::vector<Instruction>{{.op = Op::Rmw, .to = 1, .a = Operand::constant(t), .blind = !isUsed || t != 2}};
    });
    for (std::uint32_t t = 1; t <= 4; t++)
      script.threads[0].push_back({.op = Op::Join, .to = 3, .child = t});
    script.threads[0].push_back({.op = Op::Load, .to = 1});
    script.threads[0].push_back(
        {.op = Op::If, .a = Operand::reg(1), .b = Operand::constant(10), .target = 11}); // 1 + 2 + 3 + 4
    script.threads[0].insert(script.threads[0].end(), {{.op = Op::Return}, {.op = Op::Fail}});
    return script;
  };
  EXPECT_EQ(countOf(counting(false), full), 24u);
  EXPECT_EQ(countOf(counting(false), locations), 1u);
  EXPECT_EQ(countOf(counting(true), locations), 24u); // ordered
  EXPECT_TRUE(exploreReduced(counting(false), {locations}).errors.empty());
}

TEST(ReductionFuzz, Updates) {
  const Seen seen = fuzz(800000, 400, locations, updateScript, Sample::Whole);
  if (fuzzSeeds(1, 400).isChosen)
    return;
  EXPECT_GT(seen.smaller, seen.judged / 4);
  EXPECT_GT(seen.racy, 0u);
  EXPECT_GT(seen.restarted, seen.judged / 8);
}

TEST(ReductionFuzz, Locks) {
  const Seen seen = fuzz(1, 400, objects, lockScript, Sample::Whole);
  if (fuzzSeeds(1, 400).isChosen)
    return;
  EXPECT_GT(seen.smaller, seen.judged / 4);
  EXPECT_GT(seen.racy, seen.judged / 8);
  EXPECT_GT(seen.deadlocked, 0u);
  EXPECT_GT(seen.behind, 0u);
}

TEST(ReductionFuzz, Sections) {
  const Seen seen = fuzz(600000, 400, locks, sectionScript, Sample::Whole);
  if (fuzzSeeds(1, 400).isChosen)
    return;
  EXPECT_GT(seen.smaller, seen.judged / 4);
  EXPECT_GT(seen.racy, seen.judged / 8);
  EXPECT_GT(seen.deadlocked, 0u);
  EXPECT_GT(seen.restarted, seen.judged / 8);
}

TEST(ReductionFuzz, SectionsAndStores) {
  const Seen seen = fuzz(700000, 300, reduced, sectionScript);
  if (!fuzzSeeds(1, 1).isChosen) {
    EXPECT_GT(seen.smaller, seen.judged / 4);
  }
}

TEST(ReductionFuzz, LocksAndStores) {
  const Seen seen = fuzz(100000, 300, reduced, lockScript);
  if (!fuzzSeeds(1, 1).isChosen) {
    EXPECT_GT(seen.smaller, seen.judged / 4);
  }
}

TEST(ReductionFuzz, Stores) {
  const Seen seen = fuzz(200000, 300, locations, storeScript, Sample::Whole);
  if (fuzzSeeds(1, 300).isChosen)
    return;
  EXPECT_GT(seen.smaller, seen.judged / 8);
  EXPECT_GT(seen.restarted, 0u);
}

TEST(ReductionFuzz, RareObjects) {
  RandomScriptOptions options;
  options.symbols = options.awaits = options.terminals = false;
  options.rareObjects = options.plain = true;
  options.maxSteps = 3;
  options.locksTogether = true;
  fuzz(300000, 200, reduced, options);
}

TEST(ReductionFuzz, Everything) {
  RandomScriptOptions options;
  options.awaits = false;
  options.rareObjects = options.plain = options.lifetimes = true;
  options.maxSteps = 3;
  fuzz(400000, 200, reduced, options);
}

TEST(ReductionFuzz, WhatHappensForNoReason) {
  RandomScriptOptions options;
  options.symbols = options.awaits = false;
  options.plain = options.asides = options.spurious = true;
  options.maxSteps = 3;
  fuzz(900000, 200, reduced, options);
}

TEST(ReductionFuzz, WaitingLoops) {
  RandomScriptOptions options;
  options.symbols = false;
  options.rounds = options.asides = true;
  options.maxSteps = 3;
  fuzz(500000, 200, reduced, options);
}

} // namespace revisit::test::reductions_test
