// Finds where in the source the order of an atomic access or a fence is written, and makes a patch of other orders.
// Pure functions.
#pragma once

#include "html_report.h"
#include "orders/orders.h"

#include <map>

namespace revisit::cli {

// Words of a source file to be replaced.
struct OrderEdit {
  std::string file;
  unsigned line = 0;      // from 1
  std::size_t column = 0; // from 0, in bytes
  std::size_t length = 0;
  std::string text;
  friend auto operator<=>(const OrderEdit&, const OrderEdit&) = default;
};

// The edits that give the site this level. None: its order is not written there, or not in a way that tells which word
// is meant. The order has to be an argument of the call that stands at the site's position.
std::vector<OrderEdit> editsOf(const OrderSite& site, OrderLevel level, const std::vector<std::string>& lines);

struct OrderPatch {
  std::string text;          // a unified diff, for `patch -p0`; empty: nothing can be patched
  std::vector<bool> patched; // by site: whether the patch, or the source as it is, gives it its level
};

// Gives each site its level; those behind the assignment's end keep theirs. Sites whose edits contradict each other are
// left out.
OrderPatch patchOf(const std::vector<OrderSite>& sites, const OrderAssignment& levels, const SourceReader& sources);

// The unified diff of a file between the two texts, which have the same number of lines.
std::string unifiedDiff(const std::string& file, const std::vector<std::string>& before,
                        const std::vector<std::string>& after);

} // namespace revisit::cli
