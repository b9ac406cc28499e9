// Which functions belong to OpenMP, for the compiler pass and for the runtime.
#pragma once

#include <string_view>

namespace revisit {

// What the compiler calls for directives (clang's and GCC's names), and the functions of <omp.h>.
inline bool isOfOpenMp(std::string_view name) {
  return name.starts_with("__kmpc_") || name.starts_with("__tgt_") || name.starts_with("GOMP_") ||
         name.starts_with("omp_") || name.starts_with("ompx_");
}

} // namespace revisit
