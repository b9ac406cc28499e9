#include "goals/goal.h"

#include <algorithm>

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

bool Goal::hasHistory() const {
  const auto isPast = [](const GoalAtom& atom) {
    return atom.kind == GoalAtom::Kind::Reads || atom.kind == GoalAtom::Kind::Happened ||
           atom.kind == GoalAtom::Kind::First;
  };
  const bool isSequence = std::ranges::any_of(paths, [](const Goal::Path& path) { return path.size() > 1; });
  return isSequence || (atoms.size() > 1 && std::ranges::any_of(atoms, isPast));
}

} // namespace revisit
