// Variable arguments. The machine puts them into memory without an instruction: into the areas to which va_start lets
// the list point. They are written there, so that all that a program does with the list is ordinary accesses to memory.
#include "path/path_machine.h"

#include <llvm/IR/Module.h>

#include <algorithm>

namespace revisit {

namespace {

// The area of the arguments in registers, in the x86-64 ABI: six words, then eight vector registers.
constexpr std::uint64_t GeneralRegisterBytes = 48;
constexpr std::uint64_t VectorRegisterBytes = 16;
constexpr std::uint64_t SavedBytes = 176;

bool isOfVectors(const llvm::Type& type) {
  return (type.isFloatingPointTy() && !type.isX86_FP80Ty()) || type.isVectorTy();
}

} // namespace

PathVariadic PathMachine::variadic(const llvm::CallBase& call, unsigned index) {
  const auto& layout = m_program.layout();
  const llvm::Value& given = *call.getArgOperand(index);
  PathVariadic made;
  made.inMemory = call.isByValArgument(index);
  made.type = made.inMemory ? call.getParamByValType(index) : given.getType();
  made.alignment = std::max<std::uint64_t>(8, layout.getABITypeAlign(made.type).value());
  if (const auto demanded = call.getParamAlign(index); made.inMemory && demanded)
    made.alignment = std::max<std::uint64_t>(8, demanded->value());
  const std::uint64_t bytes = layout.getTypeAllocSize(made.type);
  made.content = LocalObject(bytes);
  if (made.inMemory) {
    copyBehind(scalarOf(&given), bytes, made.content);
    return made;
  }
  const auto leaves = leavesOf(made.type, layout);
  const Datum value = valueOf(&given);
  for (std::size_t i = 0; i < std::min(leaves.size(), value.size()); ++i)
    made.content.store(m_arithmetic, leaves[i].offset, value[i]);
  return made;
}

// Gives each argument its place in one of the two areas, as the caller did.
void PathMachine::variadicHook(std::vector<WrittenBytes>& written) {
  const auto& layout = m_program.layout();
  std::uint64_t general = m_record->extra;
  std::uint64_t vectors = m_record->extra64;
  std::uint64_t onStack = m_record->after;
  written.push_back({m_record->address, 8, general | vectors << 32, {}, {}});
  written.push_back({m_record->address + 8, 8, onStack, {}, {}});
  written.push_back({m_record->address + 16, 8, m_record->before, {}, {}});
  for (const PathVariadic& argument : top().variadic) {
    const bool isOfVector = isOfVectors(*argument.type);
    std::uint64_t& inRegisters = isOfVector ? vectors : general;
    const std::uint64_t bytes = llvm::alignTo(layout.getTypeAllocSize(argument.type), 8);
    const std::uint64_t taken = isOfVector ? VectorRegisterBytes : bytes;
    const bool isSaved = !argument.inMemory && !argument.type->isX86_FP80Ty() && bytes <= VectorRegisterBytes &&
                         inRegisters + taken <= (isOfVector ? SavedBytes : GeneralRegisterBytes);
    if (!isSaved)
      onStack = llvm::alignTo(onStack, argument.alignment);
    writeOut(argument.content, isSaved ? m_record->before + inRegisters : onStack, written);
    (isSaved ? inRegisters : onStack) += isSaved ? taken : bytes;
  }
}

void PathMachine::writeOut(const LocalObject& content, std::uint64_t address, std::vector<WrittenBytes>& written) {
  const auto put = [&](std::uint64_t offset, unsigned size) {
    const Scalar part = content.load(m_arithmetic, offset, 8 * size);
    WrittenBytes made = {address + offset, size, std::nullopt, {}, m_arithmetic.lossOf(part)};
    if (part.isPlain()) {
      made.bits = part.bits;
      if (m_arithmetic.isSymbolic(part))
        made.value = Value::of(part.expr);
    }
    written.push_back(made);
    return part.isPlain();
  };
  for (std::uint64_t at = 0; at < content.bytes();) {
    const auto size = static_cast<unsigned>(std::min<std::uint64_t>(8, content.bytes() - at));
    if (!put(at, size)) // padding is unknown
      for (unsigned byte = 0; byte < size; ++byte)
        put(at + byte, 1);
    at += size;
  }
}

} // namespace revisit
