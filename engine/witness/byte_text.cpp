#include "witness/byte_text.h"

namespace revisit {

std::string textOfBytes(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      text += c;
    } else {
      text += static_cast<char>(0xc0 | (byte >> 6));
      text += static_cast<char>(0x80 | (byte & 0x3f));
    }
  }
  return text;
}

std::optional<std::string> bytesOfText(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); i++) {
    const auto first = static_cast<unsigned char>(text[i]);
    if (first < 0x80) {
      bytes += text[i];
      continue;
    }
    const auto second = i + 1 < text.size() ? static_cast<unsigned char>(text[++i]) : 0u;
    if ((first != 0xc2 && first != 0xc3) || (second & 0xc0) != 0x80)
      return std::nullopt;
    bytes += static_cast<char>(((first & 0x03) << 6) | (second & 0x3f));
  }
  return bytes;
}

} // namespace revisit
