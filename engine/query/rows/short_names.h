// Short names of locations and objects: the fewest last components that no other name has. A name is shortened the same
// way wherever it stands in the execution, and in whatever order the names came.
#pragma once

#include <map>
#include <set>
#include <string>

namespace revisit {

class ShortNames {
public:
  // Shortens nothing.
  ShortNames() = default;
  // O(names * their components * log).
  explicit ShortNames(const std::set<std::string>& names);

  // "expires" of "tree_node<int, ...>#1.second.expires"; the name itself if it is none of those.
  const std::string& of(const std::string& name) const;

private:
  std::map<std::string, std::string> m_short; // those that differ
};

} // namespace revisit
