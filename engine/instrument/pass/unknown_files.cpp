#include "unknown_files.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <cstdlib>

using namespace llvm;

namespace revisit::instrument {

void addUnknownFiles(Module& module) {
  const char* const listed = std::getenv("REVISIT_UNKNOWN_FILES");
  auto* const main = module.getFunction("main");
  if (!listed || *listed == 0 || !main || main->isDeclaration())
    return;
  IRBuilder<> builder(&*main->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  if (auto* const scope = main->getSubprogram())
    builder.SetCurrentDebugLocation(DILocation::get(module.getContext(), scope->getLine(), 0, scope));
  const auto make =
      module.getOrInsertFunction("revisit_unknown_file", builder.getVoidTy(), builder.getPtrTy(), builder.getInt64Ty());
  SmallVector<StringRef, 4> files;
  StringRef(listed).split(files, '\n', -1, false);
  for (const StringRef file : files) {
    const auto [name, bytes] = file.rsplit(':');
    std::uint64_t number = 0;
    if (!bytes.getAsInteger(10, number))
      builder.CreateCall(make, {builder.CreateGlobalString(name), builder.getInt64(number)});
  }
}

} // namespace revisit::instrument
