// Instructions on single bits: bt, bts, btr, btc.
#pragma once

#include "asm_machine.h"

namespace revisit::instrument {

// Translates the instruction, whose name is `base` and whose two operands have this width. False: it is not possible.
bool buildBitTest(AsmMachine& machine, const AsmInstruction& one, llvm::StringRef base, unsigned width);

} // namespace revisit::instrument
