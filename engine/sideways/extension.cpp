#include "sideways/extension.h"

#include "explore/waiting_writers.h"

namespace revisit {

namespace {

Fit fitInMemory(ExplorationState& state, ThreadId thread, const Label& label, const Choice& choice) {
  ExecutionGraph& graph = state.graph();
  const bool stores = storesIn(label, choice.way, choice.silent);
  const EventId anchor = readsMemory(label.kind) ? choice.source : choice.coAfter;
  const EventId floor = state.model().coherenceFloor(graph, accessOf(thread, label, stores));
  EventId write = graph.lastWrite(label.location);
  while (write != anchor && write != floor)
    write = graph.event(write).previous;
  if (write != anchor)
    return {Sat::No, Obstacle::Overwritten};
  if (stores && graph.atomicReader(anchor).valid())
    return {Sat::No, Obstacle::AlreadyUpdated};
  return {};
}

// Whether each attempt that failed because of a waiting writer can still come behind one. No relation of the graph says
// so. A step on the newest writes can come last, so it takes no attempt its writer.
bool leavesWriters(ExplorationState& state, ThreadId thread, const Label& label, const Choice& choice) {
  const EventId newest = state.graph().lastWrite(label.location);
  const bool isNewest = (!readsMemory(label.kind) || choice.source == newest) &&
                        (!storesIn(label, choice.way, choice.silent) || choice.coAfter == newest);
  if (isNewest || !state.facts().has("made_way"))
    return true;
  const ExplorationState::Mark mark = state.mark();
  state.add(thread, label, choice);
  const bool leaves = !readWithoutWriter(state).valid();
  state.undoTo(mark);
  return leaves;
}

} // namespace

EventId writeBefore(ExecutionGraph& graph, LocationId location, unsigned back) {
  EventId write = graph.lastWrite(location);
  for (; back > 0 && graph.event(write).previous.valid(); back--)
    write = graph.event(write).previous;
  return write;
}

bool storesIn(const Label& label, const Way& way, bool silent) {
  return label.kind != LabelKind::Read && (!mayOnlyRead(label) || way.taken || silent);
}

Fit fitOf(ExplorationState& state, ThreadId thread, const Label& label, const Choice& choice,
          GraphStep::Writers writers) {
  if (isMemory(label.kind)) {
    if (const Fit fit = fitInMemory(state, thread, label, choice); !fit.fits())
      return fit;
    if (writers == GraphStep::Writers::Stand && !leavesWriters(state, thread, label, choice))
      return {Sat::No, Obstacle::Overwritten};
  }
  if (!state.steps().enabled(thread, label))
    return {Sat::No, Obstacle::NotEnabled};
  if (differsIn(label) == Differs::Never)
    return {};
  GraphStep step(state, thread, label, choice.source, writers);
  const Sat possible = isPossible(label, step, choice.way);
  if (possible == Sat::Yes)
    return {};
  return {possible, possible == Sat::Unknown ? Obstacle::Solver : Obstacle::Conditions};
}

std::vector<Choice> choicesOf(ExplorationState& state, ThreadId thread, const Label& label, std::size_t most) {
  std::vector<Choice> choices;
  ExecutionGraph& graph = state.graph();
  if (isMemory(label.kind)) {
    for (EventId write = graph.lastWrite(label.location); write.valid(); write = graph.event(write).previous) {
      for (const bool taken : {true, false}) {
        const Choice choice{
            .source = readsMemory(label.kind) ? write : EventId(), .coAfter = write, .way = {.taken = taken}};
        if ((mayOnlyRead(label) || !taken) && choices.size() < most && fitOf(state, thread, label, choice).fits())
          choices.push_back(choice);
      }
      if (state.model().isSequential() || choices.size() >= most)
        break;
    }
    return choices;
  }
  GraphStep step(state, thread, label, {}, GraphStep::Writers::Stand);
  for (std::optional<Way> way = firstWay(label, step).possible(); way && choices.size() < most;
       way = nextWay(label, step, *way))
    choices.push_back({.way = *way});
  return choices;
}

} // namespace revisit
