// Runs the path interpreter on a small module of IR text, with records like those of the runtime.
#pragma once

#include "path/path_interpreter.h"

#include <gtest/gtest.h>

#include <optional>

namespace revisit::test {

// Bitcode of IR text; the declarations of all hooks are added. Fails the test when the text does not parse.
std::string bitcodeOf(const std::string& text);

class PathFixture : public ::testing::Test {
protected:
  static constexpr std::uint64_t MainId = 77;

  void load(const std::string& text);
  // Main's first records.
  void begin();
  RevisitRecord record(RevisitRecordKind kind) const;
  // Passes the record to the interpreter; collects decisions in `decisions` and returns the operands.
  HookOperands feed(const RevisitRecord& record);

  void enter(std::uint64_t id, std::uint64_t frame = 0x1000);
  // An input that a call of revisit_nondet_* returns: INPUT, its symbol, RETURNED.
  ExprId input(unsigned bytes, std::uint64_t value);
  void branch(unsigned successor);
  void loaded(std::uint64_t address, unsigned bytes, std::uint64_t bits, Value value);
  // `further`: what is stored behind the first eight bytes.
  Value stored(std::uint64_t address, unsigned bytes, std::uint64_t bits, std::optional<std::uint64_t> further = {});
  // The losses of what was stored last.
  LostBytes lost;
  void returned(std::uint64_t value);

  void expectNoIncidents();

  ExpressionPool pool;
  std::unique_ptr<PathInterpreter> interpreter;
  std::vector<LocalDecision> decisions;
  std::uint16_t thread = 0;

private:
  std::uint32_t m_inputs = 0;
};

} // namespace revisit::test
