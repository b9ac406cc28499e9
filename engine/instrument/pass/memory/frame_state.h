// Describes the content of a function's frame at each of its calls (abi/frame_state.h), so that the runtime can tell
// whether two histories left a thread in the same state. Thread rule: as LLVM.
#pragma once

#include "llvm/IR/Function.h"

namespace revisit::instrument {

class Hooks;
class Privacy;

// Requires that all other hooks are in place and that the module was embedded: the description makes the address of
// every slot escape. Values that live across a call move to slots. Cost: a data-flow analysis over the slots.
void describeFrame(llvm::Function& function, const Privacy& privacy, Hooks& hooks);

} // namespace revisit::instrument
