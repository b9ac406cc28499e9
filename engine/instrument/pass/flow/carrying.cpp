#include "carrying.h"

#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

constexpr StringRef carriesMark = "revisit.carries";

// Whether some bits of the loaded word are stored back to the same place, alone or together with others.
bool isStoredBack(const Value& kept, const LoadInst& load) {
  return kept.hasOneUse() && any_of(kept.users(), [&](const User* user) {
           if (auto* store = dyn_cast<StoreInst>(user))
             return store->getValueOperand() == &kept && store->getPointerOperand() == load.getPointerOperand();
           auto* joined = dyn_cast<BinaryOperator>(user);
           return joined && joined->getOpcode() == Instruction::Or && isStoredBack(*joined, load);
         });
}

// The C++ library's own code: its bit vectors change single bits of words whose other bits are unused.
bool isInLibrary(const LoadInst& load) {
  const DILocation* place = load.getDebugLoc();
  return place && place->getFilename().contains("/c++/v1/");
}

bool keepsOtherBits(const LoadInst& load) {
  auto* kept = load.hasOneUse() ? dyn_cast<BinaryOperator>(load.user_back()) : nullptr;
  if (!kept || !isStoredBack(*kept, load))
    return false;
  const bool masks = kept->getOpcode() == Instruction::And;
  return (masks && isa<ConstantInt>(kept->getOperand(1))) ||
         (isInLibrary(load) && (masks || kept->getOpcode() == Instruction::Or));
}

// A part of a structure that is passed in registers. The compiler addresses it through a type that it created for that.
bool isPieceOfArgument(const LoadInst& load) {
  auto* piece = dyn_cast<GetElementPtrInst>(load.getPointerOperand());
  auto* pieces = piece ? dyn_cast<StructType>(piece->getSourceElementType()) : nullptr;
  return pieces && pieces->isLiteral() && all_of(load.uses(), [](const Use& use) {
           auto* call = dyn_cast<CallBase>(use.getUser());
           return call && call->isArgOperand(&use);
         });
}

} // namespace

void markAsCarrying(LoadInst& load) {
  load.setMetadata(carriesMark, MDNode::get(load.getContext(), {}));
}

bool onlyCarries(const LoadInst& load) {
  auto* function = load.getFunction()->getSubprogram();
  return load.hasMetadata(carriesMark) || (function && function->isArtificial()) || keepsOtherBits(load) ||
         isPieceOfArgument(load);
}

} // namespace revisit::instrument
