// revisit drive: an execution made by hand, thread by thread, in the terminal.
#include "cli/exit_status.h"
#include "cli/options/exploration_options.h"
#include "commands.h"
#include "query/timeline/event_text.h"
#include "sideways/session/drive_session.h"
#include "sideways/session/endings.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <iostream>
#include <memory>
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
                                 "undo           take back the last command\n"
                                 "f, finish      go on to the end, write the witness, and come back here\n"
                                 "l, list        the threads\n"
                                 "help           these commands\n"
                                 "q, quit\n";

std::string stateText(const DrivenThread& thread) {
  if (thread.next.empty())
    return "has ended";
  if (!thread.waits.empty())
    return "waits for " + thread.waits;
  std::string text = fmt::format("{}  {}{}", thread.next, thread.place, thread.makesDifference ? "  *" : "");
  for (std::size_t i = 0; i < thread.ways.size(); i++)
    text += fmt::format("\n        {} {}  {}", thread.number, i + 1, thread.ways[i]);
  return text;
}

Json threadJson(const DrivenThread& thread) {
  return {{"thread", thread.number}, {"name", thread.name},       {"next", thread.next},
          {"place", thread.place},   {"waits_for", thread.waits}, {"makes_difference", thread.makesDifference},
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
    return m_status;
  }

private:
  bool prompt() {
    if (!m_options.json)
      std::cout << fmt::format("({}) ", m_session.steps()) << std::flush;
    return true;
  }

  // The exit status, if the conversation is over.
  std::optional<int> obey(const std::string& line) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "q" || word == "quit")
      return m_status;
    if (word.empty() || word == "l" || word == "list")
      return failing(list());
    if (word == "u" || word == "until")
      return failing(until());
    if (word == "undo")
      return failing(undo());
    if (word == "f" || word == "finish")
      return failing(finish());
    if (word == "help") {
      say(commands);
      return std::nullopt;
    }
    std::size_t way = 1;
    words >> way;
    const std::string number = word.starts_with('T') ? word.substr(1) : word;
    if (number.empty() || number.find_first_not_of("0123456789") != std::string::npos || number.size() > 4) {
      say(fmt::format("'{}' is no command:\n{}", word, commands));
      return std::nullopt;
    }
    return failing(step(static_cast<unsigned>(std::stoul(number)), way == 0 ? 0 : way - 1));
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
    for (const DrivenThread& thread : threads.value())
      std::cout << fmt::format("  {:<4}{:<20}{}\n", threadText(thread.number), thread.name, stateText(thread));
    return nothingFound;
  }

  int step(unsigned thread, std::size_t way) {
    const Result<std::string> done = m_session.step(thread, way);
    if (!done && done.error().code != ErrorCode::BadUsage)
      return report(done.error());
    say(done ? fmt::format("{} {}", threadText(thread), done.value())
             : fmt::format("{}: {}", done.error().where, done.error().what));
    return list();
  }

  int until() {
    const Result<std::size_t> steps = m_session.untilDifference();
    if (!steps)
      return report(steps.error());
    say(fmt::format("{} steps", steps.value()));
    return list();
  }

  int undo() {
    if (!m_session.undo())
      say("nothing was done");
    return list();
  }

  int finish() {
    const Result<Witness> witness = m_session.finish();
    if (!witness)
      return report(witness.error());
    const std::string file = m_options.output.empty() ? "driven.revisit" : m_options.output;
    if (const Status written = writeWitness(witness.value(), file); !written)
      return report(written.error());
    const bool isWrong = witness.value().error.kind != ErrorKind::None;
    m_status = isWrong ? bugFound : nothingFound;
    say(fmt::format("{}\nwritten to {}", endingWords(witness.value()), file));
    m_session.undo();
    return list();
  }

  DriveSession& m_session;
  const Options& m_options;
  int m_status = nothingFound;
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
  return Conversation(*session->value(), options).run();
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
