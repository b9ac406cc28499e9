// A beginning of an execution under a memory model, which grows event by event.
#pragma once

#include "brute_steps.h"
#include "weak_graph.h"

namespace revisit::test {

// Whether the instruction accesses memory.
bool isAccess(const Instruction& now);

class WeakState {
public:
  enum class Step : std::uint8_t {
    Taken,
    Dropped, // it shows nothing
    Refused  // a write at this place would change what an earlier event has observed
  };

  // `silentStores`: an update in a waiting loop that changes nothing is a write, as any other, unless its round fails.
  // Otherwise it is always a read, which makes no difference under sequential consistency.
  WeakState(const Script& script, bool silentStores);

  // What main does before its first step. False: it shows nothing.
  bool begin(BruteSteps& steps);
  // The number of choices for the thread's next step: for an access each place in coherence, from which it reads or
  // behind which it writes; otherwise the ways of the brute force. 0: the thread waits.
  int choices(const BruteSteps& steps, std::size_t thread) const;
  // Takes the thread's next step. An Await may read something that does not end it; then it fails.
  Step step(BruteSteps& steps, std::size_t thread, int choice);

  const World& world() const { return m_world; }
  const WeakHistory& history() const { return m_history; }
  // Whether the thread ended a round of a waiting loop that failed.
  bool waitsInVain(std::size_t thread) const { return m_rounds[thread].failed; }
  // Whether a failed round read anything but the newest write of its location.
  bool someRoundIsStale() const;
  // Makes memory show the newest writes.
  void showNewest();
  // A text that is different for two states which differ in anything that matters for what may follow.
  std::string key() const;

private:
  struct Rounds {
    std::size_t begin = 0; // the first event of the thread's latest round
    bool failed = false;
    // Whether the round has updates that changed nothing and are reads, or are writes.
    bool hasSilentRead = false, hasSilentWrite = false;
  };

  void show(std::uint32_t location, std::size_t place);
  Step take(BruteSteps& steps, std::size_t thread, int way, bool storesSilently);
  Step endRound(std::size_t thread, bool failed);
  std::size_t places(std::uint32_t location) const { return m_history.coherence[location].size(); }
  void failAwait(std::size_t thread, const Instruction& now);
  void record(std::size_t thread, std::size_t index, const Instruction& now, std::size_t place);
  void recordAccess(WeakEvent& event, const Instruction& now, std::size_t place);
  void retellPredecessor(Source write, Source predecessor);
  Source contentAt(const Instruction& now, std::size_t place) const;
  std::size_t placeOf(std::uint32_t location, Source write) const;
  bool isOver(std::uint32_t location, std::size_t place) const;
  bool isContentKept() const;

  const Script* m_script;
  bool m_silentStores;
  World m_world; // its memory is only valid where it was shown
  WeakHistory m_history;
  std::vector<Rounds> m_rounds;
};

} // namespace revisit::test
