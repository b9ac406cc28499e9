#include "explore/reductions/equivalence.h"

namespace revisit {

namespace {

struct Reduction {
  std::string_view name;
  bool Equivalence::* chosen;
  bool isUsual; // part of "reduced"
};
constexpr Reduction reductions[] = {{"objects", &Equivalence::objects, true},
                                    {"locations", &Equivalence::locations, true},
                                    {"locks", &Equivalence::locks, true},
                                    {"waits", &Equivalence::waits, true},
                                    {"symmetry", &Equivalence::symmetry, false}};

bool choose(std::string_view name, Equivalence& equivalence) {
  bool isKnown = false;
  for (const Reduction& reduction : reductions)
    if (name == reduction.name || (name == "reduced" && reduction.isUsual))
      isKnown = equivalence.*reduction.chosen = true;
  return isKnown;
}

} // namespace

bool parseEquivalence(std::string_view text, Equivalence& equivalence) {
  Equivalence parsed;
  for (bool more = text != "full"; more;) {
    const std::size_t comma = text.find(',');
    more = comma != std::string_view::npos;
    if (!choose(text.substr(0, comma), parsed))
      return false;
    text.remove_prefix(more ? comma + 1 : text.size());
  }
  equivalence = parsed;
  return true;
}

std::string equivalenceText(const Equivalence& equivalence) {
  std::string usual, others;
  bool hasAllUsual = true;
  for (const Reduction& reduction : reductions) {
    hasAllUsual &= equivalence.*reduction.chosen || !reduction.isUsual;
    if (equivalence.*reduction.chosen)
      (reduction.isUsual ? usual : others) += ',' + std::string(reduction.name);
  }
  const std::string names = (hasAllUsual ? ",reduced" : usual) + others;
  return names.empty() ? "full" : names.substr(1);
}

} // namespace revisit
