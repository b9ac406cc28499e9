// The pass plugin that revisit-cc and revisit-c++ load into clang. It links no LLVM library, because clang provides the
// symbols.
#include "contexts.h"
#include "embed.h"
#include "frames.h"
#include "hooks.h"
#include "instrument/pass/assembly/assembly.h"
#include "instrument/pass/assembly/processor.h"
#include "instrument/pass/flow/copying.h"
#include "instrument/pass/flow/discarding.h"
#include "instrument/pass/flow/line_marks.h"
#include "instrument/pass/flow/loops.h"
#include "instrument/pass/flow/main_return.h"
#include "instrument/pass/flow/missing_return.h"
#include "instrument/pass/flow/path.h"
#include "instrument/pass/flow/selects.h"
#include "instrument/pass/flow/synchronisation.h"
#include "instrument/pass/memory/accesses.h"
#include "instrument/pass/memory/allocation_notes.h"
#include "instrument/pass/memory/bounds.h"
#include "instrument/pass/memory/destructors.h"
#include "instrument/pass/memory/frame_state.h"
#include "instrument/pass/memory/fresh_locals.h"
#include "instrument/pass/memory/privacy.h"
#include "instrument/pass/memory/race_notes.h"
#include "instrument/pass/memory/red_zones.h"
#include "instrument/pass/memory/volatile_accesses.h"
#include "instrument/section.h"
#include "library.h"
#include "marking.h"
#include "openmp.h"
#include "prepare.h"
#include "unknown_files.h"
#include "verification_tasks.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdlib>

using namespace llvm;

namespace revisit::instrument {

namespace {

// The dynamic linker calls such a function before the runtime is loaded.
bool isResolver(const Function& function) {
  return any_of(function.getParent()->ifuncs(),
                [&](const GlobalIFunc& ifunc) { return ifunc.getResolverFunction() == &function; });
}

bool isInstrumented(const Function& function) {
  return isFollowed(function) && !Hooks::isHook(&function) && !isResolver(function);
}

bool usesInputs(const Module& module) {
  return any_of(module, [](const Function& function) {
    auto name = function.getName();
    return !function.use_empty() && (name.starts_with("revisit_nondet_") || name.starts_with("revisit_symbolic") ||
                                     name.starts_with("__VERIFIER_nondet_"));
  });
}

// Whether the code does something with the argument, besides keeping it in its own variable.
bool isLookedAt(const Argument& argument) {
  return any_of(argument.users(), [&](const User* user) {
    const auto* store = dyn_cast<StoreInst>(user);
    const auto* variable = store ? dyn_cast<AllocaInst>(store->getPointerOperand()) : nullptr;
    return !variable || any_of(variable->users(), [&](const User* other) { return other != store; });
  });
}

// Whether the program may look at all variables of its environment. Our own getenv looks at one.
bool walksEnvironment(const Module& module) {
  if (const auto* lookUp = module.getFunction("revisit_libc_getenv"); lookUp && !lookUp->isDeclaration())
    return false;
  const auto* main = module.getFunction("main");
  if (main && main->arg_size() > 2 && isLookedAt(*main->getArg(2)))
    return true;
  return any_of(ArrayRef<StringRef>{"environ", "__environ", "_environ"}, [&](StringRef name) {
    const auto* list = module.getNamedGlobal(name);
    return list && !list->use_empty();
  });
}

// Whether what the code does may depend on where memory lies.
bool numbersAddresses(const Module& module) {
  const auto isNumber = [](const Instruction& instruction) {
    const auto* compares = dyn_cast<ICmpInst>(&instruction);
    return isa<PtrToIntInst>(instruction) ||
           (compares && compares->isRelational() && compares->getOperand(0)->getType()->isPointerTy());
  };
  return any_of(module, [&](const Function& function) {
    return isInstrumented(function) && any_of(instructions(function), isNumber);
  });
}

// Settings that the wrapper passes through the environment.
bool isTold(const char* variable, StringRef expected) {
  const char* word = std::getenv(variable);
  return word && expected == word;
}

bool volatilesAreRelaxed() {
  return isTold("REVISIT_VOLATILE", "relaxed");
}

// Preprocessed sources contain the declarations of the machine on which they were preprocessed.
bool isFor32Bits(const Module& module) {
  const StringRef name = module.getSourceFileName();
  if (!name.ends_with(".i") && !name.ends_with(".ii"))
    return false;
  auto text = MemoryBuffer::getFile(name, true);
  return text && (*text)->getBuffer().contains("typedef unsigned int size_t;");
}

// Whether the module is one of our C library functions, whose loops end with their data.
bool loopsEnd() {
  return isTold("REVISIT_LOOPS", "end");
}

// Copies of uninitialised values go to no private structures, where nobody could tell later that they are such.
void publishStructures(Function& function, Privacy& privacy, Hooks& hooks) {
  for (;;) {
    const Copying copying(function, privacy, hooks);
    if (copying.structures().empty())
      return;
    privacy.publish(function, copying.structures().getArrayRef());
  }
}

struct InstrumentPass : PassInfoMixin<InstrumentPass> {
  PreservedAnalyses run(Module& module, ModuleAnalysisManager& analyses) {
    if (isTold("REVISIT_OPENMP", "on"))
      followOpenMp(module);
    addUnknownFiles(module);
    redirectLibraryCalls(module);
    clearContexts(module);
    followVerificationNames(module);
    adaptSynchronisation(module);
    answerForProcessor(module);
    auto identity = moduleIdentity(module);
    std::uint32_t flags = (isTold("REVISIT_ASSERTIONS", "off") ? AssertionsOff : 0u) |
                          (isTold("REVISIT_OPTIMISATION", "left out") ? Optimised : 0u) |
                          (isTold("REVISIT_SANITIZERS", "left out") ? Sanitised : 0u) |
                          (usesInputs(module) ? UsesInputs : 0u) | (walksEnvironment(module) ? WalksEnvironment : 0u) |
                          (isFor32Bits(module) ? For32Bits : 0u) |
                          (numbersAddresses(module) && !loopsEnd() ? NumbersAddresses : 0u);
    Hooks hooks(module);
    const auto named = takenElsewhere(module);
    hookGlobals(module, hooks);
    SmallVector<Function*, 64> chosen;
    for (auto& function : module)
      if (isInstrumented(function))
        chosen.push_back(&function);
    RaceNotes races(module);
    AllocationNotes allocations(module);
    for (auto* function : chosen) {
      translateAssembly(*function, hooks);
      races.collect(*function);
      allocations.collect(*function);
      if (volatilesAreRelaxed())
        relaxVolatileAccesses(*function);
      branchOnSelects(*function);
      prepareFunction(*function, hooks);
    }
    LoopClassifier classifier(module, analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager());
    std::vector<SmallVector<LoopShape, 4>> loops;
    for (auto* function : chosen)
      loops.push_back(loopsEnd() ? SmallVector<LoopShape, 4>() : classifier.classify(*function));
    hookDiscardedUpdates(chosen, hooks);
    unsigned number = 0;
    std::vector<std::unique_ptr<Privacy>> privacies;
    std::set<std::string> marked;
    for (auto [function, shapes] : zip(chosen, loops)) {
      auto id = functionId(identity, *function);
      Privacy& privacy = *privacies.emplace_back(std::make_unique<Privacy>(*function, hooks));
      publishWatched(*function, privacy);
      publishStructures(*function, privacy, hooks);
      const auto found = freshLocals(*function);
      SmallVector<WeakTrackingVH, 8> tracked(found.begin(), found.end()); // slots may be replaced by larger ones
      hookBounds(*function, hooks);
      hookDestructor(*function, hooks);
      hookFrame(*function, privacy, hooks, number++);
      SmallVector<AllocaInst*, 8> fresh;
      for (auto& handle : tracked)
        if (auto* slot = dyn_cast_or_null<AllocaInst>(handle))
          fresh.push_back(slot);
      hookAccesses(*function, privacy, hooks);
      hookLoops(shapes, id, hooks);
      markLines(*function, hooks, marked);
      hookPath(*function, id, privacy, hooks);
      hookMainReturn(*function, hooks);
      hookMissingReturn(*function, hooks);
      fillFreshLocals(*function, fresh, privacy, hooks);
      fixArbitraryValues(*function);
      numberLandings(*function);
    }
    embedTexts(module, MarksSection, "revisit.marks", marked);
    races.embed();
    allocations.embed();
    markCode(module, chosen);
    listNames(module, named, hooks);
    embedModule(module, identity, flags);
    for (auto [function, privacy] : zip(chosen, privacies))
      describeFrame(*function, *privacy, hooks);
    return PreservedAnalyses::none();
  }
  // Functions at -O0 have the attribute optnone; the hooks are needed there too.
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
