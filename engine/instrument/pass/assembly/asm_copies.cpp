#include "asm_copies.h"

#include "instrument/pass/hooks.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

constexpr StringRef copiesMark = "revisit.copies";
constexpr unsigned maximalBytes = 64; // of an operand

// Instructions that use the general registers, without a suffix for the width.
bool isGeneral(StringRef base) {
  return StringSwitch<bool>(base)
      .Cases("add", "sub", "and", "or", "xor", "inc", "dec", "neg", "not", true)
      .Cases("adc", "sbb", "cmp", "test", "mov", "movabs", "lea", "xchg", "xadd", true)
      .Cases("mul", "imul", "div", "idiv", "rol", "ror", "rcl", "rcr", "shl", true)
      .Cases("sal", "shr", "sar", "shld", "shrd", "bsf", "bsr", "bswap", "bt", true)
      .Cases("btc", "btr", "bts", "popcnt", "lzcnt", "tzcnt", "movbe", "crc32", true)
      .Cases("andn", "bextr", "blsi", "blsmsk", "blsr", "bzhi", "mulx", "pdep", "pext", true)
      .Cases("rorx", "sarx", "shlx", "shrx", "adcx", "adox", true)
      .Default(false);
}

bool isWithoutOperands(StringRef name) {
  return StringSwitch<bool>(name)
      .Cases("cltq", "cqto", "cwtl", "cltd", "cqo", "cdq", "cdqe", "cbtw", "cwtd", true)
      .Cases("clc", "stc", "cmc", "lahf", "sahf", "emms", "vzeroupper", "vzeroall", true)
      .Cases("nop", "pause", "endbr64", "lfence", "mfence", "sfence", true)
      .Default(false);
}

bool isOfState(StringRef name) {
  return StringSwitch<bool>(name)
      .Cases("stmxcsr", "ldmxcsr", "vstmxcsr", "vldmxcsr", true)
      .Cases("fnstcw", "fstcw", "fldcw", "fnstsw", "fstsw", "fnclex", "fclex", true)
      .Default(false);
}

// Conditions, extensions, and what works on vectors and floating-point numbers.
bool isOfFamily(StringRef name) {
  const bool isOfStack =
      name.starts_with("push") || name.starts_with("pop") || name.starts_with("ptwrite") || name.starts_with("pconfig");
  const bool isOfWholeState = name.contains("save") || name.contains("rstor") || name.contains("env");
  const bool isOfOtherMemory = name.contains("maskmov") || name.contains("gather") || name.contains("scatter");
  if (isOfStack || isOfWholeState || isOfOtherMemory)
    return false;
  return name.starts_with("set") || name.starts_with("cmov") || name.starts_with("movz") || name.starts_with("movs") ||
         name.starts_with("mov") || name.starts_with("v") || name.starts_with("p") || name.starts_with("cvt") ||
         name.starts_with("unpck") || name.starts_with("shuf") || name.starts_with("f") || name.ends_with("ss") ||
         name.ends_with("sd") || name.ends_with("ps") || name.ends_with("pd");
}

bool isKnown(const AsmInstruction& one) {
  const StringRef name = one.name;
  if (one.operands.empty())
    return isWithoutOperands(name) || isOfState(name) || (name.starts_with("f") && !name.starts_with("fx"));
  return isGeneral(name) || isGeneral(name.drop_back()) || isOfState(name) || isOfFamily(name);
}

// A name for the whole register of which this is a part: "c" for cl, ch, cx, ecx and rcx.
StringRef wholeOf(StringRef name) {
  if (name.starts_with("xmm") || name.starts_with("ymm") || name.starts_with("zmm"))
    return name.drop_front();
  if (name.size() > 1 && name[0] == 'r' && isDigit(name[1]))
    return name.rtrim("dwb");
  if (name.size() == 3 && (name[0] == 'r' || name[0] == 'e'))
    name = name.drop_front();
  return name.size() > 1 && StringRef("abcd").contains(name[0]) ? name.take_front() : name.take_front(2);
}

// The registers that the statement names as operands, or as changed.
SmallVector<StringRef, 4> declaredRegisters(const InlineAsm& statement, InlineAsm::ConstraintInfoVector& kept) {
  kept = statement.ParseConstraints();
  SmallVector<StringRef, 4> names;
  for (const auto& constraint : kept)
    for (const std::string& code : constraint.Codes)
      if (StringRef name = code; name.consume_front("{") && name.consume_back("}"))
        names.push_back(wholeOf(name));
  return names;
}

// What another register contains is nothing that the source says.
bool isKnown(const AsmOperand& operand, ArrayRef<StringRef> declared) {
  if (operand.kind == AsmOperand::Kind::Memory || operand.index)
    return false;
  if (operand.kind != AsmOperand::Kind::Named)
    return true;
  const StringRef name = operand.base.name;
  return name.starts_with("st") || is_contained(declared, wholeOf(name));
}

bool touchesOnlyOperands(const AsmText& text, const InlineAsm& statement) {
  InlineAsm::ConstraintInfoVector kept;
  const auto declared = declaredRegisters(statement, kept);
  const auto isLabel = [&](StringRef target) {
    const StringRef name = target.size() > 1 && isDigit(target[0]) ? target.drop_back() : target;
    return any_of(text.instructions, [&](const AsmInstruction& one) { return is_contained(one.labels, name); });
  };
  return text.refusal.empty() && all_of(text.instructions, [&](const AsmInstruction& one) {
           if (one.name.empty())
             return true;
           if (one.isLocked)
             return false;
           if (!one.target.empty())
             return isLabel(one.target);
           return isKnown(one) &&
                  all_of(one.operands, [&](const AsmOperand& operand) { return isKnown(operand, declared); });
         });
}

bool mayBeCopied(Type* type, const DataLayout& layout) {
  return type && type->isSized() && !type->isAggregateType() && !isa<ScalableVectorType>(type) &&
         layout.getTypeStoreSize(type).getFixedValue() <= maximalBytes;
}

// An operand in memory.
struct Place {
  unsigned argument;
  Type* type;
  bool isOutput;
};

// False: one of them cannot be copied, or control may leave the statement.
bool findPlaces(const CallInst& call, SmallVectorImpl<Place>& places) {
  auto* statement = cast<InlineAsm>(call.getCalledOperand());
  unsigned argument = 0;
  for (auto& constraint : statement->ParseConstraints()) {
    if (constraint.Type == InlineAsm::isClobber)
      continue;
    if (constraint.Type == InlineAsm::isLabel)
      return false;
    if (constraint.isIndirect) {
      places.push_back({argument, call.getParamElementType(argument), constraint.Type == InlineAsm::isOutput});
      if (!mayBeCopied(places.back().type, call.getDataLayout()))
        return false;
    }
    argument += constraint.isIndirect || constraint.Type == InlineAsm::isInput ? 1 : 0;
  }
  return statement->getDialect() == InlineAsm::AD_ATT;
}

} // namespace

bool runOnCopies(CallInst& call, const AsmText& text, Hooks& hooks) {
  SmallVector<Place, 4> places;
  if (!touchesOnlyOperands(text, *cast<InlineAsm>(call.getCalledOperand())) || !findPlaces(call, places))
    return false;
  auto& entry = call.getFunction()->getEntryBlock();
  IRBuilder<> top(&entry, entry.begin());
  IRBuilder<> before(&call);
  IRBuilder<> after(call.getNextNode());
  after.SetCurrentDebugLocation(call.getDebugLoc());
  DenseMap<Value*, AllocaInst*> copies; // an operand that is read and written stands there twice
  for (const Place& place : places)
    if (auto*& copy = copies[call.getArgOperand(place.argument)]; !copy)
      copy = hooks.ownSlot(top, place.type);
  for (const Place& place : places) {
    auto* pointer = call.getArgOperand(place.argument);
    auto* copy = copies[pointer];
    if (place.isOutput)
      after.CreateStore(after.CreateLoad(place.type, copy), pointer);
    else
      before.CreateStore(before.CreateLoad(place.type, pointer), copy);
    call.setArgOperand(place.argument, copy);
  }
  call.setMetadata(copiesMark, MDNode::get(call.getContext(), {}));
  return true;
}

bool runsOnCopies(const CallBase& call) {
  return call.getMetadata(copiesMark) != nullptr;
}

} // namespace revisit::instrument
