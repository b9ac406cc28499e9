// The pieces of rank 0, as the workers of a helper see them: each question is a message that waits to be sent, and the
// worker waits for the answer. Thread rule: the functions of PieceSource may be called by any worker's thread, one for
// each worker; the others belong to the thread that carries the messages.
#pragma once

#include "check/distributed/rank_messages.h"
#include "check/pieces/piece_list.h"

#include <chrono>
#include <deque>
#include <vector>

namespace revisit {

class RemotePieces final : public PieceSource {
public:
  // `sharing`: that of rank 0's list.
  RemotePieces(unsigned workers, PieceList::Sharing sharing);

  std::optional<PieceTask> next(unsigned worker, const std::function<void()>& tick) override;
  void finish(unsigned worker, std::uint64_t entry, PieceResult result) override;
  void giveBack(unsigned worker, std::uint64_t entry) override;
  bool shallYield(unsigned worker, std::uint64_t executions) override;
  bool isDropped(unsigned worker) const override { return m_slots[worker].isDropped.load(std::memory_order_relaxed); }
  bool isShown(std::uint64_t entry, const std::string& key, Race::Adjacent adjacent) override;
  bool isNew(const GraphIdentity& execution) override;
  void stop() override;
  void tell(unsigned worker, const Exploration& exploration) override;

  // The worker's thread is about to end.
  void end(unsigned worker, const WorkerEnd& how);

  // A message from rank 0 to a worker. Unknown workers and entries are ignored.
  void take(const RankMessage& message);
  // What is to be sent, in this order; waits for that until then. Empty: there is nothing.
  std::deque<RankMessage> outgoing(std::chrono::microseconds wait);
  // There will be no answers any more: all workers end soon.
  void close();

private:
  using Clock = std::chrono::steady_clock;
  struct Slot { // of a worker
    std::atomic<bool> isDropped = false, isAskedToYield = false;
    std::uint64_t entry = 0;
    bool hasEntry = false;
    std::optional<PieceTask> task;
    bool isOver = false;
    std::optional<bool> answer;
    Clock::time_point told{};
  };

  void post(RankMessage message);
  // The worker's thread waits for the answer to this question; none: there will be none.
  std::optional<bool> ask(unsigned worker, RankMessage question);
  void forget(Slot& slot);

  const PieceList::Sharing m_sharing;
  std::mutex m_mutex;
  std::condition_variable m_arrived, m_posted;
  std::vector<Slot> m_slots;
  std::deque<RankMessage> m_outgoing;
  bool m_isClosed = false;
};

} // namespace revisit
