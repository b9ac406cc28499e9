#include "tree_text.h"

#include "log/refused_cycle.h"
#include "markup.h"
#include "query/timeline/event_text.h"
#include "tree_folding.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace revisit::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t shownDigits = 12; // of an id; 8 identify it in commands

// A node with everything that is shown for it.
struct Line {
  std::uint32_t number = 0;
  TreeNode node;
  NodeEvents events;
  std::optional<ExecutionSummary> execution;
  RefusedCycle cycle; // of a revisit that the memory model forbids
};

template <class Use> void forEachLine(const ExplorationLog& log, const TreeSelection& selection, Use&& use) {
  for (const std::uint32_t number : selection.nodes) {
    Line line{number, log.nodes(number, 1).front(), {}, {}, {}};
    line.events = eventsOf(log, line.node);
    if (line.node.execution != 0)
      line.execution = log.executions(line.node.execution, 1).front();
    if (line.node.refusal == Refusal::Inconsistent)
      for (Step& step : log.steps(line.node.step, line.node.step == 0 ? 0 : 1)) {
        addCycles(log, step);
        line.cycle = step.cycle;
      }
    use(line);
  }
}

std::string bugText(const BugPlace& bug) {
  const std::string place = placeText({bug.file, bug.line, 0, ""});
  return fmt::format("{}{}{}{}{}", errorName(bug.kind), bug.message.empty() ? "" : ": ", bug.message,
                     place.empty() ? "" : " at ", place);
}

// "#3 complete 0123456789ab", "refused".
std::string outcomeText(const Line& line) {
  if (!line.execution)
    return std::string(nameOf(line.node.outcome));
  return fmt::format("#{} {} {}", line.execution->number, nameOf(line.node.outcome),
                     line.execution->id.text().substr(0, shownDigits));
}

std::string lineText(const Line& line, const ThreadNames& threads) {
  std::string text = fmt::format("{}  {}", outcomeText(line), nodeText(line.node, line.events, threads));
  if (line.node.outcome == NodeOutcome::Abandoned)
    text += ": " + refusalText(line.node.refusal, "");
  if (!line.cycle.edges.empty())
    text += "; the cycle: " + cycleText(line.cycle);
  if (line.execution && line.execution->bug)
    text += "; " + bugText(*line.execution->bug);
  if (line.node.pending != 0)
    text += fmt::format("; {} more alternative{} not tried yet", line.node.pending, line.node.pending == 1 ? "" : "s");
  return text;
}

// Colours of Okabe and Ito; the shape carries the same information.
const char* styleOf(NodeOutcome outcome) {
  switch (outcome) {
  case NodeOutcome::Complete:
    return "color=\"#009E73\"";
  case NodeOutcome::Erroneous:
  case NodeOutcome::Deadlocked:
    return "color=\"#D55E00\", penwidth=2, shape=octagon";
  case NodeOutcome::Blocked:
  case NodeOutcome::Cut:
    return "color=\"#E69F00\", shape=hexagon";
  case NodeOutcome::Refused:
    return "color=\"#888888\", style=dashed, shape=note";
  case NodeOutcome::Abandoned:
  case NodeOutcome::Open:
    break;
  }
  return "color=\"#56B4E9\", style=dotted";
}

} // namespace

TreeSelection select(const ExplorationLog& log, const TreeFilter& filter) {
  const std::vector<TreeNode> nodes = log.nodes(0, noLogEntry);
  TreeSelection selection;
  std::vector<bool> isShown(nodes.size(), false);
  std::uint64_t matched = 0;
  for (std::uint32_t i = 0; i < nodes.size(); i++) {
    if (!filter.matches(nodes[i]))
      continue;
    if (filter.max != 0 && matched == filter.max) {
      selection.leftOut++;
      continue;
    }
    matched++;
    for (std::uint32_t each = i; each != noLogEntry && !isShown[each]; each = nodes[each].parent)
      isShown[each] = true;
  }
  for (std::uint32_t i = 0; i < nodes.size(); i++)
    if (isShown[i])
      selection.nodes.push_back(i);
  return selection;
}

std::string treeToText(const ExplorationLog& log, const TreeSelection& selection, bool showLibraries) {
  const ThreadNames threads = log.threadNames();
  const TreeFolding folding = showLibraries ? TreeFolding() : foldTree(log, selection.nodes);
  std::string text;
  forEachLine(log, selection, [&](const Line& line) {
    if (!folding.isFolded(line.number))
      text += std::string(2 * line.node.depth, ' ') + lineText(line, threads) + folding.textOf(line.number) + '\n';
  });
  return text;
}

std::string treeToDot(const ExplorationLog& log, const TreeSelection& selection) {
  const ThreadNames threads = log.threadNames();
  std::string text = "digraph exploration {\n  node [shape=box, fontname=monospace];\n";
  forEachLine(log, selection, [&](const Line& line) {
    text += fmt::format("  n{} [label=\"{}\\n{}\", {}];\n", line.number, escapeGraphviz(outcomeText(line)),
                        escapeGraphviz(nodeText(line.node, line.events, threads)), styleOf(line.node.outcome));
    if (line.node.parent != noLogEntry)
      text += fmt::format("  n{} -> n{};\n", line.node.parent, line.number);
  });
  return text + "}\n";
}

Json treeToJson(const ExplorationLog& log, const TreeSelection& selection) {
  const ThreadNames threads = log.threadNames();
  Json nodes = Json::array();
  forEachLine(log, selection, [&](const Line& line) {
    const TreeNode& node = line.node;
    nodes.push_back({{"number", line.number},
                     {"parent", node.parent != noLogEntry ? Json(node.parent) : Json()},
                     {"depth", node.depth},
                     {"outcome", nameOf(node.outcome)},
                     {"action", nameOf(node.kind)},
                     {"refusal", nameOf(node.refusal)},
                     {"alternative", nameOf(node.alternative)},
                     {"text", nodeText(node, line.events, threads)},
                     {"event", logEventJson(line.events.event, threads)},
                     {"other", logEventJson(line.events.other, threads)},
                     {"source", logEventJson(line.events.source, threads)},
                     {"culprit", logEventJson(line.events.culprit, threads)},
                     {"cycle", cycleJson(line.cycle)},
                     {"deleted", node.deleted},
                     {"pending", node.pending},
                     {"execution", summaryJson(line.execution ? &*line.execution : nullptr)}});
  });
  return nodes;
}

} // namespace revisit::cli
