#include "assembly.h"

#include "asm_copies.h"
#include "asm_instructions.h"
#include "asm_machine.h"
#include "asm_text.h"
#include "instrument/pass/flow/calls.h"

#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace revisit::instrument {

namespace {

constexpr StringRef mark = "revisit.assembly";

void noteRefusal(CallBase& call, StringRef why) {
  auto& context = call.getContext();
  call.setMetadata(mark, MDNode::get(context, MDString::get(context, why)));
}

// Code with an explicit wide compare-and-swap runs only on processors that have it, so it needs no library function.
void allowWideSwap(Function& function) {
  const auto features = function.getFnAttribute("target-features").getValueAsString();
  if (!features.contains("+cx16"))
    function.addFnAttr("target-features", features.empty() ? "+cx16" : (features + ",+cx16").str());
}

// The statement becomes a function, which is then inlined, because it may have several blocks.
void translate(CallInst& call, Hooks& hooks) {
  auto* type = call.getFunctionType();
  auto* module = call.getModule();
  auto* function = Function::Create(type, GlobalValue::PrivateLinkage, "revisit.assembly", module);
  const auto text = parseAssembly(cast<InlineAsm>(call.getCalledOperand())->getAsmString());
  auto refusal = text.refusal;
  if (refusal.empty())
    refusal = buildInstructions(text.instructions, call, *function);
  if (refusal.empty()) {
    if (any_of(text.instructions, [](const AsmInstruction& one) { return one.name == "cmpxchg16b"; }))
      allowWideSwap(*call.getFunction());
    call.setCalledFunction(function);
    call.setAttributes(AttributeList());
    InlineFunctionInfo info;
    if (!InlineFunction(call, info, false, nullptr, false).isSuccess())
      report_fatal_error("an inline assembler statement that cannot be put in its place");
  } else if (!runOnCopies(call, text, hooks)) {
    noteRefusal(call, refusal);
  }
  function->eraseFromParent();
}

} // namespace

void translateAssembly(Function& function, Hooks& hooks) {
  SmallVector<CallInst*, 4> statements;
  for (auto& instruction : instructions(function))
    if (auto* call = dyn_cast<CallInst>(&instruction); call && call->isInlineAsm())
      if (!isIdleAssembly(*call) || !call->getType()->isVoidTy())
        statements.push_back(call);
  for (auto* statement : statements)
    translate(*statement, hooks);
}

StringRef assemblyRefusal(const CallBase& call) {
  auto* why = call.getMetadata(mark);
  return why ? cast<MDString>(why->getOperand(0))->getString() : StringRef("a jump out of it");
}

} // namespace revisit::instrument
