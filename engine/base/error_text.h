// The text of an error, the same wherever it is shown. Stateless.
#pragma once

#include "base/result.h"

namespace revisit {

// "WHERE: WHAT", or only WHAT when the place is empty.
inline std::string errorText(const Error& error) {
  return error.where.empty() ? error.what : error.where + ": " + error.what;
}

} // namespace revisit
