// What the interpreter tells of the path: where it is, what was decided, what it cannot follow, and what it claims of
// values.
#include "path/path_machine.h"

#include "base/mixing.h"

#include <llvm/IR/DebugInfoMetadata.h>

namespace revisit {

void PathMachine::lose(const std::string& why) {
  report(Incident::Kind::SelfCheck, "the recorded path cannot be followed: " + why);
  m_thread->lost = true;
}

// The thread's position: the current instructions of its frames, innermost first.
std::vector<SourcePosition> PathMachine::calls() const {
  std::vector<SourcePosition> chain;
  constexpr std::size_t most = 64; // as for chains in the trace
  for (auto frame = m_thread->frames.rbegin(); frame != m_thread->frames.rend() && chain.size() < most; ++frame) {
    const llvm::DILocation* where = frame->next->getDebugLoc().get();
    if (!where)
      continue;
    std::string file = where->getFilename().str();
    if (!file.empty() && file.front() != '/')
      file = where->getDirectory().str() + "/" + file;
    chain.push_back(
        {std::move(file), where->getLine(), where->getColumn(), where->getScope()->getSubprogram()->getName().str()});
  }
  return chain;
}

void PathMachine::decide(LabelKind kind, ExprId expr, const Observation& seen) {
  m_decisions->push_back({kind, expr, seen, calls()});
}

void PathMachine::report(Incident::Kind kind, const std::string& detail) {
  Incident incident;
  incident.kind = kind;
  incident.detail = detail;
  if (const auto chain = calls(); !chain.empty()) {
    incident.file = chain.front().file;
    incident.line = chain.front().line;
  }
  m_incidents.push_back(std::move(incident));
}

LossId PathMachine::lossBy(const std::string& what) {
  const auto chain = calls();
  return m_losses.of({what, chain.empty() ? SourcePosition() : chain.front()});
}

LossId PathMachine::lossHere() {
  return lossBy(m_thread && !m_thread->frames.empty()
                    ? std::string("the instruction '") + top().next->getOpcodeName() + "'"
                    : "code that is not followed");
}

void PathMachine::claim(const Scalar& scalar) {
  if (scalar.known && !scalar.loss.valid())
    claim(m_arithmetic.isSymbolic(scalar) ? ~std::uint64_t{scalar.expr.value()} : scalar.bits);
}

void PathMachine::claim(std::uint64_t number) {
  m_thread->claims = mixed(m_thread->claims * 3 + number);
}

void PathMachine::reportUse(LossId loss, std::string_view use) {
  if (loss.valid())
    report(Incident::Kind::Imprecise,
           std::string(use) + " may depend on an input that is not followed any further behind " + m_losses.text(loss));
}

void PathMachine::reportUse(unsigned thread, LossId loss, const std::string& use) {
  m_thread = &m_threads[thread];
  reportUse(loss, use);
}

} // namespace revisit
