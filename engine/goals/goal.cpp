#include "goals/goal.h"

#include <algorithm>
#include <cctype>

namespace revisit {

std::vector<GoalLine> Goal::lines() const {
  std::vector<GoalLine> all;
  for (const GoalAtom& atom : atoms)
    for (const std::optional<GoalLine>& line : {atom.line, atom.event.line, atom.second.line, atom.sourceLine})
      if (line && std::ranges::find(all, *line) == all.end())
        all.push_back(*line);
  return all;
}

std::vector<std::string> Goal::variables() const {
  std::vector<std::string> all;
  for (const GoalAtom& atom : atoms)
    for (const std::string& name : atom.condition.names())
      if (std::ranges::find(all, name) == all.end())
        all.push_back(name);
  return all;
}

std::vector<std::string> Goal::watched() const {
  std::vector<std::string> all;
  for (const std::string& name : variables()) {
    const std::size_t scope = name.rfind("::"), begin = scope == std::string::npos ? 0 : scope + 2;
    const std::string base = name.substr(begin, name.find_first_of(".[-#@ ", begin) - begin);
    const bool isName = !base.empty() && std::isdigit(static_cast<unsigned char>(base[0])) == 0 &&
                        std::ranges::all_of(base, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
    if (isName && std::ranges::find(all, base) == all.end())
      all.push_back(base);
  }
  return all;
}

bool Goal::hasHistory() const {
  const auto isPast = [](const GoalAtom& atom) {
    return atom.kind == GoalAtom::Kind::Reads || atom.kind == GoalAtom::Kind::Happened ||
           atom.kind == GoalAtom::Kind::First;
  };
  const bool isSequence = std::ranges::any_of(paths, [](const Goal::Path& path) { return path.size() > 1; });
  return isSequence || (atoms.size() > 1 && std::ranges::any_of(atoms, isPast));
}

} // namespace revisit
