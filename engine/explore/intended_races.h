// Races that the program means: the user named where they are, and they are no bugs. An access is meant when a rule
// names it, and a race is when one of its accesses is; never more than that.
// Thread rule: belongs to one worker.
#pragma once

#include "program/program.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace revisit {

struct RaceRule {
  enum class Names : std::uint8_t {
    Anything, // a function that the access is in or below, or its class; a variable; the type of a member; a file
    Function, // the body of the one of this name, in `file`
    Variable,
    Place // the access at this line and column of `file`
  };
  Names names = Names::Anything;
  std::string pattern; // of Anything: '*' stands for any text. Empty for Place
  std::string file;
  unsigned line = 0, column = 0;
  std::string origin; // what the user wrote, and where: rules with the same one count together

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
  std::vector<TypedPlace> types; // as far as the rules need them

  friend bool operator==(const RaceRules&, const RaceRules&) = default;
};

// Whether the text is what the pattern says, from its beginning to its end.
bool matchesPattern(std::string_view pattern, std::string_view text);

class IntendedRaces {
public:
  explicit IntendedRaces(RaceRules rules);

  // The first rule that names the access: an index into the rules. O(1) for a place and a location that came before.
  std::optional<std::uint32_t> ruleOf(const Program& program, const Label& access);
  // An execution shows a race that is meant by this rule, or one more. `execution`: its number.
  void use(std::uint32_t rule, std::uint64_t execution);
  // Places and locations changed their meaning, and what was found is void.
  void restart();

  // By rule: how many executions show a race that it means.
  std::vector<std::uint64_t> counts() const;

private:
  using Found = std::optional<std::uint32_t>;
  struct Use {
    std::uint64_t count = 0, last = 0;
  };
  bool matches(const RaceRule& rule, const std::vector<SourcePosition>& chain) const;
  bool matchesType(const std::string& pattern, const SourcePosition& place) const;
  Found ruleOfPlace(const Program& program, PositionId position);
  Found ruleOfLocation(const Program& program, LocationId location);

  std::vector<RaceRule> m_rules;
  std::unordered_multimap<std::uint64_t, TypedPlace> m_types; // by line and column
  std::vector<std::size_t> m_countOf;                         // by rule: index into m_used
  std::vector<Use> m_used;
  std::unordered_map<PositionId, Found> m_places;
  std::unordered_map<LocationId, Found> m_locations;
};

} // namespace revisit
