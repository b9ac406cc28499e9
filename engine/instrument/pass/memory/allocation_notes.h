// Collects the type of each allocation in the source, so that heap blocks can be named: the type given to `new`, and
// the type of the pointer in which malloc's result is stored. The notes go to a separate section.
#pragma once

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Module.h"

#include <set>
#include <string>

namespace revisit::instrument {

class AllocationNotes {
public:
  explicit AllocationNotes(llvm::Module& module);
  // Requires that the function's calls and accesses are still unchanged.
  void collect(llvm::Function& function);
  // Adds the section.
  void embed();

private:
  const llvm::DIType* typeOf(const llvm::CallBase& allocation) const;
  const llvm::DIType* typeOfStored(const llvm::Value& destination) const;
  const llvm::DIType* typeOfField(const llvm::Value& address) const;

  llvm::Module& m_module;
  llvm::DebugInfoFinder m_types;
  std::set<std::string> m_notes;
};

} // namespace revisit::instrument
