#include "query/relations/graph_dot.h"

#include "query/timeline/event_text.h"

#include <fmt/format.h>

namespace revisit {
namespace {

std::string dotQuoted(const std::string& text) {
  std::string result = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\')
      result += '\\';
    result += letter;
  }
  return result + '"';
}

std::string dotText(const Timeline& timeline, const EventGraph& graph, NodeIndex node) {
  if (const Wait* wait = graph.waitOf(node))
    return "waits for " + awaitedText(timeline, *wait);
  return eventText(timeline, *graph.eventOf(node));
}

} // namespace

std::string graphDot(const Timeline& timeline, const EventGraph& graph, const std::array<bool, relationCount>& shown) {
  std::string text = "digraph execution {\n  node [shape=box, fontname=monospace];\n";
  for (unsigned thread = 0; thread < timeline.witness().threads.size(); thread++) {
    text += fmt::format("  subgraph cluster_{} {{\n    label={};\n", thread,
                        dotQuoted(threadText(timeline.witness(), thread)));
    for (NodeIndex node = 0; node < graph.size(); node++)
      if (graph.threadOf(node) == thread)
        text += fmt::format("    n{} [label={}];\n", node + 1, dotQuoted(dotText(timeline, graph, node)));
    text += "  }\n";
  }
  for (const EventEdge& edge : graph.edges())
    if (shown[indexOf(edge.relation)])
      text += fmt::format("  n{} -> n{} [label={}];\n", edge.from + 1, edge.to + 1, dotQuoted(labelOf(edge.relation)));
  return text + "}\n";
}

} // namespace revisit
