#include "log/interrupted_holder.h"

#include "log/describe.h"
#include "program/function_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit {

namespace {

using Calls = std::vector<WitnessPosition>;

bool endsWith(const Calls& calls, const Calls& outer) {
  return calls.size() > outer.size() && std::equal(outer.rbegin(), outer.rend(), calls.rbegin());
}

// The thread's last look at what is pending that found something, and the calls there.
Calls lastDelivery(const ExecutionGraph& graph, const ProgramNames& names, ThreadId thread) {
  const std::span<const EventId> events = graph.events(thread);
  for (std::size_t i = events.size(); i-- > 0;) {
    const Event& event = graph.event(events[i]);
    if (event.label->kind == LabelKind::Read && event.label->isOfSystem && event.seen.value.bits != 0)
      return callsOf(names, event.label->position);
  }
  return {};
}

} // namespace

std::string handlerThatWaits(const ExecutionGraph& graph, const ProgramNames& names, const Waiting& waiting,
                             const Awaited& what) {
  if (!waiting.label || std::ranges::find(what.holders, waiting.thread.value()) == what.holders.end())
    return {};
  const Calls calls = callsOf(names, waiting.label->position), interrupted = lastDelivery(graph, names, waiting.thread);
  if (interrupted.empty() || !endsWith(calls, interrupted))
    return {};
  const std::string handler = shortFunction(calls[calls.size() - interrupted.size() - 1].function);
  return fmt::format("the handler {} waits for {}, which the code that it interrupted holds", handler, what.name);
}

} // namespace revisit
