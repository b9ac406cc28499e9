#include "sideways/session/endings.h"

#include "check/report/check_notes.h"
#include "query/interleaving/columns.h"
#include "query/timeline/event_text.h"

#include <fmt/format.h>

namespace revisit {

std::string endingWords(const Witness& witness) {
  std::string text = witness.error.kind == ErrorKind::None ? endingText(witness) : describeError(witness);
  while (text.ends_with('\n'))
    text.pop_back();
  return text;
}

std::string shortEnding(const Witness& witness) {
  const std::string text = endingWords(witness);
  return text.substr(0, text.find('\n'));
}

std::string notFoundWords(const FoundGoal& found, std::size_t position) {
  const std::string executions = executionsOf(found.executions.total());
  if (found.reasons.empty())
    return position == 0 || found.isNowhere ? "in no execution: " + executions
                                            : fmt::format("in no execution that begins with the same {} event{}: {}",
                                                          position, position == 1 ? "" : "s", executions);
  std::string text = "not found, and not known: " + executions;
  for (const CheckNote& reason : found.reasons)
    text += "\n  " + (reason.file.empty() ? "" : placeText(reason) + ": ") + reason.detail;
  return text;
}

} // namespace revisit
