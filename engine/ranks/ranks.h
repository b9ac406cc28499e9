// The processes of one distributed run, its ranks, and the messages between them. How messages travel is up to the
// implementation: MPI (mpi/), or memory in tests. Thread rule: belongs to the thread that opened it.
#pragma once

#include <optional>
#include <string>

namespace revisit {

class Ranks {
public:
  struct Message {
    unsigned from = 0;
    std::string bytes;
  };

  virtual ~Ranks() = default;

  virtual unsigned rank() const = 0;  // of this process, from 0 on
  virtual unsigned count() const = 0; // of all processes, lost ones included

  // Does not wait. Messages to one rank arrive in their order, or not at all if it is lost.
  virtual void send(unsigned to, std::string bytes) = 0;
  // A message that has arrived; none: there is none now. Does not wait. Sending makes progress only in this call, so it
  // has to be called often. O(messages on their way).
  virtual std::optional<Message> receive() = 0;
  // Whether that rank is known to be lost. False says nothing: a rank that is silent may be lost.
  virtual bool isGone(unsigned rank) const = 0;

  // This process takes part no more; nothing may be called afterwards. `isComplete`: no rank was lost. Then all ranks
  // have to call it, and it waits for them. If one does not come, because it was lost at this moment, the process ends
  // with `status`.
  virtual void leave(bool isComplete, int status) = 0;
};

} // namespace revisit
