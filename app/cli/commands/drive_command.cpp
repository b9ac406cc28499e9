// revisit drive: an execution made by hand, thread by thread, in the terminal.
#include "base/error_text.h"
#include "cli/exit_status.h"
#include "cli/options/exploration_options.h"
#include "commands.h"
#include "sideways/session/drive_talk.h"
#include "sideways/session/endings.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <iostream>
#include <iterator>
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

void print(const Json& json) {
  std::cout << json.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
}

class Conversation {
public:
  Conversation(DriveSession& session, const Options& options) : m_session(session), m_options(options) {}

  int run() {
    if (const int status = obey({}); status == failed)
      return status;
    std::string line;
    while (prompt() && std::getline(std::cin, line)) {
      std::istringstream stream(line);
      const std::vector<std::string> words(std::istream_iterator<std::string>(stream), {});
      Result<DriveCommand> command = parseDriveCommand(words);
      if (command && command->kind == DriveCommand::Kind::Quit)
        return m_status;
      if (!command)
        tell({.message = command.error().what});
      else if ((command->kind == DriveCommand::Kind::Finish ? finish() : obey(*command)) == failed)
        return failed;
    }
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

  void tell(const DriveAnswer& answer) {
    if (m_options.json)
      print(driveJson(answer));
    else
      std::cout << driveText(answer);
  }

  int obey(const DriveCommand& command) {
    const Result<DriveAnswer> answer = revisit::obey(m_session, command);
    if (!answer)
      return report(answer.error());
    tell(answer.value());
    return nothingFound;
  }

  int finish() {
    const Result<DrivenExecution> driven = m_session.finish();
    if (!driven)
      return report(driven.error());
    const Witness& witness = driven.value().witness;
    const std::string file = m_options.output.empty() ? "driven.revisit" : m_options.output;
    std::string message;
    if (const Status written = writeWitness(witness, file); !written) {
      message = fmt::format("{}; --output names another file", errorText(written.error()));
      m_status = failed;
    } else {
      m_status = witness.error.kind != ErrorKind::None ? bugFound : nothingFound;
      m_hasWritten = true;
      message = fmt::format("{}\nwritten to {}", endingWords(witness), file);
    }
    Result<DriveAnswer> answer = revisit::obey(m_session, {});
    if (!answer)
      return report(answer.error());
    answer->message = std::move(message);
    tell(answer.value());
    return nothingFound;
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
  command.footer(fmt::format("Reads commands from standard input; 'finish' writes the witness:\n{}\n{}Exit status: "
                             "that of the last 'finish': 0 the "
                             "execution is right, 1 it is wrong; 2 wrong use or failure.",
                             driveHelp(), argumentsHelp()));
  return [options](const Arguments& arguments) { return run(*options, arguments); };
}

} // namespace revisit::cli
