// revisit orders: which memory orders repair a program that fails, and which can be weaker in one that passes.
#include "cli/exit_status.h"
#include "cli/options/exploration_options.h"
#include "cli/progress.h"
#include "cli/report/order_patch.h"
#include "cli/report/orders_text.h"
#include "cli/terminal.h"
#include "commands.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>

namespace revisit::cli {
namespace orders_command {
namespace {

struct Options {
  ExplorationOptions exploration;
  std::string jsonFile; // "-": standard output
  std::string patchFile;
};

Status write(const std::string& text, const std::string& path, const char* option) {
  if (path == "-") {
    std::cout << text << std::flush;
    return Done{};
  }
  errno = 0;
  std::ofstream file(path, std::ios::trunc);
  file << text << std::flush;
  if (!file)
    return Error{ErrorCode::NotFound, path,
                 fmt::format("cannot write what {} asks for: {}", option, std::strerror(errno))};
  return Done{};
}

// Checks this before a long exploration instead of after it.
Status checkFiles(const Options& options) {
  if (!options.jsonFile.empty() && options.jsonFile == options.patchFile)
    return Error{ErrorCode::BadUsage, options.jsonFile, "--json and --patch cannot go to one file; name another one"};
  for (const auto& [path, option] : {std::pair(options.jsonFile, "--json"), std::pair(options.patchFile, "--patch")})
    if (!path.empty() && path != "-" && !std::ofstream(path, std::ios::app))
      return Error{ErrorCode::BadUsage, path,
                   fmt::format("cannot write what {} asks for: {}", option, std::strerror(errno))};
  return Done{};
}

// Names the files below the current folder from there: `patch` refuses to change others, and the table stays narrow.
void nameFromHere(std::vector<OrderSite>& sites) {
  std::error_code failure;
  const std::filesystem::path here = std::filesystem::current_path(failure);
  if (failure)
    return;
  for (OrderSite& site : sites) {
    const std::string name = std::filesystem::path(site.place.file).lexically_proximate(here).string();
    if (!name.starts_with(".."))
      site.place.file = name;
  }
}

int exitStatusOfOrders(const OrdersReport& report) {
  switch (report.verdict) {
  case OrdersReport::Verdict::Passes:
    return report.reasons.empty() ? nothingFound : notAllExplored;
  case OrdersReport::Verdict::Repaired:
  case OrdersReport::Verdict::Unrepairable:
    return bugFound;
  case OrdersReport::Verdict::Unknown:
    break;
  }
  return notAllExplored;
}

int run(Options& options, const Arguments& arguments) {
  if (const Status status = checkFiles(options); !status)
    return report(status.error());
  const Result<BuiltProgram> program = prepare(options.exploration, arguments, "orders");
  if (!program)
    return report(program.error());
  ProgressLine line(options.exploration.progress);
  Result<OrdersReport> found =
      findOrders(options.exploration.check, [&](const CheckProgress& progress) { line.show(progress); });
  line.clear();
  if (!found)
    return report(found.error());
  nameFromHere(found.value().sites);
  const OrdersReport& orders = found.value();
  if (options.jsonFile != "-" && options.patchFile != "-") {
    const Terminal terminal = standardOutput("never");
    std::cout << ordersText(orders, terminal.isFitted ? terminal.width : 0, readSource) << std::flush;
  }
  if (!options.jsonFile.empty())
    if (const Status status = write(ordersJson(orders, readSource), options.jsonFile, "--json"); !status)
      return report(status.error());
  if (!options.patchFile.empty()) {
    const OrderPatch patch = patchOf(orders.sites, proposalOf(orders), readSource);
    if (const Status status = write(patch.text, options.patchFile, "--patch"); !status)
      return report(status.error());
  }
  return exitStatusOfOrders(orders);
}

} // namespace
} // namespace orders_command

Run addOrders(CLI::App& command) {
  using namespace orders_command;
  const auto options = std::make_shared<Options>();
  options->exploration.model = "rc11";
  addProgram(command, options->exploration);
  addExplorationOptions(command, options->exploration);
  command.add_option("--json", options->jsonFile, "write the result as JSON to this file, or to standard output: -")
      ->group(outputGroup);
  command
      .add_option(
          "--patch", options->patchFile,
          "write the first repair, or the weaker orders that are possible together, as a patch to this file, or "
          "to standard output: -")
      ->group(outputGroup);
  command.footer(
      argumentsHelp() + R"(
--timeout bounds all explorations together, other bounds hold for each of them.

Examples:
  revisit orders queue.cpp                          the fewest stronger orders with which it passes under rc11, or, if
                                                    it passes, the weaker ones that suffice
  revisit orders --model tso --patch fix.diff queue.cpp
                                                    the same under tso; apply it with: patch -p0 < fix.diff
)" +
      "\nExit status: 0 it passes, 1 it fails (a repair is shown, or there is none), 2 wrong use or failure, 3 not all "
      "explored.");
  return [options](const Arguments& arguments) { return run(*options, arguments); };
}

} // namespace revisit::cli
