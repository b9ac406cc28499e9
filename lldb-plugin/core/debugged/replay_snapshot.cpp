#include "debugged/replay_snapshot.h"

#include <algorithm>

namespace revisit {

const ReplayThread* ReplaySnapshot::thread() const {
  if (!selected)
    return nullptr;
  const auto found = std::ranges::find(threads, selected->thread, &ReplayThread::id);
  return found != threads.end() ? &*found : nullptr;
}

const ReplayFrame* ReplaySnapshot::frame() const {
  const ReplayThread* chosen = thread();
  if (!chosen)
    return nullptr;
  const auto found = std::ranges::find(chosen->frames, selected->frame, &ReplayFrame::index);
  return found != chosen->frames.end() ? &*found : nullptr;
}

} // namespace revisit
