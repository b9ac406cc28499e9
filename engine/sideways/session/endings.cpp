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

Result<std::vector<std::string>> endingsOf(SidewaysSession& session, const OutcomeList& list) {
  const Witness from = session.witness();
  std::vector<std::string> endings;
  for (const JudgedOutcome& one : list.outcomes) {
    std::string& ending = endings.emplace_back();
    if (one.judgement.verdict != Verdict::Possible)
      continue;
    const Result<Move> move = session.take(one.outcome);
    ending = move ? shortEnding(move.value().witness) : move.error().what;
    if (!move && move.error().code != ErrorCode::NotFound)
      return move.error();
    if (move)
      if (const Status back = session.goTo(from); !back)
        return back.error();
  }
  return endings;
}

} // namespace revisit
