#include "program/step_words.h"

#include "program/objects/object_operations.h"

#include <fmt/format.h>

#include <iterator>

namespace revisit {
namespace {

std::string valueText(Program& program, const Value& value) {
  return value.isExpr() ? program.pool().text(value.expr) : fmt::format("{}", value.bits);
}

// What the access does, to its place.
std::string memoryText(Program& program, const Label& label) {
  const std::string where = program.names().accessName(label);
  const bool isTold = label.offset == 0 || where != program.names().locationName(label.location);
  const std::string place = isTold ? where : fmt::format("{} (from its byte {})", where, label.offset);
  if (label.kind == LabelKind::Read)
    return fmt::format("a read of {}", place);
  if (label.kind == LabelKind::Rmw)
    return fmt::format("{} {} on {}", wordsOf(label.rmw), valueText(program, label.value), place);
  if (label.kind == LabelKind::Cas)
    return fmt::format("a compare and swap of {} for {} in {}", valueText(program, label.expected),
                       valueText(program, label.value), place);
  if (label.lifetime == Lifetime::Destroys)
    return fmt::format("the end of the object in {}", where);
  if (changesLife(label))
    return fmt::format("the {} of the life of {}", label.lifetime == Lifetime::Ends ? "end" : "begin", where);
  return fmt::format("a write of {} to {}", valueText(program, label.value), place);
}

} // namespace

const char* wordsOf(RmwOp operation) {
  static constexpr const char* names[] = {"exchange",   "fetch add",      "fetch sub",      "fetch and",  "fetch nand",
                                          "fetch or",   "fetch xor",      "fetch max",      "fetch min",  "fetch umax",
                                          "fetch umin", "fetch inc wrap", "fetch dec wrap", "fetch fadd", "fetch fsub",
                                          "fetch fmax", "fetch fmin",     "write"};
  static_assert(hasRowForEach<RmwOp, std::size(names)>);
  return names[static_cast<std::size_t>(operation)];
}

const char* operatorOf(RmwOp operation) {
  static constexpr const char* operators[] = {"",    "+",   "-", "&", "nand", "|", "^",   "max", "min",
                                              "max", "min", "",  "",  "+",    "-", "max", "min", ""};
  static_assert(hasRowForEach<RmwOp, std::size(operators)>);
  return operators[static_cast<std::size_t>(operation)];
}

const char* wordsOf(ObjectOp operation) {
  return rowOf(operation).words;
}

const char* wordsOf(LabelKind kind) {
  static constexpr const char* names[] = {"a read",
                                          "a write",
                                          "an atomic read-modify-write",
                                          "a compare and swap",
                                          "a fence",
                                          "an operation on a lock or another such object",
                                          "the creation of a thread",
                                          "the join of a thread",
                                          "a branch on an input",
                                          "an assumption",
                                          "a choice of a number",
                                          "the end of the thread",
                                          "the exit of the process",
                                          "an error",
                                          "a false assumption",
                                          "a wait for memory to change",
                                          "a bound",
                                          "what is not supported"};
  static_assert(hasRowForEach<LabelKind, std::size(names)>);
  return names[static_cast<std::size_t>(kind)];
}

std::string stepText(Program& program, const Label& label) {
  switch (groupOf(label.kind)) {
  case LabelGroup::Access:
    return memoryText(program, label);
  case LabelGroup::Object:
    return fmt::format("{} of {}", wordsOf(label.operation), program.names().objectName(label.object));
  case LabelGroup::Thread:
    return fmt::format("the {} of {}", label.kind == LabelKind::Create ? "creation" : "join",
                       threadText(program.names(), label.child));
  case LabelGroup::Condition:
  case LabelGroup::Number:
    return fmt::format("{} ({})", wordsOf(label.kind), valueText(program, label.value));
  case LabelGroup::Ending:
    if (label.kind == LabelKind::End || label.kind == LabelKind::Exit)
      return fmt::format("{} with the value {}", wordsOf(label.kind), valueText(program, label.value));
    if (label.kind == LabelKind::Error)
      return fmt::format("an error ({})", errorName(label.error));
    break;
  case LabelGroup::Fence:
    break;
  }
  return wordsOf(label.kind);
}

std::string threadText(ThreadId thread, const std::string& name) {
  const std::string number = fmt::format("T{}", thread.value());
  return name.empty() || name == number ? number : fmt::format("{} ({})", number, name);
}

std::string threadText(const ProgramNames& names, ThreadId thread) {
  return threadText(thread, names.threadName(thread));
}

} // namespace revisit
