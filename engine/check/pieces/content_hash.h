// A name for bytes, by which equal ones are recognised. Thread rule: stateless.
#pragma once

#include <fmt/format.h>
#include <xxhash.h>

#include <string>
#include <string_view>

namespace revisit {

// 32 hexadecimal digits. O(bytes).
inline std::string contentHash(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

} // namespace revisit
