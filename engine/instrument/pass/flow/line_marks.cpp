#include "instrument/pass/flow/line_marks.h"

#include "base/names.h"
#include "instrument/pass/hooks.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <cstdlib>

using namespace llvm;

namespace revisit::instrument {

namespace {

struct Mark {
  std::string file; // a path or the end of one
  unsigned line = 0;
};

SmallVector<Mark, 4> askedMarks() {
  SmallVector<Mark, 4> marks;
  const char* const listed = std::getenv("REVISIT_MARKS");
  SmallVector<StringRef, 4> texts;
  StringRef(listed ? listed : "").split(texts, '\n', -1, false);
  for (const StringRef text : texts) {
    const auto [file, digits] = text.rsplit(':');
    if (unsigned line = 0; !digits.getAsInteger(10, line))
      marks.push_back({file.str(), line});
  }
  return marks;
}

std::string pathOf(const DILocation& location) {
  const std::string name = location.getFilename().str(), folder = location.getDirectory().str();
  return name.starts_with('/') || folder.empty() ? name : folder + "/" + name;
}

bool isAt(const Instruction& instruction, const Mark& mark) {
  const DebugLoc& location = instruction.getDebugLoc();
  return location && location.getLine() == mark.line && pathEndsWith(pathOf(*location), mark.file);
}

bool hasPlace(const Instruction& instruction) {
  return instruction.getDebugLoc() && instruction.getDebugLoc().getLine() != 0 && !isa<DbgInfoIntrinsic>(instruction) &&
         !isa<AllocaInst>(instruction);
}

// Whether control may come to the block from another line, or back to it.
bool isEntered(BasicBlock& block, const Mark& mark) {
  return pred_empty(&block) || any_of(predecessors(&block), [&](BasicBlock* before) {
           return before == &block || !isAt(*before->getTerminator(), mark);
         });
}

// The instructions of the block before which control comes to the line.
void collect(BasicBlock& block, const Mark& mark, SmallVectorImpl<Instruction*>& found) {
  bool isThere = !isEntered(block, mark);
  for (Instruction& instruction : block) {
    if (!hasPlace(instruction))
      continue;
    const bool is = isAt(instruction, mark);
    if (is && !isThere)
      found.push_back(isa<PHINode>(instruction) || instruction.isEHPad() ? &*block.getFirstInsertionPt()
                                                                         : &instruction);
    isThere = is;
  }
}

} // namespace

void markLines(Function& function, Hooks& hooks, std::set<std::string>& marked) {
  constexpr unsigned relaxed = 1; // MemoryOrder::Relaxed
  for (const Mark& mark : askedMarks()) {
    SmallVector<Instruction*, 8> places;
    for (BasicBlock& block : function)
      collect(block, mark, places);
    for (Instruction* place : places) {
      const DebugLoc location = place->getDebugLoc();
      IRBuilder<> at(place);
      hooks.fence(at, at.getInt32(relaxed), false);
      if (location)
        marked.insert(pathOf(*location) + ":" + std::to_string(mark.line));
    }
  }
}

} // namespace revisit::instrument
