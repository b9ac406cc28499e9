// The stateful search against brute force on random scripts: the same states in which a program ends, the same kinds of
// executions, races in the same programs. A failure prints the seed and the program; REVISIT_FUZZ_SEED=n runs that one
// alone, REVISIT_FUZZ_COUNT=n changes how many are run.
#include "brute_force.h"
#include "execution_endings.h"
#include "fuzz_seeds.h"
#include "random_loops.h"
#include "random_script.h"

#include "explore/states/state_search.h"
#include "memory/sequential.h"
#include "scripted_program.h"
#include "terms.h"
#include "wrong_policies.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <map>
#include <optional>

namespace revisit::test::state_search_test {

namespace {

using Sources = StateSearchOptions::Sources;

constexpr std::size_t stateLimit = 20000;
constexpr std::size_t mostExecutions = 40; // of programs for stateless searches

struct Seen {
  std::set<std::string> endStates;
  std::uint64_t ends = 0; // on how many paths
  std::set<std::string> kinds;
  bool races = false;
  bool behindWriters = false;
  bool isComplete = true;
};

// As in BruteForceResult::endStates.
std::string endText(ProductState& state, const Script& script) {
  bool error = false, blocked = false, cut = false, exited = false, going = false;
  std::string returned, memory;
  for (std::uint32_t t = 0; t < script.threads.size(); t++) {
    const ThreadId thread(t);
    if (t >= state.threadCount() || !state.created(thread)) {
      returned += " -";
      continue;
    }
    const Label& last = state.label(thread);
    error |= last.kind == LabelKind::Error;
    blocked |= last.kind == LabelKind::Blocked;
    cut |= last.kind == LabelKind::Cut || last.kind == LabelKind::Unsupported;
    exited |= last.kind == LabelKind::Exit;
    going |= !isTerminal(last.kind) || last.kind == LabelKind::AwaitFailed;
    returned += last.kind == LabelKind::End ? fmt::format(" {}", last.value.bits) : " -";
  }
  for (std::uint32_t i = 0; i < script.locationSizes.size(); i++) {
    const std::uint64_t bits = state.content(LocationId(i)).value.bits;
    memory += ' ';
    for (unsigned byte = 0; byte < script.locationSizes[i]; byte++)
      memory += fmt::format("{:02x}", bits >> (8 * byte) & 0xff);
  }
  const char* const ending = error              ? "erroneous"
                             : blocked          ? "blocked"
                             : cut              ? "cut"
                             : exited || !going ? "complete"
                                                : "deadlocked";
  return ending + returned + memory;
}

Seen seenBy(const Script& script, StateSearchOptions search, std::uint64_t seed, Terms& terms, std::uint64_t& states) {
  ScriptedProgram program(script, terms.pool);
  SequentialConsistency model;
  ExploreOptions options;
  options.keepGoing = true;
  options.seed = seed;
  options.errors.treat(ErrorKind::Deadlock, Treatment::Warning); // as in fuzz_test.cpp
  Seen seen;
  search.onEnd = [&](ProductState& state) {
    seen.endStates.insert(endText(state, script));
    seen.ends++;
  };
  const std::unique_ptr<Explorer> explorer = makeStateSearch(program, model, *terms.solver, options, search);
  explorer->onExecution([&](const Execution& execution) {
    seen.kinds.insert(endingName(execution.kind));
    seen.races |= !execution.races.empty();
    seen.behindWriters |= !execution.behindWriters.empty();
  });
  explorer->onRestart([&] { seen = {}; });
  const Result<Exploration> result = explorer->run();
  EXPECT_TRUE(result.ok()) << result.error().what << "\n" << scriptText(script);
  if (result.ok()) {
    states += result.value().space->states;
    seen.isComplete = result.value().incomplete.empty();
  }
  return seen;
}

std::string differenceOf(const std::set<std::string>& wanted, const std::set<std::string>& found) {
  std::string text;
  for (const std::string& one : wanted)
    if (!found.contains(one))
      text += "missing: " + one + "\n";
  for (const std::string& one : found)
    if (!wanted.contains(one))
      text += "not real: " + one + "\n";
  return text;
}

struct NamedSearch {
  const char* name;
  StateSearchOptions options;
};

std::vector<NamedSearch> searches() {
  const std::vector<ThreadId> backwards = {ThreadId(3), ThreadId(2), ThreadId(1), ThreadId(0)};
  return {
      {"stateful", {.safeSets = false, .sources = Sources::All}},
      {"s-por", {.safeSets = true, .sources = Sources::All}},
      {"de-s-por", {.safeSets = true, .sources = Sources::Eager}},
      {"dl-s-por", {.safeSets = true, .sources = Sources::Lazy}},
      {"dl-s-por backwards", {.safeSets = true, .sources = Sources::Lazy, .order = backwards}},
      {"dl-s-por random", {.safeSets = true, .sources = Sources::Lazy, .randomOrder = true}},
      {"de-s-por random", {.safeSets = true, .sources = Sources::Eager, .randomOrder = true}},
      {"de-por", {.safeSets = false, .sources = Sources::Eager}},
      {"dl-por", {.safeSets = false, .sources = Sources::Lazy}},
      {"o-dpor", {.safeSets = true, .sources = Sources::Races}},
      {"o-dpor random", {.safeSets = true, .sources = Sources::Races, .randomOrder = true}},
      {"dpor", {.sources = Sources::Lazy, .stateless = true}},
      {"fg-dpor", {.sources = Sources::Persistent, .stateless = true}},
      {"fg-dpor random, no safe sets",
       {.safeSets = false, .sources = Sources::Persistent, .stateless = true, .randomOrder = true}},
      {"symbolic, sleep sets", {.sources = Sources::All, .stateless = true, .sleepSets = true}},
      {"dpor, sleep sets", {.sources = Sources::Lazy, .stateless = true, .sleepSets = true}},
      {"dpor random, sleep sets",
       {.sources = Sources::Lazy, .stateless = true, .sleepSets = true, .randomOrder = true}},
      {"fg-dpor, sleep sets", {.sources = Sources::Persistent, .stateless = true, .sleepSets = true}},
      {"fg-dpor random, sleep sets",
       {.sources = Sources::Persistent, .stateless = true, .sleepSets = true, .randomOrder = true}},
  };
}

// How many states each search stored, in all programs that were judged.
using Sizes = std::vector<std::uint64_t>;

bool judge(std::uint64_t seed, const RandomScriptOptions& options, bool withRaces, Terms& terms, Sizes& sizes) {
  const Script script = randomScript(seed, options);
  const BruteForceResult expected = bruteForce(script, stateLimit);
  if (expected.exceeded || expected.executions.empty())
    return false;
  std::set<std::string> kinds;
  for (const auto& [text, ending] : expected.executions)
    kinds.insert(ending);
  const std::vector<NamedSearch> all = searches();
  sizes.resize(all.size());
  std::optional<std::uint64_t> ends; // of a search with sleep sets: one of each class of orders
  for (std::size_t i = 0; i < all.size(); i++) {
    // There are exponentially many paths without a cycle in a graph of states with cycles.
    if (all[i].options.stateless &&
        (options.rounds || expected.executions.size() > mostExecutions / (options.rareObjects ? 4 : 1)))
      continue;
    const Seen seen = seenBy(script, all[i].options, seed, terms, sizes[i]);
    if (all[i].options.sleepSets && !options.awaits && !options.sections) {
      EXPECT_EQ(seen.ends, ends.value_or(seen.ends)) << all[i].name << ", seed " << seed << "\n" << scriptText(script);
      ends = seen.ends;
    }
    EXPECT_TRUE(seen.isComplete || options.sections || options.terminals || options.rounds);
    if (!seen.isComplete && options.sections)
      continue;
    // A section that never ends never happened: the search stops before it, the brute force inside.
    // With inputs the contents of memory at an end are expressions.
    if (!options.sections && !options.symbols) {
      EXPECT_EQ(differenceOf(expected.endStates, seen.endStates), "") << all[i].name << ", seed " << seed << "\n"
                                                                      << scriptText(script);
    }
    // Executions are judged as graphs, which may blame a lock where the brute force does not.
    EXPECT_TRUE(seen.behindWriters || expected.behindWriters.empty()) << all[i].name << ", seed " << seed << "\n"
                                                                      << scriptText(script);
    if (withRaces) {
      EXPECT_EQ(seen.races, expected.races) << all[i].name << ", seed " << seed << "\n" << scriptText(script);
    } else {
      // Which of the ways to get stuck in a section an execution shows makes no difference to a user.
      std::set<std::string> found = seen.kinds;
      if (options.sections && kinds.contains("blocked"))
        found.insert("blocked");
      EXPECT_EQ(differenceOf(kinds, found), "") << all[i].name << ", seed " << seed << "\n" << scriptText(script);
    }
  }
  return true;
}

void fuzz(std::uint64_t firstSeed, std::uint64_t count, const RandomScriptOptions& options, bool withRaces = false) {
  Terms terms;
  Sizes sizes;
  const FuzzSeeds seeds = fuzzSeeds(firstSeed, count);
  std::uint64_t judged = 0;
  seeds.forEach([&](std::uint64_t seed) { judged += judge(seed, options, withRaces, terms, sizes); });
  if (seeds.isChosen)
    return;
  EXPECT_GT(judged, seeds.count / 2);
  const std::vector<NamedSearch> all = searches();
  for (std::size_t i = 0; i < sizes.size(); i++)
    ::testing::Test::RecordProperty(all[i].name, fmt::format("{} states", sizes[i]));
  // Each reduction leaves out states of these programs.
  ASSERT_EQ(sizes.size(), all.size());
  EXPECT_LT(sizes[1], sizes[0]);
  EXPECT_LT(sizes[3], sizes[1]);
}

// All states of such a program, one by one.
class AllStates {
public:
  explicit AllStates(const Script& script) : m_script(script) {
    State first;
    first.threads.resize(script.threads.size());
    for (Thread& thread : first.threads)
      thread.pc = 0;
    first.threads[0].pc = script.threads[0].size();
    first.memory = script.initialValues;
    for (std::size_t t = 1; t < first.threads.size(); t++)
      runLocal(first, t);
    std::vector<State> todo = {first};
    while (!todo.empty()) {
      const State state = todo.back();
      todo.pop_back();
      if (!m_seen.insert(state).second)
        continue;
      std::vector<Edge>& edges = m_edges[state];
      bool ended = true;
      for (std::size_t t = 1; t < state.threads.size(); t++) {
        if (hasEnded(state, t))
          continue;
        ended = false;
        State next = state;
        step(next, t);
        const Jumps jumps = runLocal(next, t);
        todo.push_back(next);
        edges.push_back({next, t, jumps});
      }
      if (ended)
        ends.insert(textOf(state));
    }
  }

  std::set<std::string> ends;
  std::set<std::string> errors; // thread and instruction

  // Whether threads can go round together for ever without progress, and change memory as they do. An error ends the
  // process, and with it all that goes round.
  bool haveLivelock() const {
    std::vector<State> running;
    std::ranges::copy_if(m_seen, std::back_inserter(running),
                         [](const State& state) { return std::ranges::none_of(state.threads, &Thread::failed); });
    return haveLivelock(running);
  }

private:
  struct Thread {
    std::size_t pc = 0;
    std::uint64_t value = 0;
    bool failed = false;
    friend auto operator<=>(const Thread&, const Thread&) = default;
  };
  struct State {
    std::vector<Thread> threads;
    std::vector<std::uint64_t> memory;
    friend auto operator<=>(const State&, const State&) = default;
  };

  struct Jumps {
    bool round = false, progress = false; // of a loop with an exit, and of one without
  };
  struct Edge {
    State to;
    std::size_t thread;
    Jumps jumps;
  };

  // In these states alone. A state lies on a cycle with another one if each can be reached from the other.
  bool haveLivelock(const std::vector<State>& states) const {
    std::map<State, std::size_t> number;
    for (const State& state : states)
      number.emplace(state, number.size());
    const auto isOfCycle = [&](const State& from, const Edge& edge) {
      return !edge.jumps.progress && edge.to != from && number.contains(edge.to);
    };
    std::vector<std::vector<bool>> leadsTo(states.size(), std::vector<bool>(states.size()));
    for (std::size_t first = 0; first < states.size(); first++) {
      std::vector<std::size_t> todo = {first};
      while (!todo.empty()) {
        const State& from = states[todo.back()];
        todo.pop_back();
        for (const Edge& edge : m_edges.at(from))
          if (isOfCycle(from, edge) && !leadsTo[first][number.at(edge.to)]) {
            leadsTo[first][number.at(edge.to)] = true;
            todo.push_back(number.at(edge.to));
          }
      }
    }
    std::vector<bool> isDone(states.size());
    for (std::size_t first = 0; first < states.size(); first++) {
      if (isDone[first] || !leadsTo[first][first])
        continue;
      std::vector<State> cycle;
      for (std::size_t i = 0; i < states.size(); i++)
        if (leadsTo[first][i] && leadsTo[i][first]) {
          cycle.push_back(states[i]);
          isDone[i] = true;
        }
      if (isLivelock(cycle))
        return true;
    }
    return false;
  }
  bool isLivelock(const std::vector<State>& cycle) const {
    const std::set<State> inside(cycle.begin(), cycle.end());
    std::set<std::size_t> moves, rounds;
    for (const State& state : cycle)
      for (const Edge& edge : m_edges.at(state))
        if (!edge.jumps.progress && edge.to != state && inside.contains(edge.to)) {
          moves.insert(edge.thread);
          if (edge.jumps.round)
            rounds.insert(edge.thread);
        }
    const auto isUnfairAt = [&](const State& state) {
      return std::ranges::any_of(m_edges.at(state), [&](const Edge& edge) {
        const bool isIdle = edge.to == state && !edge.jumps.progress;
        return !isIdle && !(moves.contains(edge.thread) && rounds.contains(edge.thread));
      });
    };
    std::vector<State> fair;
    std::ranges::copy_if(cycle, std::back_inserter(fair), [&](const State& state) { return !isUnfairAt(state); });
    if (fair.size() < cycle.size())
      return haveLivelock(fair);
    return std::ranges::any_of(cycle, [&](const State& state) { return state.memory != cycle.front().memory; });
  }

  bool hasEnded(const State& state, std::size_t t) const {
    return state.threads[t].failed || state.threads[t].pc >= m_script.threads[t].size();
  }
  void step(State& state, std::size_t t) const {
    Thread& thread = state.threads[t];
    const Instruction& now = m_script.threads[t][thread.pc++];
    std::uint64_t& cell = state.memory[now.location];
    const std::uint64_t old = cell;
    switch (now.op) {
    case Instruction::Op::Store:
      cell = now.a.value;
      return;
    case Instruction::Op::Rmw:
      cell = now.rmw == RmwOp::Xor ? old ^ now.a.value : now.a.value;
      break;
    case Instruction::Op::Cas:
      if (old == now.a.value)
        cell = now.b.value;
      thread.value = old == now.a.value ? 1 : 0;
      return;
    default:
      break;
    }
    thread.value = old;
  }
  Jumps runLocal(State& state, std::size_t t) {
    Jumps jumps;
    Thread& thread = state.threads[t];
    while (!hasEnded(state, t)) {
      const Instruction& now = m_script.threads[t][thread.pc];
      if (now.op == Instruction::Op::If) {
        const bool goesOn = thread.value == now.b.value;
        jumps.round |= !goesOn && now.target <= thread.pc;
        thread.pc = goesOn ? thread.pc + 1 : now.target;
      } else if (now.op == Instruction::Op::Jump) {
        jumps.progress |= now.target <= thread.pc;
        thread.pc = now.target;
      } else if (now.op == Instruction::Op::Fail) {
        thread.failed = true;
        errors.insert(fmt::format("{}.{}", t, thread.pc));
      } else {
        break;
      }
    }
    return jumps;
  }
  static std::string textOf(const State& state) {
    std::string text;
    for (const Thread& thread : state.threads)
      text += thread.failed ? 'E' : '.';
    for (const std::uint64_t cell : state.memory)
      text += fmt::format(" {}", cell);
    return text;
  }

  const Script& m_script;
  std::set<State> m_seen;
  std::map<State, std::vector<Edge>> m_edges;
};

struct Found {
  std::set<std::string> ends, errors;
  bool haveLivelock = false; // one with changes of memory
  friend bool operator==(const Found&, const Found&) = default;
};

Found foundIn(const Script& script, StateSearchOptions search, std::uint64_t seed, Terms& terms,
              std::uint64_t* states = nullptr) {
  Found found;
  search.onEnd = [&](ProductState& state) {
    std::string text;
    for (std::uint32_t t = 0; t < script.threads.size(); t++) {
      if (!state.ended(ThreadId(t)))
        return; // a livelock
      text += state.label(ThreadId(t)).kind == LabelKind::Error ? 'E' : '.';
    }
    for (std::uint32_t location = 0; location < 2; location++)
      text += fmt::format(" {}", state.content(LocationId(location)).value.bits);
    found.ends.insert(text);
  };
  ScriptedProgram program(script, terms.pool, true);
  SequentialConsistency model;
  ExploreOptions options;
  options.keepGoing = true;
  options.seed = seed;
  const std::unique_ptr<Explorer> explorer = makeStateSearch(program, model, *terms.solver, options, search);
  explorer->onExecution([&](const Execution& execution) {
    for (std::uint32_t t = 0; t < execution.graph.threadCount(); t++)
      if (execution.graph.ended(ThreadId(t)))
        found.haveLivelock |= execution.graph.event(execution.graph.tail(ThreadId(t))).label->endsJointRound;
    for (const EventId error : execution.errors) {
      const std::uint32_t position = execution.graph.event(error).label->position.value();
      found.errors.insert(fmt::format("{}.{}", position / 1000, position % 1000));
    }
  });
  const Result<Exploration> result = explorer->run();
  EXPECT_TRUE(result.ok()) << result.error().what << ", seed " << seed;
  if (!result.ok())
    return {};
  EXPECT_TRUE(result.value().incomplete.empty());
  if (states != nullptr)
    *states += result.value().space->states;
  return found;
}

// Whether this search, which does not look at cycles again, misses something.
bool missesWithoutClosing(std::uint64_t seed, Terms& terms) {
  const Script script = randomLoops(seed);
  const AllStates expected(script);
  const StateSearchOptions search = {.sources = Sources::Lazy, .policies = withoutClosing()};
  return foundIn(script, search, seed, terms) != Found{expected.ends, expected.errors, expected.haveLivelock()};
}

void judgeLoops(std::uint64_t seed, Terms& terms, Sizes& sizes, std::size_t& livelocks) {
  const Script script = randomLoops(seed);
  const AllStates expected(script);
  const bool hasLivelock = expected.haveLivelock();
  const std::vector<NamedSearch> all = searches();
  sizes.resize(all.size());
  for (std::size_t i = 0; i < all.size(); i++) {
    if (all[i].options.stateless)
      continue;
    const Found found = foundIn(script, all[i].options, seed, terms, &sizes[i]);
    const std::string which = fmt::format("{}, seed {}\n{}", all[i].name, seed, scriptText(script));
    EXPECT_EQ(differenceOf(expected.ends, found.ends), "") << which;
    EXPECT_EQ(differenceOf(expected.errors, found.errors), "") << which;
    EXPECT_EQ(hasLivelock, found.haveLivelock) << which;
  }
  livelocks += hasLivelock;
}

} // namespace

TEST(StateSearch, Inputs) {
  RandomScriptOptions options;
  options.awaits = options.mixedSizes = false;
  fuzz(690000, 200, options);
}

TEST(StateSearch, WaitingLoopsWithInputs) {
  RandomScriptOptions options;
  options.objects = options.mixedSizes = options.terminals = false;
  options.rounds = true;
  fuzz(695000, 400, options);
}

TEST(StateSearch, LoopsThatMayNeverEnd) {
  Terms terms;
  Sizes sizes;
  std::size_t livelocks = 0;
  const FuzzSeeds seeds = fuzzSeeds(690000, 1500);
  seeds.forEach([&](std::uint64_t seed) { judgeLoops(seed, terms, sizes, livelocks); });
  EXPECT_TRUE(seeds.isChosen || livelocks > 0);
  RecordProperty("livelocks", std::to_string(livelocks));
  for (std::size_t i = 0; i < sizes.size(); i++)
    RecordProperty(searches()[i].name, fmt::format("{} states", sizes[i]));
}

TEST(StateSearch, ASearchThatForgetsCyclesLosesStates) {
  Terms terms;
  std::uint64_t seed = 690000;
  while (seed < 690300 && !missesWithoutClosing(seed, terms))
    seed++;
  EXPECT_LT(seed, 690300u);
}

// The fuzz above is worth as much as the mistakes that it notices.
TEST(StateSearch, TheRulesAsPrintedLoseStates) {
  const auto wrong = [](Sources sources, WrongSources kind, bool stateless = false, bool sleepSets = false) {
    return StateSearchOptions{
        .sources = sources, .stateless = stateless, .sleepSets = sleepSets, .policies = wrongSources(kind)};
  };
  const std::vector<NamedSearch> flawed = {
      {"algorithm 2 as printed", wrong(Sources::Eager, WrongSources::AsPrinted)},
      {"algorithm 3 as printed", wrong(Sources::Lazy, WrongSources::AsPrinted)},
      {"eager without pending actions", wrong(Sources::Eager, WrongSources::WithoutPending)},
      {"lazy without pending actions", wrong(Sources::Lazy, WrongSources::WithoutPending)},
      {"races without pending actions", wrong(Sources::Races, WrongSources::WithoutPending)},
      {"backtrack sets from the wrong races", wrong(Sources::Persistent, WrongSources::WrongRaces, true)},
      {"backtrack sets of threads that can move only", wrong(Sources::Persistent, WrongSources::OnlyEnabled, true)},
      {"threads that never wake",
       {.sources = Sources::All, .stateless = true, .sleepSets = true, .policies = neverWaking()}},
      {"backtrack sets as printed, with sleep sets", wrong(Sources::Persistent, WrongSources::OneReversal, true, true)},
  };
  RandomScriptOptions options;
  options.symbols = options.awaits = options.terminals = false;
  Terms terms;
  std::map<std::string, std::uint64_t> caught; // by which seed first
  for (std::uint64_t seed = 700000; seed < 706000 && caught.size() < flawed.size(); seed++) {
    const Script script = randomScript(seed, options);
    const BruteForceResult expected = bruteForce(script, stateLimit / 10);
    if (expected.exceeded)
      continue;
    for (const auto& [name, search] : flawed) {
      if (caught.contains(name) || (search.stateless && expected.executions.size() > mostExecutions))
        continue;
      std::uint64_t states = 0;
      if (seenBy(script, search, seed, terms, states).endStates != expected.endStates)
        caught[name] = seed;
    }
  }
  for (const auto& [name, search] : flawed) {
    EXPECT_TRUE(caught.contains(name)) << name;
    RecordProperty(name, std::to_string(caught[name]));
  }
}

TEST(StateSearch, MemoryOnly) {
  RandomScriptOptions options;
  options.symbols = options.objects = options.awaits = options.terminals = false;
  options.mixedSizes = false;
  fuzz(600000, 1000, options);
}

TEST(StateSearch, MixedSizesAndTerminals) {
  RandomScriptOptions options;
  options.symbols = options.objects = options.awaits = false;
  fuzz(610000, 1000, options);
}

TEST(StateSearch, Objects) {
  RandomScriptOptions options;
  options.symbols = options.awaits = options.terminals = false;
  fuzz(620000, 1000, options);
}

TEST(StateSearch, WhatHappensForNoReason) {
  RandomScriptOptions options;
  options.symbols = options.awaits = options.terminals = false;
  options.spurious = true;
  fuzz(25000, 150, options);
}

TEST(StateSearch, RareObjects) {
  RandomScriptOptions options;
  options.symbols = options.awaits = options.terminals = false;
  options.rareObjects = true;
  options.maxSteps = 3;
  fuzz(630000, 1000, options);
}

TEST(StateSearch, WaitingLoops) {
  RandomScriptOptions options;
  options.symbols = false;
  fuzz(640000, 1000, options);
}

TEST(StateSearch, RoundsOfWaitingLoops) {
  RandomScriptOptions options;
  options.symbols = options.objects = options.terminals = options.mixedSizes = false;
  options.rounds = true;
  fuzz(650000, 1000, options);
}

TEST(StateSearch, AtomicSections) {
  RandomScriptOptions options;
  options.symbols = options.awaits = false;
  options.sections = true;
  fuzz(660000, 1000, options);
}

TEST(StateSearch, Lifetimes) {
  RandomScriptOptions options;
  options.symbols = options.objects = options.awaits = false;
  options.lifetimes = options.blank = true;
  fuzz(670000, 1000, options);
}

TEST(StateSearch, Races) {
  RandomScriptOptions options;
  options.symbols = options.awaits = options.terminals = options.attempts = false;
  options.plain = true;
  fuzz(680000, 1000, options, true);
}

} // namespace revisit::test::state_search_test
