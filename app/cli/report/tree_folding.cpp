#include "tree_folding.h"

#include "log/step_text.h"
#include "query/interleaving/folding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace revisit::cli {
namespace {

bool isOfLibrary(const NodeEvents& events) {
  if (!events.event)
    return false;
  for (const auto& event : {events.event, events.other, events.source, events.culprit})
    if (event && event->presence != LogEvent::Presence::Initial && !isLibraryAccess(*event->shown))
      return false;
  return true;
}

// As far as the lines of the tree tell.
bool endTheSame(const ExplorationLog& log, const TreeNode& node, const TreeNode& parent) {
  if (node.outcome == NodeOutcome::Refused)
    return true;
  if (node.outcome != parent.outcome || node.execution == 0 || parent.execution == 0 || node.pending != 0)
    return false;
  const auto bugOf = [&](const TreeNode& one) { return log.executions(one.execution, 1).front().bug; };
  const auto mine = bugOf(node), theirs = bugOf(parent);
  return !mine ? !theirs
               : theirs && mine->kind == theirs->kind && mine->message == theirs->message &&
                     mine->file == theirs->file && mine->line == theirs->line;
}

} // namespace

std::string TreeFolding::textOf(std::uint32_t node) const {
  const auto found = byParent.find(node);
  if (found == byParent.end())
    return "";
  constexpr std::size_t mostNamed = 5;
  const Folded& alternatives = found->second;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < alternatives.executions.size() && i < mostNamed; i++)
    parts.push_back(fmt::format("#{}", alternatives.executions[i]));
  if (alternatives.executions.size() > mostNamed)
    parts.push_back(fmt::format("{} more", alternatives.executions.size() - mostNamed));
  if (alternatives.refused != 0)
    parts.push_back(fmt::format("{} refused", alternatives.refused));
  return fmt::format("; in other orders of a library's events: {}", fmt::join(parts, ", "));
}

TreeFolding foldTree(const ExplorationLog& log, const std::vector<std::uint32_t>& nodes) {
  const std::vector<TreeNode> all = log.nodes(0, noLogEntry);
  TreeFolding folding{std::vector<bool>(all.size(), false), {}};
  std::vector<bool> hasLines(all.size(), false); // below it
  for (auto number = nodes.rbegin(); number != nodes.rend(); ++number) {
    const TreeNode& node = all[*number];
    if (node.parent == noLogEntry)
      continue;
    folding.folded[*number] =
        !hasLines[*number] && endTheSame(log, node, all[node.parent]) && isOfLibrary(eventsOf(log, node));
    if (!folding.folded[*number])
      hasLines[node.parent] = true;
  }
  for (const std::uint32_t number : nodes) {
    if (!folding.folded[number])
      continue;
    std::uint32_t shown = all[number].parent;
    while (folding.folded[shown])
      shown = all[shown].parent;
    TreeFolding::Folded& into = folding.byParent[shown];
    if (all[number].execution != 0)
      into.executions.push_back(all[number].execution);
    else
      into.refused++;
  }
  return folding;
}

} // namespace revisit::cli
