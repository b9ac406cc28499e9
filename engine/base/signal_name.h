// Names of signals. Stateless.
#pragma once

#include <cstring>
#include <string>

namespace revisit {

// "SIGTERM"; "signal 35" of one without a name.
inline std::string signalName(int number) {
  const char* const name = sigabbrev_np(number);
  return name != nullptr ? "SIG" + std::string(name) : "signal " + std::to_string(number);
}

} // namespace revisit
