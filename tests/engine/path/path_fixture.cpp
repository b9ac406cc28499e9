#include "path_fixture.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

namespace revisit::test {

namespace {

constexpr char Declarations[] = R"(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare i64 @__revisit_load(i64, i32, i32)
declare void @__revisit_load_wide(i64, i32, i32, i64)
declare void @__revisit_store(i64, i64, i32, i32)
declare void @__revisit_store_wide(i64, i32, i32, i64)
declare i64 @__revisit_rmw(i64, i64, i32, i32, i32)
declare i64 @__revisit_cas(i64, i64, i64, i32, i32, i32)
declare void @__revisit_copy(i64, i64, i64)
declare void @__revisit_fill(i64, i32, i64)
declare void @__revisit_loop_enter(i32, i64)
declare void @__revisit_loop_back(i32, i64)
declare void @__revisit_enter(i64, i64)
declare void @__revisit_argument(i32, i64)
declare void @__revisit_alloca(i64, i64)
declare void @__revisit_branch(i32)
declare void @__revisit_returned(i64)
declare void @__revisit_landed(i64, i64, i32)
declare i32 @revisit_nondet_int()
declare i8 @revisit_nondet_uchar()
declare i64 @revisit_nondet_long()
declare i16 @revisit_nondet_short()
declare void @revisit_assume(i32)
declare ptr @malloc(i64)
declare i32 @foreign(i32)
declare i32 @personality(...)
)";

} // namespace

std::string bitcodeOf(const std::string& text) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const auto module = llvm::parseAssemblyString(Declarations + text, problem, context);
  std::string bytes;
  if (!module) {
    ADD_FAILURE() << problem.getLineNo() << ": " << problem.getMessage().str() << "\n"
                  << problem.getLineContents().str();
    return bytes;
  }
  llvm::raw_string_ostream stream(bytes);
  llvm::WriteBitcodeToFile(*module, stream);
  return bytes;
}

void PathFixture::load(const std::string& text) {
  auto made = PathInterpreter::create(pool, {bitcodeOf(text)});
  ASSERT_TRUE(made.ok());
  interpreter = std::move(made.value());
  interpreter->reset();
  decisions.clear();
  m_inputs = 0;
}

RevisitRecord PathFixture::record(RevisitRecordKind kind) const {
  RevisitRecord made{};
  made.kind = static_cast<std::uint8_t>(kind);
  made.thread = thread;
  return made;
}

HookOperands PathFixture::feed(const RevisitRecord& record) {
  HookOperands operands;
  interpreter->reach(std::span(&record, 1), decisions, operands);
  return operands;
}

void PathFixture::begin() {
  feed(record(REVISIT_THREAD_BEGIN));
  enter(MainId);
}

void PathFixture::enter(std::uint64_t id, std::uint64_t frame) {
  RevisitRecord made = record(REVISIT_ENTER);
  made.address = id;
  made.before = frame;
  feed(made);
}

ExprId PathFixture::input(unsigned bytes, std::uint64_t value) {
  RevisitRecord made = record(REVISIT_INPUT);
  made.size = static_cast<std::uint8_t>(bytes);
  made.before = value;
  feed(made);
  const std::uint32_t index = m_inputs++;
  const ExprId symbol = pool.symbolExpr(
      pool.symbol(ThreadId(thread), index, 8 * bytes, std::string(1, static_cast<char>('a' + index % 26))));
  interpreter->result(made, Value::of(symbol));
  returned(value);
  return symbol;
}

void PathFixture::branch(unsigned successor) {
  RevisitRecord made = record(REVISIT_BRANCH);
  made.extra = successor;
  feed(made);
}

void PathFixture::loaded(std::uint64_t address, unsigned bytes, std::uint64_t bits, Value value) {
  RevisitRecord made = record(REVISIT_LOAD);
  made.address = address;
  made.size = static_cast<std::uint8_t>(bytes);
  made.before = made.after = bits;
  feed(made);
  interpreter->result(made, value);
}

Value PathFixture::stored(std::uint64_t address, unsigned bytes, std::uint64_t bits,
                          std::optional<std::uint64_t> further) {
  std::vector<RevisitRecord> records{record(REVISIT_STORE)};
  if (further) {
    RevisitRecord wide = record(REVISIT_WIDE);
    wide.address = 8;
    wide.after = *further;
    records.push_back(wide);
  }
  RevisitRecord& made = records.front();
  made.address = address;
  made.size = static_cast<std::uint8_t>(bytes);
  made.after = bits;
  HookOperands operands;
  interpreter->reach(records, decisions, operands);
  lost = operands.lostValue;
  return operands.value;
}

void PathFixture::returned(std::uint64_t value) {
  RevisitRecord made = record(REVISIT_RETURNED);
  made.before = value;
  feed(made);
}

void PathFixture::expectNoIncidents() {
  for (const Incident& incident : interpreter->takeIncidents())
    ADD_FAILURE() << incident.detail;
}

} // namespace revisit::test
