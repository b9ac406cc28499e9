#include "comparison_text.h"

#include "query/timeline/event_text.h"
#include "report.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::cli {
namespace {

// "17  read x = 1  a.c:31"
std::string cellText(const std::string& number, const std::string& text, const std::string& place) {
  return fmt::format("{:>3}  {}{}{}", number, text, place.empty() ? "" : "  ", place);
}

std::string cellText(const Timeline& timeline, EventNumber number) {
  return cellText(fmt::format("{}", number), eventText(timeline, number), placeText(timeline.event(number)));
}

// What a library does stays in one line only when the first difference is not in there, and all of it is on this side.
bool staysFolded(const Fold& fold, std::span<const EventNumber> events,
                 std::initializer_list<std::optional<EventNumber>> named) {
  const auto isInside = [&](EventNumber number) { return number >= fold.first && number <= fold.last(); };
  return static_cast<std::size_t>(std::ranges::count_if(events, isInside)) == fold.events &&
         std::ranges::none_of(named, [&](const auto& number) { return number && isInside(*number); });
}

std::vector<std::string> comparedCells(const ComparedSide& side, const std::vector<EventNumber>& events,
                                       std::initializer_list<std::optional<EventNumber>> named) {
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < events.size();) {
    const Fold* const fold = side.folding.of(events[i]);
    if (fold && staysFolded(*fold, events, named)) {
      cells.push_back(cellText(numbersText(rowOf(*fold)), foldText(rowOf(*fold)), placeText(fold->place)));
      i += fold->events;
    } else {
      cells.push_back(cellText(side.timeline, events[i++]));
    }
  }
  return cells;
}

struct Cells {
  std::string a, b;
};

// A title for each thread that differs, then a line for each of its differing places in program order.
struct Block {
  std::string title;
  std::vector<Cells> lines;
};

std::vector<Block> blocksOf(const ComparedSide& a, const ComparedSide& b, const Comparison& comparison) {
  const Difference first = comparison.first.value_or(Difference());
  std::vector<Block> blocks;
  for (const ComparedThread& thread : comparison.threads) {
    Block block{thread.a ? threadText(a.timeline.witness(), *thread.a) : threadText(b.timeline.witness(), *thread.b),
                {}};
    std::vector<EventNumber> ofA, ofB;
    for (const ComparedRow& row : thread.rows) {
      if (row.a && !row.isCommon)
        ofA.push_back(*row.a);
      if (row.b && !row.isCommon)
        ofB.push_back(*row.b);
    }
    const std::vector<std::string> cellsA = comparedCells(a, ofA, {first.a, first.otherA});
    const std::vector<std::string> cellsB = comparedCells(b, ofB, {first.b, first.otherB});
    for (std::size_t i = 0; i < std::max(cellsA.size(), cellsB.size()); i++)
      block.lines.push_back({i < cellsA.size() ? cellsA[i] : "", i < cellsB.size() ? cellsB[i] : ""});
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

std::string comparisonToText(const ComparedSide& a, const ComparedSide& b, const Comparison& comparison) {
  const auto headOf = [](const ComparedSide& side) {
    return fmt::format("{}, {}, {}", side.name, endingText(side.timeline.witness()),
                       counted(side.timeline.size(), "event"));
  };
  std::string text = fmt::format("A: {}\nB: {}\n", headOf(a), headOf(b));
  if (!comparison.sameBuild)
    text += "The programs are not the same build: events may correspond by chance.\n";
  text += fmt::format("\n{} common to both.\n", counted(comparison.common, "event"));
  if (comparison.first)
    text += fmt::format("The first difference: {}.\n", differenceText(a.timeline, b.timeline, *comparison.first));
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
