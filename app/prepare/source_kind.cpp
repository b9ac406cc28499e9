#include "source_kind.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace revisit {

SourceKind sourceKind(const std::string& file) {
  constexpr std::array<std::string_view, 8> cxx = {".ii", ".cc", ".cpp", ".cxx", ".c++", ".C", ".cp", ".CPP"};
  constexpr std::array<std::string_view, 3> link = {".o", ".a", ".so"};
  const std::string ending = std::filesystem::path(file).extension().string();
  if (ending == ".c" || ending == ".i")
    return SourceKind::C;
  if (std::ranges::find(cxx, ending) != cxx.end())
    return SourceKind::Cxx;
  return std::ranges::find(link, ending) != link.end() ? SourceKind::LinkInput : SourceKind::Other;
}

} // namespace revisit
