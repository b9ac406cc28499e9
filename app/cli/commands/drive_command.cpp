// revisit drive: an execution made by hand, thread by thread, in the terminal.
#include "base/error_text.h"
#include "cli/exit_status.h"
#include "cli/options/exploration_options.h"
#include "commands.h"
#include "query/timeline/event_text.h"
#include "sideways/session/drive_session.h"
#include "sideways/session/endings.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <memory>
#include <span>
#include <sstream>

namespace revisit::cli {
namespace drive_command {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  ExplorationOptions exploration;
  std::string output;
  bool json = false;
};

constexpr const char* commands = "1, T1          T1 takes its next step; '1 2': in its second way\n"
                                 "u, until       steps are taken until each one makes a difference\n"
                                 "undo           take back the last command; 'undo 3': the last three\n"
                                 "h, history     the steps so far\n"
                                 "f, finish      go on to the end, write the witness, and come back here\n"
                                 "l, list        the threads\n"
                                 "help           these commands\n"
                                 "q, quit\n";
constexpr std::size_t mostSteps = 12; // that 'until' tells of, besides their number

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

void print(const Json& json) {
  std::cout << json.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
}

class Conversation {
public:
  Conversation(DriveSession& session, const Options& options) : m_session(session), m_options(options) {}

  int run() {
    if (const int status = list(); status != nothingFound)
      return status;
    std::string line;
    while (prompt() && std::getline(std::cin, line))
      if (const std::optional<int> status = obey(line))
        return *status;
    if (!m_options.json)
      std::cout << '\n';
    return m_status;
  }

  // Whether there is a witness, which needs its program.
  bool hasWritten() const { return m_hasWritten; }

private:
  bool prompt() {
    if (!m_options.json)
      std::cout << fmt::format("({}) ", m_session.steps()) << std::flush;
    return true;
  }

  // The exit status, if the conversation is over.
  std::optional<int> obey(const std::string& line) {
    std::istringstream stream(line);
    std::vector<std::string> words(std::istream_iterator<std::string>(stream), {});
    const std::string word = words.empty() ? "l" : words[0];
    const std::optional<std::size_t> number = numberIn(words.size() < 2 ? "1" : words[1]);
    const std::string threadName = word.starts_with('T') ? word.substr(1) : word;
    const std::optional<std::size_t> thread = numberIn(threadName);
    if (word == "undo" || thread) {
      if (words.size() > 2 || !number || *number == 0)
        say(fmt::format("'{}': {}", line,
                        thread ? "behind the thread stands the number of one of its ways, from 1"
                               : "behind 'undo' stands how many commands are taken back"));
      else
        return failing(thread ? step(static_cast<unsigned>(*thread), *number - 1) : undo(*number));
      return std::nullopt;
    }
    if (words.size() > 1)
      say(fmt::format("'{}': nothing stands behind '{}'", line, word));
    else if (word == "q" || word == "quit")
      return m_status;
    else if (word == "l" || word == "list")
      return failing(list());
    else if (word == "u" || word == "until")
      return failing(until());
    else if (word == "h" || word == "history")
      tell(m_session.history(m_session.steps()), m_session.steps());
    else if (word == "f" || word == "finish")
      return failing(finish());
    else if (word == "help")
      say(commands);
    else
      say(fmt::format("'{}' is no command:\n{}", word, commands));
    return std::nullopt;
  }

  static std::optional<std::size_t> numberIn(const std::string& word) {
    constexpr std::size_t mostDigits = 6;
    if (word.empty() || word.size() > mostDigits || word.find_first_not_of("0123456789") != std::string::npos)
      return std::nullopt;
    return std::stoul(word);
  }

  static std::optional<int> failing(int status) { return status == failed ? std::optional<int>(status) : std::nullopt; }

  void say(const std::string& text) {
    if (m_options.json)
      print({{"message", text}});
    else
      std::cout << text << '\n';
  }

  int list() {
    const Result<std::vector<DrivenThread>> threads = m_session.threads();
    if (!threads)
      return report(threads.error());
    if (m_options.json) {
      Json json = {{"steps", m_session.steps()}, {"threads", Json::array()}};
      for (const DrivenThread& thread : threads.value())
        json["threads"].push_back(threadJson(thread));
      print(json);
      return nothingFound;
    }
    bool canGoOn = false;
    for (const DrivenThread& thread : threads.value()) {
      std::cout << fmt::format("  {:<4}{:<20}{}\n", threadText(thread.number), thread.name, stateText(thread));
      canGoOn |= thread.ended.empty() && thread.waits.empty();
    }
    if (!canGoOn)
      std::cout << "  no thread can go on: 'finish' says how this ends, 'undo' goes back\n";
    return nothingFound;
  }

  int step(unsigned thread, std::size_t way) {
    const Result<std::string> done = m_session.step(thread, way);
    if (!done && done.error().code != ErrorCode::BadUsage)
      return report(done.error());
    say(done ? done.value() : fmt::format("{}: {}", done.error().where, done.error().what));
    return done ? list() : nothingFound;
  }

  // The last of these steps.
  void tell(const std::vector<std::string>& steps, std::size_t most) {
    if (m_options.json)
      return print({{"done", steps}});
    const std::size_t left = steps.size() - std::min(steps.size(), most);
    if (left != 0)
      std::cout << fmt::format("  ... {} more\n", left);
    for (const std::string& step : std::span(steps).subspan(left))
      std::cout << "  " << step << '\n';
  }

  int until() {
    const Result<std::vector<std::string>> steps = m_session.untilDifference();
    if (!steps)
      return report(steps.error());
    if (!m_options.json)
      say(steps.value().empty()
              ? "no step: each one makes a difference, or none is left"
              : fmt::format("{} step{}:", steps.value().size(), steps.value().size() == 1 ? "" : "s"));
    tell(steps.value(), mostSteps);
    return list();
  }

  int undo(std::size_t count) {
    std::size_t undone = 0;
    while (undone < count && m_session.undo())
      undone++;
    if (undone < count)
      say(undone == 0 ? "nothing was done" : fmt::format("only {} could be taken back", undone));
    return list();
  }

  int finish() {
    const std::size_t before = m_session.steps();
    const Result<Witness> witness = m_session.finish();
    if (!witness)
      return report(witness.error());
    const std::string file = m_options.output.empty() ? "driven.revisit" : m_options.output;
    if (const Status written = writeWitness(witness.value(), file); !written) {
      say(fmt::format("{}; --output names another file", errorText(written.error())));
      m_status = failed;
    } else {
      m_status = witness.value().error.kind != ErrorKind::None ? bugFound : nothingFound;
      m_hasWritten = true;
      say(fmt::format("{}\nwritten to {}", endingWords(witness.value()), file));
    }
    if (m_session.steps() != before)
      m_session.undo();
    return list();
  }

  DriveSession& m_session;
  const Options& m_options;
  int m_status = nothingFound;
  bool m_hasWritten = false;
};

int run(Options& options, const Arguments& arguments) {
  std::optional<Result<BuiltProgram>> program; // its files are there as long as it is
  std::optional<Result<std::unique_ptr<DriveSession>>> session;
  const std::vector<std::string>& named = options.exploration.named;
  if (named.size() == 1 && named.front().ends_with(".revisit")) {
    const Result<Witness> witness = readWitness(named.front());
    if (!witness)
      return report(witness.error());
    session = DriveSession::open(witness.value());
  } else {
    program.emplace(prepare(options.exploration, arguments, "drive"));
    if (!*program)
      return report(program->error());
    session = DriveSession::open(options.exploration.check);
  }
  if (!*session)
    return report(session->error());
  if (!options.json)
    std::cout << "* marks steps whose order or way makes a difference; 'help' lists the commands\n";
  Conversation conversation(*session->value(), options);
  const int status = conversation.run();
  if (program && conversation.hasWritten())
    (*program)->keep();
  return status;
}

} // namespace
} // namespace drive_command

Run addDrive(CLI::App& command) {
  using namespace drive_command;
  const auto options = std::make_shared<Options>();
  addProgram(command, options->exploration);
  command.add_option("-o,--output", options->output, "the witness that 'finish' writes (default: driven.revisit)");
  command.add_flag("--json", options->json, "a line of JSON for each answer");
  addExplorationOptions(command, options->exploration);
  command.footer(fmt::format("Reads commands from standard input:\n{}\n{}Exit status: that of the last 'finish': 0 the "
                             "execution is right, 1 it is wrong; 2 wrong use or failure.",
                             commands, argumentsHelp()));
  return [options](const Arguments& arguments) { return run(*options, arguments); };
}

} // namespace revisit::cli
