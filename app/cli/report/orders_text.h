// What `revisit orders` says, as text and as JSON. Pure functions, except for what the reader does.
#pragma once

#include "html_report.h"
#include "orders/orders.h"

#include <string>

namespace revisit::cli {

// `width` of the text; 0: as wide as it is.
std::string ordersText(const OrdersReport& report, std::size_t width, const SourceReader& sources);
std::string ordersJson(const OrdersReport& report, const SourceReader& sources);

// The orders to write into the source: the first repair, or those that are as weak as they can be together. Empty: the
// orders as written.
OrderAssignment proposalOf(const OrdersReport& report);

} // namespace revisit::cli
