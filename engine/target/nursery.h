// The engine's side of a nursery (runtime/nursery/nursery.h): when there is one, and the hand-over of a run. Thread
// rule: belongs to one worker.
#pragma once

#include "abi/bell_wait.h"

#include <chrono>

namespace revisit {

class Nursery {
public:
  enum class Answer : std::uint8_t { NotYet, Over, Gone };

  explicit Nursery(RevisitChannel& channel) : m_channel(channel) {}

  // Whether the next run should be done in a nursery: in this one, or in a new one.
  bool isWanted() const;
  bool isOpen() const { return m_isOpen; }
  // Whether the nursery that is open may do the next run.
  bool isFit() const;
  // Whether the nursery that is open has done as many runs as one may.
  bool isExhausted() const;

  // Asks for a run. If no nursery was open, the caller starts one afterwards.
  void ask();
  void askToLeave();
  // Waits for the end of the run that was asked for.
  Answer await(std::chrono::milliseconds most);
  // The nursery is gone, with this wait status.
  void noteGone(int status);
  // A run was done by a process of its own.
  void noteFreshRun() { m_freshRuns++; }
  // No nursery any more.
  void giveUp() { m_isUsable = false; }
  bool isUsable() const { return m_isUsable; }

private:
  RevisitChannel& m_channel;
  BellWait m_wait;
  bool m_isUsable = true;
  bool m_isOpen = false;
  std::uint32_t m_number = 0;    // of the last run that a nursery was asked for
  std::uint32_t m_runs = 0;      // of the nursery that is open
  std::uint32_t m_slots = 0;     // known when it was started
  std::uint32_t m_freshRuns = 0; // since there was a nursery
  bool m_isAskedToLeave = false;
  std::uint32_t m_failures = 0; // nurseries, one after the other, that left at once
};

} // namespace revisit
