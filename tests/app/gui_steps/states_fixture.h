// A search over states with a log, for tests of what the window shows of it: figure 3 of the paper.
#pragma once

#include "lab.h"

#include "core/logged_execution.h"
#include "explore/states/state_search.h"
#include "log/state_log.h"

namespace revisit::gui::test {

using namespace revisit::test;

struct StatesLab {
  explicit StatesLab(const Script& script = figure3(), const StateSearchOptions& search = {}) : lab(script) {
    const std::unique_ptr<Explorer> explorer =
        makeStateSearch(lab.program, *lab.model, *lab.solver, lab.options, search);
    explorer->setRecorder(&lab.recorder);
    EXPECT_TRUE(explorer->run().ok());
  }

  LogPointer log() const { return lab.recorder.log(); }
  const StateLog& states() const { return *log()->states(); }

  // The first step of this kind; 0: none.
  std::uint64_t first(StateStepKind kind) const {
    for (const StateStep& step : states().steps(1, ~std::uint64_t{0}))
      if (step.kind == kind)
        return step.number;
    return 0;
  }

  // T1 writes x; T2 and T3 read y, then x.
  static Script figure3() {
    using Op = Instruction::Op;
    Script script;
    script.locationSizes = {1, 1};
    script.initialValues = {0, 0};
    const Instruction store{.op = Op::Store, .a = Operand::constant(1), .location = 0};
    const Instruction loadY{.op = Op::Load, .location = 1}, loadX{.op = Op::Load, .location = 0};
    script.threads = {{{.op = Op::Create, .child = 1}, {.op = Op::Create, .child = 2}, {.op = Op::Create, .child = 3}},
                      {store},
                      {loadY, loadX},
                      {loadY, loadX}};
    return script;
  }

  Lab lab;
};

} // namespace revisit::gui::test
