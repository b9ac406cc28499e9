#include "library.h"

#include "library_names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <sys/syscall.h>

using namespace llvm;

namespace revisit::instrument {

namespace {

// System calls for which engine/library/c/machine/numbers.c has functions.
struct Numbered {
  long number;
  StringLiteral name;
  unsigned parameters;
};
constexpr Numbered ofNumbers[] = {{SYS_read, "read", 3},
                                  {SYS_write, "write", 3},
                                  {SYS_readv, "readv", 3},
                                  {SYS_writev, "writev", 3},
                                  {SYS_close, "close", 1},
                                  {SYS_pipe, "pipe", 1},
                                  {SYS_pipe2, "pipe2", 2},
                                  {SYS_dup, "dup", 1},
                                  {SYS_dup2, "dup2", 2},
                                  {SYS_dup3, "dup3", 3},
                                  {SYS_fcntl, "fcntl", 3},
                                  {SYS_ioctl, "ioctl", 3},
                                  {SYS_eventfd, "eventfd", 1},
                                  {SYS_eventfd2, "eventfd2", 2},
                                  {SYS_poll, "poll", 3},
                                  {SYS_signalfd, "signalfd", 3},
                                  {SYS_signalfd4, "signalfd4", 4},
                                  {SYS_epoll_create, "epoll_create", 1},
                                  {SYS_epoll_create1, "epoll_create1", 1},
                                  {SYS_epoll_ctl, "epoll_ctl", 4},
                                  {SYS_epoll_wait, "epoll_wait", 4},
                                  {SYS_epoll_pwait, "epoll_pwait", 5},
                                  {SYS_timerfd_create, "timerfd_create", 2},
                                  {SYS_timerfd_settime, "timerfd_settime", 4},
                                  {SYS_socket, "socket", 3},
                                  {SYS_socketpair, "socketpair", 4},
                                  {SYS_bind, "bind", 3},
                                  {SYS_listen, "listen", 2},
                                  {SYS_connect, "connect", 3},
                                  {SYS_accept, "accept", 3},
                                  {SYS_accept4, "accept4", 4},
                                  {SYS_shutdown, "shutdown", 2},
                                  {SYS_sendto, "sendto", 6},
                                  {SYS_recvfrom, "recvfrom", 6},
                                  {SYS_sendmsg, "sendmsg", 3},
                                  {SYS_recvmsg, "recvmsg", 3},
                                  {SYS_getsockname, "getsockname", 3},
                                  {SYS_getpeername, "getpeername", 3},
                                  {SYS_setsockopt, "setsockopt", 5},
                                  {SYS_getsockopt, "getsockopt", 5},
                                  {SYS_inotify_init, "inotify_init", 0},
                                  {SYS_inotify_init1, "inotify_init1", 1},
                                  {SYS_inotify_add_watch, "inotify_add_watch", 3},
                                  {SYS_inotify_rm_watch, "inotify_rm_watch", 2},
                                  {SYS_getuid, "getuid", 0},
                                  {SYS_geteuid, "geteuid", 0},
                                  {SYS_getgid, "getgid", 0},
                                  {SYS_getegid, "getegid", 0},
                                  {SYS_setuid, "setuid", 1},
                                  {SYS_setgid, "setgid", 1},
                                  {SYS_getgroups, "getgroups", 2},
                                  {SYS_setgroups, "setgroups", 2},
                                  {SYS_setreuid, "setreuid", 2},
                                  {SYS_setresuid, "setresuid", 3},
                                  {SYS_setresgid, "setresgid", 3},
                                  {SYS_getrandom, "getrandom", 3},
                                  {SYS_madvise, "madvise", 3}};

// Replaces calls of `syscall` with such a number. A call with fewer arguments is left as it is.
void redirectNumbers(Module& module) {
  auto* function = module.getFunction("syscall");
  if (!function)
    return;
  SmallVector<CallInst*, 8> calls;
  for (User* user : function->users())
    if (auto* call = dyn_cast<CallInst>(user); call && call->getCalledOperand() == function)
      calls.push_back(call);
  for (CallInst* call : calls) {
    const auto* number = call->arg_empty() ? nullptr : dyn_cast<ConstantInt>(call->getArgOperand(0));
    const auto* row =
        number ? find_if(ofNumbers, [&](const Numbered& one) { return one.number == number->getSExtValue(); })
               : std::end(ofNumbers);
    if (row == std::end(ofNumbers) || call->arg_size() <= row->parameters)
      continue;
    IRBuilder<> builder(call);
    auto* word = builder.getInt64Ty();
    SmallVector<Value*, 6> arguments;
    for (unsigned i = 1; i <= row->parameters; i++) {
      Value* argument = call->getArgOperand(i);
      arguments.push_back(argument->getType()->isPointerTy() ? builder.CreatePtrToInt(argument, word)
                                                             : builder.CreateSExtOrTrunc(argument, word));
    }
    SmallVector<Type*, 6> types(row->parameters, word);
    auto target =
        module.getOrInsertFunction(("revisit_number_" + row->name).str(), FunctionType::get(word, types, false));
    auto* made = builder.CreateCall(target, arguments);
    made->setDebugLoc(call->getDebugLoc());
    call->replaceAllUsesWith(made);
    call->eraseFromParent();
  }
}

// The C library's headers rename some functions depending on the language standard.
constexpr StringLiteral StandardPrefixes[] = {"", "__isoc99_", "__isoc23_"};

void redirect(Module& module, StringRef prefix, StringRef name) {
  auto* function = module.getFunction((prefix + name).str());
  if (!function || !function->isDeclaration())
    return;
  auto ours = ("revisit_libc_" + name).str();
  auto* known = module.getFunction(ours);
  if (known && !known->isDeclaration())
    return; // our own definition, which calls the C library's
  if (known)
    function->replaceAllUsesWith(known);
  else
    function->setName(ours);
}

// Functions of libc++ that our functions replace: what stands around the library's ABI tag in their names.
struct Replaced {
  StringLiteral begin, end, ours;
};
constexpr Replaced OfCxxLibrary[] = {{"_ZNKSt3__15ctypeIcE2isB", "Etc", "ctype_is"},
                                     {"_ZNKSt3__15ctypeIcE7toupperB", "Ec", "ctype_toupper"},
                                     {"_ZNKSt3__15ctypeIcE7tolowerB", "Ec", "ctype_tolower"},
                                     {"_ZNKSt3__15ctypeIcE5widenB", "Ec", "ctype_widen"},
                                     {"_ZNKSt3__15ctypeIcE5widenB", "EPKcS3_Pc", "ctype_widen_all"},
                                     {"_ZNKSt3__15ctypeIcE6narrowB", "Ecc", "ctype_narrow"},
                                     {"_ZNKSt3__15ctypeIcE6narrowB", "EPKcS3_cPc", "ctype_narrow_all"},
                                     {"_ZNSt3__19__num_getIcE17__stage2_int_loopE", "", "read_integer"}};

const Replaced* replacementOf(StringRef name) {
  for (const auto& one : OfCxxLibrary)
    if (name.starts_with(one.begin) && name.ends_with(one.end) &&
        (one.end.empty() || !name.drop_front(one.begin.size()).drop_back(one.end.size()).contains('E')))
      return &one;
  return nullptr;
}

void redirectCxxLibrary(Module& module) {
  SmallVector<std::pair<Function*, const Replaced*>, 8> replaced;
  for (auto& function : module)
    if (const auto* replacement = replacementOf(function.getName()))
      replaced.emplace_back(&function, replacement);
  for (const auto& [function, replacement] : replaced) {
    auto target = module.getOrInsertFunction(("revisit_" + replacement->ours).str(), function->getFunctionType());
    if (auto* known = dyn_cast<Function>(target.getCallee()); known && known->isDeclaration())
      function->replaceAllUsesWith(known);
  }
}

} // namespace

void redirectLibraryCalls(Module& module) {
  for (StringRef prefix : StandardPrefixes)
    for (StringRef name : split(ofLibrary, " "))
      redirect(module, prefix, name);
  for (StringRef names : {ofSystem, ofAttributes, ofMachine, ofQueues, ofProcesses, ofFiles})
    for (StringRef name : split(names, " "))
      redirect(module, "", name);
  redirectNumbers(module);
  redirectCxxLibrary(module);
}

} // namespace revisit::instrument
