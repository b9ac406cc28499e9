#include "query/interleaving/column_layout.h"

#include "base/text_width.h"

#include <algorithm>

namespace revisit {
namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t narrowest = 6; // the smallest width at which a column is still recognisable

// For each thread, the width of its name or of its widest text, whichever is larger.
std::vector<std::size_t> widthsOf(std::span<const InterleavingRow> rows, const std::vector<std::string>& names) {
  std::vector<std::size_t> widths;
  for (const std::string& name : names)
    widths.push_back(textWidth(name));
  for (const InterleavingRow& row : rows) {
    std::size_t& width = widths[row.thread.value_or(0)];
    width = std::max(width, textWidth(row.text));
  }
  return widths;
}

// Limits every column's width to `most`.
std::vector<std::size_t> startsOf(const std::vector<std::size_t>& widths, std::size_t first, std::size_t most) {
  std::vector<std::size_t> starts = {first};
  for (const std::size_t width : widths)
    starts.push_back(starts.back() + std::min(width, most) + gap);
  starts.pop_back();
  return starts;
}

std::size_t endOf(const std::vector<std::size_t>& starts, const std::vector<std::size_t>& widths) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < starts.size(); i++)
    end = std::max(end, starts[i] + widths[i]);
  return end;
}

} // namespace

ColumnLayout layOut(std::span<const InterleavingRow> rows, const std::vector<std::string>& names,
                    std::size_t numberWidth, std::size_t width) {
  ColumnLayout layout{numberWidth, {}, 0, width, true};
  const std::vector<std::size_t> widths = widthsOf(rows, names);
  std::size_t places = 0, widest = narrowest;
  for (const InterleavingRow& row : rows)
    places = std::max(places, textWidth(row.place));
  for (const std::size_t each : widths)
    widest = std::max(widest, each);
  const std::size_t first = numberWidth + gap;
  const auto fits = [&] { return width == 0 || endOf(layout.starts, widths) + gap + places <= width; };
  for (std::size_t most = widest; most >= narrowest; most--) {
    layout.starts = startsOf(widths, first, most);
    layout.places = endOf(layout.starts, widths) + gap;
    if (fits())
      return layout;
  }
  // Long texts are shortened if otherwise less than a third of the line were left for the columns.
  layout.places = width - std::min(width, places);
  if (layout.starts.back() + width / 3 + gap <= layout.places)
    return layout;
  layout.places = std::max(first, layout.places);
  layout.starts.assign(names.size(), first);
  layout.hasColumns = false;
  return layout;
}

} // namespace revisit
