// Writing a file so that nobody ever sees a part of it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

namespace revisit {

enum class Durable : std::uint8_t { No, Yes };

// Replaces the file: afterwards it has exactly these bytes, or is as it was and the error says why. Writes PATH.part
// first. `durable`: waits until the bytes are on the disk, so that they survive a crash of the machine.
std::error_code replaceFile(const std::string& path, std::string_view bytes, Durable durable);

} // namespace revisit
