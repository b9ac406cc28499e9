// The hooks of engine/abi/hooks.h as LLVM declarations, and the casts between IR values and their integer
// parameters. One Hooks object per instrumented module. Thread rule: as LLVM, one thread per LLVMContext.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace revisit::instrument {

class Hooks {
public:
  explicit Hooks(llvm::Module& module);

  // Constants for the hooks' parameters.
  llvm::ConstantInt* i32(std::uint64_t value) const { return llvm::ConstantInt::get(m_i32, value); }
  llvm::ConstantInt* i64(std::uint64_t value) const { return llvm::ConstantInt::get(m_i64, value); }
  llvm::ConstantInt* order(llvm::AtomicOrdering ordering) const;
  // Converts a memory_order of the C ABI (0 relaxed ... 5 seq_cst), possibly not constant, to the hooks' order.
  llvm::Value* orderFromC(llvm::IRBuilderBase& at, llvm::Value* order) const;

  // The accesses. `order` is an i32; pointers are in address space 0.
  llvm::Value* load(llvm::IRBuilderBase& at, llvm::Type* type, llvm::Value* pointer, llvm::Value* order);
  void store(llvm::IRBuilderBase& at, llvm::Value* value, llvm::Value* pointer, llvm::Value* order);
  // Returns the old value.
  llvm::Value* exchange(llvm::IRBuilderBase& at, llvm::Value* operand, llvm::Value* pointer, llvm::Value* order,
                        unsigned operation);
  struct Swapped {
    llvm::Value* old;
    llvm::Value* stored; // i1
  };
  // `isWeak`: it may fail although it finds the expected value.
  Swapped compareExchange(llvm::IRBuilderBase& at, llvm::Value* expected, llvm::Value* desired, llvm::Value* pointer,
                          llvm::Value* success, llvm::Value* failure, bool isWeak = false);
  void fence(llvm::IRBuilderBase& at, llvm::Value* order, bool singleThread);
  void copy(llvm::IRBuilderBase& at, llvm::Value* to, llvm::Value* from, llvm::Value* bytes);
  void fill(llvm::IRBuilderBase& at, llvm::Value* to, llvm::Value* byte, llvm::Value* bytes);
  // Reports, with the source position of `at`, that the next instruction cannot be modelled.
  void unsupported(llvm::IRBuilderBase& at, llvm::StringRef what);

  // A constant NUL-terminated text; one per module and content.
  llvm::Constant* text(llvm::StringRef content);
  // Whether the runtime has __revisit_external; the wrapper has checked.
  bool announcesExternals() const { return m_announcesExternals; }

  // Calls any other hook, by name without its prefix; `arguments` must already be i32 or i64.
  llvm::CallInst* call(llvm::IRBuilderBase& at, llvm::StringRef name, llvm::ArrayRef<llvm::Value*> arguments);
  static bool isHook(const llvm::Function* function);

  // An integer or pointer of at most 64 bits, or a floating-point number, as an i64; zero for every other type.
  llvm::Value* asWord(llvm::IRBuilderBase& at, llvm::Value* value);
  llvm::Value* address(llvm::IRBuilderBase& at, llvm::Value* pointer);

  // A stack slot of the current function that only hooks and the code around them access.
  llvm::AllocaInst* buffer(llvm::IRBuilderBase& at, llvm::Type* type, unsigned slot = 0);
  // A new slot of this type, or of `count` elements. Without a count, requires `top` at the start of the function's
  // entry block.
  llvm::AllocaInst* ownSlot(llvm::IRBuilderBase& top, llvm::Type* type, llvm::Value* count = nullptr);
  bool isBuffer(const llvm::Value* value) const { return m_buffers.contains(value); }
  // A slot for what the runtime notes about the run. It is no part of the thread's state.
  llvm::AllocaInst* notes(llvm::IRBuilderBase& top, llvm::Type* type);
  bool isNotes(const llvm::Value* value) const { return m_notes.contains(value); }

private:
  llvm::FunctionCallee declare(llvm::StringRef name, llvm::Type* result, llvm::ArrayRef<llvm::Type*> parameters);
  bool isNarrow(llvm::Type* type) const;
  llvm::Value* toBits(llvm::IRBuilderBase& at, llvm::Value* value);
  llvm::Value* fromBits(llvm::IRBuilderBase& at, llvm::Value* bits, llvm::Type* type);
  llvm::ConstantInt* sizeOf(llvm::Type* type) const;

  llvm::Module& m_module;
  const llvm::DataLayout& m_layout;
  llvm::IntegerType* m_i32;
  llvm::IntegerType* m_i64;
  llvm::Type* m_void;
  llvm::DenseMap<std::pair<const llvm::Function*, std::pair<llvm::Type*, unsigned>>, llvm::AllocaInst*> m_slots;
  llvm::SmallPtrSet<const llvm::Value*, 16> m_buffers, m_notes;
  llvm::StringMap<llvm::Constant*> m_texts;
  bool m_announcesExternals;
};

} // namespace revisit::instrument
