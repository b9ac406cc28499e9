#include "command_line.h"

#include "cli/options/exploration_options.h"
#include "cli/terminal.h"
#include "core/execution.h"
#include "model/text.h"
#include "version.h"


#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace revisit::gui {
namespace {

namespace fs = std::filesystem;

struct Options {
  cli::ExplorationOptions exploration;
  bool keepsGoing = false; // accepted but ignored: the window always continues
  bool isRestoring = false;
  std::uint64_t at = 0;
};

Error wrong(const std::string& what) {
  return {ErrorCode::BadUsage, "", what};
}

// The window may explore several times, so the program's input must be a file.
Result<std::string> inputOf(const std::string& option) {
  if (option == "-")
    return wrong("--stdin -: the window may explore more than once; put the input into a file and name that");
  if (!option.empty())
    return fs::absolute(option).string();
  struct stat here{};
  std::error_code code;
  const bool isFile = fstat(STDIN_FILENO, &here) == 0 && S_ISREG(here.st_mode);
  const fs::path path = isFile ? fs::read_symlink("/proc/self/fd/0", code) : fs::path();
  return code ? std::string() : path.string();
}

Result<ExplorationRequest> requestOf(cli::ExplorationOptions& exploration, const cli::Arguments& arguments) {
  std::vector<std::string> files;
  for (const std::string& file : exploration.named)
    files.push_back(fs::absolute(file).lexically_normal().string());
  ExplorationRequest request = requestFor(std::move(files));
  if (const Status status = complete(exploration, arguments); !status)
    return status.error();
  if (exploration.check.search.algorithm == Algorithm::Portfolio)
    return wrong("--algorithm portfolio: the window shows one search; name one of its algorithms");
  const Result<std::string> input = inputOf(exploration.input);
  if (!input)
    return input.error();
  request.check = exploration.check;
  request.check.explore.keepGoing = true;
  request.compilerFlags = compilerFlags(exploration, arguments);
  request.arithmetic = std::erase(request.compilerFlags, arithmeticFlag) != 0;
  request.input = input.value();
  return request;
}

void declare(CLI::App& app, Options& options) {
  app.set_version_flag("--version", std::string("revisit-gui ") + versionText);
  app.add_option(
      "FILE", options.exploration.named,
      "a witness (.revisit), a program built with revisit-cc or revisit-c++, C or C++ source files, or a litmus "
      "test in C");
  app.add_flag("--restore", options.isRestoring, "go on where the last session ended");
  app.add_option("--at", options.at, "select the event of this number in the witness")->check(cli::positive());
  cli::addExplorationOptions(app, options.exploration);
  app.add_flag("--keep-going", options.keepsGoing, "as for revisit check; the window always goes on after a bug");
  app.footer(cli::argumentsHelp());
}

} // namespace

Result<CommandLine> parseCommandLine(const std::vector<std::string>& words) {
  const Result<cli::Arguments> arguments = cli::splitArguments(words);
  if (!arguments)
    return arguments.error();
  CLI::App app("Explores programs and shows the executions that are found.", "revisit-gui");
  app.formatter(std::make_shared<cli::FittedHelp>());
  Options options;
  declare(app, options);
  CommandLine line;
  std::vector<std::string> reversed(arguments.value().own.rbegin(), arguments.value().own.rend());
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    line.toPrint = fromText(app.help());
    return line;
  } catch (const CLI::CallForVersion& version) {
    line.toPrint = fromText(std::string(version.what()) + '\n');
    return line;
  } catch (const CLI::ParseError& error) {
    std::string what = error.what();
    std::ranges::replace(what, '\n', ' ');
    return wrong(what + "; 'revisit-gui --help' says more");
  }
  Result<ExplorationRequest> request = requestOf(options.exploration, arguments.value());
  if (!request)
    return request.error();
  for (const std::string& file : options.exploration.named)
    line.files << fromText(file);
  line.request = std::move(*request);
  line.isRestoring = options.isRestoring;
  line.at = options.at;
  if (line.at != 0 && (line.files.size() != 1 || isExplorable(line.files.front().toStdString())))
    return wrong("--at " + std::to_string(line.at) + ": give one witness with it, NAME.revisit");
  if (line.isRestoring && !line.files.isEmpty())
    return wrong("--restore opens what was open the last time: give no file with it");
  return line;
}

} // namespace revisit::gui
