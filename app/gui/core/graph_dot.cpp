#include "graph_dot.h"

#include "query/timeline/event_text.h"

#include <fmt/format.h>

namespace revisit::gui {
namespace {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\')
      result += '\\';
    result += letter;
  }
  return result + '"';
}

std::string dotText(const Execution& execution, NodeIndex node) {
  if (const Wait* wait = execution.graph().waitOf(node))
    return "waits for " + awaitedText(execution.timeline(), *wait);
  return eventText(execution.timeline(), *execution.graph().eventOf(node));
}

} // namespace

std::string graphDot(const Execution& execution, const std::array<bool, relationCount>& shown) {
  const EventGraph& graph = execution.graph();
  std::string text = "digraph execution {\n  node [shape=box, fontname=monospace];\n";
  for (unsigned thread = 0; thread < execution.witness().threads.size(); thread++) {
    text += fmt::format("  subgraph cluster_{} {{\n    label={};\n", thread,
                        quoted(threadText(execution.witness(), thread)));
    for (NodeIndex node = 0; node < graph.size(); node++)
      if (graph.threadOf(node) == thread)
        text += fmt::format("    n{} [label={}];\n", node + 1, quoted(dotText(execution, node)));
    text += "  }\n";
  }
  for (const EventEdge& edge : graph.edges())
    if (shown[indexOf(edge.relation)])
      text += fmt::format("  n{} -> n{} [label={}];\n", edge.from + 1, edge.to + 1, quoted(labelOf(edge.relation)));
  return text + "}\n";
}

} // namespace revisit::gui
