// What rank 0 and its helpers tell each other. A helper is a rank other than 0; its workers have numbers from 0 on.
// Thread rule: stateless.
#pragma once

#include "base/result.h"
#include "explore/explorer.h"
#include "solver/solver.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace revisit {

// The beginning of errors about bytes that are not what they should be.
inline constexpr const char* wrongMessage = "a message of another rank is not of this version";

enum class RankMessageKind : std::uint8_t {
  // From rank 0.
  Begin,  // `bytes`: the Subject
  Task,   // for the worker: `entry`, and `bytes` of a PieceTask
  Over,   // for the worker: there are no more pieces
  Answer, // to the worker's question: `isSo`
  Yield,  // the worker shall give back what is left of `entry`
  Drop,   // what the worker explores as `entry` is void
  Stop,   // the user has stopped the exploration
  End,    // all is done; to be answered with Bye
  Leave,  // after Bye: `isSo`, whether no rank was lost
  // From a helper.
  Refuse,   // this helper does not take part; `bytes` say why
  Want,     // the worker has nothing to do
  Finish,   // the worker explored `entry`; `bytes` of a PieceResult
  GiveBack, // the worker did not explore `entry`
  IsShown,  // asked about `entry`: `bytes` is the key of a finding, `first` its Race::Adjacent
  IsNew,    // asked about an execution: its identity is `first` and `second`
  StopAll,  // the exploration shall end
  Tell,     // what the worker's piece has shown so far: `bytes` of an Exploration
  Ended,    // the worker ended; `bytes` of a WorkerEnd
  Bye,
  // From both, so that they know that the other one is there.
  Alive
};

struct RankMessage {
  RankMessageKind kind = RankMessageKind::Alive;
  unsigned worker = 0;
  std::uint64_t entry = 0;
  bool isSo = false;
  std::uint64_t first = 0, second = 0;
  std::string bytes = {};

  friend bool operator==(const RankMessage&, const RankMessage&) = default;
};

// How a worker of a helper ended.
struct WorkerEnd {
  SolverStats solver;
  std::uint64_t nativeRuns = 0;
  std::string failure;  // the program did not reach its main function: why; otherwise empty
  bool isBound = false; // that was because of a bound
};

std::string bytesOf(const RankMessage& message);
std::string bytesOf(const WorkerEnd& end);
// Fail with BadFormat when the bytes are not of that kind.
Result<RankMessage> rankMessageFrom(std::string_view bytes);
Result<WorkerEnd> workerEndFrom(std::string_view bytes);

} // namespace revisit
