#include "passing.h"

#include "abi/hooks.h"
#include "instrument/pass/flow/path.h"
#include "instrument/pass/hooks.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

// Code of the program, not of the C++ library's headers, and not made by the compiler.
bool isProgramCode(const Function& function) {
  const DISubprogram* source = function.getSubprogram();
  return !function.isDeclaration() && isFollowed(function) && !Hooks::isHook(&function) &&
         !function.hasFnAttribute(Attribute::Naked) && source && !source->isArtificial() &&
         !source->getFilename().contains("/c++/v1/");
}

// Whether a function of this name, which is not in the module, may be one of the program.
bool mayBeOfProgram(const Function& function) {
  const StringRef name = function.getName();
  if (function.isIntrinsic() || function.doesNotReturn() || Hooks::isHook(&function))
    return false;
  constexpr StringRef others[] = {"_ZNSt",    "_ZNKSt", "_ZSt",  "_Zn",  "_Zd",  "__",  "revisit",
                                  "pthread_", "sem_",   "thrd_", "mtx_", "cnd_", "tss_"};
  if (any_of(others, [&](StringRef prefix) { return name.starts_with(prefix); }))
    return false;
  static const TargetLibraryInfoImpl library{Triple(function.getParent()->getTargetTriple())}; // one target for all
  LibFunc known;
  return !library.getLibFunc(name, known);
}

// Whether the runtime or the system calls the function: they do not read the flag of its result.
bool isStart(const Function& function) {
  const auto isGivenAway = [](const Use& use) {
    auto* call = dyn_cast<CallBase>(use.getUser());
    return call && call->isArgOperand(&use) && !Hooks::isHook(call->getCalledFunction());
  };
  return function.getName() == "main" || (function.arg_size() == 1 && function.getArg(0)->getType()->isPointerTy() &&
                                          any_of(function.uses(), isGivenAway));
}

bool isSpecial(const AttributeList& attributes, unsigned index) {
  constexpr Attribute::AttrKind kinds[] = {Attribute::ByVal, Attribute::StructRet, Attribute::NonNull,
                                           Attribute::Dereferenceable};
  return any_of(kinds, [&](Attribute::AttrKind kind) { return attributes.hasParamAttr(index, kind); });
}

bool isOrdinary(const CallBase& call) {
  return !call.isInlineAsm() && !isa<IntrinsicInst>(call) && !call.isMustTailCall() && behind(call);
}

} // namespace

bool isNarrow(const Type& type, const DataLayout& layout) {
  if (!type.isIntegerTy() && !type.isPointerTy() && !type.isFloatTy() && !type.isDoubleTy())
    return false;
  const std::uint64_t size = layout.getTypeStoreSize(const_cast<Type*>(&type)).getFixedValue();
  return size == 1 || size == 2 || size == 4 || size == 8;
}

bool takesFlag(const Function& function, unsigned index) {
  return index < function.arg_size() && index < REVISIT_MAX_GIVEN && isProgramCode(function) &&
         !isSpecial(function.getAttributes(), index) &&
         isNarrow(*function.getArg(index)->getType(), function.getDataLayout());
}

bool takesFlags(const Function& function) {
  for (unsigned index = 0; index < function.arg_size(); index++)
    if (takesFlag(function, index))
      return true;
  return false;
}

bool passesFlag(const CallBase& call, unsigned index) {
  if (!isOrdinary(call) || index >= call.getFunctionType()->getNumParams() || index >= REVISIT_MAX_GIVEN ||
      isSpecial(call.getAttributes(), index))
    return false;
  const Function* callee = call.getCalledFunction();
  return !callee || (callee->isDeclaration() ? mayBeOfProgram(*callee) : takesFlag(*callee, index));
}

bool mayBeLeft(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  return !callee || callee->isDeclaration();
}

bool givesBackFlag(const Function& function) {
  return isProgramCode(function) && !isStart(function) && isNarrow(*function.getReturnType(), function.getDataLayout());
}

bool bringsFlag(const CallBase& call) {
  if (!isOrdinary(call) || call.use_empty() || call.getType()->isVoidTy() ||
      !isNarrow(*call.getType(), call.getDataLayout()))
    return false;
  const Function* callee = call.getCalledFunction();
  return !callee || (callee->isDeclaration() ? mayBeOfProgram(*callee) : givesBackFlag(*callee));
}

bool isPassed(const Use& use) {
  auto* user = cast<Instruction>(use.getUser());
  auto* call = dyn_cast<CallBase>(user);
  return call ? call->isArgOperand(&use) && passesFlag(*call, call->getArgOperandNo(&use))
              : isa<ReturnInst>(user) && givesBackFlag(*user->getFunction());
}

Instruction* behind(const CallBase& call) {
  if (auto* invoke = dyn_cast<InvokeInst>(&call)) {
    BasicBlock* next = invoke->getNormalDest();
    return next->getSinglePredecessor() ? &*next->getFirstInsertionPt() : nullptr;
  }
  return isa<CallInst>(call) ? const_cast<Instruction*>(call.getNextNode()) : nullptr;
}

} // namespace revisit::instrument
