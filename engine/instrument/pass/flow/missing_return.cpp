#include "missing_return.h"

#include "instrument/pass/hooks.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

// The compiler ends the block directly after its own trap, at the same source position. A trap in the source is
// followed by other code, or at least by an end of the block at another position.
IntrinsicInst* trapOf(BasicBlock& block) {
  auto* end = dyn_cast<UnreachableInst>(block.getTerminator());
  auto* trap = end ? dyn_cast_or_null<IntrinsicInst>(end->getPrevNonDebugInstruction()) : nullptr;
  return trap && trap->getIntrinsicID() == Intrinsic::trap && trap->getDebugLoc() == end->getDebugLoc() ? trap
                                                                                                        : nullptr;
}

std::string functionName(const Function& function) {
  auto* known = function.getSubprogram();
  const auto whole = demangle(function.getName().str());
  const auto name = known && known->getName() == "operator()" ? "a lambda" : StringRef(whole).split('(').first;
  std::string text = "the end of " + name.str();
  if (known)
    text += (" (declared at " + known->getFilename() + ":" + Twine(known->getLine()) + ")").str();
  return text + " is reached without a return";
}

} // namespace

void hookMissingReturn(Function& function, Hooks& hooks) {
  if (function.getReturnType()->isVoidTy() && !function.hasStructRetAttr())
    return;
  for (auto& block : function)
    if (auto* trap = trapOf(block)) {
      IRBuilder<> at(trap);
      hooks.call(at, "missing_return", {hooks.address(at, hooks.text(functionName(function)))});
    }
}

} // namespace revisit::instrument
