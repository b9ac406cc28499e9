#include "base/suggestion.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit {
namespace {

// The number of letters to delete, insert, replace or swap with their neighbour to turn one word into the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); j++)
    last[j] = j;
  for (std::size_t i = 1; i <= a.size(); i++) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); j++) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.size()];
}

std::string_view withoutDashes(std::string_view word) {
  return word.substr(std::min(word.find_first_not_of('-'), word.size()));
}

} // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  constexpr std::size_t longest = 40; // no option is that long
  const std::string_view meant = withoutDashes(word.substr(0, word.find('=')));
  if (meant.empty() || meant.size() > longest)
    return {};
  const std::size_t near = std::max<std::size_t>(1, meant.size() / 3);
  std::string best;
  std::size_t least = near + 1;
  for (const std::string& candidate : known) {
    const std::string_view name = withoutDashes(candidate);
    // A prefix of a long word means that word too.
    const bool begins = meant.size() >= 3 && name.starts_with(meant);
    if (const std::size_t far = begins ? 1 : distance(meant, name); far < least && far < name.size()) {
      least = far;
      best = candidate;
    }
  }
  return best;
}

std::string didYouMean(std::string_view word, const std::vector<std::string>& known) {
  const std::string meant = nearest(word, known);
  return meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant);
}

} // namespace revisit
