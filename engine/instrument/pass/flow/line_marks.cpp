#include "instrument/pass/flow/line_marks.h"

#include "abi/handlers.h"
#include "abi/hooks.h"
#include "base/names.h"
#include "instrument/pass/hooks.h"
#include "instrument/pass/memory/locals.h"
#include "instrument/pass/memory/privacy.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfo.h"
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
  SmallVector<std::string, 4> names; // of the variables that are watched there
};

SmallVector<Mark, 4> askedMarks() {
  SmallVector<Mark, 4> marks;
  const char* const listed = std::getenv("REVISIT_MARKS");
  SmallVector<StringRef, 4> texts;
  StringRef(listed ? listed : "").split(texts, '\n', -1, false);
  for (const StringRef text : texts) {
    const auto [file, rest] = text.rsplit(':');
    SmallVector<StringRef, 4> parts;
    rest.split(parts, ',', -1, false);
    unsigned line = 0;
    if (parts.empty() || parts[0].getAsInteger(10, line))
      continue;
    Mark& mark = marks.emplace_back(Mark{file.str(), line, {}});
    for (const StringRef name : drop_begin(parts))
      mark.names.push_back(name.str());
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

// Whether the scope, or one around it, is the other one.
bool isInside(const DIScope* scope, const DIScope* other) {
  for (; scope; scope = scope->getScope())
    if (scope == other)
      return true;
  return false;
}

// The memory of a variable. Its slot may be larger: there can be a red zone behind it.
struct Variable {
  Value* pointer = nullptr; // null: there is none
  Type* type = nullptr;
  std::uint64_t bytes = 0;
};

// The local variable of this name that the code there means: the one of the innermost scope. Global variables are left
// out: a further access to memory that threads share would add executions that the program does not have.
Variable variableNamed(Function& function, StringRef name, const DILocation& place) {
  Variable found;
  const DIScope* scope = nullptr;
  for (Instruction& instruction : instructions(function)) {
    auto* slot = dyn_cast<AllocaInst>(&instruction);
    const DILocalVariable* const variable = slot ? declaredIn(*slot) : nullptr;
    if (!variable || variable->getName() != name || slot->isArrayAllocation() ||
        !isInside(place.getScope(), variable->getScope()) || (scope && !isInside(variable->getScope(), scope)))
      continue;
    found = {slot, slot->getAllocatedType(), variable->getSizeInBits().value_or(0) / 8};
    scope = variable->getScope();
  }
  return found;
}

// Reads each scalar of the variable from this offset on, whose type is this one, as far as there are not too many.
void watch(IRBuilder<>& at, Hooks& hooks, const Variable& variable, Type* type, std::uint64_t offset, unsigned& left) {
  const DataLayout& layout = at.GetInsertBlock()->getDataLayout();
  if (!type->isSized() || layout.getTypeAllocSize(type).isScalable() || left == 0 || offset >= variable.bytes)
    return;
  if (auto* record = dyn_cast<StructType>(type)) {
    for (unsigned i = 0; i < record->getNumElements(); i++)
      watch(at, hooks, variable, record->getElementType(i),
            offset + layout.getStructLayout(record)->getElementOffset(i).getFixedValue(), left);
    return;
  }
  if (auto* array = dyn_cast<ArrayType>(type)) {
    const std::uint64_t size = layout.getTypeAllocSize(array->getElementType()).getFixedValue();
    for (std::uint64_t i = 0; i < array->getNumElements() && left > 0; i++)
      watch(at, hooks, variable, array->getElementType(), offset + i * size, left);
    return;
  }
  const std::uint64_t bytes = layout.getTypeStoreSize(type).getFixedValue();
  if (!isPowerOf2_64(bytes) || bytes > 8 || offset + bytes > variable.bytes)
    return;
  left--;
  hooks.load(at, at.getIntNTy(8 * static_cast<unsigned>(bytes)),
             at.CreateConstInBoundsGEP1_64(at.getInt8Ty(), variable.pointer, offset),
             at.getInt32(REVISIT_ORDER_CARRIES | REVISIT_ORDER_WATCHED));
}

void watchVariables(Function& function, const Mark& mark, Instruction& place, Hooks& hooks) {
  constexpr unsigned mostScalars = 64;
  const DebugLoc location = place.getDebugLoc();
  for (const std::string& name : mark.names) {
    const Variable variable = location ? variableNamed(function, name, *location) : Variable();
    IRBuilder<> at(&place);
    unsigned left = mostScalars;
    if (variable.pointer)
      watch(at, hooks, variable, variable.type, 0, left);
  }
}

} // namespace

void publishWatched(Function& function, Privacy& privacy) {
  SmallVector<const Value*, 4> slots;
  for (const Mark& mark : askedMarks()) {
    if (mark.names.empty() ||
        none_of(instructions(function), [&](const Instruction& instruction) { return isAt(instruction, mark); }))
      continue;
    for (Instruction& instruction : instructions(function))
      if (auto* slot = dyn_cast<AllocaInst>(&instruction))
        if (const DILocalVariable* variable = declaredIn(*slot))
          if (is_contained(mark.names, variable->getName()))
            slots.push_back(slot);
  }
  if (!slots.empty())
    privacy.publish(function, slots);
}

void markLines(Function& function, Hooks& hooks, std::set<std::string>& marked) {
  constexpr unsigned relaxed = 1; // MemoryOrder::Relaxed
  for (const Mark& mark : askedMarks()) {
    SmallVector<Instruction*, 8> places;
    for (BasicBlock& block : function)
      collect(block, mark, places);
    for (Instruction* place : places) {
      const DebugLoc location = place->getDebugLoc();
      watchVariables(function, mark, *place, hooks);
      IRBuilder<> at(place);
      hooks.fence(at, at.getInt32(relaxed), false);
      if (location)
        marked.insert(pathOf(*location) + ":" + std::to_string(mark.line));
    }
  }
}

} // namespace revisit::instrument
