#include "explore/findings/intended_races.h"

#include "base/wildcard.h"
#include "program/function_names.h"
#include "program/positions.h"

#include <algorithm>

namespace revisit {

namespace {

std::string withoutArguments(const std::string& name) {
  std::string plain;
  int depth = 0;
  for (const char c : name) {
    depth += c == '<';
    if (depth == 0)
      plain += c;
    depth -= c == '>' && depth > 0;
  }
  return plain;
}

bool matchesFunction(const std::string& pattern, const std::string& function) {
  const std::string whole = withoutTags(withoutUnnamed(function));
  const std::string name = withoutResult(withoutParameters(whole));
  const std::string bare = withoutArguments(name);
  for (const std::string& one : {function, whole, name, bare, scopeOf(name), withoutArguments(scopeOf(name))})
    if (!one.empty() && matchesPattern(pattern, one))
      return true;
  return false;
}

// Whether the pattern is the whole path or its last components.
bool matchesFile(std::string_view pattern, std::string_view file) {
  for (std::size_t at = 0; at != std::string_view::npos && at < file.size();) {
    if (matchesPattern(pattern, file.substr(at)))
      return true;
    const std::size_t slash = file.find('/', at);
    at = slash == std::string_view::npos ? slash : slash + 1;
  }
  return false;
}

// The name of the location and of everything that contains it: window.jobs[1].x, window.jobs[1], window.jobs, window.
std::vector<std::string> wholesOf(std::string location) {
  if (const std::size_t thread = location.rfind(" of T"); thread != std::string::npos)
    location.resize(thread); // a local variable's
  std::vector<std::string> names = {location};
  int depth = 0;
  for (std::size_t at = location.size(); at-- > 1;) {
    const char c = location[at];
    depth += c == '>' || c == ')' ? 1 : c == '<' || c == '(' ? -1 : 0;
    if (depth == 0 && (c == '.' || c == '[' || c == '+'))
      names.push_back(location.substr(0, at));
  }
  return names;
}

std::uint64_t keyOf(unsigned line, unsigned column) {
  return std::uint64_t{line} << 32 | column;
}

} // namespace

IntendedRaces::IntendedRaces(RaceRules rules) : m_rules(std::move(rules.rules)), m_used(m_rules.size()) {
  for (std::size_t i = 0; i < m_rules.size(); i++) {
    const auto same = std::ranges::find(m_rules, m_rules[i].origin, &RaceRule::origin);
    m_countOf.push_back(static_cast<std::size_t>(same - m_rules.begin()));
  }
  for (TypedPlace& place : rules.types)
    m_types.emplace(keyOf(place.line, place.column), std::move(place));
}

bool IntendedRaces::matchesType(const std::string& pattern, const SourcePosition& place) const {
  const auto [begin, end] = m_types.equal_range(keyOf(place.line, place.column));
  return std::any_of(begin, end, [&](const auto& entry) {
    return place.file.ends_with(entry.second.file) && matchesPattern(pattern, entry.second.type);
  });
}

// The file and the function of an access are taken both from its innermost position and from the innermost position in
// the program's own code.
bool IntendedRaces::matches(const RaceRule& rule, const std::vector<SourcePosition>& chain) const {
  if (chain.empty())
    return false;
  const SourcePosition& innermost = chain.front();
  const SourcePosition& own = *shownPosition(chain);
  switch (rule.names) {
  case RaceRule::Names::Anything:
    return matchesType(rule.pattern, innermost) || matchesFile(rule.pattern, innermost.file) ||
           matchesFile(rule.pattern, own.file) || std::ranges::any_of(chain, [&](const SourcePosition& place) {
             return matchesFunction(rule.pattern, place.function);
           });
  case RaceRule::Names::Function:
    return own.function == rule.pattern && own.file.ends_with(rule.file);
  case RaceRule::Names::Place:
    return innermost.line == rule.line && innermost.column == rule.column && innermost.file.ends_with(rule.file);
  case RaceRule::Names::Variable:
    break;
  }
  return false;
}

IntendedRaces::Found IntendedRaces::ruleOfPlace(const ProgramNames& names, PositionId position) {
  const auto [it, isNew] = m_places.try_emplace(position);
  if (!isNew)
    return it->second;
  const std::vector<SourcePosition> chain = names.callChain(position);
  const auto rule = std::ranges::find_if(m_rules, [&](const RaceRule& one) { return matches(one, chain); });
  if (rule != m_rules.end())
    it->second = static_cast<std::uint32_t>(rule - m_rules.begin());
  return it->second;
}

IntendedRaces::Found IntendedRaces::ruleOfLocation(const ProgramNames& names, LocationId location) {
  const auto [it, isNew] = m_locations.try_emplace(location);
  if (!isNew)
    return it->second;
  const std::vector<std::string> wholes = wholesOf(names.locationName(location));
  const auto rule = std::ranges::find_if(m_rules, [&](const RaceRule& one) {
    return std::ranges::any_of(wholes, [&](const std::string& name) {
      return one.names == RaceRule::Names::Anything ? matchesPattern(one.pattern, name)
                                                    : one.names == RaceRule::Names::Variable && one.pattern == name;
    });
  });
  if (rule != m_rules.end())
    it->second = static_cast<std::uint32_t>(rule - m_rules.begin());
  return it->second;
}

std::optional<std::uint32_t> IntendedRaces::ruleOf(const ProgramNames& names, const Label& access) {
  if (m_rules.empty())
    return std::nullopt;
  const Found place = ruleOfPlace(names, access.position);
  const Found location = ruleOfLocation(names, access.location);
  return place && location ? std::min(place, location) : place ? place : location;
}

void IntendedRaces::use(std::uint32_t rule, std::uint64_t execution) {
  Use& use = m_used[m_countOf[rule]];
  use.count += use.last != execution;
  use.last = execution;
}

void IntendedRaces::restart() {
  m_places.clear();
  m_locations.clear();
  m_used.assign(m_rules.size(), {});
}

std::vector<std::uint64_t> IntendedRaces::counts() const {
  std::vector<std::uint64_t> counts;
  for (const std::size_t index : m_countOf)
    counts.push_back(m_used[index].count);
  return counts;
}

} // namespace revisit
