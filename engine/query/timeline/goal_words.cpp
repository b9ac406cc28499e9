#include "query/timeline/goal_words.h"

#include "query/timeline/event_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit {

namespace {

std::string sightText(const Witness& witness, const WitnessSight& sight) {
  const auto event = std::ranges::find_if(witness.schedule, [&](const WitnessEvent& one) {
    return one.thread == sight.thread && one.index == sight.index;
  });
  std::vector<std::string> names;
  for (const WitnessThread& thread : witness.threads)
    names.push_back(thread.name);
  const std::string who = threadText(witness, sight.thread);
  if (event == witness.schedule.end())
    return fmt::format("{} stays in front of a step that it never does", who);
  const std::string place = placeText(*event);
  return fmt::format("{}{} {}{}{}", who, sight.isNext ? " is in front of" : ":", eventText(*event, names),
                     place.empty() ? "" : "  ", place);
}

} // namespace

std::string describeGoal(const Witness& witness) {
  if (witness.goal.text.empty())
    return {};
  std::string text = fmt::format("goal: {}\n", witness.goal.text);
  for (std::size_t i = 0; i < witness.goal.moments.size(); i++) {
    const WitnessGoal::Moment& moment = witness.goal.moments[i];
    const bool isLast = i + 1 == witness.goal.moments.size();
    text += moment.position == 0 ? fmt::format("  {} at the start, of {} events\n", isLast ? "it holds" : "first",
                                               witness.schedule.size())
                                 : fmt::format("  {} after event {} of {}\n",
                                               isLast   ? "it holds"
                                               : i == 0 ? "first"
                                                        : "then",
                                               moment.position, witness.schedule.size());
    for (const WitnessSight& sight : moment.sights)
      text += fmt::format("    {}\n", sightText(witness, sight));
  }
  return text;
}

} // namespace revisit
