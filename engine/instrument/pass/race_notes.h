// What the engine needs to know of the source to tell which races the program means: what bears the attribute for
// that, and which type's member each access is to. It goes into a section of its own.
#pragma once

#include "llvm/IR/Module.h"

#include <set>
#include <string>

namespace revisit::instrument {

class RaceNotes {
public:
  explicit RaceNotes(llvm::Module& module);
  // Requires that the function's accesses are still the program's own. Takes the attribute of members out of them.
  void collect(llvm::Function& function);
  // Adds the section.
  void embed();

private:
  void noteGlobals();
  void noteMarks(llvm::Function& function);
  void noteUses(const llvm::Value& pointer, const std::string& origin);
  void noteType(const llvm::Instruction& access, const llvm::Value& pointer);
  void note(std::initializer_list<llvm::StringRef> fields);

  llvm::Module& m_module;
  std::set<std::string> m_notes;
};

} // namespace revisit::instrument
