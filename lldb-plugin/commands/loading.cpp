// Commands about the whole replay: load, run, restart, info, status.
#include "command.h"
#include "native.h"
#include "query/timeline/event_text.h"
#include "query/timeline/path_condition.h"
#include "report.h"
#include "witness/event_words.h"

#include <fmt/format.h>

namespace revisit::commands {

namespace {

struct LoadOptions {
  std::string file;
  std::vector<std::string> arguments;
};

std::string programText(const WitnessProgram& program) {
  return program.arguments.empty() ? program.path : fmt::format("{} {}", program.path, joined(program.arguments));
}

std::string errorLine(const Witness& witness) {
  const WitnessError& error = witness.error;
  if (error.kind == ErrorKind::None)
    return "none";
  const std::string kind = errorName(error.kind);
  std::string text = error.message.empty() || error.message == kind ? kind : fmt::format("{}: {}", kind, error.message);
  if (error.waiting.empty())
    text += " in " + threadText(witness, error.thread);
  return text;
}

std::string positionLine(ReplaySession& session) {
  return session.standing() == Standing::Gone ? "not running" : stopLine(session.timeline(), session.position());
}

std::vector<std::string> threadNames(const Witness& witness) {
  std::vector<std::string> names;
  for (unsigned thread = 0; thread < witness.threads.size(); thread++)
    names.push_back(threadText(witness, thread));
  return names;
}

void addDetails(Table& table, ReplaySession& session) {
  const Witness& witness = session.witness();
  std::uint64_t bytes = 0;
  for (const WitnessRange& range : witness.shared)
    bytes += range.size;
  table.add({"execution:", witness.executionId});
  table.add({"found by:",
             fmt::format("revisit {}: {}, memory model {}, loops up to {} rounds", witness.toolVersion,
                         witness.options.algorithm, nameOf(witness.options.memoryModel), witness.options.unroll)});
  table.add({"build id:", witness.program.buildId});
  table.add({"plan:", counted(witness.plan.size(), "step")});
  table.add({"shared:", fmt::format("{} in {}", counted(bytes, "byte"), counted(witness.shared.size(), "location"))});
  table.add({"breakpoints:", fmt::format("{} on events", session.breakpoints().all().size())});
  table.add({"bookmarks:", fmt::format("{}", session.bookmarks().size())});
}

std::string infoText(ReplaySession& session, bool verbose) {
  const Witness& witness = session.witness();
  Table table;
  table.add({"witness:", session.path()});
  if (session.execution() != 0)
    table.add({"taken:", session.executions()[session.execution()].taken});
  table.add({"program:", programText(witness.program)});
  table.add({"error:", errorLine(witness)});
  for (const WitnessWaiting& waiting : witness.error.waiting)
    table.add({"", fmt::format("{} waits for {}  {}", threadText(witness, waiting.thread),
                               awaitedWords(witness, waiting), placeText(waiting.position))});
  if (const auto& other = witness.error.other)
    table.add({"", fmt::format("the other access in {}  {}:{}", threadText(witness, other->thread), other->file,
                               other->line)});
  table.add({"threads:", fmt::format("{}", fmt::join(threadNames(witness), ", "))});
  table.add({"events:", fmt::format("{}", session.timeline().size())});
  std::string inputs;
  for (const InputValue& input : inputValues(witness.inputs))
    inputs += fmt::format("{}{} = {}", inputs.empty() ? "" : ", ", input.name, valueText(input));
  table.add({"inputs:", inputs.empty() ? "none" : inputs});
  table.add({"position:", positionLine(session)});
  if (verbose)
    addDetails(table, session);
  return table.text();
}

// For a race: the access that comes first.
Json otherJson(const std::optional<WitnessOther>& other) {
  return other ? Json{{"file", other->file}, {"line", other->line}, {"thread", other->thread}} : Json();
}

Json infoJson(ReplaySession& session) {
  const Witness& witness = session.witness();
  Json inputs = Json::array();
  for (const InputValue& input : inputValues(witness.inputs))
    inputs.push_back({{"name", input.name}, {"thread", input.thread}, {"width", input.width}, {"value", input.value}});
  const bool runs = session.standing() != Standing::Gone;
  return {{"witness", session.path()},
          {"program", witness.program.path},
          {"arguments", witness.program.arguments},
          {"execution", witness.executionId},
          {"error",
           {{"kind", errorName(witness.error.kind)},
            {"message", witness.error.message},
            {"file", witness.error.file},
            {"line", witness.error.line},
            {"thread", witness.error.thread},
            {"other", otherJson(witness.error.other)}}},
          {"threads", threadNames(witness)},
          {"events", session.timeline().size()},
          {"bug", session.timeline().bug()},
          {"inputs", std::move(inputs)},
          {"position", runs ? Json(session.position()) : Json()}};
}

Action load(CLI::App& options) {
  const auto given = std::make_shared<LoadOptions>();
  options.add_option("FILE", given->file, "a witness, NAME.revisit")->required();
  options.add_option("ARGS", given->arguments, "after --: arguments for the program instead of the witness's");
  return [given](Workspace& workspace) -> Result<Answer> {
    std::optional<std::vector<std::string>> arguments;
    if (!given->arguments.empty())
      arguments = given->arguments;
    if (const Status status = workspace.load(given->file, arguments); !status)
      return status.error();
    ReplaySession& session = *workspace.session().value();
    addStopHook(workspace.debugger(), session.process().target());
    return Answer{infoText(session, false), {}};
  };
}

Action run(CLI::App& options) {
  return onSession([json = addJson(options)](Workspace& workspace, ReplaySession& session) {
    Status moved = session.start();
    if (moved)
      moved = session.continueForward();
    return reportMove(workspace, session, moved, *json);
  });
}

Action restart(CLI::App& options) {
  return onSession([json = addJson(options)](Workspace& workspace, ReplaySession& session) {
    return reportMove(workspace, session, session.start(), *json);
  });
}

Action info(CLI::App& options) {
  const auto verbose = std::make_shared<bool>(false);
  options.add_flag("-v,--verbose", *verbose, "also how the execution was found, and what is set");
  return onSession([verbose, json = addJson(options)](Workspace&, ReplaySession& session) -> Result<Answer> {
    if (*json)
      return Answer{"", infoJson(session)};
    return Answer{infoText(session, *verbose), {}};
  });
}

Action status(CLI::App& options) {
  const auto atStop = std::make_shared<bool>(false);
  options.add_flag("--at-stop", *atStop)->group("");
  return onSession([atStop, json = addJson(options)](Workspace& workspace, ReplaySession& session) -> Result<Answer> {
    if (*atStop)
      return answerAtStop(workspace, session);
    return stopReport(workspace, session, *json);
  });
}

} // namespace

std::vector<Command> loadingCommands() {
  return {
      {"load", "FILE [-- ARGS]", "Load a witness and its program; starts nothing.", noRepeat, load},
      {"run", "[--json]", "Start the program and run it to the first stop: a breakpoint, the bug or the end.", noRepeat,
       run},
      {"restart", "[--json]", "Start the program and stop at the first line of main.", noRepeat, restart},
      {"info", "[-v] [--json]", "Show the witness: program, error, threads, events, inputs and position.", noRepeat,
       info},
      {"status", "[--json]", "Show where the program stands.", noRepeat, status},
  };
}

} // namespace revisit::commands
