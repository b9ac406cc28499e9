// The registers, the memory and the flags that an inline assembler statement works on, as code of a function that takes
// what the statement takes and returns what it returns.
#pragma once

#include "asm_flags.h"
#include "asm_text.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"

namespace revisit::instrument {

class AsmMachine {
public:
  // Builds in the function's entry block. Requires that the function is empty, and of the call's type.
  AsmMachine(const llvm::CallBase& call, llvm::Function& function);

  // Why the statement cannot be followed; empty: it can. What is built after a refusal means nothing.
  const std::string& refusal() const { return m_refusal; }
  void refuse(const llvm::Twine& why);

  llvm::IRBuilder<>& at() { return m_at; }
  AsmFlags& flags() { return m_flags; }

  bool isMemory(const AsmOperand& operand) const;
  bool isStack(const AsmOperand& operand) const; // memory that the text addresses through the stack pointer
  // The width that the operand's name or the operand's type gives it; 0 when neither does.
  unsigned widthOf(const AsmOperand& operand) const;

  // A value of `width` bits. Memory is read and written at once, as the processor does with memory that is aligned.
  llvm::Value* read(const AsmOperand& operand, unsigned width);
  void write(const AsmOperand& operand, llvm::Value* value);
  llvm::Value* readNamed(llvm::StringRef name, unsigned width); // "ax" for rax, eax, ax and al
  void writeNamed(llvm::StringRef name, llvm::Value* value);
  // Of memory.
  llvm::Value* address(const AsmOperand& operand);
  llvm::Value* addressNumber(const AsmOperand& operand);

  // Returns what the statement has in its outputs.
  void finish();

private:
  // What the constraint of an operand makes of it.
  struct Bound {
    enum class Kind { Register, Memory, Flags } kind = Kind::Register;
    llvm::AllocaInst* slot = nullptr; // Register
    llvm::Value* value = nullptr;     // Memory: its address. Register: what it is given, if it is no output
    llvm::Type* type = nullptr;
    std::string condition; // Flags
    bool isWritten = false;
    bool isGiven = false;
  };
  void bind(const llvm::CallBase& call);
  Bound bindOutput(llvm::StringRef code, llvm::Type* type);
  Bound bindInput(llvm::StringRef code, llvm::Value* value);
  Bound* boundOf(const AsmRegister& reg);
  const Bound* boundOf(const AsmRegister& reg) const { return const_cast<AsmMachine*>(this)->boundOf(reg); }
  std::string generalRegister(const AsmOperand& operand);
  llvm::AllocaInst* slotOf(llvm::StringRef name);
  llvm::AllocaInst* newSlot();
  llvm::Value* toWord(llvm::Value* value);
  llvm::Value* readSlot(llvm::AllocaInst* slot, unsigned width);
  llvm::Value* fromSlot(llvm::AllocaInst* slot, llvm::Type* type);
  void writeSlot(llvm::AllocaInst* slot, llvm::Value* value);
  llvm::Value* readRegister(const AsmRegister& reg);

  llvm::Function& m_function;
  llvm::IRBuilder<> m_at;
  AsmFlags m_flags;
  std::vector<Bound> m_operands;
  std::vector<unsigned> m_results; // the operands that are returned
  llvm::StringMap<llvm::AllocaInst*> m_named;
  llvm::StringMap<bool> m_filled; // named registers that have something in them
  std::string m_refusal;
};

// The register behind a name: its number of bits and the name of its lowest 16.
struct RegisterName {
  std::string whole;
  unsigned width = 0; // 0: no general register
};
RegisterName registerName(llvm::StringRef name);

} // namespace revisit::instrument
