// The engine's texts as Qt's. Stateless.
#pragma once

#include <QString>

#include <string>
#include <string_view>

namespace revisit::gui {

inline QString fromText(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace revisit::gui
