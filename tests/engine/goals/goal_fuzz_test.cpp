// Goals against the brute force on random scripts: a search finds an execution in which a goal holds if and only if the
// brute force comes to such a state. A failure prints the seed and the program; REVISIT_FUZZ_SEED=n runs that one
// alone, REVISIT_FUZZ_COUNT=n changes how many are run.
#include "brute_endings.h"
#include "brute_force.h"
#include "fuzz_seeds.h"
#include "random_script.h"
#include "scripted_program.h"

#include "explore/condpor/condpor.h"
#include "explore/goal_guide.h"
#include "explore/schedules/forward_search.h"
#include "explore/schedules/sampling.h"
#include "explore/waiting_rounds.h"
#include "goals/goal_matcher.h"
#include "memory/sequential.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <random>

namespace revisit::test::goal_fuzz_test {

namespace {

using Op = Instruction::Op;
using Holds = std::function<bool(const World& world, const BruteSteps& steps)>;

constexpr std::size_t stateLimit = 30000;

// A part of a goal, and what the brute force says of it at a state.
struct Part {
  std::string text;
  Holds holds;
};

// A goal: `first` at some state, and `second` at the same one or later; without `first` only that.
struct DrawnGoal {
  std::string text;
  Holds first, second;
};

// An instruction that is a step of its own.
struct Place {
  std::size_t thread = 0, pc = 0;
  const Instruction* step = nullptr;
  std::string line() const { return fmt::format("thread{}:{}", thread, pc); }
};

bool standsAt(const World& world, const Place& place) {
  const BruteThread& thread = world.threads[place.thread];
  return thread.created && isGoing(thread) && thread.pc == place.pc;
}

bool hasDone(const World& world, const Place& place) {
  for (const BruteEvent& event : world.threads[place.thread].events)
    if (event.step == place.step)
      return true;
  return false;
}

class Draw {
public:
  Draw(const Script& script, std::uint64_t seed) : m_random(seed) {
    for (std::size_t t = 0; t < script.threads.size(); t++)
      for (std::size_t pc = 1; pc < script.threads[t].size(); pc++) // there is no line 0
        if (const Instruction& step = script.threads[t][pc]; isStep(step))
          m_places.push_back({t, pc, &step});
  }

  bool isPossible() const { return !m_places.empty(); }

  DrawnGoal goal() {
    switch (below(7)) {
    case 0:
      return only(stands());
    case 1:
      return only(both(stands(), value()));
    case 2:
      return only(both(value(), value()));
    case 3:
      return only(apart());
    case 4:
      return only(waits());
    case 5:
      return only(reads());
    default:
      return below(2) == 0 ? sequence() : order();
    }
  }

private:
  static bool isStep(const Instruction& step) {
    switch (step.op) {
    case Op::Load:
    case Op::Store:
    case Op::Rmw:
    case Op::Cas:
    case Op::Await:
    case Op::Object:
    case Op::Create:
    case Op::Join:
    case Op::Fence:
      return true;
    default:
      return false;
    }
  }

  std::size_t below(std::size_t count) { return m_random() % count; }
  const Place& place() { return m_places[below(m_places.size())]; }
  static DrawnGoal only(Part part) { return {part.text, nullptr, part.holds}; }

  // A place whose instruction is wanted; if there is none, any.
  template <class Wanted> Place placeOf(Wanted&& wanted) {
    std::vector<Place> all;
    for (const Place& one : m_places)
      if (wanted(*one.step))
        all.push_back(one);
    return all.empty() ? place() : all[below(all.size())];
  }

  Part stands() {
    const Place at = place();
    const std::string text = below(2) == 0 ? fmt::format("T{} at {}", at.thread, at.line()) : at.line();
    return {text, [at](const World& world, const BruteSteps&) { return standsAt(world, at); }};
  }

  Part value() {
    const Place access = placeOf([](const Instruction& step) {
      return step.op == Op::Load || step.op == Op::Store || step.op == Op::Rmw || step.op == Op::Cas;
    });
    const std::size_t location = access.step->location;
    const std::uint64_t number = below(4);
    const bool isEqual = below(3) != 0;
    return {fmt::format("when x{} {} {}", location, isEqual ? "==" : ">", number),
            [=](const World& world, const BruteSteps&) {
              const std::uint64_t now = world.memory[location].bytes[0].number;
              return isEqual ? now == number : now > number;
            }};
  }

  static Part both(const Part& one, const Part& other) {
    return {fmt::format("{} and {}", one.text, other.text), [=](const World& world, const BruteSteps& steps) {
              return one.holds(world, steps) && other.holds(world, steps);
            }};
  }

  // Two threads at two places at once.
  Part apart() {
    const Place one = place(), other = place();
    return {fmt::format("{} and {}", one.line(), other.line()), [=](const World& world, const BruteSteps&) {
              return one.thread != other.thread && standsAt(world, one) && standsAt(world, other);
            }};
  }

  Part waits() {
    const Place at = placeOf([](const Instruction& step) { return step.op == Op::Object || step.op == Op::Join; });
    if (at.step->op != Op::Object && at.step->op != Op::Join)
      return stands();
    return {fmt::format("T{} waits at {}", at.thread, at.line()), [=](const World& world, const BruteSteps& steps) {
              // The end of a thread is a step of its own, which the brute force does with the last one before it.
              return standsAt(world, at) && (at.step->op == Op::Join || steps.ways(world, at.thread) == 0);
            }};
  }

  Part reads() {
    const Place reader = placeOf([](const Instruction& step) { return step.op == Op::Load || step.op == Op::Rmw; });
    const Place writer = placeOf([](const Instruction& step) { return step.op == Op::Store || step.op == Op::Rmw; });
    const bool fromStart = below(4) == 0;
    if (reader.step->op != Op::Load && reader.step->op != Op::Rmw)
      return stands();
    const std::string source = fromStart ? "start" : writer.line();
    return {fmt::format("{} reads x{} from {}", reader.line(), reader.step->location, source),
            [=](const World& world, const BruteSteps&) {
              for (const BruteEvent& event : world.threads[reader.thread].events) {
                if (event.step != reader.step)
                  continue;
                if (event.source.thread < 0)
                  return fromStart;
                const auto& events = world.threads[static_cast<std::size_t>(event.source.thread)].events;
                return !fromStart && events[static_cast<std::size_t>(event.source.index)].step == writer.step;
              }
              return false;
            }};
  }

  DrawnGoal sequence() {
    const Part first = below(2) == 0 ? stands() : value(), second = below(2) == 0 ? stands() : value();
    return {fmt::format("{} then {}", first.text, second.text), first.holds, second.holds};
  }

  // A store before a load.
  DrawnGoal order() {
    const Place first = placeOf([](const Instruction& step) { return step.op == Op::Store; });
    const Place second = placeOf([](const Instruction& step) { return step.op == Op::Load; });
    if (first.step->op != Op::Store || second.step->op != Op::Load)
      return sequence();
    return {fmt::format("write x{} at {} before read x{} at {}", first.step->location, first.line(),
                        second.step->location, second.line()),
            [=](const World& world, const BruteSteps&) { return hasDone(world, first) && standsAt(world, second); },
            [=](const World& world, const BruteSteps&) { return hasDone(world, second); }};
  }

  std::mt19937_64 m_random;
  std::vector<Place> m_places;
};

enum class How { Forward, ConDpor, Unguided, Random };

// The goal without its guide, and threads in an order that changes all the time.
class Unguided final : public ExplorationGoal, public ThreadTurns {
public:
  Unguided(GoalMatcher& matcher, std::uint64_t seed) : m_matcher(matcher), m_random(seed) {}
  bool holds(ExplorationState& state) override { return m_matcher.holds(state); }
  void restart() override { m_matcher.restart(); }
  std::uint32_t turn(const ExecutionGraph&, ThreadId, const Label&) override { return m_random() % 4; }

private:
  GoalMatcher& m_matcher;
  std::mt19937 m_random;
};

struct Answer {
  bool isFound = false;
  bool isKnown = true; // not found: it is in no execution
  // Some execution, or the one that was found, has a round of a waiting loop that failed. The brute force takes such
  // rounds back, so that it does not see what happens in them.
  bool sawFailedRounds = false;
  std::uint64_t ended = 0, duplicates = 0; // executions
};

Answer search(const Script& script, const std::string& text, How how) {
  const Result<Goal> goal = parseGoal(text);
  EXPECT_TRUE(goal.ok()) << text << ": " << (goal.ok() ? "" : goal.error().where + " " + goal.error().what);
  if (!goal.ok())
    return {};
  ExpressionPool pool;
  const std::unique_ptr<Solver> solver = makeSolver(pool);
  ScriptedProgram program(script, pool);
  SequentialConsistency model;
  GoalMatcher matcher(goal.value(), program);
  ExploreOptions options;
  options.keepGoing = true;
  options.spuriousLimit = 0;
  options.maxExecutions = how == How::Random ? 30 : 100000;
  options.checkDuplicates = how != How::Random;
  Unguided unguided(matcher, script.threads.size());
  options.goal = how == How::Unguided ? static_cast<ExplorationGoal*>(&unguided) : &matcher;
  const auto makeComplete = [&](const ExploreOptions& all) { return makeConDpor(program, model, *solver, all); };
  const std::unique_ptr<Explorer> explorer =
      how == How::Random ? makeRandomSampler(program, model, *solver, options)
      : how == How::Forward
          ? makeForwardFirst(program, std::make_unique<SequentialConsistency>(), *solver, options, makeComplete)
          : makeComplete(options);
  Answer answer;
  explorer->onExecution([&](const Execution& execution) {
    if (!execution.isGoal)
      return;
    answer.isFound = true;
    for (const ThreadId thread : execution.graph.createdThreads())
      answer.sawFailedRounds |= !roundThatFailed(execution.graph, thread).empty();
    // What is told of it goes through its moments.
    std::vector<EventCut> cuts;
    for (const GoalMoment& moment : matcher.found()->moments)
      cuts.push_back(moment.done);
    const auto order = linearizeThrough(execution.graph, cuts, OrderKept::Sequential);
    EXPECT_TRUE(order && order->size() == execution.graph.eventCount()) << text;
  });
  const Result<Exploration> result = explorer->run();
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().what);
  answer.sawFailedRounds |= matcher.sawFailedRounds();
  if (result.ok()) {
    const ExplorationCounts& counts = result.value().counts;
    answer.ended = counts.complete + counts.erroneous + counts.deadlocked;
    answer.duplicates = counts.duplicate;
  }
  answer.isKnown = how != How::Random && result.ok() && result.value().incomplete.empty() &&
                   matcher.undecided().empty() && !matcher.sawFailedRounds();
  return answer;
}

struct Tally {
  std::size_t judged = 0, reachable = 0, unreachable = 0, unknown = 0;
};

void judge(const Script& script, std::uint64_t seed, Tally& tally) {
  constexpr std::size_t goals = 6;
  Draw draw(script, seed);
  if (!draw.isPossible())
    return;
  std::vector<DrawnGoal> drawn;
  for (std::size_t i = 0; i < goals; i++)
    drawn.push_back(draw.goal());
  std::vector<bool> reached(goals, false);
  BruteForceOptions options;
  options.follow = [&](unsigned before, const World& world, const BruteSteps& steps) {
    for (std::size_t i = 0; i < goals; i++) {
      if (!drawn[i].first || drawn[i].first(world, steps))
        before |= 1U << i;
      if ((before & (1U << i)) != 0 && drawn[i].second(world, steps))
        reached[i] = true;
    }
    return before;
  };
  const BruteForceResult expected = bruteForce(script, stateLimit, options);
  if (expected.exceeded || expected.executions.empty())
    return;
  tally.judged++;
  for (std::size_t i = 0; i < goals; i++) {
    const Answer answer = search(script, drawn[i].text, How::Forward);
    const bool isWrong = answer.isFound ? !reached[i] && !answer.sawFailedRounds : answer.isKnown && reached[i];
    EXPECT_FALSE(isWrong) << drawn[i].text << (reached[i] ? ": not found" : ": found, but never reached") << "; seed "
                          << seed << "\n"
                          << scriptText(script);
    tally.unknown += !answer.isFound && !answer.isKnown;
    tally.reachable += reached[i];
    tally.unreachable += !reached[i];
    EXPECT_EQ(answer.duplicates, 0u) << drawn[i].text << "; seed " << seed;
    if (i == 0 && !answer.isFound && answer.isKnown) { // neither the guide nor the order of threads leaves anything out
      for (const How how : {How::Unguided, How::ConDpor}) {
        const Answer other = search(script, drawn[i].text, how);
        EXPECT_EQ(other.ended, answer.ended) << drawn[i].text << "; seed " << seed << "\n" << scriptText(script);
        EXPECT_EQ(other.duplicates, 0u) << drawn[i].text << "; seed " << seed;
      }
    }
    const Answer alone =
        search(script, drawn[i].text, How::ConDpor); // what the short search finds is there, and only it
    EXPECT_TRUE(!answer.isKnown || !alone.isKnown || answer.isFound == alone.isFound)
        << drawn[i].text << ": with the short search another answer; seed " << seed << "\n"
        << scriptText(script);
    const Answer sampled = i == 0 ? search(script, drawn[i].text, How::Random) : Answer();
    EXPECT_FALSE(sampled.isFound && !sampled.sawFailedRounds && !reached[i])
        << drawn[i].text << ": found by samples, but never reached; seed " << seed << "\n"
        << scriptText(script);
  }
}

void fuzz(std::uint64_t firstSeed, std::uint64_t count, RandomScriptOptions options, bool mayBeUnknown = false) {
  options.mixedSizes = false;
  Tally tally;
  const FuzzSeeds seeds = fuzzSeeds(firstSeed, count);
  seeds.forEach([&](std::uint64_t seed) { judge(randomScript(seed, options), seed, tally); });
  ::testing::Test::RecordProperty("judged", static_cast<int>(tally.judged));
  fmt::print("{} programs, {} goals reachable, {} not, {} unknown\n", tally.judged, tally.reachable, tally.unreachable,
             tally.unknown);
  if (seeds.isChosen)
    return;
  EXPECT_GT(tally.judged, seeds.count / 3);
  EXPECT_GT(tally.reachable, tally.judged / 4);
  EXPECT_GT(tally.unreachable, tally.judged / 4);
  // A variable that no execution of the program accesses, and rounds that failed.
  EXPECT_LT(tally.unknown, mayBeUnknown ? tally.unreachable + 1 : tally.unreachable / 2);
}

} // namespace

TEST(GoalFuzz, MemoryOnly) {
  RandomScriptOptions options;
  options.symbols = options.objects = options.awaits = options.terminals = false;
  fuzz(1, 600, options);
}

TEST(GoalFuzz, Terminals) {
  RandomScriptOptions options;
  options.symbols = options.objects = options.awaits = false;
  fuzz(10000, 300, options);
}

TEST(GoalFuzz, Mutexes) {
  RandomScriptOptions options;
  options.symbols = options.awaits = options.terminals = options.waitObjects = false;
  fuzz(20000, 600, options);
}

TEST(GoalFuzz, Objects) {
  RandomScriptOptions options;
  options.symbols = options.awaits = options.terminals = false;
  options.rareObjects = true;
  fuzz(30000, 600, options);
}

TEST(GoalFuzz, Inputs) {
  RandomScriptOptions options;
  options.objects = options.awaits = false;
  fuzz(40000, 600, options);
}

TEST(GoalFuzz, WaitingLoops) {
  RandomScriptOptions options;
  options.symbols = options.objects = options.terminals = false;
  options.rounds = true;
  fuzz(50000, 600, options, true);
}

TEST(GoalFuzz, Sections) {
  RandomScriptOptions options;
  // The brute force also comes to states inside sections that cannot end.
  options.symbols = options.awaits = options.terminals = options.objects = false;
  options.sections = true;
  fuzz(60000, 300, options, true);
}

TEST(GoalFuzz, Everything) {
  fuzz(70000, 600, RandomScriptOptions(), true);
}

} // namespace revisit::test::goal_fuzz_test
