// Converts bytes to UTF-8 text without loss: each byte becomes the character with that code point. ASCII text stays
// unchanged. Stateless.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace revisit {

std::string textOfBytes(std::string_view bytes);

// None when a character is above 255 or the text is not UTF-8.
std::optional<std::string> bytesOfText(std::string_view text);

} // namespace revisit
