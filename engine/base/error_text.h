// How errors read wherever they are shown. Stateless.
#pragma once

#include "base/result.h"

namespace revisit {

// "WHERE: WHAT", or what alone when it is nowhere.
inline std::string errorText(const Error& error) {
  return error.where.empty() ? error.what : error.where + ": " + error.what;
}

} // namespace revisit
