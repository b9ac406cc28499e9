#include "race_notes.h"

#include "instrument/pass/embed.h"
#include "instrument/section.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

StringRef textOf(const Value* value) {
  auto* global = dyn_cast<GlobalVariable>(value->stripPointerCasts());
  auto* data =
      global && global->hasInitializer() ? dyn_cast<ConstantDataSequential>(global->getInitializer()) : nullptr;
  return data && data->isCString() ? data->getAsCString() : StringRef();
}

bool isOurMark(const Value* text) {
  return textOf(text) == IntendedRaceMark;
}

// The end of the path in the debug information, which is the same however the source was named.
StringRef fileOf(const DIScope& scope) {
  StringRef file = scope.getFilename();
  if (auto up = file.rfind("../"); up != StringRef::npos)
    file = file.drop_front(up + 3);
  file.consume_front("./");
  return file;
}

bool isSystemFile(const DIFile* file) {
  return !file || file->getFilename().starts_with("/usr/");
}

// %struct.Ring, %"class.Table.3": the name in the source, without template arguments.
std::string nameOf(const Type* type) {
  auto* record = dyn_cast<StructType>(type);
  if (!record || !record->hasName())
    return {};
  StringRef name = record->getName();
  if (!name.consume_front("struct.") && !name.consume_front("class.") && !name.consume_front("union."))
    return {};
  auto [before, number] = name.rsplit('.');
  return (!number.empty() && all_of(number, isDigit) ? before : name).str();
}

const Value* accessed(const Instruction& instruction) {
  if (auto* pointer = getLoadStorePointerOperand(&instruction))
    return pointer;
  if (auto* rmw = dyn_cast<AtomicRMWInst>(&instruction))
    return rmw->getPointerOperand();
  auto* swap = dyn_cast<AtomicCmpXchgInst>(&instruction);
  return swap ? swap->getPointerOperand() : nullptr;
}

} // namespace

RaceNotes::RaceNotes(Module& module) : m_module(module) {
  noteGlobals();
}

void RaceNotes::note(std::initializer_list<StringRef> fields) {
  m_notes.insert(join(fields, "\t"));
}

void RaceNotes::noteGlobals() {
  auto* list = m_module.getNamedGlobal("llvm.global.annotations");
  auto* entries = list && list->hasInitializer() ? dyn_cast<ConstantArray>(list->getInitializer()) : nullptr;
  if (!entries)
    return;
  for (auto& entry : entries->operands()) {
    auto* fields = dyn_cast<ConstantStruct>(entry);
    if (!fields || fields->getNumOperands() < 4 || !isOurMark(fields->getOperand(1)))
      continue;
    auto* named = fields->getOperand(0)->stripPointerCasts();
    const auto line = cast<ConstantInt>(fields->getOperand(3))->getZExtValue();
    const auto origin = (textOf(fields->getOperand(2)) + ":" + Twine(line)).str();
    const auto name = demangle(named->getName().str());
    if (auto* function = dyn_cast<Function>(named); function && function->getSubprogram())
      note({"function", name, fileOf(*function->getSubprogram()), origin});
    else if (isa<GlobalVariable>(named))
      note({"variable", name, "", origin});
  }
}

void RaceNotes::noteUses(const Value& pointer, const std::string& origin) {
  for (auto* user : pointer.users()) {
    auto* instruction = dyn_cast<Instruction>(user);
    if (instruction && isa<GetElementPtrInst>(instruction)) {
      noteUses(*instruction, origin);
    } else if (instruction && accessed(*instruction) == &pointer) {
      if (auto* place = instruction->getDebugLoc().get())
        note({"place", "", fileOf(*place->getScope()), origin, utostr(place->getLine()), utostr(place->getColumn())});
    }
  }
}

void RaceNotes::noteMarks(Function& function) {
  SmallVector<IntrinsicInst*, 8> marks;
  for (auto& instruction : instructions(function))
    if (auto* call = dyn_cast<IntrinsicInst>(&instruction);
        call && call->getIntrinsicID() == Intrinsic::ptr_annotation && isOurMark(call->getArgOperand(1)))
      marks.push_back(call);
  for (auto* mark : marks) {
    const auto line = cast<ConstantInt>(mark->getArgOperand(3))->getZExtValue();
    noteUses(*mark, (textOf(mark->getArgOperand(2)) + ":" + Twine(line)).str());
    mark->replaceAllUsesWith(mark->getArgOperand(0));
    mark->eraseFromParent();
  }
}

// Notes all types that contain the accessed member, from the outermost one.
void RaceNotes::noteType(const Instruction& access, const Value& pointer) {
  auto* place = access.getDebugLoc().get();
  if (!place || isSystemFile(place->getFile()))
    return;
  const auto say = [&](const Type* type) {
    if (const auto name = nameOf(type); !name.empty())
      note({"type", name, fileOf(*place->getScope()), "", utostr(place->getLine()), utostr(place->getColumn())});
  };
  const Value* at = &pointer;
  while (auto* step = dyn_cast<GEPOperator>(at)) {
    for (auto inner = gep_type_begin(step); inner != gep_type_end(step); ++inner)
      if (auto* record = inner.getStructTypeOrNull())
        say(record);
    at = step->getPointerOperand();
  }
  if (auto* global = dyn_cast<GlobalVariable>(at))
    say(global->getValueType());
}

void RaceNotes::collect(Function& function) {
  noteMarks(function);
  for (auto& instruction : instructions(function))
    if (auto* pointer = accessed(instruction); pointer && !isa<AllocaInst>(pointer))
      noteType(instruction, *pointer);
}

void RaceNotes::embed() {
  embedTexts(m_module, RacesSection, "revisit.races", m_notes);
}

} // namespace revisit::instrument
