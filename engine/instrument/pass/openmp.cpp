#include "openmp.h"

#include "abi/openmp_names.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

// Those of engine/library/openmp.
constexpr StringLiteral OfDirectives[] = {"barrier",
                                          "bound_num_threads",
                                          "bound_thread_num",
                                          "cancel",
                                          "cancel_barrier",
                                          "cancellationpoint",
                                          "copyprivate",
                                          "critical",
                                          "critical_with_hint",
                                          "dispatch_deinit",
                                          "dispatch_fini_4",
                                          "dispatch_fini_4u",
                                          "dispatch_fini_8",
                                          "dispatch_fini_8u",
                                          "dispatch_init_4",
                                          "dispatch_init_4u",
                                          "dispatch_init_8",
                                          "dispatch_init_8u",
                                          "dispatch_next_4",
                                          "dispatch_next_4u",
                                          "dispatch_next_8",
                                          "dispatch_next_8u",
                                          "end_critical",
                                          "end_masked",
                                          "end_master",
                                          "end_ordered",
                                          "end_reduce",
                                          "end_reduce_nowait",
                                          "end_serialized_parallel",
                                          "end_single",
                                          "end_taskgroup",
                                          "flush",
                                          "for_static_fini",
                                          "for_static_init_4",
                                          "for_static_init_4u",
                                          "for_static_init_8",
                                          "for_static_init_8u",
                                          "global_num_threads",
                                          "global_thread_num",
                                          "in_parallel",
                                          "masked",
                                          "master",
                                          "ok_to_fork",
                                          "omp_task",
                                          "omp_task_alloc",
                                          "omp_task_begin_if0",
                                          "omp_task_complete_if0",
                                          "omp_task_with_deps",
                                          "omp_taskwait",
                                          "omp_taskwait_deps_51",
                                          "omp_taskyield",
                                          "omp_wait_deps",
                                          "ordered",
                                          "push_num_threads",
                                          "push_proc_bind",
                                          "reduce",
                                          "reduce_nowait",
                                          "serialized_parallel",
                                          "single",
                                          "taskgroup",
                                          "taskloop",
                                          "taskloop_5"};

constexpr StringLiteral OfHeader[] = {"destroy_lock",
                                      "destroy_nest_lock",
                                      "get_active_level",
                                      "get_ancestor_thread_num",
                                      "get_cancellation",
                                      "get_default_device",
                                      "get_dynamic",
                                      "get_initial_device",
                                      "get_level",
                                      "get_max_active_levels",
                                      "get_max_task_priority",
                                      "get_max_threads",
                                      "get_nested",
                                      "get_num_devices",
                                      "get_num_procs",
                                      "get_num_teams",
                                      "get_num_threads",
                                      "get_proc_bind",
                                      "get_schedule",
                                      "get_supported_active_levels",
                                      "get_team_num",
                                      "get_team_size",
                                      "get_thread_limit",
                                      "get_thread_num",
                                      "get_wtick",
                                      "get_wtime",
                                      "in_parallel",
                                      "init_lock",
                                      "init_lock_with_hint",
                                      "init_nest_lock",
                                      "init_nest_lock_with_hint",
                                      "is_initial_device",
                                      "set_default_device",
                                      "set_dynamic",
                                      "set_lock",
                                      "set_max_active_levels",
                                      "set_nest_lock",
                                      "set_nested",
                                      "set_num_threads",
                                      "set_schedule",
                                      "test_lock",
                                      "test_nest_lock",
                                      "unset_lock",
                                      "unset_nest_lock"};

// A function of ours that does nothing but call the other one.
Function* callerOf(Function& function) {
  auto& module = *function.getParent();
  auto* caller = Function::Create(function.getFunctionType(), GlobalValue::LinkOnceODRLinkage,
                                  "revisit_calls_" + function.getName(), module);
  caller->setComdat(module.getOrInsertComdat(caller->getName()));
  IRBuilder<> at(BasicBlock::Create(module.getContext(), "", caller));
  SmallVector<Value*, 4> arguments(make_pointer_range(caller->args()));
  auto* result = at.CreateCall(&function, arguments);
  if (result->getType()->isVoidTy())
    at.CreateRetVoid();
  else
    at.CreateRet(result);
  return caller;
}

// A pointer to a missing function would be null, so pointers are made to a function of ours.
void pointToCaller(Function& function) {
  const auto isPointedTo = [&](const Use& use) {
    const auto* call = dyn_cast<CallBase>(use.getUser());
    return !call || !call->isCallee(&use);
  };
  if (!function.isVarArg() && any_of(function.uses(), isPointedTo))
    function.replaceUsesWithIf(callerOf(function), [&](const Use& use) { return isPointedTo(use); });
}

void rename(Module& module, StringRef prefix, StringRef ourPrefix, ArrayRef<StringLiteral> names) {
  for (StringRef name : names)
    if (auto* function = module.getFunction((prefix + name).str()); function && function->isDeclaration())
      function->setName(ourPrefix + name);
}

// The variable of a critical region has room for a mutex, and a name that readers know.
void makeMutex(Module& module, GlobalVariable& variable, StringRef name) {
  constexpr unsigned words = 5; // of a mutex
  auto* type = ArrayType::get(Type::getInt64Ty(module.getContext()), words);
  auto* mutex = new GlobalVariable(module, type, false, GlobalValue::CommonLinkage, ConstantAggregateZero::get(type),
                                   name.empty() ? "critical region" : "critical(" + name + ")");
  mutex->setAlignment(Align(sizeof(std::uint64_t)));
  variable.replaceAllUsesWith(mutex);
  variable.eraseFromParent();
}

void makeMutexes(Module& module) {
  for (auto& variable : make_early_inc_range(module.globals()))
    if (StringRef name = variable.getName(); name.consume_front(".gomp_critical_user_") && name.consume_back("var")) {
      const auto region = name.rtrim('.').str();
      makeMutex(module, variable, region);
    }
}

// The variables that a region shares are passed in memory: while a function with variable arguments is active, nothing
// is known of a thread's state.
void passInMemory(CallInst& call, FunctionCallee fork) {
  constexpr unsigned fixed = 3; // place, count, region
  auto* word = Type::getInt64Ty(call.getContext());
  auto& entry = call.getFunction()->getEntryBlock();
  const unsigned count = call.arg_size() - fixed;
  auto* type = ArrayType::get(word, count);
  IRBuilder<> at(&entry, entry.getFirstInsertionPt());
  auto* array = at.CreateAlloca(type);
  at.SetInsertPoint(&call);
  for (unsigned i = 0; i < count; i++) {
    Value* given = call.getArgOperand(fixed + i);
    at.CreateStore(given, at.CreateConstInBoundsGEP2_64(type, array, 0, i));
  }
  at.CreateCall(fork, {call.getArgOperand(0), call.getArgOperand(1), call.getArgOperand(2), array});
  call.eraseFromParent();
}

void followRegions(Module& module) {
  auto* function = module.getFunction("__kmpc_fork_call");
  if (function == nullptr || !function->isDeclaration())
    return;
  auto* pointer = PointerType::getUnqual(module.getContext());
  const auto fork = module.getOrInsertFunction("revisit_kmpc_fork_call", Type::getVoidTy(module.getContext()), pointer,
                                               Type::getInt32Ty(module.getContext()), pointer, pointer);
  for (auto* user : make_early_inc_range(function->users()))
    if (auto* call = dyn_cast<CallInst>(user); call && call->getCalledOperand() == function)
      passInMemory(*call, fork);
}

} // namespace

void followOpenMp(Module& module) {
  rename(module, "__kmpc_", "revisit_kmpc_", OfDirectives);
  rename(module, "omp_", "revisit_omp_", OfHeader);
  followRegions(module);
  makeMutexes(module);
  for (auto& function : make_early_inc_range(module))
    if (function.isDeclaration() && isOfOpenMp(function.getName())) {
      function.setLinkage(GlobalValue::ExternalWeakLinkage);
      pointToCaller(function);
    }
}

} // namespace revisit::instrument
