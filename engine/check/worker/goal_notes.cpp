#include "check/worker/goal_notes.h"

#include "base/names.h"
#include "base/suggestion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace revisit {

namespace {

// What can be named instead of a line that has no event: "; lines 38 and 42 have some".
std::string otherLines(const GoalNames& names, const GoalLine& wanted) {
  std::vector<std::string> files;
  for (const auto& [file, lines] : names.linesMet()) {
    files.push_back(std::filesystem::path(file).filename().string());
    if (!pathEndsWith(file, wanted.file))
      continue;
    const auto after = lines.lower_bound(wanted.line);
    std::vector<std::string> near;
    if (after != lines.begin())
      near.push_back(std::to_string(*std::prev(after)));
    if (after != lines.end())
      near.push_back(std::to_string(*after));
    return fmt::format("; line{} {} {}", near.size() == 1 ? "" : "s", fmt::join(near, " and "),
                       near.size() == 1 ? "has some" : "have some");
  }
  return didYouMean(wanted.file, files);
}

Error badUsage(std::string what) {
  return {ErrorCode::BadUsage, "goal", std::move(what)};
}

std::vector<GoalThread> threadsOf(const Goal& goal) {
  std::vector<GoalThread> threads;
  for (const GoalAtom& atom : goal.atoms)
    for (const GoalThread& thread : {atom.thread, atom.event.thread, atom.second.thread, atom.sourceThread})
      if (!thread.isAny())
        threads.push_back(thread);
  return threads;
}

// A thread that no execution has.
Status checkThreads(const GoalMatcher& matcher) {
  std::vector<std::string> known;
  for (const auto& [number, name] : matcher.names().threadsMet())
    known.push_back(fmt::format("T{}{}", number, name.empty() ? "" : " " + name));
  for (const GoalThread& thread : threadsOf(matcher.goal()))
    if (std::ranges::none_of(matcher.names().threadsMet(), [&](const auto& one) {
          return thread.number ? one.first == *thread.number : one.second == thread.name;
        }))
      return badUsage(fmt::format("no execution has a thread {}: there are {}",
                                  thread.number ? fmt::format("T{}", *thread.number) : "'" + thread.name + "'",
                                  fmt::join(known, ", ")));
  return Done{};
}

// The names in the goal that nothing in any execution has.
std::vector<std::string> unknownNames(const GoalMatcher& matcher) {
  std::vector<std::string> wanted = matcher.goal().variables();
  for (const GoalAtom& atom : matcher.goal().atoms)
    for (const GoalEvent* event : {&atom.event, &atom.second})
      if (const std::string& operation = event->operation;
          !event->name.empty() && operation != "create" && operation != "join")
        wanted.push_back(event->name);
  std::erase_if(wanted, [&](const std::string& name) {
    return matcher.names().wasNamed(name) || !matcher.names().inputs(name).empty() || matcher.names().wasLocal(name);
  });
  return wanted;
}

} // namespace

bool hasLineWithoutCode(const Goal& goal, const CheckOptions& options, const IsMarked& isMarked) {
  return !options.program.sources.empty() &&
         !std::ranges::all_of(goal.lines(), [&](const GoalLine& line) { return isMarked(line); });
}

Status checkLinesMet(const GoalMatcher& matcher, const CheckOptions& options, const IsMarked& isMarked) {
  if (options.program.sources.empty())
    return Done{};
  for (const GoalLine& line : matcher.goal().lines()) // they were compiled with marks
    if (!matcher.names().wasAt(line) && !isMarked(line))
      return badUsage(
          fmt::format("no code stands at {}:{}{}", line.file, line.line, otherLines(matcher.names(), line)));
  return Done{};
}

Status checkNamesMet(const GoalMatcher& matcher) {
  if (const Status threads = checkThreads(matcher); !threads)
    return threads;
  const std::vector<std::string> unknown = unknownNames(matcher);
  if (unknown.empty())
    return Done{};
  return badUsage(fmt::format("nothing that threads share, and no input, is called '{}' in any execution{}. A local "
                              "variable can be named where sources are named, in a condition at a line where it is in "
                              "scope: 'a.c:12 if {} == 0'",
                              unknown.front(), didYouMean(unknown.front(), matcher.names().namesMet()),
                              unknown.front()));
}

std::vector<CheckNote> goalReasons(const GoalMatcher& matcher, const CheckOptions& options, const IsMarked& isMarked) {
  std::vector<CheckNote> reasons;
  const auto add = [&](std::string text) { reasons.push_back({"goal", std::move(text), "", 0}); };
  for (const GoalLine& line : matcher.goal().lines())
    if (!matcher.names().wasAt(line) && !isMarked(line))
      add(fmt::format("{}:{} has no event that threads could order, so it is not known whether it is reached{}. Name "
                      "the source files instead of the program, or build it with -frevisit-mark={}:{}: then it has one",
                      line.file, line.line, otherLines(matcher.names(), line), line.file, line.line));
  if (const std::string& what = matcher.undecided(); what == "atomic sections")
    add("it would hold in the middle of an atomic section: such moments are not followed");
  else if (matcher.names().wasLocal(what) && !matcher.names().variable(what))
    add(fmt::format("'{}' is a local variable: name the line where it is looked at, as in 'a.c:12 if {} == 0'", what,
                    what));
  else if (!what.empty())
    add(fmt::format("in some execution nothing depends on '{}', and its value is not known there", what));
  for (const std::string& name : unknownNames(matcher))
    add(fmt::format("in the executions so far nothing is called '{}'{}", name,
                    didYouMean(name, matcher.names().namesMet())));
  if (matcher.sawFailedRounds())
    add("the goal speaks of what a waiting loop does in a round that fails: of such rounds one is followed, and "
        "nothing behind it");
  if (options.search.algorithm != Algorithm::ConDpor)
    add(fmt::format("with --algorithm {} some moments are not looked at: condpor looks at all of them",
                    nameOf(options.search.algorithm)));
  return reasons;
}

} // namespace revisit
