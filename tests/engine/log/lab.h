// Explorations of scripts with a log, for tests of the log.
#pragma once

#include "random_script.h"

#include "explore/condpor/condpor.h"
#include "explore/schedules/sampling.h"
#include "log/exploration_recorder.h"
#include "memory/make_model.h"
#include "scripted_program.h"

#include <gtest/gtest.h>

namespace revisit::test {

struct Lab {
  explicit Lab(const Script& script, const LogOptions& logOptions = {})
      : program(script, pool), solver(makeSolver(pool)), model(makeModel(logOptions.model)),
        recorder(program, logOptions) {}

  // `tell` replaces the recorder.
  Exploration explore(Recorder* tell = nullptr) {
    const std::unique_ptr<Explorer> explorer =
        random ? makeRandomSampler(program, *model, *solver, options) : makeConDpor(program, *model, *solver, options);
    explorer->setRecorder(tell ? tell : &recorder);
    explorer->onExecution(onExecution);
    const Result<Exploration> result = explorer->run();
    EXPECT_TRUE(result.ok());
    return result.value();
  }
  const ExplorationLog& log() const { return *recorder.log(); }

  ExpressionPool pool;
  ScriptedProgram program;
  std::unique_ptr<Solver> solver;
  std::unique_ptr<MemoryModel> model; // that of the log's options
  ExplorationRecorder recorder;
  Explorer::OnExecution onExecution;
  ExploreOptions options{.keepGoing = true, .maxExecutions = 300};
  bool random = false;
};

// Random options with all features that can interact, by seed.
inline RandomScriptOptions optionsOf(std::uint64_t seed) {
  RandomScriptOptions options;
  options.symbols = seed % 2 == 0;
  options.objects = seed % 3 != 0;
  options.awaits = !options.symbols && seed % 5 != 0;
  return options;
}

} // namespace revisit::test
