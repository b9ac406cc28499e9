#include "sideways/session/drive_talk.h"

#include "query/timeline/event_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <span>

namespace revisit {

namespace {

using Json = nlohmann::ordered_json;
using Kind = DriveCommand::Kind;

struct Word {
  const char* word;
  const char* shortForm;
  Kind kind;
  const char* help;
};

constexpr Word words[] = {
    {"until", "u", Kind::Until, "steps are taken until each one makes a difference"},
    {"undo", "", Kind::Undo, "take back the last command; 'undo 3': the last three"},
    {"history", "h", Kind::History, "the steps so far"},
    {"finish", "f", Kind::Finish, "go on to the end, and come back here"},
    {"list", "l", Kind::List, "the threads"},
    {"help", "", Kind::Help, "these commands"},
    {"quit", "q", Kind::Quit, ""},
};

constexpr std::size_t mostSteps = 12; // that 'until' tells of, besides their number

std::optional<std::size_t> numberIn(const std::string& word) {
  constexpr std::size_t mostDigits = 6;
  if (word.empty() || word.size() > mostDigits || word.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  return std::stoul(word);
}

Error badUsage(const std::string& line, const std::string& what) {
  return {ErrorCode::BadUsage, "", fmt::format("'{}'{}", line, what)};
}

std::string stateText(const DrivenThread& thread) {
  if (!thread.ended.empty())
    return thread.ended;
  if (!thread.waits.empty())
    return "waits for " + thread.waits;
  std::string text = fmt::format("{}  {}{}", thread.next, thread.place, thread.makesDifference ? "  *" : "");
  for (std::size_t i = 0; i < thread.ways.size(); i++)
    text += fmt::format("\n        {} {}  {}", thread.number, i + 1, thread.ways[i]);
  return text;
}

std::string threadsText(const std::vector<DrivenThread>& threads) {
  std::string text;
  bool canGoOn = false;
  for (const DrivenThread& thread : threads) {
    text += fmt::format("  {:<4}{:<20}{}\n", threadText(thread.number), thread.name, stateText(thread));
    canGoOn |= thread.ended.empty() && thread.waits.empty();
  }
  return text + (canGoOn ? "" : "  no thread can go on: 'finish' says how this ends, 'undo' goes back\n");
}

Json threadJson(const DrivenThread& thread) {
  return {{"thread", thread.number},
          {"name", thread.name},
          {"next", thread.next},
          {"place", thread.place},
          {"ended", thread.ended},
          {"waits_for", thread.waits},
          {"makes_difference", thread.makesDifference},
          {"ways", thread.ways}};
}

// The answer with where the threads are now.
Result<DriveAnswer> withThreads(DriveSession& session, DriveAnswer answer) {
  Result<std::vector<DrivenThread>> threads = session.threads();
  if (!threads)
    return threads.error();
  answer.steps = session.steps();
  answer.threads = std::move(*threads);
  return answer;
}

Result<DriveAnswer> step(DriveSession& session, const DriveCommand& command) {
  const Result<std::string> done = session.step(command.thread, command.way);
  if (done)
    return withThreads(session, {.message = done.value()});
  if (done.error().code != ErrorCode::BadUsage)
    return done.error();
  return DriveAnswer{.message = fmt::format("{}: {}", done.error().where, done.error().what)};
}

Result<DriveAnswer> until(DriveSession& session) {
  Result<std::vector<std::string>> steps = session.untilDifference();
  if (!steps)
    return steps.error();
  const std::size_t count = steps.value().size();
  std::string message = count == 0 ? "no step: each one makes a difference, or none is left"
                                   : fmt::format("{} step{}:", count, count == 1 ? "" : "s");
  return withThreads(session, {.message = std::move(message), .done = std::move(*steps)});
}

Result<DriveAnswer> undo(DriveSession& session, std::size_t count) {
  std::size_t undone = 0;
  while (undone < count && session.undo())
    undone++;
  std::string message;
  if (undone < count)
    message = undone == 0 ? "nothing was done" : fmt::format("only {} could be taken back", undone);
  return withThreads(session, {.message = std::move(message)});
}

} // namespace

Result<DriveCommand> parseDriveCommand(const std::vector<std::string>& given) {
  if (given.empty())
    return DriveCommand();
  std::string line = given[0];
  for (std::size_t i = 1; i < given.size(); i++)
    line += ' ' + given[i];
  const std::optional<std::size_t> number = numberIn(given.size() < 2 ? "1" : given[1]);
  const bool isNumbered = given.size() <= 2 && number && *number > 0;
  const std::string thread = given[0].starts_with('T') ? given[0].substr(1) : given[0];
  if (const std::optional<std::size_t> which = numberIn(thread)) {
    if (!isNumbered)
      return badUsage(line, ": behind the thread stands the number of one of its ways, from 1");
    return DriveCommand{Kind::Step, static_cast<unsigned>(*which), *number - 1};
  }
  const auto* const found =
      std::ranges::find_if(words, [&](const Word& one) { return given[0] == one.word || given[0] == one.shortForm; });
  if (found == std::end(words))
    return badUsage(given[0], " is no command:\n" + driveHelp());
  if (found->kind == Kind::Undo && !isNumbered)
    return badUsage(line, ": behind 'undo' stands how many commands are taken back");
  if (found->kind != Kind::Undo && given.size() > 1)
    return badUsage(line, fmt::format(": nothing stands behind '{}'", given[0]));
  DriveCommand command{found->kind};
  command.count = found->kind == Kind::Undo ? *number : 1;
  return command;
}

std::string driveHelp() {
  std::string text = fmt::format("{:<15}{}\n", "1, T1", "T1 takes its next step; '1 2': in its second way");
  for (const Word& one : words) {
    const bool isShort = *one.shortForm != 0;
    const std::string name = isShort ? fmt::format("{}, {}", one.shortForm, one.word) : one.word;
    text += *one.help == 0 ? name + '\n' : fmt::format("{:<15}{}\n", name, one.help);
  }
  return text;
}

Result<DriveAnswer> obey(DriveSession& session, const DriveCommand& command) {
  switch (command.kind) {
  case Kind::Step:
    return step(session, command);
  case Kind::Until:
    return until(session);
  case Kind::Undo:
    return undo(session, command.count);
  case Kind::History:
    return DriveAnswer{.done = session.history(session.steps())};
  case Kind::Help:
    return DriveAnswer{.message = driveHelp()};
  case Kind::List:
  case Kind::Finish:
  case Kind::Quit:
    break;
  }
  return withThreads(session, {});
}

std::string driveText(const DriveAnswer& answer) {
  std::string text = answer.message;
  if (!text.empty() && text.back() != '\n')
    text += '\n';
  if (answer.done) {
    const std::size_t most = answer.threads ? mostSteps : answer.done->size(); // all of them, if nothing else is told
    const std::size_t left = answer.done->size() - std::min(answer.done->size(), most);
    if (left != 0)
      text += fmt::format("  ... {} more\n", left);
    for (const std::string& step : std::span(*answer.done).subspan(left))
      text += fmt::format("  {}\n", step);
  }
  return text + (answer.threads ? threadsText(*answer.threads) : "");
}

Json driveJson(const DriveAnswer& answer) {
  Json json = Json::object();
  if (!answer.message.empty())
    json["message"] = answer.message;
  if (answer.done)
    json["done"] = *answer.done;
  if (answer.steps)
    json["steps"] = *answer.steps;
  if (answer.threads) {
    json["threads"] = Json::array();
    for (const DrivenThread& thread : *answer.threads)
      json["threads"].push_back(threadJson(thread));
  }
  return json;
}

} // namespace revisit
