// Converts an explorer's graph to the brute force's canonical text.
#include "quotient.h"

namespace revisit::test {

std::string canonicalText(const ExecutionGraph& graph) {
  std::string all;
  for (const std::vector<QuotientEvent>& thread : quotientExecution(graph)) {
    for (const QuotientEvent& event : thread)
      all += eventText(event.kind.c_str(), event.source, event.predecessor, event.decision, event.number) + ' ';
    all += '|';
  }
  return all;
}

} // namespace revisit::test
