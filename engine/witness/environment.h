// The environment of a witness: what the program asked for, and where it stood. The rest is nobody's business, but it
// took up room: the addresses of what was asked for depend on it.
#pragma once

#include "witness/witness.h"

#include <string>
#include <vector>

namespace revisit {

// Notes those of the variables ("NAME=VALUE", in the order of the environment) that `isKept` tells by their number, and
// those that the loader and the C library ask for by themselves.
template <class IsKept>
void keepEnvironment(const std::vector<std::string>& all, IsKept isKept, WitnessProgram& program);

// Variables with which a replay gives the program the same answers at the same addresses, in their order: in the place
// of each that was not kept stands one without a name. Nothing where the witness does not know its environment.
std::optional<std::vector<std::string>> launchEnvironment(const WitnessProgram& program);

// Whether the loader or the C library looks at the variable without being told to.
bool isOfLibraries(std::string_view name);

template <class IsKept>
void keepEnvironment(const std::vector<std::string>& all, IsKept isKept, WitnessProgram& program) {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < all.size(); i++) {
    const std::size_t end = all[i].find('=');
    if (end != std::string::npos && end != 0 && (isKept(i) || isOfLibraries({all[i].data(), end})))
      program.environment.push_back({all[i].substr(0, end), all[i].substr(end + 1), EnvironmentPlace{i, bytes}});
    bytes += all[i].size() + 1;
  }
  program.environmentEnd = EnvironmentPlace{all.size(), bytes};
}

} // namespace revisit
