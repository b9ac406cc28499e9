#include "processor.h"

#include "abi/processor.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

struct CpuidRow {
  std::uint32_t leaf, a, b, c, d;
};

// Other leaves: zeros.
constexpr CpuidRow cpuidRows[] = {
    {0, 1, 0x756e6547, 0x6c65746e, 0x49656e69},            // the last leaf; "GenuineIntel"
    {1, 0x6fb, 0x00000800, 0, REVISIT_PROCESSOR_FEATURES}, // family 6, model 15; lines of the cache have 8 * 8 bytes
    {0x80000000, 0x80000001, 0, 0, 0},
    {0x80000001, 0, 0, 0, 0x20100800} // syscall, no-execute, 64 bits
};

// The words of __cpu_model and __cpu_features2, which the compiler's library fills in when a program starts.
constexpr std::uint32_t intel = 1;
constexpr std::uint32_t features = 1u << 0 | 1u << 1 | 1u << 3 | 1u << 4; // cmov, mmx, sse, sse2
constexpr unsigned baseline = 95 - 32;                                    // "x86-64", as a bit of the later words

Constant* wordsOf(Type* type, ArrayRef<std::uint32_t> words, unsigned& next) {
  if (auto* number = dyn_cast<IntegerType>(type))
    return ConstantInt::get(number, next < words.size() ? words[next++] : 0);
  SmallVector<Constant*, 4> parts;
  if (auto* array = dyn_cast<ArrayType>(type)) {
    for (unsigned i = 0; i < array->getNumElements(); ++i)
      parts.push_back(wordsOf(array->getElementType(), words, next));
    return ConstantArray::get(array, parts);
  }
  for (auto* element : cast<StructType>(type)->elements())
    parts.push_back(wordsOf(element, words, next));
  return ConstantStruct::get(cast<StructType>(type), parts);
}

// The module gets a constant of its own in the place of the library's variable.
void fix(Module& module, StringRef name, ArrayRef<std::uint32_t> words) {
  auto* variable = module.getGlobalVariable(name);
  if (!variable || !variable->isDeclaration())
    return;
  unsigned next = 0;
  auto* constant = new GlobalVariable(module, variable->getValueType(), true, GlobalValue::PrivateLinkage,
                                      wordsOf(variable->getValueType(), words, next), "revisit.processor");
  variable->replaceAllUsesWith(constant);
  variable->eraseFromParent();
}

void eraseCalls(Function& function) {
  SmallVector<CallInst*, 4> calls;
  for (auto* user : function.users())
    if (auto* call = dyn_cast<CallInst>(user))
      calls.push_back(call);
  for (auto* call : calls) {
    if (!call->getType()->isVoidTy())
      call->replaceAllUsesWith(Constant::getNullValue(call->getType()));
    call->eraseFromParent();
  }
}

// The value in the place of an intrinsic; null: it is another one.
Value* answer(IntrinsicInst& call) {
  IRBuilder<> at(&call);
  switch (call.getIntrinsicID()) {
  case Intrinsic::x86_rdtsc:
  case Intrinsic::readcyclecounter:
  case Intrinsic::readsteadycounter:
    return readCounter(at);
  case Intrinsic::x86_rdtscp: {
    auto* both = PoisonValue::get(call.getType());
    auto* counter = at.CreateInsertValue(both, readCounter(at), 0);
    return at.CreateInsertValue(counter, at.getInt32(0), 1); // the first processor
  }
  case Intrinsic::x86_xgetbv:
    return at.getInt64(REVISIT_PROCESSOR_STATES);
  default:
    return nullptr;
  }
}

} // namespace

CpuidAnswer answerCpuid(IRBuilderBase& at, Value* leaf) {
  auto* none = at.getInt32(0);
  CpuidAnswer answer = {none, none, none, none};
  for (const CpuidRow& row : cpuidRows) {
    auto* isThis = at.CreateICmpEQ(leaf, at.getInt32(row.leaf));
    const auto choose = [&](Value*& part, std::uint32_t value) {
      part = at.CreateSelect(isThis, at.getInt32(value), part);
    };
    choose(answer.a, row.a);
    choose(answer.b, row.b);
    choose(answer.c, row.c);
    choose(answer.d, row.d);
  }
  return answer;
}

Value* readCounter(IRBuilderBase& at) {
  auto* module = at.GetInsertBlock()->getModule();
  auto counter = module->getOrInsertFunction("revisit_counter", at.getInt64Ty());
  cast<Function>(counter.getCallee())->setDoesNotThrow();
  return at.CreateCall(counter);
}

void answerForProcessor(Module& module) {
  fix(module, "__cpu_model", {intel, 0, 0, features});
  std::uint32_t later[4] = {};
  later[baseline / 32] = 1u << baseline % 32;
  fix(module, "__cpu_features2", later);
  if (auto* function = module.getFunction("__cpu_indicator_init"))
    eraseCalls(*function);
  SmallVector<IntrinsicInst*, 8> asked;
  for (auto& function : module)
    for (auto& instruction : instructions(function))
      if (auto* call = dyn_cast<IntrinsicInst>(&instruction))
        asked.push_back(call);
  for (auto* call : asked)
    if (auto* value = answer(*call)) {
      call->replaceAllUsesWith(value);
      call->eraseFromParent();
    }
}

} // namespace revisit::instrument
