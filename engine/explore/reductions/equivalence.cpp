#include "explore/reductions/equivalence.h"

#include <algorithm>
#include <iterator>

namespace revisit {

namespace {

struct Reduction {
  std::string_view name;
  bool Equivalence::*chosen;
};
constexpr Reduction reductions[] = {
    {"objects", &Equivalence::objects}, {"locations", &Equivalence::locations}, {"locks", &Equivalence::locks}};

} // namespace

bool parseEquivalence(std::string_view text, Equivalence& equivalence) {
  Equivalence parsed;
  if (text == "reduced")
    for (const Reduction& reduction : reductions)
      parsed.*reduction.chosen = true;
  for (bool more = text != "full" && text != "reduced"; more;) {
    const std::size_t comma = text.find(',');
    more = comma != std::string_view::npos;
    const auto found = std::ranges::find(reductions, text.substr(0, comma), &Reduction::name);
    if (found == std::end(reductions))
      return false;
    parsed.*found->chosen = true;
    text.remove_prefix(more ? comma + 1 : text.size());
  }
  equivalence = parsed;
  return true;
}

std::string equivalenceText(const Equivalence& equivalence) {
  std::string names;
  bool all = true;
  for (const Reduction& reduction : reductions) {
    all &= equivalence.*reduction.chosen;
    if (equivalence.*reduction.chosen)
      names += (names.empty() ? "" : ",") + std::string(reduction.name);
  }
  return all ? "reduced" : names.empty() ? "full" : names;
}

} // namespace revisit
