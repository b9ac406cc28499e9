#include "pacing.h"

#include "calls.h"
#include "instrument/pass/memory/purity.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

bool computes(const Instruction& instruction) {
  return isa<BinaryOperator, CmpInst, CastInst, SelectInst, PHINode, FreezeInst>(instruction);
}

bool pauses(const Instruction& instruction) {
  auto* call = dyn_cast<CallBase>(&instruction);
  if (!call)
    return false;
  if (auto* intrinsic = dyn_cast<IntrinsicInst>(call))
    return intrinsic->getIntrinsicID() == Intrinsic::x86_sse2_pause || isa<DbgInfoIntrinsic>(intrinsic) ||
           intrinsic->isLifetimeStartOrEnd();
  return isIdleAssembly(*call) || (call->getCalledFunction() && Purity::isYield(*call->getCalledFunction()));
}

// Collects everything that depends on the value, as data or through a branch that decides whether it is computed.
class Dependents {
public:
  Dependents(const PHINode& carried, const Loop& loop, const PostDominatorTree& postDominators,
             const BasicBlock* counts)
      : m_loop(loop), m_postDominators(postDominators), m_counts(counts) {
    m_found.insert(&carried);
  }

  bool onlyPace() {
    for (unsigned i = 0; i < m_found.size(); i++)
      for (auto* user : m_found[i]->users())
        if (auto* instruction = dyn_cast<Instruction>(user); !instruction || !follow(*instruction))
          return false;
    return true;
  }

private:
  bool follow(const Instruction& user) {
    if (!m_loop.contains(&user))
      return false;
    if (isa<BranchInst, SwitchInst>(user))
      return user.getParent() == m_counts || followBranch(*user.getParent());
    if (computes(user)) {
      m_found.insert(&user);
      return true;
    }
    return pauses(user);
  }

  // The blocks between the branch and the block where its paths join again.
  bool followBranch(const BasicBlock& block) {
    auto* node = m_postDominators.getNode(&block);
    auto* meet = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    if (!meet || !m_loop.contains(meet))
      return false;
    SmallSetVector<const BasicBlock*, 8> between;
    auto add = [&](const BasicBlock& from) {
      for (auto* next : successors(&from))
        if (next != meet)
          between.insert(next);
    };
    add(block);
    for (unsigned i = 0; i < between.size(); i++) {
      if (!m_loop.contains(between[i]))
        return false;
      for (auto& instruction : *between[i])
        if (computes(instruction))
          m_found.insert(&instruction);
        else if (!pauses(instruction) && !isa<BranchInst, SwitchInst>(instruction))
          return false;
      add(*between[i]);
    }
    for (auto& phi : meet->phis())
      m_found.insert(&phi);
    return true;
  }

  const Loop& m_loop;
  const PostDominatorTree& m_postDominators;
  const BasicBlock* m_counts;
  SmallSetVector<const Instruction*, 16> m_found;
};

} // namespace

bool onlyPaces(const PHINode& carried, const Loop& loop, const PostDominatorTree& postDominators,
               const BasicBlock* counts) {
  return Dependents(carried, loop, postDominators, counts).onlyPace();
}

} // namespace revisit::instrument
