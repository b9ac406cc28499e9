#include "explore/reductions/equal_threads.h"

#include <algorithm>
#include <vector>

namespace revisit {

namespace {

bool isSameRoot(const Label& one, const Label& other) {
  return one.kind == LabelKind::Create && other.kind == LabelKind::Create && one.argument == other.argument &&
         one.value == other.value && !one.value.isExpr();
}

// The kinds of steps that are the same for equal threads after the same events. Names of children and of own memory
// differ, and so do the inputs in conditions.
bool isComparable(LabelKind kind) {
  return isMemory(kind) || kind == LabelKind::Fence || kind == LabelKind::Object;
}

ThreadId youngerThan(const ExecutionGraph& graph, ThreadId thread) {
  for (const ThreadId t : graph.createdThreads())
    if (graph.elder(t) == thread)
      return t;
  return {};
}

// The thread, then all threads that are equal to it. A list of one: the thread is equal to no other.
std::vector<ThreadId> equalTo(const ExecutionGraph& graph, ThreadId thread) {
  std::vector<ThreadId> all{thread};
  for (ThreadId t = graph.elder(thread); t.valid(); t = graph.elder(t))
    all.push_back(t);
  for (ThreadId t = youngerThan(graph, thread); t.valid(); t = youngerThan(graph, t))
    all.push_back(t);
  return all;
}

// Makes the threads distinct from all others. Returns whether the list had equal threads, so that something changed.
bool separate(Facts& facts, const ExecutionGraph& graph, const std::vector<ThreadId>& threads) {
  for (const ThreadId thread : threads) {
    facts.note("distinct", thread);
    if (const ThreadId younger = youngerThan(graph, thread); younger.valid())
      facts.note("distinct", younger);
  }
  return threads.size() > 1;
}

bool differsFromTwin(const ExecutionGraph& graph, ThreadId thread, const Label& step) {
  const EventId twin = elderEvent(graph, thread);
  if (!twin.valid())
    return false;
  const Label& other = *graph.event(twin).label;
  return other.kind != step.kind || (isComparable(step.kind) && !sameStep(other, step));
}

bool namesOwnMemory(const Program& program, const Label& step) {
  if (!isMemory(step.kind))
    return false;
  // An expression: an input, which each thread has its own of, or more bytes than an address.
  const auto isOwn = [&](const Value& value) { return value.isExpr() || program.belongsToThread(value.bits); };
  return isOwn(step.value) || isOwn(step.expected) ||
         program.belongsToThread(program.names().locationAddress(step.location));
}

bool isJoin(const Label& label) {
  return label.kind == LabelKind::Join || isOperation(label, ObjectOp::HandleJoin);
}

// The threads that the thread has joined directly before its next event, the newest first.
std::vector<ThreadId> justJoined(const ExecutionGraph& graph, ThreadId thread) {
  std::vector<ThreadId> joined;
  const std::span<const EventId> events = graph.events(thread);
  for (std::size_t i = events.size(); i > 0 && isJoin(*graph.event(events[i - 1]).label); i--)
    if (const Label& label = *graph.event(events[i - 1]).label; label.kind == LabelKind::Join)
      joined.push_back(label.child);
  return joined;
}

bool returnsTheSame(const ExecutionGraph& graph, ThreadId one, ThreadId other) {
  return graph.endOf(one)->value == graph.endOf(other)->value;
}

// The thread waits for the end of an equal thread. Renamed, it would go on, because another one has ended, which it has
// not joined; what it does then does not show in this execution.
bool hidesWhatFollows(const ExecutionGraph& graph, ThreadId thread, ThreadId child) {
  if (graph.endedBy(child, LabelKind::End))
    return false; // it does not wait
  const std::vector<ThreadId> joined = justJoined(graph, thread);
  return std::ranges::any_of(equalTo(graph, child), [&](ThreadId t) {
    return graph.ended(t) && std::ranges::find(joined, t) == joined.end();
  });
}

// The step comes between the joins of equal threads, or tells the values that they return apart.
bool separatesByJoin(Facts& facts, const ExecutionGraph& graph, ThreadId thread, const Label& step) {
  std::vector<ThreadId> joined = justJoined(graph, thread);
  if (step.kind == LabelKind::Join) {
    const std::vector<ThreadId> equal = equalTo(graph, step.child);
    const auto isOther = [&](ThreadId t) {
      return graph.event(graph.creator(t)).thread != thread ||
             (graph.ended(t) && graph.ended(step.child) && !returnsTheSame(graph, t, step.child));
    };
    if (equal.size() > 1 && (std::ranges::any_of(equal, isOther) || hidesWhatFollows(graph, thread, step.child)))
      return separate(facts, graph, equal);
    std::erase_if(joined, [&](ThreadId t) { return std::ranges::find(equal, t) != equal.end(); });
  } else if (isJoin(step)) {
    return false;
  }
  for (const ThreadId one : joined) {
    const std::vector<ThreadId> equal = equalTo(graph, one);
    const auto isLeft = [&](ThreadId t) { return std::ranges::find(joined, t) == joined.end(); };
    if (std::ranges::any_of(equal, isLeft))
      return separate(facts, graph, equal);
  }
  return false;
}

} // namespace

ThreadId elderOf(const Facts& facts, const ExecutionGraph& graph, ThreadId creator, const Label& create) {
  const std::span<const EventId> events = graph.events(creator);
  if (create.kind != LabelKind::Create || events.empty() || facts.has("distinct", create.child))
    return {};
  const Label& before = *graph.event(events.back()).label;
  return isSameRoot(before, create) ? before.child : ThreadId();
}

EventId elderEvent(const ExecutionGraph& graph, ThreadId thread) {
  if (!graph.isLikeElder(thread))
    return {};
  const std::span<const EventId> elder = graph.events(graph.elder(thread));
  const std::size_t index = graph.events(thread).size();
  return index < elder.size() ? elder[index] : EventId();
}

bool noteEqualStep(Facts& facts, const ExecutionGraph& graph, const Program& program, ThreadId thread,
                   const Label& step) {
  if (separatesByJoin(facts, graph, thread, step))
    return true;
  const bool isEqual = graph.elder(thread).valid() || youngerThan(graph, thread).valid();
  if (!isEqual || !(differsFromTwin(graph, thread, step) || namesOwnMemory(program, step)))
    return false;
  return separate(facts, graph, equalTo(graph, thread));
}

} // namespace revisit
