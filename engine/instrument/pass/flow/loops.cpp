#include "loops.h"

#include "abi/frame_state.h"
#include "instrument/pass/hooks.h"
#include "instrument/pass/memory/privacy.h"
#include "instrument/pass/memory/purity.h"
#include "loop_slots.h"
#include "pacing.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace revisit::instrument {

struct LoopClassifier::Copy {
  Copy(Module& original, FunctionAnalysisManager& analyses) : module(CloneModule(original, values)), purity(analyses) {
    StripDebugInfo(*module);
  }
  ValueToValueMapTy values;
  std::unique_ptr<Module> module;
  Purity purity;
};

LoopClassifier::LoopClassifier(Module& module, FunctionAnalysisManager& analyses)
    : m_module(module), m_analyses(analyses) {}

LoopClassifier::~LoopClassifier() = default;

LoopClassifier::Copy& LoopClassifier::copy() {
  if (!m_copy)
    m_copy = std::make_unique<Copy>(m_module, m_analyses);
  return *m_copy;
}

namespace {

// The target of this edge if the condition tested there arrives as a constant along it: the form of && and || at -O0.
const BasicBlock* throughConstant(const BasicBlock& from, const BasicBlock& to) {
  auto* branch = dyn_cast<BranchInst>(to.getTerminator());
  auto* phi = branch && branch->isConditional() ? dyn_cast<PHINode>(branch->getCondition()) : nullptr;
  if (!phi || phi->getParent() != &to)
    return &to;
  auto* known = dyn_cast<ConstantInt>(phi->getIncomingValueForBlock(&from));
  return known ? branch->getSuccessor(known->isZero()) : &to;
}

// An exit that every round passes and that is taken after a number of rounds that is known when the loop is entered.
// (The maximal number that scalar evolution can also give is not usable: it may be the range of a counter's type.)
struct Counted {
  BasicBlock* at = nullptr; // null: there is none
  bool endsIfTrue = false;  // which side of the branch there leaves the loop
  bool hasFewRounds = false;
};

Counted countedExit(const Loop& loop, ScalarEvolution& evolution, DominatorTree& dominators) {
  constexpr unsigned few = 32;
  auto* latch = loop.getLoopLatch();
  for (auto* block : loop.blocks()) {
    auto* branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!latch || !branch || !branch->isConditional() || !dominators.dominates(block, latch))
      continue;
    bool leaves[2];
    for (unsigned i : {0, 1})
      leaves[i] = !loop.contains(throughConstant(*block, *branch->getSuccessor(i)));
    if (leaves[0] == leaves[1])
      continue;
    auto limit = evolution.computeExitLimitFromCond(&loop, branch->getCondition(), leaves[0], false);
    if (isa<SCEVCouldNotCompute>(limit.ExactNotTaken))
      continue;
    auto* rounds = dyn_cast<SCEVConstant>(limit.ExactNotTaken);
    return {block, leaves[0], rounds && rounds->getAPInt().ule(few)};
  }
  return {};
}

bool isCounted(const Loop& loop, ScalarEvolution& evolution, DominatorTree& dominators) {
  return countedExit(loop, evolution, dominators).at;
}

// Waiting, Retrying, or neither. `counts`: where a loop that gives up decides that.
std::optional<LoopKind> waitingKind(const Loop& loop, Purity& purity, const PostDominatorTree& postDominators,
                                    const BasicBlock* counts = nullptr) {
  for (auto& phi : loop.getHeader()->phis())
    if (!phi.hasConstantOrUndefValue() && !onlyPaces(phi, loop, postDominators, counts))
      return std::nullopt; // a value is carried from one round to the next
  auto mayWrite = [&](const Value* object) { return isOfOneRound(object, loop, counts) || isPutBack(object, loop); };
  auto kind = LoopKind::Waiting;
  for (auto* block : loop.blocks())
    for (auto& instruction : *block)
      switch (purity.effectOf(instruction, mayWrite)) {
      case Purity::Effect::None:
        break;
      case Purity::Effect::Update:
        kind = LoopKind::Retrying;
        break;
      case Purity::Effect::Other:
        return std::nullopt;
      }
  return kind;
}

bool mayReadShared(const Loop& loop, const Privacy& privacy) {
  auto reads = [&](const Instruction& instruction) {
    if (auto* load = dyn_cast<LoadInst>(&instruction))
      return !privacy.isPrivate(load->getPointerOperand());
    if (isa<AtomicRMWInst, AtomicCmpXchgInst, AnyMemTransferInst>(instruction))
      return true;
    auto* call = dyn_cast<CallBase>(&instruction);
    if (!call || isa<IntrinsicInst>(call) || call->isInlineAsm())
      return false;
    return !call->getCalledFunction() || !Purity::isYield(*call->getCalledFunction());
  };
  return any_of(loop.blocks(), [&](const BasicBlock* block) { return any_of(*block, reads); });
}

// Decides the loops of one promoted function, inner loops before outer ones.
class Kinds {
public:
  Kinds(Function& function, FunctionAnalysisManager& analyses, Purity& purity, const Privacy& privacy)
      : m_evolution(analyses.getResult<ScalarEvolutionAnalysis>(function)),
        m_dominators(analyses.getResult<DominatorTreeAnalysis>(function)),
        m_postDominators(analyses.getResult<PostDominatorTreeAnalysis>(function)), m_purity(purity),
        m_privacy(privacy) {
    auto loops = analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder();
    for (auto* loop : reverse(loops))
      m_kinds[loop->getHeader()] = decide(*loop);
  }

  std::optional<LoopKind> of(const BasicBlock& header) const { return m_kinds.lookup(&header); }
  // Where a loop of kind Trying decides whether a round was the last one.
  Counted counts(const BasicBlock& header) const { return m_counts.lookup(&header); }

private:
  std::optional<LoopKind> decide(const Loop& loop) {
    if (const auto counted = countedExit(loop, m_evolution, m_dominators); counted.at) {
      if (counted.hasFewRounds || !loop.isInnermost() || !mayReadShared(loop, m_privacy) ||
          !waitingKind(loop, m_purity, m_postDominators, counted.at))
        return std::nullopt;
      m_counts[loop.getHeader()] = counted;
      return LoopKind::Trying;
    }
    // A thread waits for the memory that it read in the round of one loop; with nested waiting loops it would forget
    // the outer reads.
    bool waitsInside = any_of(loop.blocks(), [&](const BasicBlock* block) {
      return block != loop.getHeader() && (of(*block) == LoopKind::Waiting || of(*block) == LoopKind::Retrying);
    });
    if (auto kind = waitsInside ? std::nullopt : waitingKind(loop, m_purity, m_postDominators))
      return kind;
    if (mayReadShared(loop, m_privacy))
      return LoopKind::Bounded;
    return std::nullopt;
  }

  ScalarEvolution& m_evolution;
  DominatorTree& m_dominators;
  PostDominatorTree& m_postDominators;
  Purity& m_purity;
  const Privacy& m_privacy;
  DenseMap<const BasicBlock*, std::optional<LoopKind>> m_kinds;
  DenseMap<const BasicBlock*, Counted> m_counts;
};

// The step of a counter if every back edge has its own instruction for the same step: created once, before `end`. Null:
// there is no such step.
Value* sharedStep(PHINode& counter, ArrayRef<BasicBlock*> latches, Instruction& end) {
  auto* step = dyn_cast<Instruction>(counter.getIncomingValueForBlock(latches.front()));
  const auto isKnownAtHeader = [&](const Value* operand) {
    auto* phi = dyn_cast<PHINode>(operand);
    return isa<Constant, Argument>(operand) || (phi && phi->getParent() == counter.getParent());
  };
  const auto isSame = [&](BasicBlock* latch) {
    auto* other = dyn_cast<Instruction>(counter.getIncomingValueForBlock(latch));
    return other && other->isIdenticalTo(step);
  };
  if (!step || !isa<BinaryOperator, GetElementPtrInst>(step) || !all_of(step->operands(), isKnownAtHeader) ||
      !all_of(latches, isSame))
    return nullptr;
  auto* made = step->clone();
  made->insertBefore(&end);
  return made;
}

// Gives the loop a single back edge, which scalar evolution requires: `continue` creates several in -O0 code.
bool mergeBackEdges(Loop& loop) {
  auto* header = loop.getHeader();
  SmallVector<BasicBlock*, 4> latches;
  loop.getLoopLatches(latches);
  if (latches.size() < 2 ||
      any_of(latches, [](BasicBlock* latch) { return !isa<BranchInst, SwitchInst>(latch->getTerminator()); }))
    return false;
  auto* merged = BasicBlock::Create(header->getContext(), "", header->getParent(), header);
  auto* jump = BranchInst::Create(header, merged);
  for (auto& phi : header->phis()) {
    auto* value = sharedStep(phi, latches, *jump);
    auto* values = value ? nullptr : PHINode::Create(phi.getType(), latches.size(), "", merged->begin());
    for (auto* latch : latches) {
      if (values)
        values->addIncoming(phi.getIncomingValueForBlock(latch), latch);
      while (phi.getBasicBlockIndex(latch) >= 0)
        phi.removeIncomingValue(latch, false);
    }
    phi.addIncoming(values ? values : value, merged);
  }
  for (auto* latch : latches)
    latch->getTerminator()->replaceSuccessorWith(header, merged);
  return true;
}

// Whether a loop of the promoted function that seems to need a bound has a known number of rounds nevertheless. Changes
// the function.
bool isCountedMerged(BasicBlock& header, FunctionAnalysisManager& analyses) {
  auto& function = *header.getParent();
  auto* loop = analyses.getResult<LoopAnalysis>(function).getLoopFor(&header);
  if (!loop || loop->getHeader() != &header || !mergeBackEdges(*loop))
    return false;
  analyses.invalidate(function, PreservedAnalyses::none());
  loop = analyses.getResult<LoopAnalysis>(function).getLoopFor(&header);
  return loop && isCounted(*loop, analyses.getResult<ScalarEvolutionAnalysis>(function),
                           analyses.getResult<DominatorTreeAnalysis>(function));
}

LoopShape shapeOf(const Loop& loop, LoopKind kind, unsigned index) {
  LoopShape shape{kind, loop.getHeader(), {}, {}, {}, index};
  loop.getExitEdges(shape.exits);
  for (auto* block : predecessors(loop.getHeader())) {
    auto& list = loop.contains(block) ? shape.latches : shape.entries;
    if (!is_contained(list, block))
      list.push_back(block);
  }
  return shape;
}

} // namespace

SmallVector<LoopShape, 4> LoopClassifier::classify(Function& function) {
  SmallVector<LoopShape, 4> shapes;
  auto& loops = m_analyses.getResult<LoopAnalysis>(function);
  if (loops.empty())
    return shapes;
  auto& twin = *cast<Function>(copy().values[&function]);
  SROAPass(SROAOptions::PreserveCFG).run(twin, m_analyses);
  m_analyses.invalidate(twin, PreservedAnalyses::none());
  Hooks none(*copy().module);
  Privacy privacy(twin, none);
  Kinds kinds(twin, m_analyses, copy().purity, privacy);
  unsigned index = 0;
  for (auto& block : function) {
    auto* loop = loops.getLoopFor(&block);
    if (loop && loop->getHeader() == &block && !block.isEHPad())
      if (auto& same = *cast<BasicBlock>(copy().values[&block]); auto kind = kinds.of(same)) {
        shapes.push_back(shapeOf(*loop, *kind, index));
        const Counted counted = kinds.counts(same);
        shapes.back().endsIfTrue = counted.endsIfTrue;
        for (auto* inside : loop->blocks())
          if (counted.at && copy().values[inside] == counted.at)
            shapes.back().counts = inside;
      }
    ++index;
  }
  erase_if(shapes, [&](const LoopShape& shape) {
    return shape.kind == LoopKind::Bounded && shape.latches.size() > 1 &&
           isCountedMerged(*cast<BasicBlock>(copy().values[shape.header]), m_analyses);
  });
  m_analyses.clear(twin, twin.getName());
  return shapes;
}

namespace {

// Whether the function returns from this block on, or the thread or the program ends there as it should. An assertion
// that fails there, or an exception, does not count.
bool leadsOut(BasicBlock& from) {
  SmallVector<BasicBlock*, 8> open{&from};
  SmallPtrSet<BasicBlock*, 16> known{&from};
  while (!open.empty()) {
    BasicBlock* const block = open.pop_back_val();
    if (isa<ReturnInst>(block->getTerminator()))
      return true;
    for (auto& instruction : *block)
      if (auto* call = dyn_cast<CallBase>(&instruction))
        if (auto* callee = call->getCalledFunction();
            callee &&
            is_contained({"exit", "_exit", "_Exit", "quick_exit", "pthread_exit", "thrd_exit"}, callee->getName()))
          return true;
    for (auto* next : successors(block))
      if (!next->isEHPad() && known.insert(next).second)
        open.push_back(next);
  }
  return false;
}

std::uint32_t loopId(const LoopShape& loop, std::uint64_t functionId) {
  std::uint64_t parts[] = {functionId, loop.index};
  const auto id =
      static_cast<std::uint32_t>(xxh3_64bits(ArrayRef(reinterpret_cast<const std::uint8_t*>(parts), sizeof parts)));
  const bool hasExit =
      any_of(loop.exits, [](const LoopShape::Edge& exit) { return !exit.second->isEHPad() && leadsOut(*exit.second); });
  return hasExit ? id | REVISIT_LOOP_HAS_EXIT : id & ~REVISIT_LOOP_HAS_EXIT;
}

// A block on the edge, with the source position of the jump. An edge may leave one loop and be the back edge of
// another: then the block already exists.
BasicBlock* splitEdge(BasicBlock& from, BasicBlock& to) {
  for (auto* next : successors(&from))
    if (next->getSinglePredecessor() == &from && next->getSingleSuccessor() == &to &&
        !is_contained(successors(&from), &to))
      return next;
  auto* between = BasicBlock::Create(to.getContext(), "", to.getParent(), from.getNextNode());
  auto* jump = BranchInst::Create(&to, between);
  jump->setDebugLoc(from.getTerminator()->getDebugLoc());
  // A switch may have several edges to the block; they become one, as do their phi entries.
  for (auto& phi : to.phis())
    while (count(phi.blocks(), &from) > 1)
      phi.removeIncomingValue(&from);
  from.getTerminator()->replaceSuccessorWith(&to, between);
  to.replacePhiUsesWith(&from, between);
  return between;
}

// Adds hooks where a waiting loop's rounds begin, and where the last one ends.
void hookRounds(const LoopShape& loop, ConstantInt* id, Hooks& hooks) {
  IRBuilder<> head(loop.header, loop.header->getFirstInsertionPt());
  hooks.call(head, "await_head", {id});
  SmallSet<LoopShape::Edge, 4> done;
  for (auto& [from, to] : loop.exits)
    // An exception that leaves the loop does not end its round, which is harmless: nothing waits there.
    if (!to->isEHPad() && done.insert({from, to}).second) {
      IRBuilder<> at(splitEdge(*from, *to)->getTerminator());
      hooks.call(at, "await_end", {id});
    }
}

AllocaInst* activationOf(const LoopShape& loop, ConstantInt* id, Hooks& hooks) {
  IRBuilder<> top(&loop.header->getParent()->getEntryBlock().front());
  top.SetCurrentDebugLocation({});
  auto* activation = hooks.notes(top, ArrayType::get(top.getInt64Ty(), sizeof(RevisitLoop) / 8));
  for (auto* entry : loop.entries) {
    IRBuilder<> at(entry->getTerminator());
    hooks.call(at, "loop_enter", {id, hooks.address(at, activation)});
  }
  return activation;
}

// The loop also ends where the runtime knows that all its further rounds may fail like the last one.
void hookTries(const LoopShape& loop, ConstantInt* id, Hooks& hooks) {
  auto* branch = cast<BranchInst>(loop.counts->getTerminator());
  auto* activation = activationOf(loop, id, hooks);
  IRBuilder<> at(branch);
  auto* givesUp = at.CreateIsNotNull(hooks.call(at, "try_again", {id, hooks.address(at, activation)}));
  auto* condition = branch->getCondition();
  branch->setCondition(at.CreateSelect(givesUp, at.getInt1(loop.endsIfTrue), condition));
}

void hookLoop(const LoopShape& loop, std::uint64_t functionId, Hooks& hooks) {
  auto* id = hooks.i32(loopId(loop, functionId));
  if (loop.kind == LoopKind::Trying)
    return hookTries(loop, id, hooks);
  auto isFixed = [](BasicBlock* block) { return isa<IndirectBrInst, CallBrInst>(block->getTerminator()); };
  if (any_of(loop.latches, isFixed) || any_of(make_first_range(loop.exits), isFixed))
    return;
  SmallVector<BasicBlock*, 2> backEdges;
  for (auto* latch : loop.latches)
    backEdges.push_back(splitEdge(*latch, *loop.header));
  if (loop.kind != LoopKind::Bounded)
    hookRounds(loop, id, hooks);
  if (loop.kind == LoopKind::Waiting) {
    for (auto* edge : backEdges) {
      IRBuilder<> at(edge->getTerminator());
      hooks.call(at, "await_back", {id});
    }
    return;
  }
  auto* activation = activationOf(loop, id, hooks);
  for (auto* edge : backEdges) {
    IRBuilder<> at(edge->getTerminator());
    auto* counted = hooks.address(at, activation);
    if (loop.kind == LoopKind::Retrying)
      counted = at.CreateSelect(at.CreateIsNotNull(hooks.call(at, "await_back", {id})), counted, hooks.i64(0));
    hooks.call(at, "loop_back", {id, counted});
  }
}

} // namespace

void hookLoops(ArrayRef<LoopShape> loops, std::uint64_t functionId, Hooks& hooks) {
  for (auto& loop : loops)
    hookLoop(loop, functionId, hooks);
}

} // namespace revisit::instrument
