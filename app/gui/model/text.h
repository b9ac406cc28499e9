// Conversions from the engine's texts to Qt's. Stateless.
#pragma once

#include "base/error_text.h"

#include <QString>

#include <string>
#include <string_view>

namespace revisit::gui {

inline QString fromText(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

// "WHERE: WHAT."
inline QString sentenceOf(const Error& error) {
  return fromText(errorText(error) + '.');
}

} // namespace revisit::gui
