// The registers, memory and flags used by an inline assembler statement, as code of a function with the statement's
// inputs and results.
#pragma once

#include "asm_flags.h"
#include "asm_text.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"

namespace revisit::instrument {

class AsmMachine {
public:
  // Builds code in the function's entry block. Requires that the function is empty and has the call's type.
  AsmMachine(const llvm::CallBase& call, llvm::Function& function);

  // The reason why the statement cannot be modelled; empty: it can. After a refusal the built code is meaningless.
  const std::string& refusal() const { return m_refusal; }
  void refuse(const llvm::Twine& why);

  llvm::IRBuilder<>& at() { return m_at; }
  AsmFlags& flags() { return m_flags; }

  bool isMemory(const AsmOperand& operand) const;
  bool isStack(const AsmOperand& operand) const; // memory addressed through the stack pointer
  // The width given by the operand's name or type; 0 when neither gives one.
  unsigned widthOf(const AsmOperand& operand) const;

  // A value of `width` bits. Memory is read and written as a whole, as the processor does with aligned memory.
  llvm::Value* read(const AsmOperand& operand, unsigned width);
  void write(const AsmOperand& operand, llvm::Value* value);
  // From here on the register may be read; if nothing was put in, it holds zero.
  void fill(const AsmOperand& operand);
  llvm::Value* readNamed(llvm::StringRef name, unsigned width); // "ax" for rax, eax, ax and al
  void writeNamed(llvm::StringRef name, llvm::Value* value);
  // Of a memory operand.
  llvm::Value* address(const AsmOperand& operand);
  llvm::Value* addressNumber(const AsmOperand& operand);

  // Returns the values of the statement's outputs.
  void finish();

private:
  // How the constraint of an operand binds it.
  struct Bound {
    enum class Kind { Register, Memory, Flags } kind = Kind::Register;
    llvm::AllocaInst* slot = nullptr; // Register
    llvm::Value* value = nullptr;     // Memory: its address. Register: its initial value, unless it is only an output
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
  llvm::StringMap<bool> m_filled; // named registers that were written
  std::string m_refusal;
};

// A register name: its number of bits, and the name of its lowest 16 bits.
struct RegisterName {
  std::string whole;
  unsigned width = 0; // 0: not a general register
};
RegisterName registerName(llvm::StringRef name);

} // namespace revisit::instrument
