// What the window says first: the result in one sentence, or why there is none yet. Thread rule: the window's thread.
#pragma once

#include "model/exploration/litmus_states.h"

#include <QString>

namespace revisit::gui {

enum class AnswerKind : std::uint8_t {
  Nothing, // is open
  Compiling,
  Exploring,
  Paused,
  Bug,
  Safe,       // everything was explored
  Incomplete, // no bug, but not everything was explored
  Graph,      // a witness without an error
  NotCompiled,
  Failed, // the tool did
  Misfit  // a witness whose program is gone or another build
};

// What a button beside the sentence does.
enum class AnswerHelp : std::uint8_t {
  None,
  Open,
  Further,  // explores more, with further()
  Remedy,   // compiles as ExplorationRun::failure() says
  Sources,  // asks for the other sources of the program
  FirstLine // goes to the first line that a reason names
};

struct Answer {
  AnswerKind kind = AnswerKind::Nothing;
  QString word, sentence; // "Bug", "4 distinct in 23 executions, all explored"
  QString tip;            // more about it; empty: nothing
  AnswerHelp help = AnswerHelp::None;
  QString helpText;
  std::optional<SourceLine> line; // of FirstLine
};

// The answer of the exploration.
Answer answerOf(const ExplorationRun& run);
// That of a litmus test, once it is known: whether what it asks for is allowed. A bug is still the answer.
Answer answerOf(const LitmusStates& states, Answer ofRun);
// That of a witness which is no part of an exploration. `misfit`: why its program cannot do it again; empty: it can.
Answer answerOf(const Execution& witness, const QString& misfit);

// "1,240 executions, 3 with a bug, 410/s, about 9,000 (±700) in all, 3 s"
QString progressText(const ExplorationStatus& status, ExplorationState state);

} // namespace revisit::gui
