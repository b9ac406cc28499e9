#include "query/timeline/library_calls.h"

#include "program/function_names.h"
#include "program/positions.h"

#include <algorithm>

namespace revisit {

std::vector<WitnessPosition> libraryCalls(const Witness& witness, unsigned thread, unsigned index) {
  const auto event = std::ranges::find_if(
      witness.schedule, [&](const WitnessEvent& one) { return one.thread == thread && one.index == index; });
  if (event == witness.schedule.end() || !isLibraryCode(event->calls))
    return {};
  const auto own = std::ranges::find_if(event->calls, [](const auto& call) { return !isSystemFile(call.file); });
  if (own == event->calls.end())
    return {};
  std::vector<WitnessPosition> calls(event->calls.begin(), own + 1);
  for (WitnessPosition& call : calls)
    call.function = withoutParameters(withoutTags(withoutUnnamed(call.function)));
  return calls;
}

} // namespace revisit
