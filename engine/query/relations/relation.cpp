#include "query/relations/relation.h"

namespace revisit {
namespace {

struct Words {
  const char* label;
  const char* name;
  char key;
};

// By Relation.
constexpr std::array<Words, relationCount> words = {{{"po", "program order", '\0'},
                                                     {"rf", "reads-from", 'R'},
                                                     {"co", "coherence", 'O'},
                                                     {"fr", "from-reads", 'F'},
                                                     {"sw", "synchronizes-with", 'Y'},
                                                     {"hb", "happens-before", 'H'},
                                                     {"psc", "partial order of seq_cst events", 'S'},
                                                     {"chain", "object chain", 'L'},
                                                     {"create", "thread creation", 'B'},
                                                     {"join", "thread join", 'J'},
                                                     {"waits", "waits for", 'W'}}};

} // namespace

const char* labelOf(Relation relation) {
  return words[indexOf(relation)].label;
}

const char* nameOf(Relation relation) {
  return words[indexOf(relation)].name;
}

char keyOf(Relation relation) {
  return words[indexOf(relation)].key;
}

std::optional<Relation> relationOfKey(int key) {
  for (const Relation relation : allRelations)
    if (keyOf(relation) != '\0' && keyOf(relation) == key)
      return relation;
  return std::nullopt;
}

Direction directionOfKey(Relation relation, bool withShift) {
  return withShift != (relation == Relation::Waiting) ? Direction::Forward : Direction::Backward;
}

} // namespace revisit
