#include "red_zones.h"

#include "instrument/pass/hooks.h"
#include "instrument/section.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

constexpr StringRef SizeNote = "revisit.size";

// Globals keep their layout if other modules or the linker may depend on it: weak definitions and statics of templates,
// variables with a section attribute, thread-local variables. The compiler's own tables are not variables.
bool takesRedZone(const GlobalVariable& global) {
  if (global.isDeclaration() || global.isThreadLocal() || global.hasSection() || global.hasComdat() ||
      global.hasPartition() || global.getAddressSpace() != 0 || global.isExternallyInitialized() ||
      !(global.hasLocalLinkage() || global.hasExternalLinkage()) || !global.getValueType()->isSized())
    return false;
  auto name = global.getName();
  return !name.starts_with("llvm.") && !name.starts_with("__revisit") && !name.starts_with("_ZT") &&
         !name.starts_with("__sancov");
}

StringRef nameInSource(const GlobalVariable& global) {
  SmallVector<DIGlobalVariableExpression*, 1> notes;
  global.getDebugInfo(notes);
  if (!notes.empty() && !notes.front()->getVariable()->getName().empty())
    return notes.front()->getVariable()->getName();
  return global.hasPrivateLinkage() ? StringRef("a constant") : global.getName();
}

GlobalVariable* widen(GlobalVariable& global, const DataLayout& layout) {
  auto& module = *global.getParent();
  auto& context = module.getContext();
  std::uint64_t bytes = layout.getTypeAllocSize(global.getValueType());
  auto alignment = std::max(global.getAlign().valueOrOne(), layout.getPreferredAlign(&global));
  alignment = std::max(alignment, Align(GlobalAlignment));
  auto* type = withRedZone(global.getValueType(), roomOf(bytes, alignment.value()), layout);
  auto* content = ConstantStruct::get(type, {global.getInitializer(), Constant::getNullValue(type->getElementType(1))});
  auto* wide = new GlobalVariable(module, type, global.isConstant(), global.getLinkage(), content, "", &global,
                                  global.getThreadLocalMode());
  wide->copyAttributesFrom(&global);
  wide->copyMetadata(&global, 0);
  wide->setUnnamedAddr(GlobalValue::UnnamedAddr::None); // equal bytes may be variables of different sizes
  wide->setAlignment(alignment);
  wide->takeName(&global);
  wide->setMetadata(SizeNote,
                    MDNode::get(context, ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(context), bytes))));
  global.replaceAllUsesWith(wide);
  global.eraseFromParent();
  return wide;
}

// Adds red zones before the first global of each section that receives wide globals.
void addGuards(Module& module, ArrayRef<GlobalVariable*> wide, SmallVectorImpl<GlobalVariable*>& guards) {
  auto* type = ArrayType::get(Type::getInt64Ty(module.getContext()), 4);
  auto* zero = Constant::getNullValue(type);
  auto* marked = ConstantArray::get(type, SmallVector<Constant*, 4>(4, ConstantInt::get(type->getElementType(), 1)));
  auto guard = [&](bool isConstant, Constant* content) {
    auto* made = new GlobalVariable(module, type, isConstant, GlobalValue::PrivateLinkage, content, "revisit.guard",
                                    wide.front());
    made->setAlignment(Align(GlobalAlignment));
    guards.push_back(made);
  };
  guard(false, zero);
  guard(false, marked);
  guard(true, marked);
}

Function* makeConstructor(Module& module, GlobalVariable& table, std::uint64_t count, Hooks& hooks) {
  auto& context = module.getContext();
  auto* type = FunctionType::get(Type::getVoidTy(context), false);
  auto* function = Function::Create(type, GlobalValue::InternalLinkage, "revisit.globals", module);
  function->addFnAttr(Attribute::DisableSanitizerInstrumentation);
  function->setSection(CodeSection);
  IRBuilder<> at(BasicBlock::Create(context, "", function));
  hooks.call(at, "globals", {hooks.address(at, &table), hooks.i64(count)});
  at.CreateRetVoid();
  return function;
}

} // namespace

// The larger the distance between a variable's elements, the farther away a wrong index leads.
std::uint64_t roomOf(std::uint64_t bytes, std::uint64_t alignment) {
  std::uint64_t zone = bytes <= 128 ? 32 : bytes <= 512 ? 64 : bytes <= 4096 ? 128 : 256;
  return alignTo(alignTo(bytes, 8) + zone, alignment);
}

StructType* withRedZone(Type* type, std::uint64_t room, const DataLayout& layout) {
  auto& context = type->getContext();
  auto* zone = ArrayType::get(Type::getInt8Ty(context), room - layout.getTypeAllocSize(type).getFixedValue());
  return StructType::get(context, {type, zone});
}

std::uint64_t sizeInSource(const GlobalVariable& global) {
  if (auto* note = global.getMetadata(SizeNote))
    return mdconst::extract<ConstantInt>(note->getOperand(0))->getZExtValue();
  return global.getDataLayout().getTypeAllocSize(global.getValueType());
}

void hookGlobals(Module& module, Hooks& hooks) {
  const auto& layout = module.getDataLayout();
  SmallVector<GlobalVariable*, 32> chosen;
  for (auto& global : module.globals())
    if (takesRedZone(global))
      chosen.push_back(&global);
  if (chosen.empty())
    return;
  for (auto*& global : chosen)
    global = widen(*global, layout);
  SmallVector<GlobalVariable*, 4> guards;
  addGuards(module, chosen, guards);
  auto* word = Type::getInt64Ty(module.getContext());
  auto* entry = StructType::get(word, word, word, PointerType::get(module.getContext(), 0));
  SmallVector<Constant*, 32> entries;
  auto add = [&](GlobalVariable& global, std::uint64_t bytes, StringRef name) {
    std::uint64_t room = layout.getTypeAllocSize(global.getValueType());
    entries.push_back(ConstantStruct::get(
        entry, {ConstantExpr::getPtrToInt(&global, word), hooks.i64(bytes), hooks.i64(room), hooks.text(name)}));
  };
  for (auto* guard : guards)
    add(*guard, 0, "a constant");
  for (auto* global : chosen)
    add(*global, sizeInSource(*global), nameInSource(*global));
  auto* type = ArrayType::get(entry, entries.size());
  auto* table = new GlobalVariable(module, type, true, GlobalValue::PrivateLinkage, ConstantArray::get(type, entries),
                                   "revisit.globals");
  appendToGlobalCtors(module, makeConstructor(module, *table, entries.size(), hooks), 0);
}

} // namespace revisit::instrument
