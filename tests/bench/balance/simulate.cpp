// Simulates workers that share the exploration of a recorded tree (record.cpp):
//
//     simulate [options] FILE...
//
// Prints a line for each file and number of workers: the program, its executions, seconds of one worker, workers,
// seconds, efficiency (seconds of one worker over workers times seconds), messages, pieces, and the part of the time in
// which the coordinator is busy.
#include "balance_simulation.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <fstream>
#include <limits>
#include <map>

using namespace revisit::balance;

namespace {

void print(const ItemTree& tree, const Parameters& parameters) {
  const Outcome outcome = simulate(tree, parameters);
  const double alone = 1e-9 * static_cast<double>(outcome.alone);
  if (outcome.time == std::numeric_limits<std::uint64_t>::max()) {
    fmt::print("{}\t{}\t{:.6g}\t{}\tnever\t0\t{}\t{}\t1\n", tree.name(), tree.executions(tree.root()), alone,
               parameters.workers, outcome.messages, outcome.pieces);
    return;
  }
  fmt::print("{}\t{}\t{:.6g}\t{}\t{:.6g}\t{:.4f}\t{}\t{}\t{:.4f}\n", tree.name(), tree.executions(tree.root()), alone,
             parameters.workers, 1e-9 * static_cast<double>(outcome.time), outcome.efficiency(parameters.workers),
             outcome.messages, outcome.pieces, static_cast<double>(outcome.busy) / static_cast<double>(outcome.time));
  std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv) {
  CLI::App app("Simulates workers that share an exploration; all times are nanoseconds");
  std::vector<std::string> files;
  std::vector<unsigned> workers{1, 10, 100, 1000, 10000};
  // A fast network, and PieceList as revisit_piece_list_bench measures it.
  Parameters parameters{.latency = 2000, .message = 1000, .finish = 250, .handOut = 250, .item = 60};
  double slower = 1;
  bool once = false;
  app.add_option("files", files, "Recorded trees")->required()->check(CLI::ExistingFile);
  app.add_option("--workers", workers, "How many")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(1, 1000000));
  const std::map<std::string, Scheme> schemes{{"list", Scheme::List}, {"stealing", Scheme::Stealing}};
  app.add_option("--scheme", parameters.scheme, "list or stealing")->transform(CLI::CheckedTransformer(schemes));
  app.add_option("--latency", parameters.latency, "Of a message");
  app.add_option("--message", parameters.message, "To receive or to send a message");
  app.add_option("--finish", parameters.finish, "To note what a piece has shown");
  app.add_option("--hand-out", parameters.handOut, "To find a piece");
  app.add_option("--item", parameters.item, "For each item of a piece that is received or sent");
  app.add_option("--entry", parameters.entry, "For each entry of the list, when one is looked for");
  app.add_option("--fewest-executions", parameters.fewestExecutions, "Of a piece, before a part is given away");
  app.add_option("--fewest-time", parameters.fewestTime, "The same, as time");
  const std::map<std::string, Giver> givers{
      {"any", Giver::Any}, {"oldest", Giver::Oldest}, {"largest", Giver::Largest}};
  app.add_option("--giver", parameters.giver, "Who is asked to give")->transform(CLI::CheckedTransformer(givers));
  app.add_option("--asks", parameters.asks, "Workers that are asked at the same time, at most");
  app.add_option("--groups", parameters.groups, "Into which what is given is cut; 0: by the workers that wait");
  const std::map<std::string, Cut> cuts{
      {"filled", Cut::Filled}, {"nearest", Cut::Nearest}, {"branching", Cut::Branching}, {"exact", Cut::Exact}};
  app.add_option("--cut", parameters.cut, "How that is cut")->transform(CLI::CheckedTransformer(cuts));
  app.add_flag("--build-once", once, "Alternatives of one branching build their graph once");
  app.add_flag("--keeps", parameters.keeps, "The worker that gives goes on with half of it");
  app.add_option("--telling", parameters.telling, "How often a worker tells how far it is; 0: never");
  app.add_option("--seed", parameters.seed, "Of random choices");
  app.add_option("--slower", slower, "Executions take that many times as long")->check(CLI::PositiveNumber);
  CLI11_PARSE(app, argc, argv);
  if (once)
    parameters.building = Building::EachBranching;
  for (const std::string& name : files) {
    std::ifstream file(name);
    revisit::Result<ItemTree> tree = ItemTree::read(file, name);
    if (!tree) {
      fmt::print(stderr, "simulate: {}: {}\n", tree.error().where, tree.error().what);
      return 2;
    }
    if (slower != 1)
      tree->setCosts({tree->costs().added * slower, tree->costs().step * slower});
    for (const unsigned count : workers) {
      parameters.workers = count;
      print(*tree, parameters);
    }
  }
  return 0;
}
