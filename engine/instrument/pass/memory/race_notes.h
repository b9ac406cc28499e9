// Collects from the source what the engine needs to recognise intended races: the declarations with the attribute, and
// the type whose member each access touches. The notes go to a separate section.
#pragma once

#include "llvm/IR/Module.h"

#include <set>
#include <string>

namespace revisit::instrument {

class RaceNotes {
public:
  explicit RaceNotes(llvm::Module& module);
  // Requires that the function's accesses are still unchanged. Removes the annotations of members.
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
