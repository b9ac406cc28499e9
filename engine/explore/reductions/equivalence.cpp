#include "explore/reductions/equivalence.h"

namespace revisit {

bool parseEquivalence(std::string_view text, Equivalence& equivalence) {
  if (text == "full" || text == "reduced") {
    equivalence = {.objects = text == "reduced", .locations = text == "reduced"};
    return true;
  }
  Equivalence parsed;
  for (bool more = true; more;) {
    const std::size_t comma = text.find(',');
    more = comma != std::string_view::npos;
    const std::string_view name = text.substr(0, comma);
    if (name == "objects")
      parsed.objects = true;
    else if (name == "locations")
      parsed.locations = true;
    else
      return false;
    text.remove_prefix(more ? comma + 1 : text.size());
  }
  equivalence = parsed;
  return true;
}

std::string equivalenceText(const Equivalence& equivalence) {
  if (equivalence.isFull())
    return "full";
  if (equivalence.objects && equivalence.locations)
    return "reduced";
  return equivalence.objects ? "objects" : "locations";
}

} // namespace revisit
