#include "calls.h"

#include "instrument/pass/assembly/asm_copies.h"
#include "instrument/pass/assembly/assembly.h"
#include "instrument/pass/hooks.h"
#include "instrument/pass/memory/privacy.h"
#include "program/label.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace revisit::instrument {

using llvm::Value; // label.h also declares a Value

namespace {

// The assembly's text without white space and statement separators.
std::string assemblyText(const CallBase& call) {
  std::string text;
  for (char c : cast<InlineAsm>(call.getCalledOperand())->getAsmString())
    if (!isSpace(c) && c != ';')
      text += toLower(c);
  return text;
}

void rewriteAssembly(CallBase& call, Hooks& hooks) {
  if (isIdleAssembly(call) || runsOnCopies(call))
    return;
  IRBuilder<> at(&call);
  hooks.unsupported(at, ("inline assembly is not followed: " + assemblyRefusal(call)).str());
}

// An atomic library call: __atomic_NAME, __atomic_NAME_SIZE.
class AtomicCall {
public:
  AtomicCall(CallBase& call, Hooks& hooks) : m_call(call), m_hooks(hooks), m_at(&call) {}

  // Returns whether the call was replaced.
  bool rewrite() {
    StringRef name = m_call.getCalledFunction()->getName();
    if (!name.consume_front("__atomic_"))
      return false;
    auto split = name.rsplit('_');
    unsigned bytes = 0;
    if (!split.second.getAsInteger(10, bytes))
      return isPowerOf2_32(bytes) && bytes <= 16 && finish(sized(split.first, m_at.getIntNTy(bytes * 8)));
    auto* size = m_call.arg_empty() ? nullptr : dyn_cast<ConstantInt>(m_call.getArgOperand(0));
    if (!size || size->isZero() || size->getZExtValue() > 64)
      return false;
    return generic(name, m_at.getIntNTy(size->getZExtValue() * 8));
  }

private:
  Value* argument(unsigned index) const { return m_call.getArgOperand(index); }
  Value* order(unsigned index) { return m_hooks.orderFromC(m_at, argument(index)); }

  // The result, or null when the name is unknown; poison when there is no result.
  Value* sized(StringRef name, IntegerType* type) {
    auto* none = PoisonValue::get(type);
    if (name == "load")
      return m_hooks.load(m_at, type, argument(0), order(1));
    if (name == "store") {
      m_hooks.store(m_at, argument(1), argument(0), order(2));
      return none;
    }
    if (name == "exchange")
      return m_hooks.exchange(m_at, argument(1), argument(0), order(2), unsigned(RmwOp::Exchange));
    if (name == "compare_exchange")
      return compareExchange(m_hooks.load(m_at, type, argument(1), m_hooks.i32(0)), argument(2), order(3), order(4));
    if (name.consume_front("fetch_")) {
      auto operation = operationOf(name);
      return operation ? m_hooks.exchange(m_at, argument(1), argument(0), order(2), unsigned(*operation)) : nullptr;
    }
    return nullptr;
  }

  static std::optional<RmwOp> operationOf(StringRef name) {
    return StringSwitch<std::optional<RmwOp>>(name)
        .Case("add", RmwOp::Add)
        .Case("sub", RmwOp::Sub)
        .Case("and", RmwOp::And)
        .Case("nand", RmwOp::Nand)
        .Case("or", RmwOp::Or)
        .Case("xor", RmwOp::Xor)
        .Default(std::nullopt);
  }

  // On failure the old value is stored to *expected. Storing it on success too changes nothing, because *expected
  // already has that value.
  Value* compareExchange(Value* expected, Value* desired, Value* success, Value* failure) {
    auto swapped = m_hooks.compareExchange(m_at, expected, desired, argument(0), success, failure);
    m_hooks.store(m_at, swapped.old, argument(1), m_hooks.i32(0));
    return m_at.CreateZExtOrTrunc(swapped.stored, m_call.getType());
  }

  // The generic forms, which take the size first and all values by address.
  bool generic(StringRef name, Type* type) {
    auto* plain = m_hooks.i32(0);
    auto value = [&](unsigned index) { return m_hooks.load(m_at, type, argument(index), plain); };
    auto* none = PoisonValue::get(m_at.getInt8Ty());
    if (name == "load" && m_call.arg_size() == 4) {
      m_hooks.store(m_at, m_hooks.load(m_at, type, argument(1), order(3)), argument(2), plain);
      return finish(none);
    }
    if (name == "store" && m_call.arg_size() == 4) {
      m_hooks.store(m_at, value(2), argument(1), order(3));
      return finish(none);
    }
    if (name == "exchange" && m_call.arg_size() == 5) {
      auto* old = m_hooks.exchange(m_at, value(2), argument(1), order(4), unsigned(RmwOp::Exchange));
      m_hooks.store(m_at, old, argument(3), plain);
      return finish(none);
    }
    if (name == "compare_exchange" && m_call.arg_size() == 6) {
      auto* expected = value(2);
      auto swapped = m_hooks.compareExchange(m_at, expected, value(3), argument(1), order(4), order(5));
      m_hooks.store(m_at, swapped.old, argument(2), plain);
      return finish(m_at.CreateZExtOrTrunc(swapped.stored, m_call.getType()));
    }
    return false;
  }

  bool finish(Value* result) {
    if (!result)
      return false;
    if (!m_call.getType()->isVoidTy())
      m_call.replaceAllUsesWith(result);
    if (auto* invoke = dyn_cast<InvokeInst>(&m_call)) {
      invoke->getUnwindDest()->removePredecessor(invoke->getParent());
      m_at.CreateBr(invoke->getNormalDest());
    }
    m_call.eraseFromParent();
    return true;
  }

  CallBase& m_call;
  Hooks& m_hooks;
  IRBuilder<> m_at;
};

// Intrinsics that access memory themselves: masked moves of a target, packed vectors, matrices.
bool isOpaqueAccess(const IntrinsicInst& call, StringRef name, const Privacy& privacy) {
  bool mayReach = name.starts_with("llvm.x86.") || name.starts_with("llvm.masked.") || name.starts_with("llvm.vp.") ||
                  name.starts_with("llvm.matrix.");
  bool onlyTheCache = name.contains(".clflush") || name.contains(".clwb");
  return mayReach && !onlyTheCache && call.mayReadOrWriteMemory() && any_of(call.args(), [&](const Use& argument) {
           return argument->getType()->isPointerTy() && !privacy.isPrivate(argument.get());
         });
}

// Instructions whose result differs between runs, so that runs would not repeat.
bool isUnrepeatable(StringRef name) {
  return name.starts_with("llvm.x86.rdrand") || name.starts_with("llvm.x86.rdseed") ||
         name.starts_with("llvm.x86.rdpmc") || name.starts_with("llvm.x86.rdpid");
}

} // namespace

bool isIdleAssembly(const CallBase& call) {
  return call.isInlineAsm() &&
         StringSwitch<bool>(assemblyText(call)).Cases("", "pause", "repnop", "yield", "nop", true).Default(false);
}

void rewriteCall(CallBase& call, const Privacy& privacy, Hooks& hooks) {
  if (call.isInlineAsm()) {
    rewriteAssembly(call, hooks);
  } else if (auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) {
    IRBuilder<> at(&call);
    auto name = call.getCalledFunction()->getName();
    if (intrinsic->getIntrinsicID() == Intrinsic::ubsantrap)
      hooks.call(at, "arithmetic", {hooks.i32(cast<ConstantInt>(intrinsic->getArgOperand(0))->getZExtValue())});
    else if (isUnrepeatable(name) || isOpaqueAccess(*intrinsic, name, privacy))
      hooks.unsupported(at, ("the instruction behind " + name + " is not followed").str());
  } else if (call.getCalledFunction()) {
    AtomicCall(call, hooks).rewrite();
  }
}

} // namespace revisit::instrument
