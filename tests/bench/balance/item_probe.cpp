#include "item_probe.h"

#include "check/worker/launch.h"
#include "explore/condpor/work_item.h"

#include <ctime>

namespace revisit::balance {

double processorTime() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

ItemProbe::ItemProbe(std::string program) {
  m_options.program.path = std::move(program);
  m_options.explore.keepGoing = true;
}

Result<std::unique_ptr<ItemProbe>> ItemProbe::launch(const std::string& program) {
  std::unique_ptr<ItemProbe> probe(new ItemProbe(program));
  Result<instrument::Image> image = openInstrumented(program);
  if (!image)
    return image.error();
  probe->m_image.emplace(std::move(image.value()));
  probe->m_worker = std::make_unique<Worker>(probe->m_options);
  if (const Status launched = probe->m_worker->launch(*probe->m_image); !launched)
    return launched.error();
  ExploreOptions explore = probe->m_options.explore;
  explore.unroll = probe->m_options.bounds.unroll;
  probe->m_worker->prepare(explore);
  return probe;
}

Result<ItemProbe::Measured> ItemProbe::measure(std::uint64_t executions) {
  PieceExplorer& pieces = m_worker->pieces();
  for (bool isNew = true;;) {
    Piece left;
    const double begin = processorTime();
    const PieceEnd end =
        pieces.explorePiece(wholeExploration(), [&] { return pieces.progress().counts.total() >= executions; }, left);
    const double time = processorTime() - begin;
    if (end == PieceEnd::Restart)
      continue;
    if (end == PieceEnd::NeedsOneWorker || end == PieceEnd::Stopped || pieces.progress().work.stale != 0)
      return Error{ErrorCode::Unsupported, m_options.program.path, "it cannot be explored in pieces"};
    if (!std::exchange(isNew, false)) // behaviours are known now
      return Measured{pieces.progress().counts.total(), pieces.progress().work.eventsAdded, time};
  }
}

Result<Probed> ItemProbe::probe(const PieceItem& item) {
  PieceExplorer& pieces = m_worker->pieces();
  Probed probed;
  if (!item.bytes.empty())
    probed.node.steps = static_cast<std::uint32_t>(workItemFrom(item.bytes).value().steps.size());
  const PieceEnd end = pieces.explorePiece({{item.bytes, 1}}, [] { return true; }, probed.left);
  if (end == PieceEnd::Restart)
    return Error{ErrorCode::Interrupted, m_options.program.path, "something new became known"};
  if (end == PieceEnd::NeedsOneWorker || end == PieceEnd::Stopped)
    return Error{ErrorCode::Unsupported, m_options.program.path, "it cannot be explored in pieces"};
  probed.node.executions = static_cast<std::uint32_t>(pieces.progress().counts.total());
  probed.node.added = static_cast<std::uint32_t>(pieces.progress().work.eventsAdded);
  return probed;
}

} // namespace revisit::balance
