#include "allocation_notes.h"

#include "instrument/pass/embed.h"
#include "instrument/section.h"
#include "locals.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

// Functions whose result is newly allocated memory; `new` has its own type information.
bool isAllocator(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  return callee && StringSwitch<bool>(callee->getName())
                       .Cases("malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", true)
                       .Default(false);
}

// The type without typedefs and qualifiers.
const DIType* plain(const DIType* type) {
  for (auto* derived = dyn_cast_or_null<DIDerivedType>(type);
       derived && derived->getTag() != dwarf::DW_TAG_pointer_type && derived->getTag() != dwarf::DW_TAG_member;
       derived = dyn_cast_or_null<DIDerivedType>(type)) {
    // A name for an unnamed type.
    auto* target = dyn_cast_or_null<DICompositeType>(derived->getBaseType());
    if (derived->getTag() == dwarf::DW_TAG_typedef && target && target->getName().empty())
      return derived;
    type = derived->getBaseType();
  }
  return type;
}

const DIType* pointedTo(const DIType* type) {
  auto* pointer = dyn_cast_or_null<DIDerivedType>(plain(type));
  return pointer && pointer->getTag() == dwarf::DW_TAG_pointer_type ? plain(pointer->getBaseType()) : nullptr;
}

std::string qualifiedName(const DIType& type) {
  std::string name = type.getName().str();
  for (const DIScope* scope = type.getScope(); scope && !name.empty(); scope = scope->getScope())
    if ((isa<DINamespace>(scope) || isa<DIType>(scope)) && !scope->getName().empty())
      name = (scope->getName() + "::" + name).str();
  return name;
}

// Of code that is compiled once for each argument of a template; empty for other code, whose place says enough.
std::string templateName(const DILocation& place) {
  const DISubprogram* function = place.getScope()->getSubprogram();
  const std::string name = function ? demangle(function->getLinkageName()) : std::string();
  return name.find('<') == std::string::npos ? std::string() : name;
}

} // namespace

AllocationNotes::AllocationNotes(Module& module) : m_module(module) {
  m_types.processModule(module);
}

// For %struct.Node: the struct of that name in the source.
const DIType* AllocationNotes::typeOfField(const Value& address) const {
  auto* step = dyn_cast<GEPOperator>(&address);
  auto* record = step ? dyn_cast<StructType>(step->getSourceElementType()) : nullptr;
  if (!record || !record->hasName() || step->getNumIndices() != 2)
    return nullptr;
  auto* index = dyn_cast<ConstantInt>(step->getOperand(2));
  const StringRef name = record->getName().substr(record->getName().find('.') + 1);
  if (!index)
    return nullptr;
  const uint64_t bit = 8 * m_module.getDataLayout().getStructLayout(record)->getElementOffset(
                               static_cast<unsigned>(index->getZExtValue()));
  for (const DIType* type : m_types.types()) {
    auto* composite = dyn_cast<DICompositeType>(type);
    if (!composite || composite->getName() != name || composite->isForwardDecl())
      continue;
    for (const DINode* element : composite->getElements())
      if (auto* member = dyn_cast<DIDerivedType>(element);
          member && member->getTag() == dwarf::DW_TAG_member && member->getOffsetInBits() == bit)
        return member->getBaseType();
  }
  return nullptr;
}

const DIType* AllocationNotes::typeOfStored(const Value& destination) const {
  if (auto* slot = dyn_cast<AllocaInst>(&destination))
    if (const DILocalVariable* const variable = declaredIn(const_cast<AllocaInst&>(*slot)))
      return variable->getType();
  if (auto* global = dyn_cast<GlobalVariable>(&destination)) {
    SmallVector<DIGlobalVariableExpression*, 1> variables;
    global->getDebugInfo(variables);
    return variables.empty() ? nullptr : variables.front()->getVariable()->getType();
  }
  return typeOfField(destination);
}

const DIType* AllocationNotes::typeOf(const CallBase& allocation) const {
  if (auto* node = allocation.getMetadata("heapallocsite"))
    return plain(dyn_cast<DIType>(node));
  if (!isAllocator(allocation))
    return nullptr;
  for (const User* user : allocation.users())
    if (auto* store = dyn_cast<StoreInst>(user); store && store->getValueOperand() == &allocation)
      return pointedTo(typeOfStored(*store->getPointerOperand()));
  // For an allocation that a function returns.
  for (const User* user : allocation.users())
    if (auto* subprogram = isa<ReturnInst>(user) ? allocation.getFunction()->getSubprogram() : nullptr)
      if (auto* types = subprogram->getType()->getTypeArray().get(); types && types->getNumOperands() != 0)
        return pointedTo(dyn_cast_or_null<DIType>(types->getOperand(0).get()));
  return nullptr;
}

void AllocationNotes::collect(Function& function) {
  for (auto& instruction : instructions(function)) {
    auto* call = dyn_cast<CallBase>(&instruction);
    auto* place = call ? call->getDebugLoc().get() : nullptr;
    const DIType* type = place ? typeOf(*call) : nullptr;
    const std::string name = type ? qualifiedName(*type) : std::string();
    if (name.empty())
      continue;
    m_notes.insert((place->getFilename() + "\t" + Twine(place->getLine()) + "\t" + Twine(place->getColumn()) + "\t" +
                    name + "\t" + templateName(*place))
                       .str());
  }
}

void AllocationNotes::embed() {
  embedTexts(m_module, AllocationsSection, "revisit.allocations", m_notes);
}

} // namespace revisit::instrument
