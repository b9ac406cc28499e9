// revisit show: shows a witness as text, JSON or a drawing, without running anything.
#include "cli/exit_status.h"
#include "cli/report/export.h"
#include "cli/terminal.h"
#include "commands.h"
#include "query/interleaving/columns.h"
#include "query/interleaving/relevance.h"
#include "query/timeline/event_text.h"
#include "query/timeline/goal_words.h"
#include "query/timeline/stream_history.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <memory>

namespace revisit::cli {
namespace show_command {
namespace {

struct Options {
  std::string witness;
  bool json = false, dot = false, svg = false, all = false;
  std::string colour = "auto", history;
};

std::string programText(const WitnessProgram& program) {
  std::string text = program.path;
  for (const std::string& argument : program.arguments)
    text += ' ' + argument;
  return text;
}

std::vector<InterleavingRow> rowsOf(const Witness& witness, bool all) {
  if (all)
    return allRows(witness);
  const std::optional<Timeline> timeline = timelineForReport(witness);
  return interleavingRows(witness, timeline ? Folding(*timeline) : Folding());
}

std::string text(const Witness& witness, const Options& options) {
  const Terminal terminal = standardOutput(options.colour);
  const bool hasGoal = !witness.goal.moments.empty();
  const ColumnsStyle style{terminal.isFitted ? terminal.width : 0, terminal.colours,
                           hasGoal ? std::optional<SchedulePosition>(witness.goal.moments.back().position)
                                   : std::nullopt};
  return describeGoal(witness) + describeError(witness) + '\n' + columns(witness, rowsOf(witness, options.all), style) +
         '\n' + outputText(witness) +
         fmt::format("program: {}\nexecution: {}\n", programText(witness.program), witness.executionId);
}

// What can be asked for.
std::string namesText(const Witness& witness) {
  const std::vector<std::string> names = descriptorNames(witness);
  return names.empty() ? "the witness has no descriptors" : fmt::format("the witness has {}", fmt::join(names, ", "));
}

int showHistory(const Witness& witness, const std::string& name) {
  const Result<Timeline> timeline = Timeline::make(witness);
  if (!timeline)
    return report(timeline.error());
  const std::vector<EventNumber> events = timeline.value().named(name);
  if (events.empty())
    return report({ErrorCode::BadUsage, fmt::format("'{}'", name), "no event is on that; " + namesText(witness)});
  const std::uint64_t address = timeline.value().event(events.front()).address;
  std::string text = streamHistoryText(timeline.value(), address);
  if (text.empty())
    for (const EventNumber event : events)
      text += fmt::format("{:>6}  {} {}  {}\n", event, threadText(witness, timeline.value().event(event).thread),
                          eventText(timeline.value(), event), placeText(timeline.value().event(event)));
  std::cout << name << '\n' << text;
  return nothingFound;
}

int run(const Options& options) {
  const Result<Witness> read = readWitness(options.witness);
  if (!read)
    return report(read.error());
  const Witness& witness = read.value();
  if (!options.history.empty())
    return showHistory(witness, options.history);
  if (options.json)
    std::cout << witnessToJson(witness) << '\n';
  else if (options.dot)
    std::cout << witnessToDot(witness);
  else if (options.svg)
    std::cout << witnessToSvg(witness);
  else
    std::cout << text(witness, options);
  return nothingFound;
}

} // namespace
} // namespace show_command

Run addShow(CLI::App& command) {
  using namespace show_command;
  const auto options = std::make_shared<Options>();
  command.add_option("WITNESS", options->witness, "a .revisit file")->required();
  CLI::Option_group* form = command.add_option_group("form", "how to show it; the default is text");
  form->add_flag("--json", options->json, "as the JSON that the file holds");
  form->add_flag("--dot", options->dot, "as Graphviz text");
  form->add_flag("--svg", options->svg, "as an SVG picture");
  form->add_option("--history", options->history,
                   "NAME: what was done to a pipe, socket, eventfd, file or variable, by which thread, and who waits");
  form->require_option(0, 1);
  command.add_flag("--all", options->all, "a line for each event; without it, a call into a library is one line");
  addColourOption(command, options->colour);
  return [options](const Arguments&) { return run(*options); };
}

} // namespace revisit::cli
