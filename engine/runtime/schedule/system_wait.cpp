#include "runtime/schedule/system_wait.h"

#include "abi/frame_state.h"
#include "runtime/memory/private_memory.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/trace/recorder.h"

namespace revisit::runtime {

void beginRound(Thread& self) {
  self.inAwait = true;
  self.observedBefore = self.observed;
  self.awaitOverflow = false;
  self.awaitShared = false;
  self.awaitChanged = false;
  self.awaitCancellable = false;
  self.awaitReads = 0;
  self.awaitedObjects = 0;
}

void beginSystemRounds() {
  beginRound(me());
  beginRounds(REVISIT_SYSTEM_WAIT, REVISIT_FLAG_SERVICE);
}

void endSystemRounds() {
  me().inAwait = false;
  endRounds(REVISIT_SYSTEM_WAIT, REVISIT_FLAG_SERVICE);
}

void failSystemRound() {
  Thread& self = me();
  if (self.awaitChanged) {
    if (roundIsRecorded()) {
      RevisitRecord& record = emit(REVISIT_AWAIT_AGAIN);
      record.extra = REVISIT_SYSTEM_WAIT;
      record.flags = REVISIT_FLAG_SERVICE;
    }
    beginRound(self);
    return;
  }
  self.awaitChain = chainHere();
  if (roundIsRecorded()) {
    RevisitRecord& record = emit(REVISIT_AWAIT_BACK);
    record.extra = REVISIT_SYSTEM_WAIT;
    record.chain = self.awaitChain;
    record.flags = REVISIT_FLAG_SERVICE | (self.awaitShared ? REVISIT_FLAG_EVENT : 0);
  }
  waitForChange();
  beginRound(self);
}

} // namespace revisit::runtime
