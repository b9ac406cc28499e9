#include "carrying.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

constexpr StringRef mark = "revisit.carries";

// Some bits of the loaded word, by themselves or together with others, go back to where it came from.
bool isStoredBack(const Value& kept, const LoadInst& load) {
  return kept.hasOneUse() && any_of(kept.users(), [&](const User* user) {
           if (auto* store = dyn_cast<StoreInst>(user))
             return store->getValueOperand() == &kept && store->getPointerOperand() == load.getPointerOperand();
           auto* joined = dyn_cast<BinaryOperator>(user);
           return joined && joined->getOpcode() == Instruction::Or && isStoredBack(*joined, load);
         });
}

bool keepsOtherBits(const LoadInst& load) {
  auto* kept = load.hasOneUse() ? dyn_cast<BinaryOperator>(load.user_back()) : nullptr;
  return kept && kept->getOpcode() == Instruction::And && isa<ConstantInt>(kept->getOperand(1)) &&
         isStoredBack(*kept, load);
}

} // namespace

void markAsCarrying(LoadInst& load) {
  load.setMetadata(mark, MDNode::get(load.getContext(), {}));
}

bool onlyCarries(const LoadInst& load) {
  auto* function = load.getFunction()->getSubprogram();
  return load.hasMetadata(mark) || (function && function->isArtificial()) || keepsOtherBits(load);
}

} // namespace revisit::instrument
