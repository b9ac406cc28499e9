// Data races that the user marked as intended, by the place or the name of an access. They are not bugs. A race is
// intended when a rule matches at least one of its two accesses. Thread rule: belongs to one worker.
#pragma once

#include "program/program.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace revisit {

struct RaceRule {
  enum class Names : std::uint8_t {
    // A function that contains the access directly or through calls, or its class; a variable; the type of a member; a
    // file.
    Anything,
    Function, // the body of the function of this name in `file`
    Variable,
    Place // the access at this line and column of `file`
  };
  Names names = Names::Anything;
  std::string pattern; // of Anything: '*' matches any text. Empty for Place
  std::string file;
  unsigned line = 0, column = 0;
  std::string origin; // the text that the user wrote, and where; rules with the same origin are counted together

  friend bool operator==(const RaceRule&, const RaceRule&) = default;
};

// A member of this type is accessed at this line and column.
struct TypedPlace {
  std::string type, file;
  unsigned line = 0, column = 0;

  friend bool operator==(const TypedPlace&, const TypedPlace&) = default;
};

struct RaceRules {
  std::vector<RaceRule> rules;
  std::vector<TypedPlace> types; // only as many as the rules need

  friend bool operator==(const RaceRules&, const RaceRules&) = default;
};

class IntendedRaces {
public:
  explicit IntendedRaces(RaceRules rules);

  // The first rule that matches the access, as an index into the rules. O(1) for a place and location seen before.
  std::optional<std::uint32_t> ruleOf(const ProgramNames& names, const Label& access);
  bool hasRules() const { return !m_rules.empty(); }
  // Counts a race of execution number `execution` as intended by this rule.
  void use(std::uint32_t rule, std::uint64_t execution);
  // Drops everything: places and locations have changed their meaning.
  void restart();

  // For each rule, the number of executions with a race that it marks as intended.
  std::vector<std::uint64_t> counts() const;

private:
  using Found = std::optional<std::uint32_t>;
  struct Use {
    std::uint64_t count = 0, last = 0;
  };
  bool matches(const RaceRule& rule, const std::vector<SourcePosition>& chain) const;
  bool matchesType(const std::string& pattern, const SourcePosition& place) const;
  Found ruleOfPlace(const ProgramNames& names, PositionId position);
  Found ruleOfLocation(const ProgramNames& names, LocationId location);

  std::vector<RaceRule> m_rules;
  std::unordered_multimap<std::uint64_t, TypedPlace> m_types; // by line and column
  std::vector<std::size_t> m_countOf;                         // by rule: index into m_used
  std::vector<Use> m_used;
  std::unordered_map<PositionId, Found> m_places;
  std::unordered_map<LocationId, Found> m_locations;
};

} // namespace revisit
