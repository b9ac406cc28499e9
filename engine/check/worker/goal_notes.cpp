#include "check/worker/goal_notes.h"

#include "base/names.h"
#include "base/suggestion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace revisit {

namespace {

// The lines with events that are next to this one: "lines 38 and 42 have some".
std::string nearLines(const GoalNames& names, const GoalLine& wanted) {
  for (const auto& [file, lines] : names.linesMet()) {
    if (!pathEndsWith(file, wanted.file))
      continue;
    const auto after = lines.lower_bound(wanted.line);
    std::vector<std::string> near;
    if (after != lines.begin())
      near.push_back(std::to_string(*std::prev(after)));
    if (after != lines.end())
      near.push_back(std::to_string(*after));
    return fmt::format("; line{} {} {}", near.size() == 1 ? "" : "s", fmt::join(near, " and "),
                       near.size() == 1 ? "has one" : "have some");
  }
  return {};
}

} // namespace

Status checkNamesMet(const GoalMatcher& matcher, const CheckOptions& options, const IsMarked& isMarked) {
  if (!options.program.sources.empty()) // they were compiled with marks
    for (const GoalLine& line : matcher.goal().lines())
      if (!matcher.names().wasAt(line) && !isMarked(line))
        return Error{ErrorCode::BadUsage, "goal",
                     fmt::format("no code stands at {}:{}{}", line.file, line.line, nearLines(matcher.names(), line))};
  std::vector<std::string> wanted = matcher.goal().variables();
  for (const GoalAtom& atom : matcher.goal().atoms)
    for (const GoalEvent* event : {&atom.event, &atom.second})
      if (const std::string& operation = event->operation;
          !event->name.empty() && operation != "create" && operation != "join")
        wanted.push_back(event->name);
  for (const std::string& name : wanted)
    if (!matcher.names().wasNamed(name) && matcher.names().inputs(name).empty())
      return Error{ErrorCode::BadUsage, "goal",
                   fmt::format("nothing that threads share, and no input, is called '{}' in any execution{}", name,
                               didYouMean(name, matcher.names().namesMet()))};
  return Done{};
}

std::vector<CheckNote> goalReasons(const GoalMatcher& matcher, const CheckOptions& options, const IsMarked& isMarked) {
  std::vector<CheckNote> reasons;
  const auto add = [&](std::string text) { reasons.push_back({"goal", std::move(text), "", 0}); };
  for (const GoalLine& line : matcher.goal().lines())
    if (!matcher.names().wasAt(line) && !isMarked(line))
      add(fmt::format("{}:{} has no event that threads could order, so it is not known whether it is reached{}. Name "
                      "the source files instead of the program, or build it with -frevisit-mark={}:{}: then it has one",
                      line.file, line.line, nearLines(matcher.names(), line), line.file, line.line));
  if (const std::string& what = matcher.undecided(); what == "atomic sections")
    add("it would hold in the middle of an atomic section: such moments are not followed");
  else if (!what.empty())
    add(fmt::format("in some execution nothing depends on '{}', and its value is not known there", what));
  if (matcher.sawFailedRounds())
    add("the goal speaks of what a waiting loop does in a round that fails: of such rounds one is followed, and "
        "nothing "
        "behind it");
  if (options.search.algorithm != Algorithm::ConDpor)
    add(fmt::format("with --algorithm {} some moments are not looked at: condpor looks at all of them",
                    nameOf(options.search.algorithm)));
  return reasons;
}

} // namespace revisit
