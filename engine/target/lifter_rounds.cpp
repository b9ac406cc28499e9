// Rounds of loops in a trace.
#include "abi/frame_state.h"
#include "target/lifter.h"

namespace revisit {

bool Lifter::visitRound(const RevisitRecord& record) {
  ThreadState& thread = stateOf(record);
  switch (record.kind) {
  case REVISIT_AWAIT_HEAD:
    reach(record);
    thread.inRound = true;
    thread.roundHasEvent = false;
    return true;
  case REVISIT_AWAIT_BACK:
    awaitBack(record);
    return true;
  case REVISIT_AWAIT_AGAIN:
    reach(record);
    thread.roundHasEvent = false;
    return true;
  case REVISIT_TRY_AGAIN:
    reach(record);
    return true;
  case REVISIT_AWAIT_END:
    reach(record);
    thread.inRound = false;
    return true;
  case REVISIT_LOOP_ENTER:
  case REVISIT_LOOP_BACK:
    static_assert(LoopStep::exitBit == REVISIT_LOOP_HAS_EXIT && LoopStep::noLoop == REVISIT_PROGRESS);
    thread.loops.push_back({record.extra, record.kind == REVISIT_LOOP_ENTER ? PositionId() : PositionId(record.chain)});
    return true;
  case REVISIT_SECTION:
    reach(record);
    thread.inSection = record.op != 0;
    thread.sectionHasEvent = false;
    return true;
  default:
    return false;
  }
}

void Lifter::awaitBack(const RevisitRecord& record) {
  ThreadState& thread = stateOf(record);
  if (flagged(record, REVISIT_FLAG_PENDING)) {
    if (!thread.done) {
      Label& failed = step(record, LabelKind::AwaitFailed).label;
      failed.awaitStart = true;
      failed.isOfSystem = record.extra == REVISIT_SYSTEM_WAIT;
    }
    thread.done = true;
    return;
  }
  reach(record);
  if (thread.roundHasEvent)
    step(record, LabelKind::AwaitFailed).label.isOfSystem = record.extra == REVISIT_SYSTEM_WAIT;
  thread.nextRead = thread.nextReadAtRound;
  thread.inRound = true;
  thread.roundHasEvent = false;
}

} // namespace revisit
