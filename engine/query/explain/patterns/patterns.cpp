// Which patterns are tried for which error, and how one is told.
#include "base/terminal_text.h"
#include "query/explain/patterns/kinds.h"
#include "query/explain/patterns/words.h"

#include "query/timeline/event_text.h"

#include <fmt/format.h>

#include <span>

namespace revisit {
namespace {

using namespace patterns;

using Recogniser = std::optional<Pattern> (*)(const Evidence&);

// The clocks of an execution with more than this have no room beside the timeline's own.
constexpr std::size_t maxClockEntries = std::size_t{1} << 24;

// In the order in which they are tried: what says more comes first.
std::span<const Recogniser> recognisersFor(ErrorKind kind) {
  static constexpr Recogniser waiting[] = {behindWriter,  lockCycle,      selfDeadlock,  neverGivenBack, lostMessage,
                                           lostWakeUp,    otherCondition, wrongWaiter,   oneSignal,      earlyLook,
                                           missingNotify, lateFlag,       undrainedEdge, spentOneShot,   openWriteEnd};
  static constexpr Recogniser descriptors[] = {closedDescriptor};
  static constexpr Recogniser races[] = {interruptedAccess, aba, publication, racingUpdate, unlockedAccess};
  static constexpr Recogniser lives[] = {useAfterFree};
  static constexpr Recogniser frees[] = {doubleFree};
  static constexpr Recogniser others[] = {
      uncheckedWake,   spuriousWake,    aba,      lostUpdate,       checkThenAct,      staleCheck,
      outOfRangeInput, exceptionLeaves, earlyEnd, earlyPublication, overwrittenMessage};
  switch (kind) {
  case ErrorKind::None:
  case ErrorKind::Leak:
  case ErrorKind::Divergence:
    return {};
  case ErrorKind::Race:
    return races;
  case ErrorKind::UseAfterFree:
    return lives;
  case ErrorKind::DoubleFree:
    return frees;
  case ErrorKind::ClosedDescriptor:
    return descriptors;
  default:
    break;
  }
  if (isOfWaiting(kind))
    return waiting;
  return others;
}

} // namespace

std::optional<Pattern> patternOf(const Timeline& timeline) {
  const std::span<const Recogniser> recognisers = recognisersFor(timeline.witness().error.kind);
  if (recognisers.empty() || timeline.size() * timeline.witness().threads.size() > maxClockEntries)
    return std::nullopt;
  const Evidence evidence(timeline);
  for (const Recogniser recognise : recognisers)
    if (std::optional<Pattern> pattern = recognise(evidence))
      return pattern;
  return std::nullopt;
}

Explanation explanationOf(const Timeline& timeline, const Pattern& pattern) {
  const bool hasEvent = timeline.bug() != 0 && !isOfWaiting(timeline.witness().error.kind);
  Explanation explanation{hasEvent ? std::optional(timeline.bug()) : std::nullopt, pattern.headline + '.', {}};
  for (const PatternStep& step : pattern.steps)
    explanation.reasons.push_back(
        {fmt::format("{} {}.", referenceText(timeline.event(step.event)), stepText(timeline, step)), step.event});
  return explanation;
}

std::string patternText(const Timeline& timeline) {
  std::optional<Pattern> pattern = patternOf(timeline);
  if (!pattern && !(pattern = whatItRead(timeline)))
    return "";
  constexpr std::size_t lineWidth = 80, numberWidth = 6;
  std::string text = wrapped("  " + pattern->headline + '\n', lineWidth, 2);
  for (const PatternStep& step : fittedPlaces(timeline, pattern->steps, lineWidth - numberWidth - 2)) {
    std::string number = fmt::format("{:>{}}  ", step.event, numberWidth);
    for (const std::string& line : linesOf(fittedText(timeline, step, lineWidth - number.size()))) {
      text += number + line + '\n';
      number.assign(number.size(), ' ');
    }
  }
  return text;
}

} // namespace revisit
