#include "answer.h"

#include "base/text_width.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::commands {

namespace {

bool isNumber(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

} // namespace

std::string Table::text(const std::string& indent) const {
  std::vector<std::size_t> widths;
  std::vector<bool> numbers;
  for (const std::vector<std::string>& row : m_rows) {
    widths.resize(std::max(widths.size(), row.size()));
    numbers.resize(widths.size(), true);
    for (std::size_t i = 0; i < row.size(); i++) {
      widths[i] = std::max(widths[i], textWidth(row[i]));
      numbers[i] = numbers[i] && isNumber(row[i]);
    }
  }
  std::string text;
  for (const std::vector<std::string>& row : m_rows) {
    std::string line = indent;
    std::size_t end = indent.size();
    for (std::size_t i = 0; i < row.size(); i++) {
      if (widths[i] == 0)
        continue;
      padTo(line, numbers[i] ? end + widths[i] - row[i].size() : end);
      line += row[i];
      end += widths[i] + 2;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

std::string counted(std::size_t count, const char* thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

} // namespace revisit::commands
