#include "vtable_stores.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/GlobalVariable.h"

#include <cstdlib>

using namespace llvm;

namespace revisit::instrument {

namespace {

bool isAnyDestructor(const Function& function) {
  ItaniumPartialDemangler name;
  if (!function.getName().starts_with("_Z") || name.partialDemangle(function.getName().str().c_str()) ||
      !name.isCtorOrDtor())
    return false;
  char* base = name.getFunctionBaseName(nullptr, nullptr);
  const bool isDestroying = base && base[0] == '~';
  std::free(base);
  return isDestroying;
}

// A vtable, or the one of a base while an object is constructed or destroyed.
bool isVtable(const Value& value) {
  auto* variable = dyn_cast<GlobalVariable>(value.stripInBoundsConstantOffsets());
  return variable && (variable->getName().starts_with("_ZTV") || variable->getName().starts_with("_ZTC"));
}

// The variable of a parameter: where the function begins, the argument is stored there.
bool holdsArgument(const Value& variable, unsigned number) {
  auto* slot = dyn_cast<AllocaInst>(&variable);
  return slot && any_of(slot->users(), [&](const User* user) {
           auto* store = dyn_cast<StoreInst>(user);
           auto* argument = store ? dyn_cast<Argument>(store->getValueOperand()) : nullptr;
           return argument && store->getPointerOperand() == slot && argument->getArgNo() == number;
         });
}

// An entry of the table of vtables that a class with virtual bases gets as its second argument.
bool isFromTable(const Value& value) {
  auto* entry = dyn_cast<LoadInst>(&value);
  auto* table = entry ? dyn_cast<LoadInst>(entry->getPointerOperand()->stripInBoundsConstantOffsets()) : nullptr;
  return table && holdsArgument(*table->getPointerOperand(), 1);
}

} // namespace

bool setsVtableOfDestructor(const StoreInst& store) {
  const Value& value = *store.getValueOperand();
  return !store.isAtomic() && value.getType()->isPointerTy() && (isVtable(value) || isFromTable(value)) &&
         isAnyDestructor(*store.getFunction());
}

} // namespace revisit::instrument
