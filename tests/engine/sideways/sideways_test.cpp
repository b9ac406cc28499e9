// Moves between executions against the brute force, on random programs: what a move gives is an execution with the
// outcome, no execution with the outcome keeps strictly more of the old one, what is called impossible is in no
// execution that begins like the old one, and every execution is reached from the first one. A failure prints the seed.
#include "brute_force.h"
#include "execution_text.h"
#include "fuzz_seeds.h"
#include "random_litmus.h"
#include "random_script.h"
#include "scripted_program.h"
#include "weak_oracle.h"

#include "memory/make_model.h"
#include "sideways/sideways.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

namespace revisit::test::sideways_test {
namespace {

constexpr std::size_t stateLimit = 30000;
constexpr std::size_t mostExecutions = 150;

std::string trimmed(std::string text) {
  while (!text.empty() && text.back() == '|')
    text.pop_back();
  return text;
}

std::string outcomeText(const Outcome& outcome, bool withEvents = true) {
  static constexpr const char* kinds[] = {"reads from", "before", "after", "takes"};
  if (!withEvents)
    return kinds[static_cast<int>(outcome.kind)];
  const auto name = [](const EventName& event) {
    return event.isEvent() ? fmt::format("{}.{}", event.thread.value(), event.index) : std::string("init");
  };
  return fmt::format("{} {} {} (taken {}, outcome {}, number {})", name(outcome.event),
                     kinds[static_cast<int>(outcome.kind)], name(outcome.other), outcome.way.taken, outcome.way.outcome,
                     outcome.way.number);
}

// Answers that are not known, of one kind of outcome and with one obstacle: how many of these outcomes an execution
// that begins like the present one has, and how many none has.
struct NotKnown {
  std::size_t had = 0, neverHad = 0;
};
using NotKnownBy = std::map<std::string, NotKnown>;

class Walk {
public:
  // `ordered`: barriers whose arrivals have an order in the texts.
  Walk(const Script& script, std::map<std::string, TextExecution> executions, ModelKind kind,
       const std::set<std::uint32_t>& ordered)
      : m_program(script, m_pool, false, kind == ModelKind::Sc), m_model(makeModel(kind)), m_solver(makeSolver(m_pool)),
        m_state(m_program, *m_model, *m_solver), m_sideways(m_state), m_executions(std::move(executions)) {
    ExploreOptions options;
    options.spuriousLimit = 0;
    m_state.permit(options);
    for (const std::uint32_t barrier : ordered)
      m_state.facts().note("ordered", ObjectId(barrier));
  }

  // What is wrong; empty: nothing.
  std::string run() {
    std::string wrong = begin();
    while (wrong.empty() && !m_todo.empty()) {
      const std::string text = m_todo.back();
      m_todo.pop_back();
      wrong = lookAround(text);
    }
    if (wrong.empty() && !stopped())
      for (const auto& [text, execution] : m_executions) {
        if (!m_pasts.contains(text))
          wrong += fmt::format("not reached: {}\n", text);
        if (!leadsBack().contains(text))
          wrong += fmt::format("the first one is not reached from: {}\n", text);
      }
    return wrong;
  }
  bool restarts() const { return m_restarts; }
  std::size_t moves() const { return m_moves; }
  const NotKnownBy& unknown() const { return m_unknown; }

private:
  bool stopped() {
    m_restarts |= m_state.needsRestart();
    return m_restarts || m_state.failure().has_value();
  }

  std::string begin() {
    m_sideways.follow({});
    if (stopped())
      return "";
    m_first = trimmed(canonicalText(m_state.graph()));
    return arrive();
  }

  // The executions from which moves lead to the first one. With those that it leads to, that is a way from each
  // execution to each other one.
  const std::set<std::string>& leadsBack() {
    if (!m_leadsBack.empty())
      return m_leadsBack;
    std::vector<std::string> open = {m_first};
    m_leadsBack = {m_first};
    while (!open.empty()) {
      const std::string to = open.back();
      open.pop_back();
      for (const std::string& from : m_comesFrom[to])
        if (m_leadsBack.insert(from).second)
          open.push_back(from);
    }
    return m_leadsBack;
  }

  // The state's graph is a full execution.
  std::string arrive() {
    const std::string text = trimmed(canonicalText(m_state.graph()));
    if (!m_executions.contains(text))
      return fmt::format("no execution: {}\n", text);
    m_sideways.adopt();
    if (m_pasts.emplace(text, m_sideways.past()).second)
      m_todo.push_back(text);
    return "";
  }

  std::string lookAround(const std::string& text) {
    const Past past = m_pasts.at(text);
    if (std::string wrong = goBack(text, past); !wrong.empty() || stopped())
      return wrong;
    std::vector<Outcome> all;
    for (std::uint32_t t = 0; t < past.threadCount(); t++)
      for (std::uint32_t i = 0; i <= past.events(ThreadId(t)).size(); i++)
        std::ranges::copy(m_sideways.outcomesAt({ThreadId(t), i}), std::back_inserter(all));
    for (const Outcome& outcome : all) {
      std::string wrong = move(text, outcome);
      if (stopped())
        return "";
      if (!wrong.empty())
        return fmt::format("{}from {}\nby {}\n", wrong, text, outcomeText(outcome));
    }
    return "";
  }

  std::string goBack(const std::string& text, const Past& past) {
    m_sideways.follow(followed(past));
    const std::string again = trimmed(canonicalText(m_state.graph()));
    return again == text || stopped() ? "" : fmt::format("followed: {}\ninstead of {}\n", again, text);
  }

  std::string move(const std::string& text, const Outcome& outcome) {
    const TextExecution& old = m_executions.at(text);
    m_from = text;
    const Judgement judgement = m_sideways.judge(outcome);
    if (stopped())
      return "";
    if (judgement.verdict == Verdict::NotKnown) {
      NotKnown& one =
          m_unknown[fmt::format("{} {}", outcomeText(outcome, false), static_cast<int>(judgement.obstacle))];
      (anyBegins(old, outcome) ? one.had : one.neverHad)++;
      return "";
    }
    if (judgement.verdict == Verdict::SameExecution)
      return has(old, outcome) ? "" : "it is not the same execution\n";
    if (judgement.verdict == Verdict::Impossible)
      return judgedImpossible(old, outcome);
    return taken(text, old, outcome);
  }

  // The step by which the thread is told of the round of the barrier that this arrival belongs to: the one behind its
  // own arrival of that round.
  EventName passOf(const EventName& arrival, ThreadId thread) const {
    const Past& past = m_pasts.at(m_from);
    const ObjectId barrier = past.at(arrival).label.object;
    std::uint64_t size = 1, arrived = 0, round = 0;
    std::map<std::uint64_t, EventName> ofThread; // by round
    for (const EventName& name : past.order()) {
      const Label& label = past.at(name).label;
      if (label.kind != LabelKind::Object || label.object != barrier)
        continue;
      if (label.operation == ObjectOp::BarrierInit)
        size = label.argument;
      if (label.operation != ObjectOp::BarrierArrive)
        continue;
      if (name == arrival)
        round = arrived / size;
      if (name.thread == thread)
        ofThread[arrived / size] = name;
      arrived++;
    }
    return {thread, ofThread.at(round).index + 1};
  }

  // Whether the execution has the outcome. In which way an arrival has happened shows in what the threads are told.
  bool has(const TextExecution& execution, const Outcome& outcome) const {
    constexpr std::uint64_t serial = 255;
    if (outcome.manner.manner != Manner::Serial)
      return shows(execution, outcome);
    const ThreadId thread(static_cast<std::uint32_t>(outcome.manner.number));
    const TextEvent* const pass = find(execution, passOf(outcome.event, thread));
    return find(execution, outcome.event) && pass && pass->number == serial;
  }

  // An execution with the outcome that has what the outcome needs.
  const std::string* anyBegins(const TextExecution& old, const Outcome& outcome) {
    EventCounts needed;
    m_sideways.needsOf(outcome, needed);
    // An operation that comes before another one takes its place.
    const TextEvent* const other = find(old, outcome.other);
    const bool takesPlace = outcome.kind == OutcomeKind::Before && other && other->kind == "Object";
    for (const auto& [text, execution] : m_executions)
      if (has(execution, outcome) && hasAll(execution, old, needed) &&
          (!takesPlace || find(execution, outcome.event)->predecessor == other->predecessor))
        return &text;
    return nullptr;
  }

  std::string judgedImpossible(const TextExecution& old, const Outcome& outcome) {
    const std::string* const text = anyBegins(old, outcome);
    return text ? fmt::format("not impossible: {}\n", *text) : "";
  }

  std::string taken(const std::string& from, const TextExecution& old, const Outcome& outcome) {
    const Past past = m_sideways.past();
    const Taken result = m_sideways.take(outcome);
    if (stopped())
      return "";
    m_moves++;
    if (result.judgement.verdict != Verdict::Possible || result.ending == TakenEnding::Repeats)
      return "not taken\n";
    if (result.ending == TakenEnding::LooksAgain)
      return goBack(from, past);
    const std::string text = trimmed(canonicalText(m_state.graph()));
    m_comesFrom[text].insert(from);
    std::string wrong = arrive();
    if (wrong.empty() && !has(m_executions.at(text), outcome))
      wrong = fmt::format("it does not have the outcome: {}\n", text);
    if (wrong.empty())
      wrong = keptMost(old, outcome, {outcome.event, !result.judgement.sameValue}, text);
    if (wrong.empty())
      wrong = goBack(from, past);
    return wrong;
  }

  // Whether the operation stands at the same place and happens in the same way.
  static bool isDoneAlike(const TextEvent& one, const TextEvent& other) {
    return one.predecessor == other.predecessor && one.number == other.number;
  }

  std::string keptMost(const TextExecution& old, const Outcome& outcome, const Moved& moved, const std::string& text) {
    const std::vector<EventName> kept = keptOf(old, m_executions.at(text), moved);
    // An operation takes the place of another one, or comes behind it as soon as it can.
    const TextEvent* const event = find(m_executions.at(text), outcome.event);
    const bool isOperation = event && event->kind == "Object";
    if (outcome.kind == OutcomeKind::After && !event)
      return "";
    for (const auto& [other, execution] : m_executions) {
      if (!has(execution, outcome) || !find(execution, outcome.event) ||
          (isOperation && !isDoneAlike(*find(execution, outcome.event), *event)) ||
          !hasSameOrder(old, execution, m_executions.at(text), moved))
        continue;
      const std::vector<EventName> more = keptOf(old, execution, moved);
      if (more.size() > kept.size() && std::ranges::includes(more, kept))
        return fmt::format("{} of {} kept: {}\nbut {} are kept by {}\n", kept.size(), old.size(), text, more.size(),
                           other);
    }
    return "";
  }

  ExpressionPool m_pool;
  ScriptedProgram m_program;
  std::unique_ptr<MemoryModel> m_model;
  std::unique_ptr<Solver> m_solver;
  ExplorationState m_state;
  Sideways m_sideways;
  std::map<std::string, TextExecution> m_executions;
  std::map<std::string, Past> m_pasts;
  std::vector<std::string> m_todo;
  std::string m_first, m_from; // the execution at the beginning, and that of the present move
  std::map<std::string, std::set<std::string>> m_comesFrom; // by execution: from where moves lead to it
  std::set<std::string> m_leadsBack;
  bool m_restarts = false;
  std::size_t m_moves = 0;
  NotKnownBy m_unknown;
};

struct Judged {
  std::size_t programs = 0, restarts = 0, moves = 0, executions = 0;
  NotKnownBy unknown;
};

void judge(const Script& script, const std::map<std::string, TextExecution>& executions, ModelKind kind,
           std::uint64_t seed, Judged& judged, const std::set<std::uint32_t>& ordered = {}) {
  if (executions.empty() || executions.size() > mostExecutions)
    return;
  Walk walk(script, executions, kind, ordered);
  const std::string wrong = walk.run();
  if (walk.restarts()) {
    judged.restarts++;
    return;
  }
  EXPECT_TRUE(wrong.empty()) << wrong << "seed " << seed << ", " << nameOf(kind) << '\n' << scriptText(script);
  judged.programs++;
  judged.moves += walk.moves();
  for (const auto& [what, one] : walk.unknown()) {
    judged.unknown[what].had += one.had;
    judged.unknown[what].neverHad += one.neverHad;
  }
  judged.executions += executions.size();
}

std::map<std::string, TextExecution> executionsOf(const std::map<std::string, std::string>& texts) {
  std::map<std::string, TextExecution> executions;
  for (const auto& [text, ending] : texts)
    executions.emplace(trimmed(text), executionOf(text));
  return executions;
}

std::map<std::string, TextExecution> executionsOf(const BruteForceResult& result) {
  std::map<std::string, TextExecution> executions = executionsOf(result.executions);
  for (const auto& [text, threads] : result.events) {
    TextExecution& execution = executions.at(trimmed(text));
    for (std::size_t t = 0; t < execution.size(); t++)
      for (std::size_t i = 0; i < execution[t].size(); i++) {
        execution[t][i].result = threads[t][i].result;
        if (const Instruction* const step = threads[t][i].step; step && step->op == Instruction::Op::Join)
          execution[t][i].joined = ThreadId(static_cast<std::uint32_t>(step->child));
      }
  }
  return executions;
}

// Some execution shows their order, so that the texts of all have one. An exploration of the program would know that.
std::set<std::uint32_t> orderedBarriers(const BruteForceResult& result) {
  std::set<std::uint32_t> barriers;
  for (const auto& [text, threads] : result.events)
    for (const std::vector<BruteEvent>& thread : threads)
      for (const BruteEvent& event : thread)
        if (event.step && event.step->op == Instruction::Op::Object &&
            event.step->operation == ObjectOp::BarrierArrive && event.predecessor.thread >= 0)
          barriers.insert(event.step->object);
  return barriers;
}

void report(const Judged& judged, std::uint64_t count) {
  std::size_t unknown = 0;
  for (const auto& [what, one] : judged.unknown)
    unknown += one.had + one.neverHad;
  fmt::print("{} programs, {} executions, {} moves, {} not known, {} programs began again\n", judged.programs,
             judged.executions, judged.moves, unknown, judged.restarts);
  for (const auto& [what, one] : judged.unknown)
    fmt::print("  not known: {}: {} possible, {} impossible\n", what, one.had, one.neverHad);
  EXPECT_GT(judged.programs, count / 3);
  EXPECT_LT(unknown * 20, judged.moves + 100);
}

void fuzz(std::uint64_t firstSeed, std::uint64_t count, const RandomScriptOptions& options) {
  const FuzzSeeds seeds = fuzzSeeds(firstSeed, count);
  Judged judged;
  seeds.forEach([&](std::uint64_t seed) {
    const Script script = randomScript(seed, options);
    const BruteForceResult expected = bruteForce(script, stateLimit, {.keepEvents = true});
    if (!expected.exceeded)
      judge(script, executionsOf(expected), ModelKind::Sc, seed, judged, orderedBarriers(expected));
  });
  if (!seeds.isChosen)
    report(judged, seeds.count);
}

void fuzzWeak(std::uint64_t firstSeed, std::uint64_t count, ModelKind kind, WeakModel model) {
  const FuzzSeeds seeds = fuzzSeeds(firstSeed, count);
  Judged judged;
  seeds.forEach([&](std::uint64_t seed) {
    const Script script = randomLitmus(seed, {.minThreads = 2, .maxThreads = 3, .maxSteps = 3});
    if (weakOracleRefuses(script, model))
      return;
    const WeakOracleResult expected = weakOracle(script, model, stateLimit);
    if (!expected.exceeded)
      judge(script, executionsOf(expected.executions), kind, seed, judged);
  });
  if (!seeds.isChosen)
    report(judged, seeds.count);
}

} // namespace

TEST(Sideways, MemoryOnly) {
  RandomScriptOptions options;
  options.symbols = options.objects = options.awaits = options.terminals = options.mixedSizes = false;
  fuzz(1, 900, options);
}

TEST(Sideways, Objects) {
  RandomScriptOptions options;
  options.symbols = options.awaits = options.terminals = false;
  fuzz(20000, 600, options);
}

TEST(Sideways, RareObjects) {
  RandomScriptOptions options;
  options.symbols = options.awaits = options.terminals = false;
  options.rareObjects = true;
  options.maxSteps = 3;
  fuzz(60000, 600, options);
}

TEST(Sideways, Inputs) {
  RandomScriptOptions options;
  options.objects = options.awaits = false;
  fuzz(40000, 600, options);
}

TEST(Sideways, WaitingLoops) {
  RandomScriptOptions options;
  options.symbols = options.terminals = false;
  fuzz(30000, 600, options);
}

TEST(Sideways, Tso) {
  fuzzWeak(100000, 180, ModelKind::Tso, WeakModel::Tso);
}
TEST(Sideways, Pso) {
  fuzzWeak(110000, 180, ModelKind::Pso, WeakModel::Pso);
}
TEST(Sideways, Ra) {
  fuzzWeak(120000, 180, ModelKind::Ra, WeakModel::Ra);
}
TEST(Sideways, Sra) {
  fuzzWeak(130000, 180, ModelKind::Sra, WeakModel::Sra);
}
TEST(Sideways, Rc11) {
  fuzzWeak(140000, 180, ModelKind::Rc11, WeakModel::Rc11);
}

} // namespace revisit::test::sideways_test
