#include "path/losses.h"

#include "base/file_name.h"

#include <algorithm>

namespace revisit {

LossId Losses::of(Loss loss) {
  const auto isSame = [&](const Loss& known) {
    return known.by == loss.by && known.place.file == loss.place.file && known.place.line == loss.place.line;
  };
  const auto known = std::ranges::find_if(m_losses, isSame);
  const auto index = static_cast<std::uint32_t>(known - m_losses.begin());
  if (known == m_losses.end())
    m_losses.push_back(std::move(loss));
  return LossId(index);
}

std::string Losses::text(LossId loss) const {
  const Loss& found = m_losses[loss.value()];
  if (found.place.file.empty())
    return found.by;
  return found.by + " at " + fileName(found.place.file) + ":" + std::to_string(found.place.line);
}

} // namespace revisit
