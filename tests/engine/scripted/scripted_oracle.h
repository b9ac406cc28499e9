// Runs a Script like a process: one concrete run under a plan, recorded step by step. So the behaviour cache, plans and
// linearisation can be tested without a process.
#pragma once

#include "program/recording.h"
#include "scripted_program.h"

#include <map>

namespace revisit::test {

class ScriptedOracle final : public Oracle {
public:
  ScriptedOracle(const Script& script, ExpressionPool& pool) : m_program(script, pool), m_pool(pool) {
    m_locations = script.locationSizes.size();
  }
  Result<Recording> run(const Plan& plan) override;
  std::optional<Divergence> divergence() override { return m_divergence; }
  unsigned locationSize(LocationId l) const override { return m_program.locationSize(l); }
  Value initialValue(LocationId l) const override { return m_program.initialValue(l); }
  std::vector<unsigned> threadPath(ThreadId t) const override { return m_program.threadPath(t); }
  std::string locationName(LocationId l) const override { return m_program.locationName(l); }
  std::string objectName(ObjectId o) const override { return m_program.objectName(o); }
  std::vector<SourcePosition> callChain(PositionId p) const override { return m_program.callChain(p); }

private:
  ScriptedProgram m_program;
  ExpressionPool& m_pool;
  std::size_t m_locations = 0;
  std::optional<Divergence> m_divergence; // of the last run
};

} // namespace revisit::test
