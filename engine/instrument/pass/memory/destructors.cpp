// A destructor has several functions: D2 destroys all but the virtual bases, D1 calls D2 and destroys those, and D0
// calls D1 and frees the memory. So an object ends with D2, and its virtual bases with their own. Members without a
// destructor end with the object.
#include "destructors.h"

#include "instrument/pass/hooks.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

bool hasVariant(StringRef name, StringRef variant) {
  return name.ends_with((variant + "Ev").str());
}

bool isDestructor(const Function& function, StringRef variant) {
  auto* known = function.getSubprogram();
  return known && known->getName().starts_with("~") && hasVariant(function.getName(), variant) &&
         function.arg_size() > 0 && function.getArg(0)->getType()->isPointerTy();
}

// Where virtual bases exist.
bool callsOther(const Function& function) {
  return any_of(instructions(function), [&](const Instruction& instruction) {
    auto* call = dyn_cast<CallBase>(&instruction);
    auto* other = call ? call->getCalledFunction() : nullptr;
    return other && isDestructor(function, "D1") && hasVariant(other->getName(), "D2") &&
           other->getName().drop_back(4) == function.getName().drop_back(4);
  });
}

const DICompositeType* recordOf(const DIType* type) {
  while (auto* derived = dyn_cast_or_null<DIDerivedType>(type)) {
    if (derived->getTag() != dwarf::DW_TAG_typedef && derived->getTag() != dwarf::DW_TAG_const_type &&
        derived->getTag() != dwarf::DW_TAG_volatile_type)
      return nullptr;
    type = derived->getBaseType();
  }
  auto* composite = dyn_cast_or_null<DICompositeType>(type);
  return composite && composite->getTag() != dwarf::DW_TAG_array_type ? composite : nullptr;
}

// The end of the record's data, in bytes. What follows is padding, which other objects may use. A virtual base is an
// object of its own.
std::uint64_t dataEnd(const DICompositeType& record) {
  std::uint64_t end = 0;
  for (const DINode* element : record.getElements()) {
    auto* part = dyn_cast<DIDerivedType>(element);
    if (!part || part->isStaticMember())
      continue;
    const bool isVirtual = (part->getFlags() & DINode::FlagVirtual) == DINode::FlagVirtual;
    if (part->getTag() == dwarf::DW_TAG_inheritance && isVirtual)
      end = std::max<std::uint64_t>(end, 8); // the pointer that leads to it
    else if (part->getTag() == dwarf::DW_TAG_member || part->getTag() == dwarf::DW_TAG_inheritance) {
      auto* inner = recordOf(part->getBaseType());
      const std::uint64_t bytes = inner ? dataEnd(*inner) : (part->getBaseType()->getSizeInBits() + 7) / 8;
      const std::uint64_t bits = part->isBitField() ? part->getSizeInBits() : 8 * bytes;
      end = std::max(end, bytes == 0 ? 0 : (part->getOffsetInBits() + bits + 7) / 8);
    }
  }
  return end;
}

// How many bytes of the object end with the destructor; 0: it has no data.
std::uint64_t bytesOf(const Function& destructor) {
  auto* known = destructor.getSubprogram();
  auto* scope = known->getScope();
  if (!isa_and_nonnull<DICompositeType>(scope) && known->getDeclaration())
    scope = known->getDeclaration()->getScope();
  auto* record = dyn_cast_or_null<DICompositeType>(scope);
  const std::uint64_t whole = destructor.getParamDereferenceableBytes(0);
  return record && !record->isForwardDecl() ? std::min(whole, dataEnd(*record)) : 0;
}

} // namespace

void hookDestructor(Function& function, Hooks& hooks) {
  if (!isDestructor(function, "D2") && (!isDestructor(function, "D1") || callsOther(function)))
    return;
  const std::uint64_t bytes = bytesOf(function);
  if (bytes == 0)
    return;
  for (auto& block : function)
    if (auto* back = dyn_cast<ReturnInst>(block.getTerminator())) {
      IRBuilder<> at(back);
      hooks.call(at, "object_end", {hooks.address(at, function.getArg(0)), hooks.i64(bytes)});
    }
}

} // namespace revisit::instrument
