// The control of a state of the program: what each thread does next as far as it does not depend on the values that it
// has read, which are symbols (program/read_symbols.h). States with the same control go on alike as long as decisions
// have the same outcomes. Follows the path of a search. Thread rule: belongs to one worker.
//
// A thread is in a state of Program::withSymbolicReads(). Where that does not tell what it does, it is in its state of
// the program, which stands for one value of each symbol.
#pragma once

#include "explore/product/product_state.h"
#include "explore/summaries/slice.h"

#include <unordered_set>
#include <vector>

namespace revisit {

// A step of a thread, as a weakest precondition needs it.
struct PassedStep {
  ThreadId thread;
  const Label* label = nullptr; // with symbols
  Way way;
  Cell before;                    // memory: the content of its location
  ExprId symbol;                  // for what it read, whether from memory or by a join; invalid: none
  Value joined;                   // Join: the result of the other thread, with symbols
  std::vector<ExprId> conditions; // after the step, that threads are in this control
};

class ControlState {
public:
  struct Mark {
    std::size_t changes = 0;
    VectorTable::Id name = 0;
  };

  ControlState(Program& program, ProductState& product, Slice& slice)
      : m_pool(program.pool()), m_program(program), m_product(product), m_slice(slice) {}

  // Main before its first step. `withSymbols`: as far as the program has a withSymbolicReads().
  void reset(bool withSymbols);
  VectorTable::Id name() const { return m_name; }
  Mark mark() const { return {m_changes.size(), m_name}; }
  void undoTo(const Mark& mark);

  // The thread's next step, with symbols. Requires that it is created and settled.
  const Label& label(ThreadId thread) const;
  // The product has taken this step, which passed.label was before, and has seen this. The thread, and one that it
  // created, are unsettled then.
  void step(const Observation& seen, PassedStep& passed);
  // Looks up the next steps of the unsettled threads, which the product knows. False: that of the first one is not
  // known; learn it with withSymbolicReads(), or give up, and call this again.
  bool settle(PassedStep& passed);
  Program* withSymbolicReads() const { return m_general; }
  // The thread's state in withSymbolicReads(); invalid: it is where the product has it.
  StateId generalState(ThreadId thread) const { return node(thread); }
  // Whether the next step of the first unsettled thread is known; whether a run may show it.
  bool isKnown() const { return m_general->next(node(m_unsettled.back())) != nullptr; }
  bool mayLearn() const { return !m_unlearnable.contains(node(m_unsettled.back())); }
  // That thread is where the product has it from now on.
  void giveUp(PassedStep& passed);

  // The value of a symbol of a thread; invalid: the symbol is none.
  ExprId valueOf(SymbolId symbol) const;
  // The expression with the values of its symbols.
  ExprId withValues(ExprId expr);
  // For users, a symbol that is named after what its thread has read: x@worker. Invalid: the symbol is no read.
  ExprId shown(SymbolId symbol);
  // That all symbols that the thread depends on have their values, apart from those of omitted locations.
  void addValues(ThreadId thread, std::vector<ExprId>& conditions);
  std::size_t bytes() const { return m_table.bytes(); }

private:
  struct Thread {
    StateId node;       // of withSymbolicReads(); invalid: where the product has it
    StateId roundStart; // as in the product
    std::uint32_t reads = 0;
  };
  struct Symbol {
    ExprId symbol, value;
    const Label* read = nullptr; // of the read
    bool isOmitted = false;      // the slice omits where it comes from
  };
  struct Change {
    std::uint32_t thread;
    bool isSymbol;
    std::uint32_t number; // of the symbol
    Thread before;
    Symbol symbol;
  };

  StateId node(ThreadId thread) const { return m_threads[thread.value()].node; }
  Thread& change(ThreadId thread);
  void put(ThreadId thread);
  ExprId read(ThreadId thread, const Label& label, const Value& value, unsigned bytes);
  bool dependsOnReads(const Value& value) const;
  Label withValues(const Label& label);
  bool settleThread(ThreadId thread, PassedStep& passed);
  void leaveSymbols(ThreadId thread, PassedStep& passed);
  void noteRead(const Label& label, ExprId symbol);
  void addOrigins(const Value& value);
  void addOriginsOf(const Label& next);
  void note(ThreadId thread);

  ExpressionPool& m_pool;
  Program& m_program;
  ProductState& m_product;
  Slice& m_slice;
  Program* m_general = nullptr; // null: threads are where the product has them
  std::vector<Thread> m_threads;
  std::vector<std::vector<Symbol>> m_symbols; // by thread
  std::vector<Change> m_changes;
  std::vector<ThreadId> m_unsettled;
  std::unordered_set<StateId> m_unlearnable;
  VectorTable m_table;
  VectorTable::Id m_name = 0;
};

} // namespace revisit
