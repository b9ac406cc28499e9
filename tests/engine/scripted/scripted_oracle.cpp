#include "scripted_oracle.h"

#include "program/objects/objects.h"
#include "program/value_ops.h"

#include <algorithm>
#include <fmt/format.h>

namespace revisit::test {

namespace {

struct RunningThread {
  bool created = false, ended = false, spinning = false;
  StateId state, roundStart;
  std::vector<LocationId> waitsFor;
  Value returned;
};

class Run {
public:
  Run(ScriptedProgram& program, ExpressionPool& pool, const Plan& plan, std::size_t locations)
      : m_program(program), m_pool(pool), m_plan(plan) {
    for (std::uint32_t i = 0; i < locations; i++)
      m_memory.push_back(program.initialValue(LocationId(i)));
    create(ThreadId(0), m_program.initialState());
  }

  Result<Recording> run() {
    for (const Plan::Step& planned : m_plan.steps) {
      const std::uint32_t t = planned.thread.value();
      m_next = planned.thread;
      if (t >= m_threads.size() || !m_threads[t].created || m_threads[t].ended)
        return Error{ErrorCode::TargetFailed, "", fmt::format("thread {} of the plan cannot run", t)};
      m_threads[t].spinning = false;
      const Label& label = label_(t);
      if (label.kind != planned.kind || !enabled(t, label))
        return Error{ErrorCode::TargetFailed, "", "the plan diverged"};
      step(t, planned.outcome);
    }
    for (bool moved = true; moved;) {
      moved = false;
      for (std::uint32_t t = 0; t < m_threads.size() && !moved; t++)
        if (m_threads[t].created && !m_threads[t].ended && !m_threads[t].spinning && enabled(t, label_(t))) {
          step(t);
          moved = true;
        }
    }
    for (std::uint32_t t = 0; t < m_threads.size(); t++)
      if (m_threads[t].created && !m_threads[t].ended && !m_threads[t].spinning)
        m_recording.steps.push_back({.thread = ThreadId(t), .label = label_(t), .pending = true, .before = print(t)});
    return m_recording;
  }
  // After run() has failed.
  Divergence divergence() const { return {m_next, m_recording}; }

private:
  // A script's states are interned, so a state's number is its fingerprint. Some states have none.
  Fingerprint print(std::uint32_t t) const {
    const std::uint64_t state = m_threads[t].state.value();
    return state % 5 == 4 ? Fingerprint{} : Fingerprint{state + 1, t};
  }

  const Label& label_(std::uint32_t t) { return *m_program.next(m_threads[t].state); }

  void create(ThreadId thread, StateId state) {
    if (thread.value() >= m_threads.size())
      m_threads.resize(thread.value() + 1);
    m_threads[thread.value()].created = true;
    m_threads[thread.value()].state = state;
    runLocal(thread.value());
  }

  bool enabled(std::uint32_t t, const Label& label) {
    if (label.kind == LabelKind::Object)
      return applyOperation(m_objects[label.object], ThreadId(t), label.operation, label.argument).enabled;
    if (label.kind == LabelKind::Join)
      return m_threads.size() > label.child.value() && m_threads[label.child.value()].ended &&
             label_(label.child.value()).kind == LabelKind::End;
    return true;
  }

  void step(std::uint32_t t, std::uint32_t outcome = 0) {
    const Label label = label_(t);
    Observation seen;
    const auto wake = [&] {
      for (RunningThread& thread : m_threads)
        if (thread.spinning && std::ranges::find(thread.waitsFor, label.location) != thread.waitsFor.end())
          thread.spinning = false;
    };
    if (isMemory(label.kind)) {
      Value& cell = m_memory[label.location.value()];
      const unsigned whole = m_program.locationSize(label.location);
      const unsigned size = label.size != 0 ? label.size : whole;
      const Value old = readPart(m_pool, cell, whole, label.offset, label.size);
      if (label.kind == LabelKind::Read) {
        seen.value = old;
      } else if (label.kind == LabelKind::Write) {
        cell = label.value;
        wake();
      } else if (label.kind == LabelKind::Rmw) {
        if (label.rmw != RmwOp::Insert && !label.blind)
          seen.value = old;
        const Value result = applyRmw(m_pool, label.rmw, old, label.value, size);
        const bool changes = m_pool.evaluate(equalValues(m_pool, old, result, size), m_plan.inputs) == 0;
        seen.taken = mayOnlyRead(label) && changes;
        if (changes || !mayOnlyRead(label)) {
          cell = writePart(m_pool, cell, whole, label.offset, label.size, result);
          wake();
        }
      } else {
        seen = {old,
                m_pool.evaluate(equalValues(m_pool, old, label.expected, size), m_plan.inputs) != 0 && outcome == 0};
        if (seen.taken) {
          cell = writePart(m_pool, cell, whole, label.offset, label.size, label.value);
          wake();
        }
      }
    } else if (label.kind == LabelKind::Object) {
      const ObjectEffect effect =
          applyOperation(m_objects[label.object], ThreadId(t), label.operation, label.argument, outcome);
      m_objects[label.object] = effect.after;
      seen.value = Value::concrete(effect.result);
    } else if (label.kind == LabelKind::Join) {
      seen.value = m_threads[label.child.value()].returned;
    }
    m_recording.steps.push_back({.thread = ThreadId(t), .label = label, .seen = seen, .before = print(t)});
    if (label.awaitStart) {
      m_threads[t].roundStart = m_threads[t].state;
      m_threads[t].waitsFor.clear();
    }
    if (label.awaits)
      m_threads[t].waitsFor.push_back(label.location);
    m_threads[t].state = m_program.advance(m_threads[t].state, seen);
    if (label.kind == LabelKind::Create)
      create(label.child, m_program.startState(label));
    runLocal(t);
  }

  void runLocal(std::uint32_t t) {
    while (true) {
      const Label& label = label_(t);
      if (isScheduled(label.kind))
        return;
      Observation seen;
      if (label.kind == LabelKind::Constraint || label.kind == LabelKind::Assume)
        seen.taken = m_pool.evaluate(label.value.expr, m_plan.inputs) != 0;
      else if (label.kind == LabelKind::Enumerate)
        seen.value = Value::concrete(m_pool.evaluate(label.value.expr, m_plan.inputs));
      m_recording.steps.push_back({.thread = ThreadId(t), .label = label, .seen = seen});
      RunningThread& thread = m_threads[t];
      if (label.kind == LabelKind::AwaitFailed) {
        thread.spinning = true;
        thread.state = thread.roundStart;
        return;
      }
      if (isTerminal(label.kind)) {
        thread.ended = true;
        thread.returned = label.value;
        return;
      }
      thread.state = m_program.advance(thread.state, seen);
    }
  }

  ScriptedProgram& m_program;
  ExpressionPool& m_pool;
  const Plan& m_plan;
  std::vector<RunningThread> m_threads;
  std::vector<Value> m_memory;
  std::map<ObjectId, ObjectState> m_objects;
  Recording m_recording;
  ThreadId m_next; // of the plan's step that is done
};

} // namespace

Result<Recording> ScriptedOracle::run(const Plan& plan) {
  Run run(m_program, m_pool, plan, m_locations);
  Result<Recording> recording = run.run();
  m_divergence = recording ? std::nullopt : std::optional(run.divergence());
  return recording;
}

} // namespace revisit::test
