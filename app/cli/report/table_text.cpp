#include "table_text.h"

#include "base/terminal_text.h"

#include <algorithm>
#include <numeric>
#include <sstream>

namespace revisit::cli {
namespace {

using Row = std::vector<std::string>;
constexpr std::size_t gap = 2; // blanks between columns

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

Row cellsOf(const std::string& line) {
  Row cells;
  for (std::size_t begin = line.find('|'), end = 0; begin != std::string::npos; begin = end) {
    end = line.find('|', begin + 1);
    if (end != std::string::npos)
      cells.push_back(trimmed(line.substr(begin + 1, end - begin - 1)));
  }
  return cells;
}

// The width of each column: its longest cell. If there is not enough room, the widest columns become narrower first.
std::vector<std::size_t> columnWidths(const std::vector<Row>& rows, std::size_t width) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 1);
    for (std::size_t column = 0; column < row.size(); column++)
      widths[column] = std::max(widths[column], textWidth(row[column]));
  }
  const std::size_t gaps = widths.empty() ? 0 : gap * (widths.size() - 1);
  while (std::accumulate(widths.begin(), widths.end(), gaps) > width) {
    const auto widest = std::max_element(widths.begin(), widths.end());
    if (*widest == 1)
      break;
    --*widest;
  }
  return widths;
}

Row linesOf(const std::string& cell, std::size_t width) {
  Row lines;
  std::istringstream text(wrapped(cell, width, 0));
  for (std::string line; std::getline(text, line);)
    lines.push_back(line);
  return lines;
}

std::string rowText(const Row& row, const std::vector<std::size_t>& widths) {
  std::vector<Row> columns;
  std::size_t height = 0;
  for (std::size_t column = 0; column < row.size(); column++) {
    columns.push_back(linesOf(row[column], widths[column]));
    height = std::max(height, columns.back().size());
  }
  std::string text;
  for (std::size_t i = 0; i < height; i++) {
    std::string line;
    for (std::size_t column = 0, at = 0; column < columns.size(); at += widths[column] + gap, column++)
      if (i < columns[column].size())
        line.append(std::max(at, textWidth(line)) - textWidth(line), ' ') += columns[column][i];
    text += line + '\n';
  }
  return text;
}

} // namespace

std::string tableText(const std::vector<std::string>& rows, std::size_t width) {
  std::vector<Row> cells;
  for (std::size_t i = 0; i < rows.size(); i++)
    if (i != 1)
      cells.push_back(cellsOf(rows[i]));
  const std::vector<std::size_t> widths = columnWidths(cells, width);
  std::string text;
  for (std::size_t i = 0; i < cells.size(); i++) {
    text += rowText(cells[i], widths);
    if (i == 0)
      text +=
          std::string(std::min(width, std::accumulate(widths.begin(), widths.end(), gap * (widths.size() - 1))), '-') +
          '\n';
  }
  return text;
}

} // namespace revisit::cli
