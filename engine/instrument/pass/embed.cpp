#include "embed.h"

#include "instrument/section.h"

#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <string>

using namespace llvm;

namespace revisit::instrument {

namespace {

// Collects the facts that distinguish two modules.
class Facts {
public:
  void add(std::uint64_t number) { m_bytes.append(reinterpret_cast<const char*>(&number), sizeof number); }
  void add(StringRef text) {
    add(text.size());
    m_bytes.append(text.data(), text.size());
  }
  void add(const Instruction& instruction) {
    add(instruction.getOpcode());
    if (const DebugLoc& position = instruction.getDebugLoc())
      add(std::uint64_t(position.getLine()) << 32 | position.getCol());
    for (auto& operand : instruction.operands()) {
      if (auto* number = dyn_cast<ConstantInt>(operand))
        add(number->getValue().extractBitsAsZExtValue(std::min(64u, number->getBitWidth()), 0));
      else if (isa<GlobalValue>(operand))
        add(operand->getName());
    }
  }
  std::uint64_t hash() const { return xxh3_64bits(m_bytes); }

private:
  std::string m_bytes;
};

std::uint64_t initializerBits(const GlobalVariable& global) {
  auto* number = global.hasInitializer() ? dyn_cast<ConstantInt>(global.getInitializer()) : nullptr;
  return number ? number->getValue().extractBitsAsZExtValue(std::min(64u, number->getBitWidth()), 0) : 0;
}

void append(SmallVectorImpl<char>& bytes, const void* data, std::size_t size) {
  bytes.append(static_cast<const char*>(data), static_cast<const char*>(data) + size);
}

SmallVector<char, 0> entryBytes(const Module& module, std::uint64_t identity, std::uint32_t flags) {
  SmallVector<char, 0> bitcode;
  {
    // Line numbers are enough for messages; the full debug information is in the program itself.
    auto copy = CloneModule(module);
    stripNonLineTableDebugInfo(*copy);
    raw_svector_ostream stream(bitcode);
    WriteBitcodeToFile(*copy, stream);
  }
  StringRef name = module.getSourceFileName();
  ModuleHeader header{};
  std::copy(std::begin(ModuleMagic), std::end(ModuleMagic), header.magic);
  header.version = ModuleVersion;
  header.bitcodeBytes = bitcode.size();
  header.hash = identity;
  header.flags = flags;
  header.nameBytes = name.size() + 1;
  SmallVector<char, 0> bytes;
  append(bytes, &header, sizeof header);
  append(bytes, name.data(), name.size());
  bytes.resize(sizeof header + padded(header.nameBytes));
  append(bytes, bitcode.data(), bitcode.size());
  bytes.resize(padded(bytes.size()));
  return bytes;
}

} // namespace

std::uint64_t moduleIdentity(const Module& module) {
  Facts facts;
  facts.add(module.getSourceFileName());
  for (auto* unit : module.debug_compile_units())
    facts.add(unit->getDirectory());
  for (auto& global : module.globals()) {
    facts.add(global.getName());
    facts.add(initializerBits(global));
  }
  for (auto& function : module) {
    facts.add(function.getName());
    for (auto& instruction : instructions(function))
      facts.add(instruction);
  }
  return facts.hash();
}

std::uint64_t functionId(std::uint64_t identity, const Function& function) {
  Facts facts;
  facts.add(identity);
  facts.add(function.getName());
  return facts.hash();
}

void embedModule(Module& module, std::uint64_t identity, std::uint32_t flags) {
  auto bytes = entryBytes(module, identity, flags);
  auto* data = ConstantDataArray::getString(module.getContext(), StringRef(bytes.data(), bytes.size()), false);
  auto* entry = new GlobalVariable(module, data->getType(), true, GlobalValue::PrivateLinkage, data, "revisit.bitcode");
  entry->setSection(BitcodeSection);
  entry->setAlignment(Align(ModuleAlignment));
  auto* listed =
      new GlobalVariable(module, entry->getType(), true, GlobalValue::PrivateLinkage, entry, "revisit.module");
  listed->setSection(ModulesSection);
  listed->setAlignment(Align(8));
  appendToUsed(module, {entry, listed});
}

void embedTexts(Module& module, const char* section, const char* name, const std::set<std::string>& texts) {
  if (texts.empty())
    return;
  std::string bytes;
  for (auto& text : texts)
    (bytes += text) += '\0';
  auto* data = ConstantDataArray::getString(module.getContext(), bytes, false);
  auto* global = new GlobalVariable(module, data->getType(), true, GlobalValue::PrivateLinkage, data, name);
  global->setSection(section);
  global->setAlignment(Align(1));
  appendToUsed(module, {global});
}

} // namespace revisit::instrument
