// Exceptions that leave a function which lets none out.
#include "program/function_names.h"
#include "program/positions.h"
#include "query/explain/patterns/kinds.h"
#include "query/explain/patterns/words.h"

#include <fmt/format.h>

namespace revisit::patterns {

std::optional<Pattern> exceptionLeaves(const Evidence& evidence) {
  const Timeline& timeline = evidence.timeline();
  const SchedulePosition bug = timeline.bug();
  if (timeline.witness().error.kind != ErrorKind::Exception || bug == 0)
    return std::nullopt;
  const std::vector<WitnessPosition>& calls = timeline.event(bug).calls;
  if (calls.size() < 2 || !isNoexceptGuard(calls.front().function) || isSystemFile(calls[1].file))
    return std::nullopt;
  const std::string function = shortFunction(calls[1].function);
  const bool isDestructor = function.find('~') != std::string::npos;
  Pattern pattern{fmt::format("exception out of {}: nothing may leave '{}'",
                              isDestructor ? "a destructor" : "a noexcept function", function),
                  {}};
  if (const auto read = whatItRead(timeline))
    pattern.steps = read->steps;
  if (pattern.steps.size() < 3)
    pattern.steps.push_back(stepThat(timeline, bug, "ends in " + function));
  return pattern;
}

} // namespace revisit::patterns
