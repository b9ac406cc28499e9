#include "explore/error_policy.h"

namespace revisit {

ErrorPolicy::ErrorPolicy() {
  m_ends.fill(true);
  treat(ErrorKind::Leak, Treatment::Warning);
  treat(ErrorKind::ExitStatus, Treatment::Warning);
}

void ErrorPolicy::stopOnlyOn(std::span<const ErrorKind> chosen) {
  m_ends.fill(false);
  for (const ErrorKind kind : chosen) {
    m_ends[static_cast<std::size_t>(kind)] = true;
    if (of(kind) == Treatment::Warning)
      treat(kind, Treatment::Error);
  }
}

std::vector<ErrorKind> ErrorPolicy::ignored() const {
  std::vector<ErrorKind> found;
  for (std::size_t kind = 0; kind < kinds; kind++)
    if (m_treatments[kind] == Treatment::Ignored)
      found.push_back(static_cast<ErrorKind>(kind));
  return found;
}

} // namespace revisit
