#include "command.h"

#include "editor.h"
#include "interrupt_watch.h"
#include "native.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::commands {

namespace {

// CLI11's messages may have several lines.
std::string oneLine(std::string text) {
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  std::ranges::replace(text, '\n', ' ');
  return text;
}

// "-t,--thread T", "N"
std::string optionName(const CLI::Option& option) {
  if (option.get_positional())
    return option.get_name(true);
  std::string text = option.get_name(false, true);
  if (option.get_items_expected_max() > 0)
    text += ' ' + option.get_type_name();
  return text;
}

std::string optionsText(const CLI::App& options) {
  Table table;
  for (const CLI::Option* option : options.get_options())
    if (!option->get_group().empty())
      table.add({optionName(*option), option->get_description()});
  return table.empty() ? "" : "\n" + table.text("  ");
}

Result<Action> parse(const Command& command, char** words) {
  CLI::App options;
  options.set_help_flag();
  Action action = command.declare(options);
  std::vector<std::string> reversed;
  for (char** word = words; word != nullptr && *word != nullptr; word++)
    reversed.emplace_back(*word);
  std::ranges::reverse(reversed);
  try {
    options.parse(std::move(reversed));
  } catch (const CLI::ParseError& error) {
    return Error{ErrorCode::BadUsage, "",
                 fmt::format("{}; 'help revisit {}' says more", oneLine(error.what()), command.name)};
  }
  return action;
}

// Puts the program's output before the answer, or into the JSON.
void addOutput(Workspace& workspace, Answer& answer) {
  const Result<ReplaySession*> session = workspace.session();
  std::string output = session ? session.value()->process().takeOutput() : std::string();
  if (output.empty() || !workspace.preferences().showOutput)
    return;
  if (answer.json) {
    (*answer.json)["output"] = output;
    return;
  }
  if (output.back() != '\n')
    output += '\n';
  answer.text = output + answer.text;
}

class Implementation : public lldb::SBCommandPluginInterface {
public:
  explicit Implementation(const Command& command) : m_command(command) {}

  bool DoExecute(lldb::SBDebugger debugger, char** words, lldb::SBCommandReturnObject& result) override {
    Workspace& workspace = Workspace::of(debugger);
    if (workspace.commandDepth() > 0)
      return refuse(words, result);
    const EditorWatches editor(workspace);
    const Workspace::Running running(workspace);
    const InterruptWatch watch;
    // A stop hook runs a command itself, but LLDB runs no stop hook when the user interrupts the program.
    if (!isStopHook(words) && workspace.takeStop())
      workspace.session().value()->select();
    Result<Answer> answer = execute(workspace, words);
    workspace.armStops();
    // LLDB discards the result of an interrupted command.
    if (debugger.GetCommandInterpreter().WasInterrupted()) {
      result.SetImmediateOutputFile(debugger.GetOutputFile());
      result.SetImmediateErrorFile(debugger.GetErrorFile());
    }
    return put(workspace, answer, result);
  }

private:
  // Refuses a command that runs inside another of our commands: the stop that caused it is only an intermediate one.
  static bool refuse(char** words, lldb::SBCommandReturnObject& result) {
    if (isStopHook(words))
      result.SetStatus(lldb::eReturnStatusSuccessFinishNoResult);
    else
      result.SetError("another command of revisit is under way");
    return isStopHook(words);
  }

  Result<Answer> execute(Workspace& workspace, char** words) const {
    try {
      Result<Action> action = parse(m_command, words);
      return action ? action.value()(workspace) : action.error();
    } catch (const std::exception& error) {
      return Error{ErrorCode::Internal, "", error.what()};
    }
  }

  static bool put(Workspace& workspace, Result<Answer>& answer, lldb::SBCommandReturnObject& result) {
    Answer shown = answer ? answer.value() : Answer();
    addOutput(workspace, shown);
    std::string text = shown.json ? shown.json->dump(2) : shown.text;
    if (!text.empty() && text.back() == '\n')
      text.pop_back();
    if (!text.empty())
      result.AppendMessage(text.c_str());
    if (!answer) {
      result.SetError(errorText(answer.error()).c_str());
      return false;
    }
    result.SetStatus(text.empty() ? lldb::eReturnStatusSuccessFinishNoResult : lldb::eReturnStatusSuccessFinishResult);
    return true;
  }

  Command m_command;
};

} // namespace

Action onSession(SessionAction action) {
  return [action = std::move(action)](Workspace& workspace) -> Result<Answer> {
    const Result<ReplaySession*> session = workspace.session();
    return session ? action(workspace, *session.value()) : session.error();
  };
}

std::shared_ptr<bool> addJson(CLI::App& options) {
  const auto json = std::make_shared<bool>(false);
  options.add_flag("--json", *json, "answer as JSON");
  return json;
}

void addWords(CLI::App& options, std::string& words) {
  options
      .add_option("-f,--filter", words,
                  "events of which all these words hold, as in 'T1 count -read'; -WORD: of which it does not")
      ->type_name("WORDS");
}

CLI::Validator isPositive() {
  return CLI::Validator(
      [](std::string& text) {
        unsigned number = 0;
        return CLI::detail::lexical_cast(text, number) && number > 0 ? std::string()
                                                                     : fmt::format("'{}' is no number above 0", text);
      },
      "");
}

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

void addCommand(lldb::SBCommand container, const Command& command) {
  const std::string name = command.name;
  const std::string syntax = fmt::format("revisit {} {}", name, command.usage);
  lldb::SBCommand added = container.AddCommand(name.substr(name.find(' ') + 1).c_str(), new Implementation(command),
                                               command.help, syntax.c_str(), command.repeat);
  CLI::App options;
  options.set_help_flag();
  command.declare(options);
  added.SetHelpLong(optionsText(options).c_str());
}

} // namespace revisit::commands
