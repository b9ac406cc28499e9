#include "log/interrupted_holder.h"

#include "abi/services.h"
#include "base/signal_name.h"
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

// The thread's last look at what is pending that found something, if it has not used the object since.
EventId lastDelivery(const ExecutionGraph& graph, ThreadId thread, ObjectId object) {
  const std::span<const EventId> events = graph.events(thread);
  for (std::size_t i = events.size(); i-- > 0;) {
    const Event& event = graph.event(events[i]);
    if (event.label->kind == LabelKind::Object && event.label->object == object)
      break;
    if (event.label->kind == LabelKind::Read && event.label->isOfSystem && event.seen.value.bits != 0)
      return events[i];
  }
  return {};
}

// The signal of which it is read there how many are pending, or what was sent: see signals/pending.h of the runtime.
int signalAt(std::uint64_t address) {
  const std::uint64_t offset = (address - REVISIT_SIGNALS_ADDRESS) % REVISIT_SIGNALS_STRIDE;
  return static_cast<int>(offset < REVISIT_SIGNALS_ENTRIES ? offset / 8
                                                           : (offset - REVISIT_SIGNALS_ENTRIES) / REVISIT_SIGNALS_ROOM);
}

} // namespace

std::string handlerThatWaits(const ExecutionGraph& graph, const ProgramNames& names, const Waiting& waiting,
                             const Awaited& what) {
  if (!waiting.label || std::ranges::find(what.holders, waiting.thread.value()) == what.holders.end())
    return {};
  const EventId look = lastDelivery(graph, waiting.thread, waiting.label->object);
  if (!look.valid())
    return {};
  const Label& label = *graph.event(look).label;
  const Calls calls = callsOf(names, waiting.label->position), interrupted = callsOf(names, label.position);
  if (interrupted.empty() || !endsWith(calls, interrupted))
    return {};
  const std::string handler = shortFunction(calls[calls.size() - interrupted.size() - 1].function);
  return fmt::format("the handler {} of {} waits for {}, which the code that it interrupted holds", handler,
                     signalName(signalAt(names.locationAddress(label.location))), what.name);
}

} // namespace revisit
