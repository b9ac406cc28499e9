#include "export.h"

#include "markup.h"
#include "program/positions.h"
#include "query/interleaving/columns.h"
#include "query/timeline/event_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace revisit::cli {
namespace {

constexpr const char* readsFromColour = "#0072B2"; // Okabe-Ito blue
constexpr const char* errorColour = "#D55E00";     // vermillion

std::string sourcePlace(const WitnessEvent& event) {
  const WitnessPosition* shown = shownPosition(event.calls);
  return shown && !shown->file.empty() ? fmt::format("{}:{}", shown->file, shown->line) : "";
}

} // namespace

std::string witnessToDot(const Witness& witness) {
  std::string text = "digraph execution {\n  node [shape=box, fontname=monospace];\n";
  for (unsigned thread = 0; thread < witness.threads.size(); thread++) {
    text += fmt::format("  subgraph cluster_{} {{\n    label=\"{}\";\n", thread,
                        escapeGraphviz(threadText(witness, thread)));
    std::string chain;
    for (const WitnessEvent& event : witness.schedule) {
      if (event.thread != thread)
        continue;
      const std::string name = fmt::format("e{}_{}", event.thread, event.index);
      text += fmt::format("    {} [label=\"{}\", tooltip=\"{}\"{}];\n", name, escapeGraphviz(operationText(event)),
                          escapeGraphviz(sourcePlace(event)),
                          event.kind == LabelKind::Error ? fmt::format(", color=\"{}\"", errorColour) : "");
      chain += (chain.empty() ? "" : " -> ") + name;
    }
    if (!chain.empty())
      text += fmt::format("    {};\n", chain);
    text += "  }\n";
  }
  for (const WitnessEvent& event : witness.schedule)
    if (event.readsFrom)
      text += fmt::format("  e{}_{} -> e{}_{} [style=dashed, color=\"{}\", label=rf, constraint=false];\n",
                          event.readsFrom->thread, event.readsFrom->index, event.thread, event.index, readsFromColour);
  return text + "}\n";
}

std::string witnessToSvg(const Witness& witness) {
  constexpr int rowHeight = 28, boxHeight = 20, letter = 8, margin = 24, gap = 56, fontSize = 13;
  std::vector<int> widths;
  for (unsigned thread = 0; thread < witness.threads.size(); thread++)
    widths.push_back(letter * static_cast<int>(threadText(witness, thread).size()) + 12);
  for (const WitnessEvent& event : witness.schedule)
    widths[event.thread] = std::max(widths[event.thread], letter * static_cast<int>(operationText(event).size()) + 12);
  std::vector<int> lefts = {margin};
  for (const int width : widths)
    lefts.push_back(lefts.back() + width + gap);
  const int height = margin * 2 + rowHeight * static_cast<int>(witness.schedule.size() + 1);

  std::string text = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" "
                                 "font-family=\"monospace\" font-size=\"{}\">\n"
                                 "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
                                 lefts.back() - gap + margin, height, fontSize);
  for (unsigned thread = 0; thread < witness.threads.size(); thread++)
    text += fmt::format("<text x=\"{}\" y=\"{}\" font-weight=\"bold\">{}</text>\n", lefts[thread] + 6, margin + 14,
                        escapeMarkup(threadText(witness, thread)));
  std::map<std::pair<unsigned, unsigned>, int> rows;
  int row = 1;
  for (const WitnessEvent& event : witness.schedule) {
    const int y = margin + rowHeight * row;
    text += fmt::format("<g><title>{}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"none\" "
                        "stroke=\"{}\"/><text x=\"{}\" y=\"{}\">{}</text></g>\n",
                        escapeMarkup(sourcePlace(event)), lefts[event.thread], y, widths[event.thread], boxHeight,
                        event.kind == LabelKind::Error ? errorColour : "#888888", lefts[event.thread] + 6, y + 15,
                        escapeMarkup(operationText(event)));
    rows[{event.thread, event.index}] = row++;
  }
  for (const WitnessEvent& event : witness.schedule) {
    if (!event.readsFrom || event.readsFrom->thread == event.thread)
      continue;
    const auto source = rows.find({event.readsFrom->thread, event.readsFrom->index});
    if (source == rows.end())
      continue;
    const bool isLeft = event.readsFrom->thread < event.thread;
    const unsigned from = event.readsFrom->thread;
    const int x1 = isLeft ? lefts[from] + widths[from] : lefts[from];
    const int x2 = isLeft ? lefts[event.thread] : lefts[event.thread] + widths[event.thread];
    text += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-dasharray=\"5 3\"/>\n", x1,
                        margin + rowHeight * source->second + boxHeight / 2, x2,
                        margin + rowHeight * rows[{event.thread, event.index}] + boxHeight / 2, readsFromColour);
  }
  return text + "</svg>\n";
}

} // namespace revisit::cli
