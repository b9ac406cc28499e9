#include "check/distributed/rank_messages.h"

#include "check/packing.h"

namespace revisit {

using packing::Json;

std::string bytesOf(const RankMessage& message) {
  return packing::packed({static_cast<int>(message.kind), message.worker, message.entry, message.isSo, message.first,
                          message.second, packing::binary(message.bytes)});
}

Result<RankMessage> rankMessageFrom(std::string_view bytes) {
  return packing::unpacked<RankMessage>(
      bytes,
      [](const Json& json) {
        const int kind = json.at(0);
        if (kind < 0 || kind > static_cast<int>(RankMessageKind::Alive))
          throw std::out_of_range("a message of an unknown kind");
        return RankMessage{
            static_cast<RankMessageKind>(kind), json.at(1), json.at(2), json.at(3), json.at(4), json.at(5),
            packing::bytesIn(json.at(6))};
      },
      wrongMessage);
}

std::string bytesOf(const WorkerEnd& end) {
  return packing::packed({end.solver.queries, end.solver.cacheHits, end.solver.seconds, end.solver.byOrder,
                          end.nativeRuns, packing::binary(end.failure), end.isBound});
}

Result<WorkerEnd> workerEndFrom(std::string_view bytes) {
  return packing::unpacked<WorkerEnd>(
      bytes,
      [](const Json& json) {
        return WorkerEnd{
            {json.at(0), json.at(1), json.at(2), json.at(3)}, json.at(4), packing::bytesIn(json.at(5)), json.at(6)};
      },
      wrongMessage);
}

} // namespace revisit
