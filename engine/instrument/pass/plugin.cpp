// The pass plugin that revisit-cc and revisit-c++ load into clang. It links no LLVM library: clang brings them.
#include "accesses.h"
#include "hooks.h"
#include "privacy.h"

#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

bool isInstrumented(const Function& function) {
  return !function.isDeclaration() && !function.hasAvailableExternallyLinkage() &&
         !function.hasFnAttribute(Attribute::Naked) &&
         !function.hasFnAttribute(Attribute::DisableSanitizerInstrumentation) && !Hooks::isHook(&function);
}

struct InstrumentPass : PassInfoMixin<InstrumentPass> {
  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    Hooks hooks(module);
    for (auto& function : module)
      if (isInstrumented(function))
        hookAccesses(function, Privacy(function, hooks), hooks);
    return PreservedAnalyses::none();
  }
  // Functions of -O0 code carry optnone; the hooks are needed there too.
  static bool isRequired() { return true; }
};

} // namespace

} // namespace revisit::instrument

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "revisit-instrument", "1", [](PassBuilder& builder) {
            builder.registerOptimizerLastEPCallback([](ModulePassManager& passes, OptimizationLevel) {
              passes.addPass(revisit::instrument::InstrumentPass());
            });
          }};
}
