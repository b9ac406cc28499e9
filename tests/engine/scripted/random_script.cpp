#include "random_script.h"

#include "brute_streams.h"

#include <array>
#include <random>

namespace revisit::test {

namespace {

using Op = Instruction::Op;

class Generator {
public:
  Generator(std::uint64_t seed, const RandomScriptOptions& options) : m_random(seed), m_options(options) {}

  Script run() {
    const unsigned locations = 1 + pick(2);
    for (unsigned i = 0; i < locations; i++) {
      m_script.locationSizes.push_back(m_options.mixedSizes && pick(4) == 0 ? 2 : 1);
      m_script.initialValues.push_back(0);
      if (m_options.blank)
        m_script.blank.insert(i);
    }
    if (m_options.lifetimes)
      m_script.mortal.insert(0);
    m_ownLocations = locations;
    for (unsigned i = 0; m_options.asides && i < 2; i++) {
      m_script.locationSizes.push_back(1);
      m_script.initialValues.push_back(0);
    }
    const unsigned others = 1 + pick(m_options.maxThreads);
    m_script.threads.resize(others + 1);
    m_inputsLeft = m_options.symbols ? pick(3) : 0;
    std::vector<Instruction>& main = m_script.threads[0];
    if (m_options.symbols && pick(2) == 0) {
      // An input that threads share through memory.
      if (m_inputsLeft > 0) {
        m_inputsLeft--;
        main.push_back({.op = Op::Input, .to = 0});
        main.push_back({.op = Op::Store, .a = Operand::reg(0), .location = 0, .size = partOf(0)});
        if (pick(3) == 0)
          main.push_back({.op = Op::Assume, .a = Operand::reg(0), .b = constant(), .compare = compare()});
      }
    }
    if (m_options.objects && m_options.waitObjects && pick(2) == 0)
      main.push_back({.op = Op::Object, .operation = ObjectOp::SemInit, .object = 2, .argument = pick(2)});
    if (m_options.rareObjects && pick(8) != 0)
      main.push_back({.op = Op::Object, .operation = ObjectOp::BarrierInit, .object = 6, .argument = 1 + pick(3)});
    for (unsigned t = 1; t <= others; t++) {
      if (m_options.startArguments && pick(2) == 0)
        body(main, 1, 0);
      main.push_back({.op = Op::Create, .child = t});
      if (m_options.startArguments)
        main.back().a = Operand::reg(pick(3));
    }
    if (pick(3) == 0)
      body(main, 1 + pick(2), 0);
    if (pick(3) == 0)
      main.push_back({.op = Op::Join, .to = 3, .child = 1 + pick(others)});
    for (unsigned t = 1; t <= others; t++) {
      m_inSection = false;
      body(m_script.threads[t], 1 + pick(m_options.maxSteps), 0);
      for (unsigned mutex = 0; m_options.robust && mutex < 2; mutex++)
        m_script.threads[t].push_back(object(ObjectOp::MutexAbandon, mutex, 0));
      if (pick(4) == 0)
        m_script.threads[t].push_back({.op = Op::Return, .a = Operand::reg(pick(3))});
    }
    return m_script;
  }

private:
  unsigned pick(unsigned n) { return static_cast<unsigned>(m_random() % n); }
  Operand constant() { return Operand::constant(pick(3)); }
  Operand operand() { return pick(2) == 0 ? constant() : Operand::reg(pick(3)); }
  Compare compare() { return static_cast<Compare>(pick(4)); }
  std::uint32_t location() { return pick(m_ownLocations); }
  std::uint16_t partOf(std::uint32_t location) { return m_script.locationSizes[location] == 1 ? 0 : 1; }

  Instruction access(Op op) {
    Instruction now{.op = op, .to = pick(3), .a = operand(), .b = operand()};
    now.location = location();
    now.size = partOf(now.location);
    now.offset = now.size == 0 ? 0 : static_cast<std::uint16_t>(pick(2));
    if (m_options.plain && (op == Op::Load || op == Op::Store) && pick(2) == 0)
      now.order = MemoryOrder::Plain;
    else if (m_options.orders)
      chooseOrders(now);
    return now;
  }

  MemoryOrder anyOf(std::initializer_list<MemoryOrder> orders) {
    return orders.begin()[pick(static_cast<unsigned>(orders.size()))];
  }

  // Orders that C++ allows for the access. A failing compare-and-swap does not get a stronger one.
  void chooseOrders(Instruction& now) {
    using enum MemoryOrder;
    if (now.op == Op::Load || now.op == Op::Await)
      now.order = anyOf({Relaxed, Acquire, SeqCst});
    else if (now.op == Op::Store)
      now.order = anyOf({Relaxed, Release, SeqCst});
    else
      now.order = anyOf({Relaxed, Acquire, Release, AcqRel, SeqCst});
    if (now.op != Op::Cas)
      return;
    now.failureOrder = Relaxed;
    if (now.order == Acquire || now.order == AcqRel)
      now.failureOrder = anyOf({Relaxed, Acquire});
    else if (now.order == SeqCst)
      now.failureOrder = anyOf({Relaxed, Acquire, SeqCst});
  }

  void body(std::vector<Instruction>& code, unsigned steps, unsigned depth) {
    for (unsigned i = 0; i < steps; i++)
      one(code, depth);
  }

  // A waiting loop: one to three reads and updates, and a condition that ends it.
  void round(std::vector<Instruction>& code) {
    const auto begin = static_cast<std::uint32_t>(code.size());
    code.push_back({.op = Op::Round});
    const unsigned accesses = 1 + pick(3);
    for (unsigned i = 0; i < accesses; i++) {
      const std::size_t at = code.size();
      const bool perhaps = i > 0 && pick(2) == 0;
      if (perhaps)
        code.push_back({.op = Op::If, .a = Operand::reg(pick(3)), .b = constant(), .compare = compare()});
      static constexpr Op ops[] = {Op::Load, Op::Rmw, Op::Cas};
      Instruction now = access(ops[pick(3)]);
      now.rmw = pick(3) == 0 ? RmwOp::Add : RmwOp::Exchange;
      code.push_back(now);
      if (perhaps)
        code[at].target = static_cast<std::uint32_t>(code.size());
    }
    code.push_back({.op = Op::Again,
                    .a = Operand::reg(pick(3)),
                    .b = constant(),
                    .compare = compare(),
                    .argument = pick(3),
                    .target = begin});
  }

  // Sometimes the value of an aside is used.
  Instruction asideAccess(Op op) {
    Instruction now{.op = op, .to = pick(3) == 0 ? pick(3) : 5u, .a = pick(2) == 0 ? operand() : Operand::reg(5)};
    now.location = m_ownLocations + pick(2);
    if (m_options.plain && op != Op::Rmw && pick(2) == 0)
      now.order = MemoryOrder::Plain;
    return now;
  }

  void assertion(std::vector<Instruction>& code, std::uint32_t location) {
    code.push_back({.op = Op::Load, .to = pick(2) == 0 ? pick(3) : 5u, .location = location, .size = partOf(location)});
    const std::uint32_t read = code.back().to;
    if (pick(3) == 0) // in between, other threads may go on
      code.push_back(asideAccess(Op::Rmw));
    const std::size_t at = code.size();
    code.push_back({.op = Op::If, .a = Operand::reg(read), .b = constant(), .compare = compare()});
    if (m_options.terminals)
      code.push_back({.op = Op::Fail});
    else
      code.push_back(access(Op::Store));
    code[at].target = static_cast<std::uint32_t>(code.size());
  }

  void aside(std::vector<Instruction>& code, unsigned depth) {
    constexpr unsigned mutex = 7;
    switch (pick(9)) {
    case 8:
      return assertion(code, pick(2) == 0 ? m_ownLocations + pick(2) : location());
    case 7: // an aside becomes part of what may matter
      code.push_back(asideAccess(Op::Load));
      code.push_back({.op = Op::Store, .a = Operand::reg(code.back().to), .location = location()});
      code.back().size = partOf(code.back().location);
      break;
    case 6:
    case 5:
      code.push_back(asideAccess(Op::Rmw));
      break;
    case 0:
      code.push_back(asideAccess(Op::Load));
      break;
    case 1:
      code.push_back(asideAccess(Op::Store));
      break;
    case 2:
      code.push_back(asideAccess(Op::Rmw));
      break;
    case 3: {
      const std::size_t at = code.size();
      code.push_back({.op = Op::If, .a = Operand::reg(pick(3)), .b = constant(), .compare = compare()});
      code.push_back(asideAccess(Op::Store));
      code[at].target = static_cast<std::uint32_t>(code.size());
      break;
    }
    case 4:
      code.push_back(object(ObjectOp::MutexLock, mutex, 0));
      code.back().to = 4;
      code.push_back(asideAccess(Op::Load));
      code.push_back(asideAccess(Op::Store));
      if (pick(8) == 0 && depth < 2)
        body(code, 1, depth + 1);
      if (pick(16) != 0)
        code.push_back(object(ObjectOp::MutexUnlock, mutex, 0));
      code.back().to = 4;
      break;
    }
  }

  void one(std::vector<Instruction>& code, unsigned depth) {
    if (m_options.asides && pick(2) == 0)
      return aside(code, depth);
    if (m_options.sections && depth == 0 && pick(3) == 0) {
      code.push_back({.op = Op::AtomicBegin});
      m_inSection = true;
      body(code, 2 + pick(2), 1);
      m_inSection = pick(8) == 0;
      if (!m_inSection)
        code.push_back({.op = Op::AtomicEnd});
      return;
    }
    if (m_options.streams && pick(2) == 0)
      return stream(code, depth);
    if (m_options.rareObjects && pick(2) == 0)
      return rareObject(code, depth);
    if (m_options.rounds && pick(4) == 0)
      return round(code);
    if (m_options.fences && pick(5) == 0) {
      code.push_back({.op = Op::Fence});
      code.back().order = anyOf({MemoryOrder::Acquire, MemoryOrder::Release, MemoryOrder::AcqRel, MemoryOrder::SeqCst});
      return;
    }
    switch (pick(!m_options.objects ? 14 : !m_options.waitObjects ? 18 : m_options.callsOnly ? 20 : 22)) {
    case 0:
    case 1:
    case 2:
      code.push_back(access(Op::Load));
      break;
    case 3:
    case 4:
    case 5:
      if (m_options.lifetimes && pick(4) == 0)
        code.push_back({.op = Op::EndLife, .location = 0});
      else
        code.push_back(access(Op::Store));
      break;
    case 6: {
      Instruction now = access(Op::Rmw);
      now.rmw = pick(3) == 0 ? RmwOp::Exchange : RmwOp::Add;
      now.blind = m_options.blind && now.rmw == RmwOp::Add && pick(2) == 0;
      code.push_back(now);
      break;
    }
    case 7:
      code.push_back(access(Op::Cas));
      code.back().spurious = m_options.spurious;
      break;
    case 8:
      if (m_inputsLeft > 0) {
        m_inputsLeft--;
        code.push_back({.op = Op::Input, .to = pick(3)});
      } else {
        code.push_back(access(Op::Store));
      }
      break;
    case 9:
    case 10: {
      const std::size_t at = code.size();
      code.push_back({.op = Op::If, .a = Operand::reg(pick(3)), .b = operand(), .compare = compare()});
      body(code, 1 + pick(2), depth + 1);
      code[at].target = static_cast<std::uint32_t>(code.size());
      break;
    }
    case 11:
      // In a section, the false side of an assume on an input is not a separate execution.
      if (m_options.terminals && pick(2) == 0 && !(m_inSection && m_options.symbols))
        code.push_back({.op = Op::Assume, .a = Operand::reg(pick(3)), .b = operand(), .compare = compare()});
      else
        code.push_back({.op = Op::Enumerate, .to = pick(3), .a = Operand::reg(pick(3))});
      break;
    case 12:
      if (m_options.terminals && pick(2) == 0)
        code.push_back({.op = std::array{Op::Exit, Op::Fail, Op::Refuse}[pick(3)]});
      else
        code.push_back({.op = Op::Add, .to = pick(3), .a = Operand::reg(pick(3)), .b = operand()});
      break;
    case 13:
      if (m_options.awaits && !m_options.symbols && pick(2) == 0) {
        Instruction now = access(Op::Await);
        now.a = constant();
        now.compare = static_cast<Compare>(pick(2));
        code.push_back(now);
      } else {
        code.push_back(access(Op::Load));
      }
      break;
    case 14:
      if (m_options.locksTogether && depth < 2 && pick(2) == 0) {
        lockTogether(code, depth);
        break;
      }
      [[fallthrough]];
    case 15:
    case 16: {
      const unsigned mutex = pick(2);
      code.push_back(object(ObjectOp::MutexLock, mutex, mutexKind(mutex)));
      if (m_options.robust && pick(2) == 0) {
        code.back().to = pick(3);
        if (pick(2) == 0)
          code.push_back(object(ObjectOp::MutexConsistent, mutex, 0));
      }
      if (depth < 2)
        body(code, 1 + pick(2), depth + 1);
      if (pick(m_options.robust ? 2 : 8) != 0)
        code.push_back(object(ObjectOp::MutexUnlock, mutex, mutexKind(mutex)));
      break;
    }
    case 17: {
      if (!m_options.attempts) {
        code.push_back(access(Op::Load));
        break;
      }
      const unsigned mutex = pick(2);
      Instruction attempt = object(ObjectOp::MutexTryLock, mutex, mutexKind(mutex));
      attempt.to = 4;
      attempt.spurious = m_options.spurious && pick(3) != 0;
      code.push_back(attempt);
      const std::size_t at = code.size();
      code.push_back({.op = Op::If, .a = Operand::reg(4), .b = Operand::constant(0)});
      if (depth < 2)
        body(code, 1, depth + 1);
      code.push_back(object(ObjectOp::MutexUnlock, mutex, mutexKind(mutex)));
      code[at].target = static_cast<std::uint32_t>(code.size());
      break;
    }
    case 18:
      code.push_back(object(m_options.attempts && pick(3) == 0 ? ObjectOp::SemTryWait : ObjectOp::SemWait, 2, 0));
      code.back().spurious = m_options.spurious && code.back().operation == ObjectOp::SemTryWait;
      break;
    case 19:
      code.push_back(object(ObjectOp::SemPost, 2, 0));
      break;
    case 20:
      code.push_back(object(ObjectOp::CondWait, 3, 0));
      if (m_options.spurious) {
        code.back().to = pick(3);
        code.back().spurious = true;
        const auto behind = static_cast<std::uint32_t>(code.size() + 2);
        code.push_back({.op = Op::If, .a = Operand::reg(code.back().to), .b = Operand::constant(0), .target = behind});
      }
      code.push_back(object(ObjectOp::CondWake, 3, 0));
      break;
    case 21:
      code.push_back(object(pick(3) == 0 ? ObjectOp::CondBroadcast : ObjectOp::CondSignal, 3, 0));
      break;
    }
  }

  // An operation on one of two streams or a counter; its result is kept, and sometimes decides what comes next.
  void stream(std::vector<Instruction>& code, unsigned depth) {
    static constexpr ObjectOp onStream[] = {ObjectOp::StreamPut,   ObjectOp::StreamPut,   ObjectOp::StreamTryPut,
                                            ObjectOp::StreamTake,  ObjectOp::StreamTake,  ObjectOp::StreamLook,
                                            ObjectOp::StreamAwait, ObjectOp::StreamCount, ObjectOp::StreamTryTake,
                                            ObjectOp::StreamShut};
    static constexpr ObjectOp onCounter[] = {ObjectOp::CounterPut,     ObjectOp::CounterPut,  ObjectOp::CounterTake,
                                             ObjectOp::CounterTryTake, ObjectOp::CounterLook, ObjectOp::CounterAwait};
    if (pick(3) == 0) {
      const ObjectOp operation = onCounter[pick(6)];
      code.push_back(object(operation, 10, 0));
      code.back().argument = operation == ObjectOp::CounterPut    ? 1 + pick(2)
                             : operation >= ObjectOp::CounterLook ? 1 + pick(3)
                                                                  : pick(2);
    } else {
      const ObjectOp operation = onStream[pick(10)];
      code.push_back(object(operation, 8 + pick(2), 0));
      const bool looks = operation == ObjectOp::StreamLook || operation == ObjectOp::StreamAwait;
      const bool takes = operation == ObjectOp::StreamTake || operation == ObjectOp::StreamTryTake;
      if (operation == ObjectOp::StreamShut)
        code.back().argument = std::array{1u, 2u, 10u}[pick(3)];
      else if (operation != ObjectOp::StreamCount)
        code.back().argument = bitsOf({looks ? 1 + pick(31) : 1 + pick(2), takes ? 0u : 2u,
                                       !looks && !takes && pick(2) == 0, takes && pick(4) == 0});
    }
    code.back().to = pick(3);
    if (pick(3) != 0 || depth >= 2)
      return;
    const std::size_t at = code.size();
    code.push_back({.op = Op::If, .a = Operand::reg(code.back().to), .b = constant(), .compare = compare()});
    body(code, 1, depth + 1);
    code[at].target = static_cast<std::uint32_t>(code.size());
  }

  void rareObject(std::vector<Instruction>& code, unsigned depth) {
    static constexpr ObjectOp reads[] = {ObjectOp::RwlockRead, ObjectOp::RwlockTryRead, ObjectOp::RwlockTimedRead};
    static constexpr ObjectOp writes[] = {ObjectOp::RwlockWrite, ObjectOp::RwlockTryWrite, ObjectOp::RwlockTimedWrite};
    static constexpr ObjectOp ends[] = {ObjectOp::MutexDestroy, ObjectOp::SemDestroy, ObjectOp::CondDestroy,
                                        ObjectOp::RwlockDestroy};
    unsigned kind = pick(8);
    if (m_options.callsOnly && (kind == 3 || kind == 6))
      kind = 7;
    switch (kind) {
    case 0:
    case 1:
      code.push_back(object(pick(2) == 0 ? reads[0] : reads[pick(3)], 4, 0));
      // An attempt may fail because of a waiting writer.
      code.back().argument = code.back().operation != ObjectOp::RwlockRead;
      locked(code, depth, object(ObjectOp::RwlockUnlock, 4, 0));
      break;
    case 2:
      code.push_back(object(pick(2) == 0 ? writes[0] : writes[pick(3)], 4, 0));
      locked(code, depth, object(ObjectOp::RwlockUnlock, 4, 0));
      break;
    case 3:
      once(code, depth);
      break;
    case 4:
    case 5:
      code.push_back(object(ObjectOp::BarrierArrive, 6, pick(2)));
      code.push_back(object(ObjectOp::BarrierPass, 6, 0));
      code.back().to = pick(3);
      break;
    case 6:
      code.push_back(object(ObjectOp::CondWait, 3, 0));
      code.push_back(object(ObjectOp::CondTimedWake, 3, 0));
      code.back().to = pick(3);
      break;
    case 7:
      if (const unsigned which = pick(5); which < 4 && pick(3) == 0)
        code.push_back(object(ends[which], which + (which != 0 ? 1 : 0), 0));
      else if (pick(2) == 0)
        code.push_back(object(ObjectOp::SemTimedWait, 2, 0));
      else {
        code.push_back(object(ObjectOp::MutexTimedLock, 0, mutexKind(0)));
        locked(code, depth, object(ObjectOp::MutexUnlock, 0, mutexKind(0)));
      }
      break;
    }
  }

  // Uses a lock that may not have been taken: then the unlock is a misuse.
  void locked(std::vector<Instruction>& code, unsigned depth, const Instruction& unlock) {
    code.back().to = 4;
    const std::size_t at = code.size();
    code.push_back({.op = Op::If, .a = Operand::reg(4), .b = Operand::constant(0)});
    if (depth < 2)
      body(code, 1, depth + 1);
    if (pick(8) != 0)
      code.push_back(unlock);
    code[at].target = static_cast<std::uint32_t>(code.size());
  }

  void once(std::vector<Instruction>& code, unsigned depth) {
    code.push_back(object(ObjectOp::OnceEnter, 5, 0));
    code.back().to = 4;
    const std::size_t at = code.size();
    code.push_back({.op = Op::If, .a = Operand::reg(4), .b = Operand::constant(1)});
    if (depth < 2)
      body(code, 1, depth + 1);
    code.push_back(object(pick(3) == 0 ? ObjectOp::OnceAbort : ObjectOp::OnceLeave, 5, 0));
    code[at].target = static_cast<std::uint32_t>(code.size());
  }

  // Both mutexes at once, in either order.
  void lockTogether(std::vector<Instruction>& code, unsigned depth) {
    const unsigned first = pick(2);
    m_together++;
    for (unsigned mutex : {first, 1 - first}) {
      code.push_back(object(ObjectOp::MutexLock, mutex, mutexKind(mutex)));
      code.back().lockBatch = m_together;
    }
    body(code, pick(2), depth + 1);
    for (unsigned mutex : {0u, 1u})
      code.push_back(object(ObjectOp::MutexUnlock, mutex, mutexKind(mutex)));
  }

  Instruction object(ObjectOp operation, std::uint32_t object, std::uint64_t argument) {
    return {.op = Op::Object, .to = 5, .operation = operation, .object = object, .argument = argument};
  }
  std::uint64_t mutexKind(unsigned mutex) {
    const std::uint64_t type = mutex == 0 ? 0 : 1 + m_script.initialValues.size() % 2; // Recursive or ErrorCheck
    return m_options.robust ? static_cast<std::uint64_t>(MutexKind::Robust) + type : type;
  }

  std::mt19937_64 m_random;
  RandomScriptOptions m_options;
  Script m_script;
  unsigned m_inputsLeft = 0;
  unsigned m_ownLocations = 0; // without the asides
  bool m_inSection = false;
  std::uint16_t m_together = 0;
};

} // namespace

Script randomScript(std::uint64_t seed, const RandomScriptOptions& options) {
  return Generator(seed, options).run();
}

Script parallelScript(std::uint32_t count,
                      const std::function<std::vector<Instruction>(std::uint32_t)>& instructionsOf) {
  Script script;
  script.threads.resize(1);
  for (std::uint32_t t = 1; t <= count; t++) {
    script.threads[0].push_back({.op = Instruction::Op::Create, .child = t});
    script.threads.push_back(instructionsOf(t));
  }
  script.locationSizes = {1};
  script.initialValues = {0};
  return script;
}

} // namespace revisit::test
