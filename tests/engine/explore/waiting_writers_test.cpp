// Read-write locks that prefer waiting writers, against the brute force, which knows each thread's next step: the
// possible results of an attempt to lock for reading, and the threads that never get a lock that is held for reading.
#include "brute_force.h"

#include "explore/condpor/condpor.h"
#include "explore/findings/findings.h"
#include "explore/waiting_writers.h"
#include "memory/sequential.h"
#include "scripted_program.h"

#include <gtest/gtest.h>

#include <random>

#include <fmt/format.h>

namespace revisit::test::waiting_writers_test {

namespace {

using Op = Instruction::Op;

constexpr unsigned got = 4; // the register for the result of a lock operation

Instruction onLock(ObjectOp operation) {
  const bool attempts = operation == ObjectOp::RwlockTryRead || operation == ObjectOp::RwlockTimedRead;
  return {.op = Op::Object, .to = got, .operation = operation, .object = 0, .argument = attempts ? 1u : 0u};
}

Instruction onMutex(ObjectOp operation) {
  return {.op = Op::Object, .to = got, .operation = operation, .object = 1};
}

// Threads that lock, read, write, unlock and give up.
class Scripts {
public:
  Scripts(std::uint64_t seed, bool withMutex) : m_random(seed), m_mutex(withMutex) {}

  Script next() {
    Script script;
    script.locationSizes = {1};
    script.initialValues = {0};
    const unsigned threads = 2 + pick(2);
    script.threads.resize(1);
    for (std::uint32_t t = 1; t <= threads; t++) {
      script.threads[0].push_back({.op = Op::Create, .child = t});
      std::vector<Instruction>& code = script.threads.emplace_back();
      if (t == 1) // most scripts have a thread that locks for reading twice
        section(code, ObjectOp::RwlockRead, 0);
      else
        body(code, 1 + pick(2), 0);
    }
    switch (pick(4)) {
    case 0:
      script.threads[0].push_back({.op = Op::Exit});
      break;
    case 1:
      body(script.threads[0], 1, 1);
      break;
    default:
      break;
    }
    return script;
  }

private:
  unsigned pick(unsigned below) { return static_cast<unsigned>(m_random() % below); }

  void body(std::vector<Instruction>& code, unsigned items, unsigned depth) {
    static constexpr ObjectOp reads[] = {ObjectOp::RwlockRead, ObjectOp::RwlockTryRead, ObjectOp::RwlockTimedRead};
    static constexpr ObjectOp writes[] = {ObjectOp::RwlockWrite, ObjectOp::RwlockTryWrite, ObjectOp::RwlockTimedWrite};
    for (; items > 0; items--)
      switch (pick(m_mutex ? 11 : 8)) {
      case 8:
      case 9:
      case 10:
        locked(code, depth);
        break;
      case 0:
      case 1:
      case 2:
        section(code, pick(2) == 0 ? reads[0] : reads[pick(3)], depth);
        break;
      case 3:
      case 4:
        section(code, pick(3) != 0 ? writes[0] : writes[pick(3)], depth);
        break;
      case 5:
        code.push_back({.op = Op::Store, .a = Operand::constant(1 + pick(2)), .location = 0});
        break;
      case 6:
        when(code, depth);
        break;
      case 7:
        if (pick(3) == 0)
          code.push_back({.op = pick(2) == 0 ? Op::Exit : Op::Fail});
        break;
      }
  }

  void section(std::vector<Instruction>& code, ObjectOp operation, unsigned depth) {
    code.push_back(onLock(operation));
    const std::size_t at = code.size();
    code.push_back({.op = Op::If, .a = Operand::reg(got), .b = Operand::constant(0)});
    if (depth < 2)
      body(code, pick(3), depth + 1);
    code.push_back(onLock(ObjectOp::RwlockUnlock));
    code[at].target = static_cast<std::uint32_t>(code.size());
  }

  // No thread locks the mutex twice.
  void locked(std::vector<Instruction>& code, unsigned depth) {
    if (m_hasMutex)
      return;
    m_hasMutex = true;
    code.push_back(onMutex(ObjectOp::MutexLock));
    if (depth < 2)
      body(code, 1 + pick(2), depth + 1);
    code.push_back(onMutex(ObjectOp::MutexUnlock));
    m_hasMutex = false;
  }

  // Depends on a condition that another thread may decide, or the thread gives up when it does not hold.
  void when(std::vector<Instruction>& code, unsigned depth) {
    code.push_back({.op = Op::Load, .to = 0, .location = 0});
    const std::size_t at = code.size();
    const Operand zero = Operand::constant(0);
    if (pick(4) == 0) {
      code.push_back({.op = Op::Assume, .a = Operand::reg(0), .b = zero});
      return;
    }
    code.push_back({.op = Op::If, .a = Operand::reg(0), .b = zero});
    if (depth < 2)
      body(code, 1, depth + 1);
    code[at].target = static_cast<std::uint32_t>(code.size());
  }

  std::mt19937_64 m_random;
  bool m_mutex; // threads lock a mutex, too
  bool m_hasMutex = false;
};

struct Explored {
  std::set<std::string> executions, behind;
  ExplorationCounts counts;
};

Explored explore(const Script& script, ExploreOptions options = {}) {
  ExpressionPool pool;
  const std::unique_ptr<Solver> solver = makeSolver(pool);
  ScriptedProgram program(script, pool);
  SequentialConsistency model;
  options.keepGoing = true;
  options.checkDuplicates = true;
  const std::unique_ptr<Explorer> explorer = makeConDpor(program, model, *solver, options);
  Explored found;
  explorer->onExecution([&](const Execution& execution) {
    found.executions.insert(canonicalText(execution.graph));
    for (const ReadBehindWriter& one : execution.behindWriters) {
      const Event& read = execution.graph.event(one.read);
      found.behind.insert(fmt::format("{}.{}{}", read.thread.value(), read.index, one.exits ? " stranded" : ""));
    }
  });
  const Result<Exploration> result = explorer->run();
  EXPECT_TRUE(result.ok());
  if (result)
    found.counts = result.value().counts;
  return found;
}

std::set<std::string> textsOf(const BruteForceResult& result) {
  std::set<std::string> texts;
  for (const auto& [text, ending] : result.executions)
    texts.insert(text);
  return texts;
}

// One thread locks for reading twice, another one for writing.
Script readTwice(bool exits) {
  const std::vector<Instruction> reader{onLock(ObjectOp::RwlockRead), onLock(ObjectOp::RwlockRead),
                                        onLock(ObjectOp::RwlockUnlock), onLock(ObjectOp::RwlockUnlock)};
  const std::vector<Instruction> writer{onLock(ObjectOp::RwlockWrite), onLock(ObjectOp::RwlockUnlock)};
  Script script;
  script.threads = {{{.op = Op::Create, .child = 1}, {.op = Op::Create, .child = 2}}, reader, writer};
  if (exits)
    script.threads[0].push_back({.op = Op::Exit});
  script.locationSizes = {1};
  script.initialValues = {0};
  return script;
}

struct Seen {
  unsigned judged = 0, behind = 0, stranded = 0, madeWay = 0;
};

Seen compare(Scripts scripts, unsigned count) {
  Seen seen;
  for (unsigned i = 0; i < count && !::testing::Test::HasFailure(); i++) {
    const Script script = scripts.next();
    const BruteForceResult wanted = bruteForce(script, 20000);
    if (wanted.exceeded)
      continue;
    const Explored found = explore(script);
    EXPECT_EQ(found.counts.duplicate, 0u) << scriptText(script);
    EXPECT_EQ(found.executions, textsOf(wanted)) << scriptText(script);
    EXPECT_EQ(found.behind, wanted.behindWriters) << scriptText(script);
    seen.judged++;
    for (const std::string& one : found.behind)
      (one.ends_with("stranded") ? seen.stranded : seen.behind)++;
    for (const std::string& text : found.executions)
      seen.madeWay += text.find(":0:1 ") != std::string::npos;
  }
  return seen;
}

} // namespace

TEST(WaitingWriters, AgreeWithTheBruteForce) {
  const Seen seen = compare(Scripts(7, false), 400);
  EXPECT_GT(seen.judged, 300u);
  EXPECT_GT(seen.behind, 50u);
  EXPECT_GT(seen.stranded, 10u);
  EXPECT_GT(seen.madeWay, 10u);
}

TEST(WaitingWriters, AgreeWithTheBruteForceAmongOtherLocks) {
  const Seen seen = compare(Scripts(8, true), 400);
  EXPECT_GT(seen.judged, 250u);
  EXPECT_GT(seen.behind, 50u);
}

TEST(WaitingWriters, AReaderThatAsksAgainWaitsForEver) {
  const Explored found = explore(readTwice(false));
  EXPECT_EQ(found.behind, std::set<std::string>{"1.1"});
  EXPECT_EQ(found.counts.complete, 1u);
  EXPECT_EQ(found.counts.deadlocked, 1u);
}

TEST(WaitingWriters, AreStrandedWhenTheProcessEnds) {
  EXPECT_EQ(explore(readTwice(true)).counts.complete, 2u);
  ExploreOptions options;
  options.errors.treat(ErrorKind::Stranded, Treatment::Error);
  const Explored found = explore(readTwice(true), options);
  EXPECT_EQ(found.behind, std::set<std::string>{"1.1 stranded"});
  EXPECT_EQ(found.counts.complete, 1u);
  EXPECT_EQ(found.counts.erroneous, 1u);
}

// A thread that holds the lock for reading waits for a mutex; the mutex's owner wants to lock for reading, and waits
// behind a writer.
TEST(WaitingWriters, KeepAReaderFromAnotherLock) {
  Script script = readTwice(false);
  script.threads[1] = {onLock(ObjectOp::RwlockRead), onMutex(ObjectOp::MutexLock), onMutex(ObjectOp::MutexUnlock),
                       onLock(ObjectOp::RwlockUnlock)};
  script.threads.push_back({onMutex(ObjectOp::MutexLock), onLock(ObjectOp::RwlockRead), onLock(ObjectOp::RwlockUnlock),
                            onMutex(ObjectOp::MutexUnlock)});
  script.threads[0].push_back({.op = Op::Create, .child = 3});
  const Explored found = explore(script);
  EXPECT_EQ(found.behind, std::set<std::string>{"3.1"});
}

TEST(WaitingWriters, DoNotMatterToOneReadEach) {
  Script script = readTwice(false);
  script.threads[1] = {onLock(ObjectOp::RwlockRead), onLock(ObjectOp::RwlockUnlock)};
  EXPECT_EQ(explore(script).counts.complete, 2u);
  script.threads.push_back(script.threads[1]);
  script.threads[0].push_back({.op = Op::Create, .child = 3});
  const Explored found = explore(script);
  EXPECT_EQ(found.counts.complete, 14u);
  EXPECT_EQ(found.counts.total(), 14u);
  EXPECT_TRUE(found.behind.empty());
}

} // namespace revisit::test::waiting_writers_test
