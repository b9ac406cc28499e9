// Computes the positions of the columns of an interleaving. Pure functions.
#pragma once

#include "query/interleaving/interleaving.h"

#include <span>

namespace revisit {

// `starts` of the threads' columns. If the width is too small they overlap: each line has only one event, so its text
// may extend over the columns to the right. With many threads there are no columns: each text begins at `starts[0]`
// with the number of its thread.
struct ColumnLayout {
  std::size_t numberWidth = 0;
  std::vector<std::size_t> starts;
  std::size_t places = 0; // where source positions begin if the text to the left leaves room
  std::size_t width = 0;  // of a line; 0: as wide as necessary
  bool hasColumns = true;
};

// `names` by thread; `width` 0: unlimited.
ColumnLayout layOut(std::span<const InterleavingRow> rows, const std::vector<std::string>& names,
                    std::size_t numberWidth, std::size_t width);

} // namespace revisit
