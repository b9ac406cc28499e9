// Bytes as UTF-8 text that loses nothing: each character stands for the byte of its number. Text in ASCII stays as it
// is. No state.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace revisit {

std::string textOfBytes(std::string_view bytes);

// None when a character has a number above 255, or the text is no UTF-8.
std::optional<std::string> bytesOfText(std::string_view text);

} // namespace revisit
