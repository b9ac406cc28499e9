// Where the columns of an interleaving stand. Pure functions.
#pragma once

#include "session/interleaving.h"

#include <span>

namespace revisit {

// `starts` of the threads' columns. Where the width is too small they overlap: a line has only one event, so that its
// text may run on over the columns behind it. With many threads there are no columns at all: each text begins at
// `starts[0]` with its thread's number.
struct ColumnLayout {
  std::size_t numberWidth = 0;
  std::vector<std::size_t> starts;
  std::size_t places = 0; // where the places of the source begin, when the text before leaves them room
  std::size_t width = 0;  // of a line; 0: as wide as it has to be
  bool hasColumns = true;
};

// `names` by thread; `width` 0 stands for any.
ColumnLayout layOut(std::span<const InterleavingRow> rows, const std::vector<std::string>& names,
                    std::size_t numberWidth, std::size_t width);

} // namespace revisit
