// The pieces of an exploration that several workers share, in the order in which one worker would explore them: what
// each has shown, or that it is to be explored. The report of the whole is therefore that of one worker, whatever the
// number of workers and whoever explored what.
//
// Where the program turns out to be explored in another way than was known, everything begins again: all workers give
// their pieces back, and the next ones are of another generation. An exploration that ends at the first bug ends at the
// first one in the order of pieces: those behind it are dropped, those before it go on.
//
// Thread rule: all functions may be called by any thread.
#pragma once

#include "check/report/piece_report.h"
#include "check/worker/knowledge.h"
#include "explore/pieces.h"

#include <atomic>
#include <condition_variable>
#include <list>
#include <mutex>
#include <optional>
#include <unordered_set>

namespace revisit {

struct PieceTask {
  std::uint64_t entry = 0; // names the piece
  Piece piece;
  std::optional<Knowledge> known; // more than what the worker knew: it has to begin with that
};

struct PieceResult {
  PieceEnd end = PieceEnd::Done;
  PieceReport report;
  Piece left;
  std::optional<Knowledge> known; // if it may be more than before
};

// Where workers get pieces, and bring what they showed. Workers have numbers, from 0 on.
class PieceSource {
public:
  virtual ~PieceSource() = default;
  // A piece for this worker, which is waited for; it is in the worker's hands until finish() or giveBack(). None: all
  // is explored, or the exploration has ended otherwise. `tick` is called while it waits, several times a second; it
  // may be empty.
  virtual std::optional<PieceTask> next(unsigned worker, const std::function<void()>& tick) = 0;
  virtual void finish(unsigned worker, std::uint64_t entry, PieceResult result) = 0;
  // The piece was not explored.
  virtual void giveBack(unsigned worker, std::uint64_t entry) = 0;

  // Whether the worker shall give back what is left of its piece, because others have nothing to do, or somebody wants
  // the state. `executions`: how many it has explored of the piece. Cheap.
  virtual bool shallYield(unsigned worker, std::uint64_t executions) = 0;
  // Whether what the worker explores is void.
  virtual bool isDropped(unsigned worker) const = 0;
  // Whether a piece before this one has shown a finding with this key at least as well; it is noted that this one has.
  virtual bool isShown(std::uint64_t entry, const std::string& key, Race::Adjacent adjacent) = 0;
  // Whether no worker has found this execution. Keeps it in memory.
  virtual bool isNew(const GraphIdentity& execution) = 0;
  // Everybody gives back what is left; no further pieces are handed out.
  virtual void stop() = 0;
  // The worker publishes what its piece has shown so far, for the sum.
  virtual void tell(unsigned worker, const Exploration& exploration) = 0;
};

class PieceList final : public PieceSource {
public:
  // What is still to be done, and what was found before and between: a list of both, in order.
  struct State {
    struct Part {
      bool isExplored = false;
      PieceReport report; // if so
      Piece piece;        // if not
    };
    Knowledge known;
    std::vector<Part> parts;
  };
  // Nothing was explored, and nothing is known.
  static State wholeState() { return {{}, {{false, {}, wholeExploration()}}}; }

  // InTurn (for tests): a worker soon gives away what is left of its piece, and pieces go to the workers in turn.
  enum class Sharing : std::uint8_t { WhenWanted, InTurn };
  static Sharing sharingFor(bool spreads) { return spreads ? Sharing::InTurn : Sharing::WhenWanted; }

  // Whether a worker may give away what is left of its piece after so many executions of it, so that parts do not
  // become too small.
  static bool isEnough(Sharing sharing, std::uint64_t executions) {
    return executions >= (sharing == Sharing::InTurn ? 3 : 16);
  }

  // `workers`: how many there are, which have the numbers from 0 on.
  PieceList(unsigned workers, Sharing sharing, State state);

  std::optional<PieceTask> next(unsigned worker, const std::function<void()>& tick) override;
  // next() for a worker in another process, without waiting.
  struct Offer {
    std::optional<PieceTask> task;
    bool isOver = false; // there will be no more. Neither: ask again when changes() is another number
  };
  Offer offer(unsigned worker);
  std::uint64_t changes() const { return m_changes.load(std::memory_order_relaxed); }
  unsigned waiting() const; // workers that have nothing to do
  // The worker is gone. A piece in its hands is to be explored again: `entry`, if there is one; the executions of it
  // that were new are forgotten.
  void lose(unsigned worker, std::optional<std::uint64_t> entry, const std::vector<GraphIdentity>& executions);
  void finish(unsigned worker, std::uint64_t entry, PieceResult result) override;
  void giveBack(unsigned worker, std::uint64_t entry) override;
  bool shallYield(unsigned worker, std::uint64_t executions) override;
  bool isDropped(unsigned worker) const override { return m_slots[worker].isDropped.load(std::memory_order_relaxed); }
  bool isShown(std::uint64_t entry, const std::string& key, Race::Adjacent adjacent) override;
  bool isNew(const GraphIdentity& execution) override;
  void stop() override;
  void tell(unsigned worker, const Exploration& exploration) override;

  // All workers yield once, so that the state is about this moment.
  void askForState();
  // What the worker is exploring counts as not explored. O(everything found).
  State state() const;

  struct Progress {
    Exploration exploration;   // counts and work of all pieces
    double explored = 0;       // the weight of those that were explored
    std::uint64_t counted = 0; // executions in them
    std::string cutLoop;       // see CheckProgress
  };
  Progress progress() const;

  // Once next() has given nothing to everybody:
  bool isWhole() const { return m_isWhole; } // the program has to be explored by one worker
  bool isExplored() const;                   // nothing is left
  PieceReport report() const;                // of all that was explored

private:
  enum class Is : std::uint8_t { Waiting, Running, Explored };
  struct Entry {
    std::uint64_t number = 0;
    Is is = Is::Waiting;
    Piece piece; // unless it was explored
    PieceReport report;
    std::map<std::string, Race::Adjacent> shown; // findings
    unsigned worker = 0;
    bool isLast = false; // the exploration ends with it
  };
  using Entries = std::list<Entry>;
  struct Slot { // of a worker
    std::atomic<bool> isDropped = false;
    std::uint64_t knows = 0;  // the version of what it knows
    bool hasExplored = false; // in this generation
    bool isWaiting = false;   // its last offer was nothing
    bool isLost = false;
    ExplorationCounts counts;
    ExplorationWork work;
  };

  bool isFor(const Entry& entry, unsigned worker) const;
  std::optional<PieceTask> take(unsigned worker);
  void putBack(std::uint64_t number);
  void changed();
  Entries::iterator find(std::uint64_t number);
  void beginAgain();
  bool learn(unsigned worker, const Knowledge& known);
  void insertLeft(Entries::iterator behind, Piece left);
  void dropBehind(Entries::iterator last);
  void joinExplored();
  bool isOver() const;

  const Sharing m_sharing;
  mutable std::mutex m_mutex;
  std::condition_variable m_changed;
  std::vector<Slot> m_slots;
  Entries m_entries;
  std::uint64_t m_numbers = 0;
  Knowledge m_known;
  std::uint64_t m_version = 0; // of m_known
  unsigned m_running = 0, m_idle = 0;
  double m_explored = 0;
  bool m_isRestarting = false, m_isStopped = false, m_isWhole = false;
  std::atomic<unsigned> m_wanted = 0; // workers that have nothing to do
  std::atomic<std::uint64_t> m_changes = 0;
  std::atomic<unsigned> m_stateAsks = 0; // how often the state was asked for
  std::vector<unsigned> m_stateAnswers;  // by worker
  std::unordered_set<GraphIdentity> m_seen;
};

} // namespace revisit
