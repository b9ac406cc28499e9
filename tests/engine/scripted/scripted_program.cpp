#include "scripted_program.h"

#include "program/objects/objects.h"
#include "program/read_symbols.h"
#include "program/value_ops.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace revisit {

using Op = Instruction::Op;

namespace {

bool needsContent(Op op) {
  return op == Op::Load || op == Op::Await || op == Op::Rmw || op == Op::Cas;
}

// What an Await decides about the value that it has read.
Instruction checkOf(const Instruction& await) {
  Instruction check = await;
  check.a = Operand::reg(await.to);
  check.b = await.a;
  return check;
}

} // namespace

bool ScriptedProgram::Key::operator==(const Key& other) const {
  return thread == other.thread && pc == other.pc && inputs == other.inputs && blocked == other.blocked &&
         awaited == other.awaited && section == other.section && registers == other.registers &&
         inRound == other.inRound && roundHasEvent == other.roundHasEvent && roundChanged == other.roundChanged &&
         rounds == other.rounds && atRound == other.atRound && loops == other.loops &&
         (!blocked || sameStep(terminal, other.terminal));
}

std::size_t ScriptedProgram::KeyHash::operator()(const Key& key) const {
  std::size_t hash = key.thread * 1000003u + key.pc * 31u + key.inputs * 7u + static_cast<unsigned>(key.section) * 11u +
                     key.blocked + key.rounds * 13u + key.roundHasEvent * 3u + key.roundChanged * 5u;
  for (const Value& value : key.registers)
    hash = hash * 0x9E3779B97F4A7C15ull + value.bits * 17u + value.expr.value();
  return hash;
}

void ScriptedProgram::leaveRound(Key& key) {
  key.inRound = key.roundHasEvent = key.roundChanged = false;
  key.rounds = 0;
  key.atRound.clear();
  key.pc++;
}

ScriptedProgram::ScriptedProgram(Script script, ExpressionPool& pool, bool tellsLoops, bool storesObserve)
    : m_script(std::move(script)), m_roots(rootsOf(m_script)), m_pool(pool), m_tellsLoops(tellsLoops),
      m_storesObserve(storesObserve) {}

StateId ScriptedProgram::startState(const Value& argument, ThreadId thread) {
  Key key;
  key.thread = thread.value();
  key.registers.assign(Script::registers, Value{});
  key.registers.front() = argument;
  return intern(std::move(key));
}

StateId ScriptedProgram::intern(Key key) {
  Label label;
  if (key.blocked)
    label = key.terminal;
  else
    while (!runLocal(key, label)) {
    }
  Key withoutLoops = key;
  withoutLoops.loops.clear();
  const auto add = [&](Key&& state) {
    const auto [it, isNew] = m_ids.try_emplace(state, StateId(static_cast<std::uint32_t>(m_states.size())));
    if (isNew)
      m_states.push_back({std::move(state), label, it->second});
    return it->second;
  };
  const StateId standsFor = add(std::move(withoutLoops)), reached = add(std::move(key));
  m_states[reached.value()].standsFor = standsFor;
  return reached;
}

void ScriptedProgram::jump(Key& key, const Instruction& jump) const {
  const std::uint32_t exit = jump.op == Op::Jump ? 0 : LoopStep::exitBit;
  if (m_tellsLoops && jump.target <= key.pc)
    key.loops.push_back({2 + 2 * jump.target + exit, PositionId(key.thread * 1000 + key.pc)});
  key.pc = jump.target;
}

Value ScriptedProgram::valueOf(const Key& key, const Operand& operand) const {
  return operand.isRegister ? key.registers[operand.value] : Value::concrete(operand.value & 0xff);
}

ExprId ScriptedProgram::condition(const Key& key, const Instruction& instruction) const {
  const ExprId a = asExpr(m_pool, valueOf(key, instruction.a), 1);
  const ExprId b = asExpr(m_pool, valueOf(key, instruction.b), 1);
  switch (instruction.compare) {
  case Compare::Eq:
    return m_pool.eq(a, b);
  case Compare::Ne:
    return m_pool.bitNot(m_pool.eq(a, b));
  case Compare::Ult:
    return m_pool.binary(ExprOp::Ult, a, b);
  case Compare::Ule:
    return m_pool.binary(ExprOp::Ule, a, b);
  }
  return {};
}

// Continues after a round that does not end its loop: at the begin of the round, or with the thread's last label.
bool ScriptedProgram::endRound(Key& key, Label& label, const Instruction& again) const {
  if (!key.roundChanged) {
    label.kind = LabelKind::AwaitFailed;
    return true;
  }
  if (++key.rounds > again.argument) {
    label.kind = LabelKind::Cut;
    return true;
  }
  key.registers = key.atRound;
  key.pc = again.target;
  return false;
}

// An If or an Assume: executes a decided one, or fills in the label of one that depends on inputs or blocks the thread.
// Returns whether it did the latter.
bool ScriptedProgram::decide(Key& key, const Instruction& now, Label& label) {
  const ExprId truth = condition(key, now);
  if (m_pool.isConstant(truth)) {
    const bool holds = m_pool.constantBits(truth) != 0;
    if (now.op == Op::Assume && !holds) {
      label.kind = LabelKind::Blocked;
      return true;
    }
    if (now.op == Op::If && !holds)
      jump(key, now);
    else
      key.pc++;
    return false;
  }
  label.kind = now.op == Op::If ? LabelKind::Constraint : LabelKind::Assume;
  label.value = Value::of(truth);
  return true;
}

// Executes an instruction that is not a separate step, or fills in the label of one that is. Returns whether it did the
// latter.
bool ScriptedProgram::runLocal(Key& key, Label& label) {
  static const Instruction implicitReturn;
  const std::vector<Instruction>& code = m_script.threads[key.thread];
  const Instruction& now = key.pc < code.size() ? code[key.pc] : implicitReturn;
  label = Label{};
  label.position = PositionId(key.thread * 1000 + key.pc);
  label.location = LocationId(now.location);
  label.offset = now.offset;
  label.size = now.size;
  label.continuesSection = key.section == Section::Begun;
  label.order = now.order;
  label.awaits = key.inRound;
  label.awaitStart = key.inRound && !key.roundHasEvent;
  if (m_script.blank.contains(now.location) && needsContent(now.op))
    label.lifetime = Lifetime::NeedsContent;
  switch (now.op) {
  case Op::Round:
    key.inRound = true;
    key.roundHasEvent = key.roundChanged = false;
    key.atRound = key.registers;
    key.pc++;
    return false;
  case Op::Again: {
    const ExprId truth = condition(key, now);
    if (!m_pool.isConstant(truth)) {
      label.kind = LabelKind::Constraint;
      label.value = Value::of(truth);
      return true;
    }
    if (m_pool.constantBits(truth) == 0)
      return endRound(key, label, now);
    leaveRound(key);
    return false;
  }
  case Op::Set:
    key.registers[now.to] = valueOf(key, now.a);
    key.pc++;
    return false;
  case Op::Add:
    key.registers[now.to] = applyRmw(m_pool, RmwOp::Add, valueOf(key, now.a), valueOf(key, now.b), 1);
    key.pc++;
    return false;
  case Op::Jump:
    jump(key, now);
    return false;
  case Op::AtomicBegin:
  case Op::AtomicEnd:
    key.section = now.op == Op::AtomicBegin ? Section::Fresh : Section::None;
    key.pc++;
    return false;
  case Op::Input: {
    const SymbolId symbol =
        m_pool.symbol(ThreadId(key.thread), key.inputs, now.bits, fmt::format("t{}_{}", key.thread, key.inputs));
    key.inputs++;
    key.registers[now.to] = Value::of(m_pool.zext(m_pool.symbolExpr(symbol), 8));
    key.pc++;
    return false;
  }
  case Op::If:
  case Op::Assume:
    return decide(key, now, label);
  case Op::Enumerate: {
    const Value value = valueOf(key, now.a);
    if (!value.isExpr()) {
      key.registers[now.to] = value;
      key.pc++;
      return false;
    }
    label.kind = LabelKind::Enumerate;
    label.value = value;
    return true;
  }
  default:
    describe(key, now, label);
    return true;
  }
}

// Fills in the label of an instruction that is always a step of its own.
void ScriptedProgram::describe(const Key& key, const Instruction& now, Label& label) {
  if (key.awaited) {
    label.kind = LabelKind::Constraint;
    label.value = Value::of(condition(key, checkOf(now)));
    return;
  }
  switch (now.op) {
  case Op::Load:
  case Op::Await:
    label.kind = LabelKind::Read;
    if (now.op == Op::Await)
      label.awaits = label.awaitStart = true;
    break;
  case Op::Store:
    label.kind = now.size == 0 && !(m_storesObserve && m_script.mortal.contains(now.location)) ? LabelKind::Write
                                                                                               : LabelKind::Rmw;
    label.rmw = RmwOp::Insert;
    label.value = valueOf(key, now.a);
    break;
  case Op::EndLife:
    label.kind = LabelKind::Write;
    label.lifetime = Lifetime::Ends;
    label.order = MemoryOrder::Plain;
    break;
  case Op::Rmw:
    label.kind = LabelKind::Rmw;
    label.rmw = now.rmw;
    label.value = valueOf(key, now.a);
    label.blind = now.blind && !key.inRound;
    break;
  case Op::Cas:
    label.kind = LabelKind::Cas;
    label.failureOrder = now.failureOrder;
    label.expected = valueOf(key, now.a);
    label.value = valueOf(key, now.b);
    label.weak = now.spurious;
    break;
  case Op::Object:
    label.kind = LabelKind::Object;
    label.object = ObjectId(now.object);
    label.operation = now.operation;
    label.argument = now.argument | (now.spurious ? maybeSpurious : 0);
    label.lockBatch = now.lockBatch;
    break;
  case Op::Create:
  case Op::Join:
    label.kind = now.op == Op::Create ? LabelKind::Create : LabelKind::Join;
    label.child = ThreadId(now.child);
    if (now.op == Op::Create) {
      label.value = valueOf(key, now.a);
      label.argument = m_roots[now.child];
    }
    break;
  case Op::Fence:
    label.kind = LabelKind::Fence;
    break;
  case Op::Fail:
    label.kind = LabelKind::Error;
    label.error = now.error;
    break;
  case Op::Exit:
    label.kind = LabelKind::Exit;
    break;
  case Op::Refuse:
    label.kind = LabelKind::Unsupported;
    break;
  case Op::Return:
    label.kind = LabelKind::End;
    label.value = valueOf(key, now.a);
    break;
  default:
    break;
  }
}

StateId ScriptedProgram::advance(StateId state, const Observation& seen) {
  for (const auto& [observation, next] : m_states[state.value()].known)
    if (observation == seen)
      return next;
  const StateId next = computeAfter(state, seen);
  m_states[state.value()].known.emplace_back(seen, next);
  return next;
}

StateId ScriptedProgram::computeAfter(StateId state, const Observation& seen) {
  Key key = m_states[state.value()].key;
  key.loops.clear();
  const Label& label = m_states[state.value()].label;
  const Instruction& now = m_script.threads[key.thread][key.pc];
  if (key.section == Section::Fresh && isScheduled(label.kind))
    key.section = Section::Begun;
  const auto stopWith = [&](LabelKind kind) {
    key.blocked = true;
    key.terminal = Label{};
    key.terminal.kind = kind;
    key.terminal.continuesSection = key.section == Section::Begun;
    key.terminal.position = label.position;
  };
  key.pc++;
  if (seen.memory != MemoryLife::Alive) {
    stopWith(LabelKind::Error);
    key.terminal.error = seen.memory == MemoryLife::Over ? ErrorKind::UseAfterFree : ErrorKind::Uninitialised;
    return intern(std::move(key));
  }
  key.roundHasEvent |= label.awaits && isMemory(label.kind);
  key.roundChanged |= label.awaits && mayOnlyRead(label) && seen.taken;
  switch (now.op) {
  case Op::Again:
    if (Label last; seen.taken) {
      key.pc--;
      leaveRound(key);
    } else if (endRound(key, last, now)) {
      stopWith(last.kind);
    }
    break;
  case Op::Await: {
    if (!key.awaited)
      key.registers[now.to] = seen.value;
    const ExprId holds = condition(key, checkOf(now));
    if (!key.awaited && !m_pool.isConstant(holds)) {
      key.awaited = true;
      key.pc--;
      break;
    }
    if (key.awaited ? !seen.taken : m_pool.constantBits(holds) == 0) {
      key.registers[now.to] = {};
      stopWith(LabelKind::AwaitFailed);
    }
    key.awaited = false;
    break;
  }
  case Op::If:
    if (!seen.taken)
      key.pc = now.target;
    break;
  case Op::Assume:
    if (!seen.taken)
      stopWith(LabelKind::Blocked);
    break;
  case Op::Cas:
    key.registers[now.to] = Value::concrete(seen.taken);
    break;
  case Op::Object:
    key.registers[now.to] = Value::concrete(seen.value.bits & 0xff);
    if (isMisuse(seen.value.bits)) {
      stopWith(LabelKind::Error);
      key.terminal.error = misuseKind(seen.value.bits);
    }
    break;
  case Op::Load:
  case Op::Rmw:
  case Op::Enumerate:
  case Op::Join:
    if (!now.blind)
      key.registers[now.to] = seen.value;
    break;
  default:
    break;
  }
  return intern(std::move(key));
}

std::uint32_t ScriptedProgram::nextRead(StateId state) const {
  const Key& key = m_states[state.value()].key;
  std::uint32_t next = 0;
  for (const std::vector<Value>* const values : {&key.registers, &key.atRound})
    for (const Value& value : *values)
      for (const SymbolId symbol : value.isExpr() ? m_pool.symbolsIn(value.expr) : std::vector<SymbolId>()) {
        ThreadId thread;
        std::uint32_t number = 0;
        if (ReadSymbols::is(m_pool, symbol, thread, number) && thread.value() == key.thread)
          next = std::max(next, number + 1);
      }
  return next;
}

unsigned ScriptedProgram::locationSize(LocationId location) const {
  return m_script.locationSizes[location.value()];
}

Value ScriptedProgram::initialValue(LocationId location) const {
  return Value::concrete(m_script.initialValues[location.value()]);
}

std::vector<unsigned> ScriptedProgram::threadPath(ThreadId thread) const {
  return thread == mainThread() ? std::vector<unsigned>() : std::vector<unsigned>{thread.value() - 1};
}

std::string ScriptedProgram::locationName(LocationId location) const {
  return fmt::format("x{}", location.value());
}
std::string ScriptedProgram::objectName(ObjectId object) const {
  return fmt::format("o{}", object.value());
}

std::vector<SourcePosition> ScriptedProgram::callChain(PositionId position) const {
  if (!position.valid())
    return {};
  return {{fmt::format("thread{}", position.value() / 1000), position.value() % 1000, 0, {}}};
}

std::vector<std::uint32_t> rootsOf(const Script& script) {
  std::vector<std::uint32_t> roots;
  for (const std::vector<Instruction>& code : script.threads)
    roots.push_back(static_cast<std::uint32_t>(std::ranges::find(script.threads, code) - script.threads.begin()));
  return roots;
}

std::string scriptText(const Script& script) {
  static constexpr const char* names[] = {"load",   "store",     "endlife", "rmw",   "cas",   "await", "round",
                                          "again",  "object",    "input",   "set",   "add",   "if",    "jump",
                                          "assume", "enumerate", "create",  "join",  "fence", "begin", "end",
                                          "fail",   "exit",      "refuse",  "return"};
  static_assert(std::size(names) == static_cast<std::size_t>(Op::Return) + 1);
  static constexpr const char* orders[] = {"plain ", "relaxed ", "consume ", "acquire ", "release ", "acq_rel ", ""};
  const auto operandText = [](const Operand& o) { return fmt::format("{}{}", o.isRegister ? "r" : "", o.value); };
  std::string text;
  for (std::size_t t = 0; t < script.threads.size(); t++) {
    text += fmt::format("thread {}\n", t);
    for (std::size_t i = 0; i < script.threads[t].size(); i++) {
      const Instruction& now = script.threads[t][i];
      text += fmt::format("  {:2} {:9} to=r{} {}x{}[{},{}] a={} b={} cmp={} rmw={} op={} obj={} arg={} together={} "
                          "child={} target={}{}{}{}\n",
                          i, names[static_cast<int>(now.op)], now.to, orders[static_cast<int>(now.order)], now.location,
                          now.offset, now.size, operandText(now.a), operandText(now.b), static_cast<int>(now.compare),
                          static_cast<int>(now.rmw), static_cast<int>(now.operation), now.object, now.argument,
                          now.lockBatch, now.child, now.target,
                          now.op == Op::Cas && now.failureOrder != MemoryOrder::SeqCst
                              ? fmt::format(" failing={}", orders[static_cast<int>(now.failureOrder)])
                              : "",
                          now.blind ? " blind" : "", now.spurious ? " spurious" : "");
    }
  }
  return text;
}

} // namespace revisit
