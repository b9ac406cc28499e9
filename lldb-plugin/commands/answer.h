// What a command answers, and how its tables look. Stateless.
#pragma once

#include "base/error_text.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace revisit::commands {

using Json = nlohmann::ordered_json;

// For people, or for programs when `json` is there. JSON is always an object.
struct Answer {
  std::string text;
  std::optional<Json> json;
};

// Lines of cells under each other, two blanks between them. A column is as wide as its widest cell, the last one and
// those that are empty everywhere take no room. Columns of numbers alone are flush right.
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
