// Which type each allocation in the source is for, so that blocks of the heap can be named: what `new` is asked for,
// and the type of the pointer that malloc's result is stored in. It goes into a section of its own.
#pragma once

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Module.h"

#include <set>
#include <string>

namespace revisit::instrument {

class AllocationNotes {
public:
  explicit AllocationNotes(llvm::Module& module);
  // Requires that the function's calls and accesses are still the program's own.
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
