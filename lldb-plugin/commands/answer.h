// The answers of commands, and the format of their tables. Stateless.
#pragma once

#include "base/error_text.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace revisit::commands {

using Json = nlohmann::ordered_json;

// Text, or JSON if `json` is set. JSON is always an object.
struct Answer {
  std::string text;
  std::optional<Json> json;
};

// Rows of cells, with two blanks between columns. A column is as wide as its widest cell; the last column and empty
// columns take no room. Columns of numbers are right-aligned.
class Table {
public:
  void add(std::vector<std::string> cells) { m_rows.push_back(std::move(cells)); }
  bool empty() const { return m_rows.empty(); }
  // Each line begins with `indent` and ends with a line feed.
  std::string text(const std::string& indent = "") const;

private:
  std::vector<std::vector<std::string>> m_rows;
};

// "1 event", "2 events"
std::string counted(std::size_t count, const char* thing);

} // namespace revisit::commands
