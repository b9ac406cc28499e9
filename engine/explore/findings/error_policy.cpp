#include "explore/findings/error_policy.h"

namespace revisit {

ErrorPolicy::ErrorPolicy() {
  m_ends.fill(true);
  treat(ErrorKind::Leak, Treatment::Warning);
  treat(ErrorKind::ExitStatus, Treatment::Warning);
  treat(ErrorKind::Stranded, Treatment::Warning);
}

void ErrorPolicy::stopOnlyOn(std::span<const ErrorKind> chosen) {
  m_ends.fill(false);
  for (const ErrorKind kind : chosen) {
    m_ends[static_cast<std::size_t>(kind)] = true;
    if (of(kind) == Treatment::Warning)
      treat(kind, Treatment::Error);
  }
}

std::vector<ErrorKind> ErrorPolicy::allKinds() {
  std::vector<ErrorKind> all;
  for (std::size_t kind = 0; kind < static_cast<std::size_t>(ErrorKind::None); kind++)
    all.push_back(static_cast<ErrorKind>(kind));
  return all;
}

std::vector<ErrorKind> ErrorPolicy::ignored() const {
  std::vector<ErrorKind> found = allKinds();
  std::erase_if(found, [this](ErrorKind kind) { return of(kind) != Treatment::Ignored; });
  return found;
}

} // namespace revisit
