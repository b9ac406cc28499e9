#include "witness/environment.h"

#include <algorithm>

namespace revisit {

namespace {

// The kernel takes no longer text.
constexpr std::uint64_t longestText = 128 << 10;

// Nameless entries up to the place.
void fillUpTo(const EnvironmentPlace& place, EnvironmentPlace& at, std::vector<std::string>& entries) {
  while (at.entries < place.entries && at.bytes < place.bytes) {
    const std::uint64_t others = place.entries - at.entries - 1;
    const std::uint64_t room = place.bytes - at.bytes - std::min(others, place.bytes - at.bytes - 1);
    const std::uint64_t bytes = std::min(room, longestText);
    entries.emplace_back(bytes - 1, '-');
    at = {at.entries + 1, at.bytes + bytes};
  }
}

} // namespace

bool isOfLibraries(std::string_view name) {
  return name == "LD_LIBRARY_PATH" || name == "LD_PRELOAD" || name == "TZ" || name == "TZDIR" || name == "LANG" ||
         name == "LANGUAGE" || name.starts_with("LC_");
}

std::optional<std::vector<std::string>> launchEnvironment(const WitnessProgram& program) {
  std::vector<WitnessVariable> variables = program.environment;
  if (!program.environmentEnd && variables.empty())
    return std::nullopt;
  const auto placeOf = [](const WitnessVariable& variable) { return variable.place.value_or(EnvironmentPlace{}); };
  std::ranges::stable_sort(variables, {}, [&](const WitnessVariable& variable) { return placeOf(variable).entries; });
  std::vector<std::string> entries;
  EnvironmentPlace at;
  for (const WitnessVariable& variable : variables) {
    fillUpTo(placeOf(variable), at, entries);
    entries.push_back(variable.name + "=" + variable.value);
    at = {at.entries + 1, at.bytes + entries.back().size() + 1};
  }
  if (program.environmentEnd)
    fillUpTo(*program.environmentEnd, at, entries);
  return entries;
}

} // namespace revisit
