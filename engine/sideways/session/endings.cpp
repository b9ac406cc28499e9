#include "sideways/session/endings.h"

#include "query/interleaving/columns.h"
#include "query/timeline/event_text.h"

namespace revisit {

std::string endingWords(const Witness& witness) {
  std::string text = witness.error.kind == ErrorKind::None ? endingText(witness) : describeError(witness);
  while (text.ends_with('\n'))
    text.pop_back();
  return text;
}

std::string shortEnding(const Witness& witness) {
  const std::string text = endingWords(witness);
  return text.substr(0, text.find('\n'));
}

} // namespace revisit
