// Rank 0 of a distributed exploration, as far as the helpers are concerned: hands the pieces of its list to their
// workers, takes what they found, and notices when one is lost. The pieces of a lost helper are explored by others:
// what it has not brought counts as not explored. Thread rule: belongs to the thread of the ranks.
#pragma once

#include "check/distributed/back_off.h"
#include "check/distributed/rank_messages.h"
#include "check/pieces/remote_workers.h"
#include "ranks/ranks.h"

#include <chrono>

namespace revisit {

class RankServer final : public RemoteWorkers {
public:
  // `workers`: of each helper. `patience`: a helper that is silent for so many seconds is lost; to be more than what
  // the machine may keep a process waiting.
  RankServer(Ranks& ranks, unsigned workers, double patience);
  RankServer(const RankServer&) = delete;
  RankServer& operator=(const RankServer&) = delete;
  ~RankServer() override { leave(2); }

  unsigned count() const override { return static_cast<unsigned>(m_workers.size()); }
  void begin(PieceList& list, unsigned first, const CheckOptions& options, const ExploreOptions& explore,
             double secondsLeft) override;
  void serve() override;
  bool haveEnded() const override;
  void end() override;
  // This process leaves the ranks, after end(). To be called when the report was made: a rank that is lost at this
  // moment can end the process, with `status`.
  void leave(int status);
  Outcome outcome() const override { return m_outcome; }

private:
  using Clock = std::chrono::steady_clock;
  struct Worker {
    unsigned helper = 0, number = 0; // of its rank; in that process
    bool isWanting = false, isOver = false, hasEnded = false;
    bool wasAskedToYield = false, wasDropped = false; // of its entry
    std::optional<std::uint64_t> entry;
    std::vector<GraphIdentity> executions; // new ones of the entry
  };
  struct Helper { // by rank; the one of rank 0 is not used
    Clock::time_point heard{};
    bool isOut = false; // lost, or does not take part
    bool isLost = false;
    bool saidBye = false;
  };

  unsigned numberOf(const Worker& worker) const { return m_first + static_cast<unsigned>(&worker - m_workers.data()); }
  void send(unsigned rank, const RankMessage& message);
  void sendAll(const RankMessage& message);
  bool receiveSome();
  void take(unsigned rank, const RankMessage& message);
  void takeFrom(Worker& worker, const RankMessage& message);
  void finish(Worker& worker, const RankMessage& message);
  void answer(Worker& worker, bool isSo);
  void takeEnd(Worker& worker, const std::string& bytes);
  bool offerPieces();
  void passOnWishes();
  void askForWork();
  void watch();
  void lose(unsigned rank, const std::string& why);
  void leaveOut(unsigned rank);
  void endWorker(Worker& worker);
  bool isComplete() const;

  Ranks& m_ranks;
  const std::chrono::duration<double> m_patience;
  std::vector<Helper> m_helpers;
  std::vector<Worker> m_workers;
  PieceList* m_list = nullptr; // null: not begun
  const CheckOptions* m_options = nullptr;
  unsigned m_first = 0;
  std::uint64_t m_offered = 0; // the list's changes() at the last offer
  std::size_t m_turn = 0;      // the worker that was asked last to give away work
  Clock::time_point m_offeredAt{}, m_askedAt{}, m_toldAlive{};
  bool m_wasStopped = false, m_hasEnded = false, m_hasLeft = false;
  BackOff m_backOff;
  Outcome m_outcome;
};

} // namespace revisit
