// A program driven by hand. Owns the running program. Thread rule: belongs to one thread.
#pragma once

#include "check/options/check_options.h"
#include "sideways/drive.h"
#include "witness/witness.h"

#include <memory>
#include <string>
#include <vector>

namespace revisit {

class Opened;

// A thread at the present place, in words.
struct DrivenThread {
  unsigned number = 0;
  std::string name;
  std::string next;  // its next step: "lock mutex m"; empty: it has ended
  std::string ended; // how it has ended: "has failed: assertion: x == 1"; empty: it has not
  std::string place; // "main.c:31"
  std::string waits; // what it waits for: "lock of mutex 'm', held by T2 (worker)"; empty: it can take its step
  bool makesDifference = false;
  std::vector<std::string> ways; // if there are several: what it then sees or does
};

// An execution that was driven to its end.
struct DrivenExecution {
  Witness witness;       // its schedule begins with the steps that were taken by hand, in their order
  std::size_t taken = 0; // how many events of the schedule are done by them
};

class DriveSession {
public:
  // At the start of the program. Fails as a check does.
  static Result<std::unique_ptr<DriveSession>> open(CheckOptions options);
  // The same for the program of a witness, at its start, or where the first `position` events of its schedule are done:
  // each of them can be taken back.
  static Result<std::unique_ptr<DriveSession>> open(const Witness& witness, std::size_t position = 0);
  ~DriveSession();
  DriveSession(const DriveSession&) = delete;
  DriveSession& operator=(const DriveSession&) = delete;

  Result<std::vector<DrivenThread>> threads();
  // Takes the thread's next step in this way, from 0. What it did, in words. Fails when it cannot.
  Result<std::string> step(unsigned thread, std::size_t way = 0);
  // Takes steps until each makes a difference. What they did, in words.
  Result<std::vector<std::string>> untilDifference();
  // Takes back the last step(), or untilDifference(). False: nothing was done.
  bool undo();
  std::size_t steps() const;
  // What was done, in words: "T1 lock m  main.c:7". The last `most` steps.
  std::vector<std::string> history(std::size_t most);
  // Goes on to the end by default steps, gives the witness, and takes these steps back.
  Result<DrivenExecution> finish();

private:
  explicit DriveSession(std::unique_ptr<Opened> opened);
  static Result<std::unique_ptr<DriveSession>> start(CheckOptions options, const Witness* witness);
  Status begin(const Witness& witness, std::size_t position);
  Status settle();
  std::string whyNot(ThreadId thread);

  std::unique_ptr<Opened> m_opened;
  Drive m_drive;
};

} // namespace revisit
