#include "check/distributed/rank_messages.h"

#include "check/pieces/packing.h"

namespace revisit {

namespace packing {

template <>
inline constexpr auto fieldsOf<RankMessage> =
    std::tuple{Field{"kind", &RankMessage::kind},   Field{"worker", &RankMessage::worker},
               Field{"entry", &RankMessage::entry}, Field{"is_so", &RankMessage::isSo},
               Field{"first", &RankMessage::first}, Field{"second", &RankMessage::second},
               Field{"bytes", &RankMessage::bytes}};

template <>
inline constexpr auto fieldsOf<SolverStats> =
    std::tuple{Field{"queries", &SolverStats::queries}, Field{"cache_hits", &SolverStats::cacheHits},
               Field{"seconds", &SolverStats::seconds}, Field{"by_order", &SolverStats::byOrder}};

template <>
inline constexpr auto fieldsOf<WorkerEnd> =
    std::tuple{Field{"solver", &WorkerEnd::solver}, Field{"native_runs", &WorkerEnd::nativeRuns},
               Field{"failure", &WorkerEnd::failure}, Field{"is_bound", &WorkerEnd::isBound}};

} // namespace packing

std::string bytesOf(const RankMessage& message) {
  return packing::packed(packing::toJson(message));
}

Result<RankMessage> rankMessageFrom(std::string_view bytes) {
  Result<RankMessage> message = packing::unpacked<RankMessage>(bytes, wrongMessage);
  if (message && message->kind > RankMessageKind::Alive)
    return Error{ErrorCode::BadFormat, "", std::string(wrongMessage) + ": a message of an unknown kind"};
  return message;
}

std::string bytesOf(const WorkerEnd& end) {
  return packing::packed(packing::toJson(end));
}

Result<WorkerEnd> workerEndFrom(std::string_view bytes) {
  return packing::unpacked<WorkerEnd>(bytes, wrongMessage);
}

} // namespace revisit
