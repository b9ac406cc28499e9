// The explorer's own speed on scripts: no process, no compiler. Prints executions and events per second.
#include "explore/condpor/condpor.h"
#include "memory/sequential.h"
#include "scripted_program.h"

#include <benchmark/benchmark.h>

namespace revisit {

namespace {

using Op = Instruction::Op;

Script withThreads(unsigned count, const std::vector<Instruction>& body, std::size_t locations) {
  Script script;
  script.threads.resize(1);
  for (unsigned t = 1; t <= count; t++) {
    script.threads[0].push_back({.op = Op::Create, .child = t});
    script.threads.push_back(body);
  }
  script.locationSizes.assign(locations, 1);
  script.initialValues.assign(locations, 0);
  return script;
}

Script lockers(unsigned n) {
  return withThreads(n,
                     {{.op = Op::Object, .operation = ObjectOp::MutexLock},
                      {.op = Op::Load, .to = 0, .order = MemoryOrder::Plain},
                      {.op = Op::Add, .to = 0, .a = Operand::reg(0), .b = Operand::constant(1)},
                      {.op = Op::Store, .a = Operand::reg(0), .order = MemoryOrder::Plain},
                      {.op = Op::Object, .operation = ObjectOp::MutexUnlock}},
                     1);
}

Script increments(unsigned n) {
  return withThreads(n, {{.op = Op::Rmw, .a = Operand::constant(1), .rmw = RmwOp::Add}}, 1);
}

// n writers of one variable each, and n readers of all variables.
Script writersAndReaders(unsigned n) {
  Script script = withThreads(2 * n, {}, n);
  for (unsigned t = 1; t <= n; t++)
    script.threads[t] = {{.op = Op::Store, .a = Operand::constant(1), .location = t - 1}};
  for (unsigned t = n + 1; t <= 2 * n; t++)
    for (unsigned x = 0; x < n; x++)
      script.threads[t].push_back({.op = Op::Load, .location = x});
  return script;
}

// Two threads, n rounds each of a critical section: executions of 6 n events and more.
Script rounds(unsigned n) {
  std::vector<Instruction> body;
  for (unsigned i = 0; i < n; i++) {
    body.push_back({.op = Op::Object, .operation = ObjectOp::MutexLock});
    body.push_back({.op = Op::Store, .a = Operand::constant(1), .order = MemoryOrder::Plain});
    body.push_back({.op = Op::Object, .operation = ObjectOp::MutexUnlock});
  }
  return withThreads(2, body, 1);
}

void explore(benchmark::State& state, const Script& script, std::uint64_t maxExecutions = 0) {
  Exploration last;
  double seconds = 0;
  std::uint64_t executions = 0, events = 0;
  for (auto _ : state) {
    ExpressionPool pool;
    const std::unique_ptr<Solver> solver = makeSolver(pool);
    ScriptedProgram program(script, pool);
    SequentialConsistency model;
    ExploreOptions options;
    options.keepGoing = true;
    options.maxExecutions = maxExecutions;
    last = makeConDpor(program, model, *solver, options)->run().value();
    seconds += last.seconds;
    executions += last.counts.total();
    events += last.work.eventsAdded;
  }
  state.counters["executions"] = static_cast<double>(last.counts.total());
  state.counters["executions/s"] = static_cast<double>(executions) / seconds;
  state.counters["events/s"] = static_cast<double>(events) / seconds;
  state.counters["events/execution"] = static_cast<double>(events) / static_cast<double>(executions);
}

void Lockers(benchmark::State& state) {
  explore(state, lockers(static_cast<unsigned>(state.range(0))));
}
void Increments(benchmark::State& state) {
  explore(state, increments(static_cast<unsigned>(state.range(0))));
}
// The same number of executions in longer and longer programs: events per second show whether the cost of an event
// stays constant.
void Rounds(benchmark::State& state) {
  explore(state, rounds(static_cast<unsigned>(state.range(0))), 20000);
}
void WritersReaders(benchmark::State& state) {
  explore(state, writersAndReaders(static_cast<unsigned>(state.range(0))));
}

} // namespace

BENCHMARK(Lockers)->Arg(6)->Arg(7)->Arg(8)->Unit(benchmark::kMillisecond);
BENCHMARK(Increments)->Arg(6)->Arg(7)->Arg(8)->Unit(benchmark::kMillisecond);
BENCHMARK(Rounds)->Arg(10)->Arg(100)->Arg(1000)->Arg(3400)->Unit(benchmark::kMillisecond);
BENCHMARK(WritersReaders)->Arg(3)->Arg(4)->Unit(benchmark::kMillisecond);

} // namespace revisit

BENCHMARK_MAIN();
