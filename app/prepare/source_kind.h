// What a file named for a program is, by its name. Stateless.
#pragma once

#include <cstdint>
#include <string>

namespace revisit {

enum class SourceKind : std::uint8_t { C, Cxx, LinkInput, Other };

SourceKind sourceKind(const std::string& file);

} // namespace revisit
