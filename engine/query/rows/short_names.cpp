#include "query/rows/short_names.h"

#include <vector>

namespace revisit {
namespace {

// Where a component begins, the last one first. '.' and "::" separate, except in brackets of any kind: those of a
// template's arguments, an index or a parameter list belong to their component.
std::vector<std::size_t> componentStarts(const std::string& name) {
  std::vector<std::size_t> starts = {0};
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); i++) {
    const char c = name[i];
    depth += c == '<' || c == '(' || c == '[' ? 1 : c == '>' || c == ')' || c == ']' ? -1 : 0;
    const bool isScope = c == ':' && i != 0 && name[i - 1] == ':';
    if (depth == 0 && (c == '.' || isScope) && i + 1 < name.size() && i != 0)
      starts.push_back(i + 1);
  }
  return {starts.rbegin(), starts.rend()};
}

} // namespace

ShortNames::ShortNames(const std::set<std::string>& names) {
  std::map<std::string, unsigned> ends; // every end of a name, and how many names have it
  for (const std::string& name : names)
    for (const std::size_t start : componentStarts(name))
      ends[name.substr(start)]++;
  for (const std::string& name : names)
    for (const std::size_t start : componentStarts(name))
      if (std::string end = name.substr(start); start != 0 && ends[end] == 1) {
        m_short.emplace(name, std::move(end));
        break;
      }
}

const std::string& ShortNames::of(const std::string& name) const {
  const auto found = m_short.find(name);
  return found == m_short.end() ? name : found->second;
}

} // namespace revisit
