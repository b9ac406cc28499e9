// To which blocks of the heap a thread's state points. The engine asks before it lets a freed block be taken again: a
// block that the thread may still use would hide a use after free. Thread rule: called by the thread that has the
// baton.
#pragma once

#include "runtime/trace/state.h"

namespace revisit::runtime {

// Whether freed blocks are taken again in this run (RevisitChannel::recycleBlocks).
inline bool recyclesBlocks() {
  return g_runtime.channel->recycleBlocks != 0;
}

// The calling thread is about to give up its turn. Notes the blocks that its own memory points to, and completes the
// fingerprint of its state. Without a fingerprint all that its stack and registers contain counts as a pointer. Shared
// memory, and the pending event itself, are left to the engine. O(live bytes of its frames + pages of its own).
void noteHeldBlocks(Fingerprint& fingerprint);

// While an object of this class exists, the runtime does an operation of several events for the calling thread. Of the
// thread's pointers its own frames hold these only.
class WorksOn {
public:
  template <class... Addresses>
  explicit WorksOn(Addresses... addresses) : m_thread(caller()), m_before(m_thread.works) {
    ((m_thread.works < Thread::maxWork ? void(m_thread.worksOn[m_thread.works++] = addresses) : void()), ...);
  }
  ~WorksOn() { m_thread.works = m_before; }
  WorksOn(const WorksOn&) = delete;
  WorksOn& operator=(const WorksOn&) = delete;

private:
  Thread& m_thread;
  std::uint32_t m_before;
};

// Whether a thread is inside such an operation on this address. O(threads).
bool isWorkedOn(std::uint64_t address);

// Adds what was noted of a parked thread to the trace, for its event that is recorded next.
void tellHeldBlocks(const Thread& thread);
// The calling thread's next event may take this block again. `isFree`: the thread itself has freed it.
void tellOfferedBlock(std::uint64_t block, std::uint64_t end, bool isFree);

} // namespace revisit::runtime
