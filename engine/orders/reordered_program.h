// A program with other memory orders at its sites: labels get the orders that are assigned to their sites, all else is
// the program's own. A run of the compiled program depends on the values that it is given, not on the orders as
// written, so what is known of the program serves all assignments. Thread rule: belongs to one worker.
#pragma once

#include "orders/order_sites.h"

#include <array>
#include <functional>
#include <memory>
#include <unordered_map>

namespace revisit {

class ReorderedProgram final : public Program {
public:
  // Keeps the references.
  ReorderedProgram(Program& program, OrderSites& sites) : m_program(program), m_sites(sites) {}

  // For the next exploration. A site behind the assignment's end keeps its order.
  void assign(OrderAssignment levels) { m_levels = std::move(levels); }

  // The site of a label that next() gave; none: it has none.
  std::optional<std::size_t> siteOf(const Label& label) const;
  // The same label with this level at its site. Requires that it has one.
  const Label* withLevel(const Label& label, OrderLevel level);

  const Label* next(StateId state) override;
  StateId initialState() override;
  // What is known of values that are symbols has its labels with the orders as written.
  Program* withSymbolicReads() override { return nullptr; }

  ExpressionPool& pool() override { return m_program.pool(); }
  ThreadId mainThread() const override { return m_program.mainThread(); }
  StateId startState(const Label& create) override { return m_program.startState(create); }
  StateId advance(StateId state, const Observation& seen) override { return m_program.advance(state, seen); }
  std::uint64_t generation() const override { return m_program.generation(); }
  StateClassId classOf(StateId state) const override { return m_program.classOf(state); }
  StateId representative(StateId state) const override { return m_program.representative(state); }
  bool isOnCycle(StateId state) const override { return m_program.isOnCycle(state); }
  LoopStepsId loopsBefore(StateId state) const override { return m_program.loopsBefore(state); }
  std::span<const LoopStep> loopSteps(LoopStepsId id) const override { return m_program.loopSteps(id); }
  const BlockFacts& blockFacts(StateId state) const override { return m_program.blockFacts(state); }
  bool recyclesBlocks() const override { return m_program.recyclesBlocks(); }
  std::uint64_t markedBlock(LocationId location) const override { return m_program.markedBlock(location); }
  bool tellsThreadsApart() const override { return m_program.tellsThreadsApart(); }
  bool belongsToThread(std::uint64_t address) const override { return m_program.belongsToThread(address); }
  std::uint32_t nextRead(StateId state) const override { return m_program.nextRead(state); }
  Result<Learnt> learn(const Plan& plan) override { return m_program.learn(plan); }
  Result<Learnt> confirm(const Plan& plan) override { return m_program.confirm(plan); }
  bool distrustStates(ThreadId thread) override { return m_program.distrustStates(thread); }
  Result<Leaks> leaks(const Plan& plan) override { return m_program.leaks(plan); }
  bool reportEndOf(LocationId location) override { return m_program.reportEndOf(location); }
  bool reportEndOf(ObjectId object) override { return m_program.reportEndOf(object); }
  unsigned locationSize(LocationId location) const override { return m_program.locationSize(location); }
  Value initialValue(LocationId location) const override { return m_program.initialValue(location); }
  const ProgramNames& names() const override { return m_program.names(); }

private:
  // A label of the program, and the same with other levels. Graphs refer to labels by address.
  struct Variants {
    const Label* label = nullptr;
    std::optional<std::size_t> site;
    std::array<std::unique_ptr<Label>, levelCount> byLevel;
  };
  OrderLevel levelAt(std::size_t site) const;
  const Label* variant(Variants& variants, OrderLevel level);

  Program& m_program;
  OrderSites& m_sites;
  OrderAssignment m_levels;
  std::uint64_t m_generation = 0;
  std::unordered_map<const Label*, std::unique_ptr<Variants>> m_variants; // by the program's own label
  std::unordered_map<const Label*, Variants*> m_variantsOf;               // by each label with a site
};

} // namespace revisit
