// Records the tree of work items of a native program for the simulation of many workers (simulate.cpp):
//
//     record --output FILE [--sample N] PROGRAM
//
// PROGRAM is an executable of revisit-cc. Prints a line: the name, executions of the recorded tree, different items,
// executions explored to record it, nanoseconds of one worker for each execution.
#include "sampled_tree.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <fstream>

namespace revisit::balance {

namespace {

struct Options {
  std::string program, output, name;
  unsigned sample = 0;
  std::uint64_t seed = 1, measured = 300000;
};

Status record(const Options& options) {
  Result<std::unique_ptr<ItemProbe>> probe = ItemProbe::launch(options.program);
  if (!probe)
    return probe.error();
  const auto tell = [](std::uint64_t items) { fmt::print(stderr, "{} items\n", items); };
  Result<ItemProbe::Measured> inPlace = (*probe)->measure(options.measured);
  if (!inPlace)
    return inPlace.error();
  const auto recordAll = [&] {
    return options.sample == 0 ? recordWhole(**probe, tell) : recordSample(**probe, options.sample, options.seed, tell);
  };
  Result<Recorded> recorded = recordAll();
  while (!recorded && recorded.error().code == ErrorCode::Interrupted) {
    inPlace = (*probe)->measure(options.measured); // in what is explored twice, nothing new is learnt any more
    if (!inPlace)
      return inPlace.error();
    recorded = recordAll();
  }
  if (!recorded)
    return recorded.error();
  ItemTree& tree = recorded->tree;
  const double added = inPlace->time / tree.work(inPlace->executions);
  const double work = static_cast<double>(recorded->added) + 0.25 * static_cast<double>(recorded->items);
  const double building = recorded->time - added * work;
  tree.setName(options.name);
  tree.setCosts({added, std::max(0.0, building / static_cast<double>(recorded->steps + recorded->items))});
  fmt::print(stderr, "in place: {} executions, {} events, {:.0f} us; {} items, {} events added\n", inPlace->executions,
             inPlace->added, inPlace->time / 1000, recorded->items, recorded->added);
  std::ofstream file(options.output);
  tree.write(file);
  if (!file.flush())
    return Error{ErrorCode::NotFound, options.output, "it cannot be written"};
  fmt::print("{}\t{}\t{}\t{}\t{:.0f}\n", options.name, tree.executions(tree.root()), tree.size(), recorded->items,
             static_cast<double>(tree.time(tree.root())) / static_cast<double>(tree.executions(tree.root())));
  return Done{};
}

} // namespace

} // namespace revisit::balance

int main(int argc, char** argv) {
  revisit::balance::Options options;
  CLI::App app("Records the tree of work items of a program");
  app.add_option("program", options.program, "An executable of revisit-cc")->required();
  app.add_option("--output", options.output, "The file")->required();
  app.add_option("--name", options.name, "In the file, and in what is printed");
  app.add_option("--sample", options.sample, "Items that are kept of each stratum; 0: everything is recorded");
  app.add_option("--seed", options.seed, "Of the sample");
  app.add_option("--measured", options.measured, "Executions in place, from which the costs are measured");
  CLI11_PARSE(app, argc, argv);
  if (options.name.empty())
    options.name = options.program.substr(options.program.rfind('/') + 1);
  if (const revisit::Status done = revisit::balance::record(options); !done) {
    fmt::print(stderr, "record: {}: {}\n", done.error().where, done.error().what);
    return 2;
  }
  return 0;
}
