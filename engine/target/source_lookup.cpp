#include "target/source_lookup.h"

#include <llvm/DebugInfo/Symbolize/Symbolize.h>

namespace revisit {

struct SourceLookup::Impl {
  llvm::symbolize::LLVMSymbolizer symbolizer;

  static llvm::symbolize::LLVMSymbolizer::Options options() {
    llvm::symbolize::LLVMSymbolizer::Options result;
    result.Demangle = true;
    return result;
  }
  Impl() : symbolizer(options()) {}
};

SourceLookup::SourceLookup() : m_impl(std::make_unique<Impl>()) {}
SourceLookup::~SourceLookup() = default;

std::vector<SourcePosition> SourceLookup::frames(const std::string& file, std::uint64_t address) {
  std::vector<SourcePosition> result;
  auto found = m_impl->symbolizer.symbolizeInlinedCode(
      file, llvm::object::SectionedAddress{address, llvm::object::SectionedAddress::UndefSection});
  if (!found) {
    llvm::consumeError(found.takeError());
    return result;
  }
  for (std::uint32_t i = 0; i < found->getNumberOfFrames(); i++) {
    const llvm::DILineInfo& frame = found->getFrame(i);
    SourcePosition position;
    if (frame.FileName != llvm::DILineInfo::BadString)
      position.file = frame.FileName;
    if (frame.FunctionName != llvm::DILineInfo::BadString)
      position.function = frame.FunctionName;
    position.line = frame.Line;
    position.column = frame.Column;
    result.push_back(std::move(position));
  }
  return result;
}

SourceLookup::Global SourceLookup::global(const std::string& file, std::uint64_t address) {
  auto found = m_impl->symbolizer.symbolizeData(
      file, llvm::object::SectionedAddress{address, llvm::object::SectionedAddress::UndefSection});
  if (!found) {
    llvm::consumeError(found.takeError());
    return {};
  }
  if (found->Name == llvm::DILineInfo::BadString || address < found->Start ||
      (found->Size != 0 && address >= found->Start + found->Size))
    return {};
  return {found->Name, found->Start, found->Size};
}

} // namespace revisit
