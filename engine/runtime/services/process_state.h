// What the program sets of its process and reads back: limits, masks, handlers. Nothing of it is performed. It lies in
// the memory of the services, so a thread that reads what another thread set observes it, and a new thread has what its
// creator had. Thread rule: called by the program's threads; during a run only by the one that has the baton.
#pragma once

#include <cstddef>
#include <cstdint>

namespace revisit::runtime {

// One value that all threads share. Reads of it commute; a change is an event.
class ProcessState {
public:
  enum Number : unsigned {
    FileMask,
    Priority,
    Dumpable,
    DeathSignal,
    Privileges,
    Limits,                // one for each resource
    Actions = Limits + 16, // one for each signal
    Count = Actions + 65
  };
  static constexpr std::size_t maxWords = 6;

  explicit ProcessState(unsigned number) : m_number(number) {}
  // At most maxWords. False: the value was never set, and the words are unchanged.
  bool read(std::uint64_t* words, std::size_t count) const;
  // Sets the value, and gives what it was before in `before` unless that is null; false as above.
  bool write(const std::uint64_t* words, std::uint64_t* before, std::size_t count) const;

private:
  std::uint64_t place() const;
  void operateLock(bool takes) const;

  unsigned m_number;
};

// What the calling thread has of its own.
enum class ThreadWord : unsigned { BlockedSignals, Processors, Name, NameEnd, Count };
std::uint64_t ownWord(ThreadWord which);
// Where it lies. Only the thread itself, and before it begins its creator, stores there.
std::uint64_t placeOfOwn(ThreadWord which);
// That of another thread.
std::uint64_t wordOf(unsigned slot, ThreadWord which);
void setOwnWord(ThreadWord which, std::uint64_t word);
// The name of any thread: 16 bytes. False: nobody gave it one.
bool nameOf(unsigned slot, char* name);
void setName(unsigned slot, const char* name);
// The creator gives a new thread, which has not run yet, what it inherits.
void inheritWords(unsigned child);

// prctl for what the whole process has. Options that are not followed fail.
int controlProcess(int option, unsigned long first);

// What constructors set is there when a run begins. Called once, before the first run.
void startProcessState();

} // namespace revisit::runtime
