#include "hooks.h"

#include "abi/trace.h"

#include "llvm/IR/DebugInfoMetadata.h"

#include <cstdlib>
#include <string>

using namespace llvm;

namespace revisit::instrument {

namespace {
constexpr StringRef Prefix = "__revisit_";
}

Hooks::Hooks(Module& module)
    : m_module(module), m_layout(module.getDataLayout()), m_i32(Type::getInt32Ty(module.getContext())),
      m_i64(Type::getInt64Ty(module.getContext())), m_void(Type::getVoidTy(module.getContext())),
      m_announcesExternals(std::getenv("REVISIT_EXTERNALS")) {}

Constant* Hooks::text(StringRef content) {
  auto*& known = m_texts[content];
  if (!known) {
    auto* data = ConstantDataArray::getString(m_module.getContext(), content);
    auto* global =
        new GlobalVariable(m_module, data->getType(), true, GlobalValue::PrivateLinkage, data, "revisit.text");
    global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    known = global;
  }
  return known;
}

FunctionCallee Hooks::declare(StringRef name, Type* result, ArrayRef<Type*> parameters) {
  auto callee = m_module.getOrInsertFunction((Prefix + name).str(), FunctionType::get(result, parameters, false));
  if (auto* function = dyn_cast<Function>(callee.getCallee()))
    function->setDoesNotThrow();
  return callee;
}

bool Hooks::isHook(const Function* function) {
  return function && function->getName().starts_with(Prefix);
}

CallInst* Hooks::call(IRBuilderBase& at, StringRef name, ArrayRef<Value*> arguments) {
  SmallVector<Type*, 6> types;
  for (auto* argument : arguments)
    types.push_back(argument->getType());
  Type* result = m_void;
  if (name == "load" || name == "rmw" || name == "cas")
    result = m_i64;
  else if (name == "cas_wide" || name == "await_back" || name == "try_again" || name == "carried" || name == "given" ||
           name == "given_back")
    result = m_i32;
  auto* made = at.CreateCall(declare(name, result, types), arguments);
  made->setDoesNotThrow();
  return made;
}

ConstantInt* Hooks::order(AtomicOrdering ordering) const {
  switch (ordering) {
  case AtomicOrdering::NotAtomic:
    return i32(0);
  case AtomicOrdering::Unordered:
  case AtomicOrdering::Monotonic:
    return i32(1);
  case AtomicOrdering::Acquire:
    return i32(3);
  case AtomicOrdering::Release:
    return i32(4);
  case AtomicOrdering::AcquireRelease:
    return i32(5);
  case AtomicOrdering::SequentiallyConsistent:
    return i32(6);
  }
  return i32(6);
}

Value* Hooks::orderFromC(IRBuilderBase& at, Value* order) const {
  return at.CreateAdd(at.CreateZExtOrTrunc(order, m_i32), i32(1));
}

ConstantInt* Hooks::sizeOf(Type* type) const {
  return i32(m_layout.getTypeStoreSize(type).getFixedValue());
}

bool Hooks::isNarrow(Type* type) const {
  auto size = m_layout.getTypeStoreSize(type).getFixedValue();
  return size == 1 || size == 2 || size == 4 || size == 8;
}

AllocaInst* Hooks::buffer(IRBuilderBase& at, Type* type, unsigned slot) {
  auto* function = at.GetInsertBlock()->getParent();
  auto*& alloca = m_slots[{function, {type, slot}}];
  if (!alloca) {
    auto& entry = function->getEntryBlock();
    IRBuilder<> top(&entry, entry.begin());
    alloca = ownSlot(top, type);
  }
  return alloca;
}

AllocaInst* Hooks::ownSlot(IRBuilderBase& top, Type* type, Value* count) {
  auto* slot = top.CreateAlloca(type, count);
  m_buffers.insert(slot);
  return slot;
}

AllocaInst* Hooks::notes(IRBuilderBase& top, Type* type) {
  auto* slot = ownSlot(top, type);
  m_notes.insert(slot);
  return slot;
}

namespace {
// Types whose bits a cast can give; others go through memory.
bool castsToInteger(Type* type, const DataLayout& layout) {
  if (type->isPointerTy() || type->isIntegerTy())
    return true;
  auto* scalar = type->getScalarType();
  if (isa<ScalableVectorType>(type) || scalar->isPointerTy() || !(scalar->isIntegerTy() || scalar->isFloatingPointTy()))
    return false;
  return layout.getTypeSizeInBits(type) == layout.getTypeStoreSizeInBits(type);
}
} // namespace

Value* Hooks::toBits(IRBuilderBase& at, Value* value) {
  auto* type = value->getType();
  if (type->isPointerTy())
    return at.CreatePtrToInt(value, m_i64);
  auto* bits = at.getIntNTy(m_layout.getTypeStoreSizeInBits(type).getFixedValue());
  if (type->isIntegerTy())
    return at.CreateZExt(value, m_i64);
  if (castsToInteger(type, m_layout))
    return at.CreateZExt(at.CreateBitCast(value, bits), m_i64);
  auto* memory = buffer(at, type);
  at.CreateStore(value, memory);
  return at.CreateZExt(at.CreateLoad(bits, memory), m_i64);
}

Value* Hooks::fromBits(IRBuilderBase& at, Value* bits, Type* type) {
  if (type->isPointerTy())
    return at.CreateIntToPtr(bits, type);
  if (type->isIntegerTy())
    return at.CreateTrunc(bits, type);
  auto* narrow = at.CreateTrunc(bits, at.getIntNTy(m_layout.getTypeStoreSizeInBits(type).getFixedValue()));
  if (castsToInteger(type, m_layout))
    return at.CreateBitCast(narrow, type);
  auto* memory = buffer(at, type);
  at.CreateStore(narrow, memory);
  return at.CreateLoad(type, memory);
}

Value* Hooks::asWord(IRBuilderBase& at, Value* value) {
  auto* type = value->getType();
  if (type->isVoidTy() || !type->isSized() || isa<ScalableVectorType>(type) || !isNarrow(type) ||
      !castsToInteger(type, m_layout))
    return i64(0);
  return toBits(at, value);
}

Value* Hooks::address(IRBuilderBase& at, Value* pointer) {
  return at.CreatePtrToInt(pointer, m_i64);
}

Value* Hooks::load(IRBuilderBase& at, Type* type, Value* pointer, Value* order) {
  if (isNarrow(type))
    return fromBits(at, call(at, "load", {address(at, pointer), sizeOf(type), order}), type);
  auto* memory = buffer(at, type);
  call(at, "load_wide", {address(at, pointer), sizeOf(type), order, address(at, memory)});
  return at.CreateLoad(type, memory);
}

void Hooks::store(IRBuilderBase& at, Value* value, Value* pointer, Value* order) {
  auto* type = value->getType();
  if (isNarrow(type)) {
    auto* bits = toBits(at, value);
    call(at, "store", {address(at, pointer), bits, sizeOf(type), order});
    return;
  }
  auto* memory = buffer(at, type);
  at.CreateStore(value, memory);
  call(at, "store_wide", {address(at, pointer), sizeOf(type), order, address(at, memory)});
}

Value* Hooks::exchange(IRBuilderBase& at, Value* operand, Value* pointer, Value* order, unsigned operation) {
  auto* type = operand->getType();
  if (isNarrow(type)) {
    auto* bits = toBits(at, operand);
    auto* old = call(at, "rmw", {address(at, pointer), bits, sizeOf(type), order, i32(operation)});
    return fromBits(at, old, type);
  }
  auto* given = buffer(at, type);
  auto* old = buffer(at, type, 1);
  at.CreateStore(operand, given);
  call(at, "rmw_wide",
       {address(at, pointer), address(at, given), address(at, old), sizeOf(type), order, i32(operation)});
  return at.CreateLoad(type, old);
}

Hooks::Swapped Hooks::compareExchange(IRBuilderBase& at, Value* expected, Value* desired, Value* pointer,
                                      Value* success, Value* failure, bool isWeak) {
  auto* type = expected->getType();
  if (isNarrow(type) && !isWeak) {
    auto* wanted = toBits(at, expected);
    auto* bits = toBits(at, desired);
    auto* old = call(at, "cas", {address(at, pointer), wanted, bits, sizeOf(type), success, failure});
    return {fromBits(at, old, type), at.CreateICmpEQ(old, wanted)};
  }
  auto* wanted = buffer(at, type);
  auto* bits = buffer(at, type, 1);
  at.CreateStore(expected, wanted);
  at.CreateStore(desired, bits);
  if (isWeak)
    failure = at.CreateOr(failure, i32(REVISIT_WEAK));
  auto* stored = call(at, "cas_wide",
                      {address(at, pointer), address(at, wanted), address(at, bits), sizeOf(type), success, failure});
  return {at.CreateLoad(type, wanted), at.CreateICmpNE(stored, i32(0))};
}

void Hooks::fence(IRBuilderBase& at, Value* order, bool singleThread) {
  call(at, "fence", {order, i32(singleThread)});
}

void Hooks::copy(IRBuilderBase& at, Value* to, Value* from, Value* bytes) {
  call(at, "copy", {address(at, to), address(at, from), at.CreateZExtOrTrunc(bytes, m_i64)});
}

void Hooks::fill(IRBuilderBase& at, Value* to, Value* byte, Value* bytes) {
  call(at, "fill", {address(at, to), at.CreateZExt(byte, m_i32), at.CreateZExtOrTrunc(bytes, m_i64)});
}

void Hooks::unsupported(IRBuilderBase& at, StringRef what) {
  std::string message;
  if (DebugLoc position = at.getCurrentDebugLocation())
    message = (cast<DIScope>(position.getScope())->getFilename() + ":" + Twine(position.getLine()) + ": ").str();
  message += what;
  call(at, "unsupported", {address(at, text(message))});
}

} // namespace revisit::instrument
