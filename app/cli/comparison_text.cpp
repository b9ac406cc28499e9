#include "comparison_text.h"

#include "report.h"
#include "session/event_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::cli {
namespace {

// "17  R x = 1  a.c:31"
std::string cellText(const Timeline& timeline, std::optional<EventNumber> number) {
  if (!number)
    return "";
  const std::string place = placeText(timeline.event(*number));
  return fmt::format("{:>3}  {}{}{}", *number, eventText(timeline, *number), place.empty() ? "" : "  ", place);
}

struct Cells {
  std::string a, b;
};

// A title for each thread that differs, then a line for each of its differing places in program order.
struct Block {
  std::string title;
  std::vector<Cells> lines;
};

std::vector<Block> blocksOf(const Timeline& a, const Timeline& b, const Comparison& comparison) {
  std::vector<Block> blocks;
  for (const ComparedThread& thread : comparison.threads) {
    Block block{thread.a ? threadText(a.witness(), *thread.a) : threadText(b.witness(), *thread.b), {}};
    for (const ComparedRow& row : thread.rows)
      if (!row.isCommon)
        block.lines.push_back({cellText(a, row.a), cellText(b, row.b)});
    if (!block.lines.empty())
      blocks.push_back(std::move(block));
  }
  return blocks;
}

std::string columnsText(const std::vector<Block>& blocks) {
  std::size_t width = 1;
  for (const Block& block : blocks)
    for (const Cells& line : block.lines)
      width = std::max(width, line.a.size());
  std::string text = fmt::format("  {:<{}}  | {}\n", "A", width, "B");
  for (const Block& block : blocks) {
    text += fmt::format("  {}\n", block.title);
    for (const Cells& line : block.lines)
      text += line.b.empty() ? fmt::format("  {:<{}}  |\n", line.a, width)
                             : fmt::format("  {:<{}}  | {}\n", line.a, width, line.b);
  }
  return text;
}

std::string sideText(const std::optional<InputValue>& input) {
  return input ? valueText(*input) : "not asked for";
}

} // namespace

std::string comparisonToText(const Timeline& a, const Timeline& b, const Comparison& comparison,
                             const std::string& nameA, const std::string& nameB) {
  std::string text =
      fmt::format("A: {}, {}, {}\nB: {}, {}, {}\n", nameA, endingText(a.witness()), counted(a.size(), "event"), nameB,
                  endingText(b.witness()), counted(b.size(), "event"));
  if (!comparison.sameBuild)
    text += "The programs are not the same build: events may correspond by chance.\n";
  text += fmt::format("\n{} common to both.\n", counted(comparison.common, "event"));
  if (comparison.first)
    text += fmt::format("The first difference: {}.\n", differenceText(a, b, *comparison.first));
  else
    text += "They are the same execution.\n";
  for (const ComparedInput& input : comparison.inputs)
    text += fmt::format("Input {}: in A {}, in B {}.\n", input.a ? input.a->name : input.b->name, sideText(input.a),
                        sideText(input.b));
  if (const std::vector<Block> blocks = blocksOf(a, b, comparison); !blocks.empty())
    text += '\n' + columnsText(blocks);
  return text;
}

} // namespace revisit::cli
