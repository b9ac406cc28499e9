// Moves between executions. On scripts: what an outcome costs to judge and to take, without processes. With
// REVISIT_WITNESS=FILE also on that witness, by a session that stays open: the median of 50 events drawn by seed.
#include "scripted_program.h"

#include "memory/sequential.h"
#include "sideways/session/moves.h"
#include "sideways/sideways.h"

#include <benchmark/benchmark.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <random>

namespace revisit {

namespace {

using Op = Instruction::Op;

constexpr unsigned threads = 4, readsOfRound = 8;

// Threads that take a mutex, read a table, write an entry of their own, and give the mutex back.
Script clients(unsigned rounds) {
  Script script;
  script.locationSizes.assign(readsOfRound, 1);
  script.initialValues.assign(readsOfRound, 0);
  script.threads.resize(1);
  for (unsigned t = 1; t <= threads; t++) {
    script.threads[0].push_back({.op = Op::Create, .child = t});
    std::vector<Instruction>& body = script.threads.emplace_back();
    for (unsigned i = 0; i < rounds; i++) {
      body.push_back({.op = Op::Object, .operation = ObjectOp::MutexLock});
      for (unsigned read = 0; read < readsOfRound; read++)
        body.push_back({.op = Op::Load, .order = MemoryOrder::Plain, .location = read});
      body.push_back({.op = Op::Store,
                      .a = Operand::constant(i % 100),
                      .order = MemoryOrder::Plain,
                      .location = (t + i) % readsOfRound});
      body.push_back({.op = Op::Object, .operation = ObjectOp::MutexUnlock});
    }
  }
  return script;
}

// An execution of it, and outcomes of events drawn from it.
class Client {
public:
  explicit Client(unsigned rounds)
      : m_program(clients(rounds), m_pool), m_solver(makeSolver(m_pool)), m_state(m_program, m_model, *m_solver),
        m_sideways(m_state) {
    m_sideways.follow({});
  }
  Sideways& sideways() { return m_sideways; }
  std::size_t events() const { return m_sideways.past().order().size(); }
  // Of locks and reads: outcomes that are possible.
  std::vector<Outcome> outcomes(std::size_t count) {
    std::mt19937 random(1);
    std::vector<Outcome> found;
    for (unsigned tries = 0; found.size() < count && tries < 20 * count; tries++) {
      const EventName name = m_sideways.past().order()[random() % events()];
      const std::vector<Outcome> all = m_sideways.outcomesAt(name);
      for (std::size_t i = 0; i < std::min<std::size_t>(all.size(), 8); i++)
        if (m_sideways.judge(all[i]).verdict == Verdict::Possible) {
          found.push_back(all[i]);
          break;
        }
    }
    return found;
  }

private:
  ExpressionPool m_pool;
  ScriptedProgram m_program;
  SequentialConsistency m_model;
  std::unique_ptr<Solver> m_solver;
  ExplorationState m_state;
  Sideways m_sideways;
};

void judgeOutcome(benchmark::State& state) {
  Client client(static_cast<unsigned>(state.range(0)));
  const std::vector<Outcome> outcomes = client.outcomes(10);
  std::size_t next = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(client.sideways().judge(outcomes[next++ % outcomes.size()]));
  state.counters["events"] = static_cast<double>(client.events());
}

void takeOutcome(benchmark::State& state) {
  Client client(static_cast<unsigned>(state.range(0)));
  const std::vector<Outcome> outcomes = client.outcomes(10);
  std::size_t next = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(client.sideways().take(outcomes[next++ % outcomes.size()]));
  state.counters["events"] = static_cast<double>(client.events());
}

BENCHMARK(judgeOutcome)->Arg(20)->Arg(230)->Arg(2300)->Unit(benchmark::kMillisecond);
BENCHMARK(takeOutcome)->Arg(20)->Arg(230)->Arg(2300)->Unit(benchmark::kMillisecond);

double secondsOf(const std::function<void()>& what) {
  const auto begin = std::chrono::steady_clock::now();
  what();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void print(const char* what, std::vector<double> seconds) {
  if (seconds.empty())
    return;
  std::ranges::sort(seconds);
  fmt::print("{:<28} median {:8.1f} ms, worst {:8.1f} ms, {} of them\n", what, seconds[seconds.size() / 2] * 1000,
             seconds.back() * 1000, seconds.size());
}

// A session on a witness: the time of each question.
int onWitness(const char* file) {
  constexpr unsigned count = 50;
  Result<Witness> read = readWitness(file);
  if (!read) {
    fmt::print("{}\n", read.error().what);
    return 2;
  }
  const std::size_t events = read.value().schedule.size();
  Trail trail(std::move(*read));
  std::unique_ptr<Moves> moves;
  const double opening = secondsOf([&] {
    if (Result<std::unique_ptr<Moves>> opened = Moves::open(trail))
      moves = std::move(*opened);
  });
  if (!moves)
    return 2;
  fmt::print("{} events, opened in {:.1f} ms\n", events, opening * 1000);
  std::mt19937 random(1);
  std::vector<double> listed, judged, taken, undone, explained;
  for (unsigned tries = 0; taken.size() < count && tries < 10 * count; tries++) {
    const Timeline& timeline = *moves->timeline().value();
    const WitnessEvent& event = timeline.event(1 + random() % timeline.size());
    const EventName name{ThreadId(event.thread), event.index};
    OutcomeList list;
    listed.push_back(secondsOf([&] {
      if (Result<OutcomeList> found = moves->outcomesAt(name, 8))
        list = std::move(*found);
    }));
    if (list.outcomes.empty()) {
      listed.pop_back();
      continue;
    }
    const auto impossible = std::ranges::find_if(
        list.outcomes, [](const JudgedOutcome& one) { return one.judgement.verdict == Verdict::Impossible; });
    if (impossible != list.outcomes.end() && explained.size() < count)
      explained.push_back(secondsOf([&] { benchmark::DoNotOptimize(moves->why(impossible->outcome)); }));
    const auto possible = std::ranges::find_if(
        list.outcomes, [](const JudgedOutcome& one) { return one.judgement.verdict == Verdict::Possible; });
    if (possible == list.outcomes.end())
      continue;
    bool isTaken = false;
    const double seconds = secondsOf([&] { isTaken = moves->take(possible->outcome).ok(); });
    if (!isTaken)
      continue;
    taken.push_back(seconds);
    undone.push_back(secondsOf([&] {
      if (moves->undo())
        benchmark::DoNotOptimize(moves->outcomesAt(name, 1));
    }));
  }
  print("outcomes at an event (8)", listed);
  print("take", taken);
  print("undo and one outcome", undone);
  print("reason of an impossible one", explained);
  return 0;
}

} // namespace

} // namespace revisit

int main(int argc, char** argv) {
  if (const char* const file = std::getenv("REVISIT_WITNESS"))
    return revisit::onWitness(file);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
