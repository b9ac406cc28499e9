#include "brute_force.h"

#include "brute_objects.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <unordered_set>

#include <fmt/format.h>

namespace revisit::test {

namespace {

using Op = Instruction::Op;

// A number with the expression it came from: the enumerator computes with the number; the expression only tells whether
// a condition depends on an input at all.
struct Datum {
  std::uint64_t number = 0;
  ExprId expr; // invalid: concrete
};

struct Source {
  int thread = -1;
  int index = 0;
};

struct Cell {
  Datum bytes[8];
  Source writer;
  bool over = false;   // its life
  bool stored = false; // anything, in that life
};

struct Mutex {
  int owner = -1;
  int depth = 0;
  int kind = 0;
};

struct Thread {
  bool created = false, ended = false;
  std::size_t pc = 0;
  Datum registers[Script::registers];
  Datum returned;
  int inputs = 0;
  std::string how; // how it ended
  // An atomic section: inside one, how many steps it has, and what they touched.
  bool inSection = false;
  int sectionEvents = 0;
  std::set<std::string> readInSection, changedInSection;
  bool stuck = false; // stands inside a section and cannot go on
  // The round of a waiting loop it is in, whether it has events, and how many changed memory before it.
  bool inRound = false, roundHasEvent = false, roundChanged = false;
  std::uint64_t rounds = 0, roundsDone = 0; // roundsDone: those of all loops that did not fail
  std::vector<Datum> atRound;
  int together = 0; // the group of locks it took last, and those of them it has
  std::set<std::uint32_t> takenTogether;
  std::vector<std::string> events;
};

struct World {
  std::vector<Thread> threads;
  std::vector<Cell> memory;
  std::map<std::uint32_t, Mutex> mutexes;
  std::map<std::uint32_t, int> permits;
  std::map<std::uint32_t, std::set<int>> waiting, woken;
  std::map<std::uint32_t, Source> chains;
  BruteObjects objects;

  std::string text() const {
    std::string all;
    for (const Thread& thread : threads) {
      for (const std::string& event : thread.events)
        all += event + ' ';
      all += '|';
    }
    return all;
  }
};

class Enumerator {
public:
  Enumerator(const Script& script, std::size_t limit, const BruteForceOptions& options,
             const std::set<std::uint32_t>& ordered, BruteForceResult& result)
      : m_script(script), m_limit(limit), m_failing(options.failing), m_preemptions(options.preemptions),
        m_ordered(ordered), m_result(result) {}

  // Barriers whose arrivals are to be told in their order, as it turned out.
  const std::set<std::uint32_t>& crowded() const { return m_crowded; }

  void runAll() {
    std::vector<std::pair<std::pair<int, int>, unsigned>> inputs;
    for (std::size_t t = 0; t < m_script.threads.size(); t++) {
      int index = 0;
      for (const Instruction& now : m_script.threads[t])
        if (now.op == Op::Input)
          inputs.push_back({{static_cast<int>(t), index++}, now.bits});
    }
    chooseInputs(inputs, 0);
  }

private:
  void chooseInputs(const std::vector<std::pair<std::pair<int, int>, unsigned>>& inputs, std::size_t at) {
    if (at < inputs.size()) {
      for (std::uint64_t v = 0; v < (1u << inputs[at].second); v++) {
        m_inputs[inputs[at].first] = v;
        chooseInputs(inputs, at + 1);
      }
      return;
    }
    m_seen.clear();
    World world;
    world.threads.resize(m_script.threads.size());
    world.memory.resize(m_script.locationSizes.size());
    for (std::size_t i = 0; i < world.memory.size(); i++)
      for (unsigned b = 0; b < m_script.locationSizes[i]; b++)
        world.memory[i].bytes[b].number = m_script.initialValues[i] >> (8 * b) & 0xff;
    world.threads[0].created = true;
    m_dropped = false;
    runLocal(world, 0);
    if (!m_dropped)
      explore(world, 0, 0);
  }

  // `running` took the last step, with so many preemptions up to now (counted only when they are bounded).
  void explore(const World& world, std::size_t running, unsigned preemptions) {
    const std::string key = m_preemptions ? fmt::format("{} {} ", running, preemptions) : std::string();
    std::string stuck;
    for (const Thread& thread : world.threads)
      stuck += thread.stuck ? 's' : '-';
    if (m_result.exceeded || !m_seen.insert(key + world.text() + world.objects.undecided() + stuck).second)
      return;
    if (++m_states > m_limit) {
      m_result.exceeded = true;
      return;
    }
    m_result.races |= hasRace(world);
    if (const std::optional<World> last = allInVain(world))
      return finish(*last);
    const auto waysOf = [&](std::size_t t) {
      return world.threads[t].created && !world.threads[t].ended ? waysToStep(world, t) : 0;
    };
    bool moved = false;
    const int alone = onlyInSection(world);
    for (std::size_t t = 0; t < world.threads.size(); t++) {
      const int ways = alone >= 0 && alone != static_cast<int>(t) ? 0 : waysOf(t);
      const unsigned after = preemptions + (m_preemptions && t != running && waysOf(running) > 0 ? 1 : 0);
      for (int way = 0; way < ways; way++) {
        moved = true;
        if (m_preemptions && after > *m_preemptions)
          continue;
        World next = world;
        m_roundFailed = false;
        m_dropped = world.threads[t].stuck || comesAfterStuck(world, t);
        noteTouched(next, t);
        step(next, t, way);
        noteStuck(next);
        // A round that failed is no event: what comes behind it comes without it, too.
        if (!m_dropped && !m_roundFailed)
          explore(next, t, after);
      }
    }
    if (!moved)
      finish(world);
  }

  static bool insideSection(const Thread& thread) { return thread.inSection && thread.sectionEvents > 0; }

  // The thread that alone may go on, because it is inside a section; -1: any.
  int onlyInSection(const World& world) const {
    for (std::size_t t = 0; t < world.threads.size(); t++)
      if (const Thread& thread = world.threads[t]; !thread.ended && insideSection(thread) && !thread.stuck)
        return static_cast<int>(t);
    return -1;
  }

  // A section that cannot go on was never done as a whole: nothing may follow it that it did not do last.
  void noteStuck(World& world) const {
    for (std::size_t t = 0; t < world.threads.size(); t++) {
      Thread& thread = world.threads[t];
      if (!insideSection(thread) || thread.stuck)
        continue;
      thread.stuck = thread.ended ? thread.how == "Blocked" : waysToStep(world, t) == 0;
    }
  }

  // What the thread's next step touches: its name, and whether the step changes it.
  std::pair<std::string, bool> touched(const World& world, std::size_t t) const {
    const Instruction& now = m_script.threads[t][world.threads[t].pc];
    switch (now.op) {
    case Op::Load:
    case Op::Await:
      return {fmt::format("x{}", now.location), false};
    case Op::Cas: {
      const Datum value = world.memory[now.location].bytes[now.offset];
      return {fmt::format("x{}", now.location), value.number == get(world.threads[t], now.a).number};
    }
    case Op::Store:
    case Op::Rmw:
    case Op::EndLife:
      return {fmt::format("x{}", now.location), true};
    case Op::Object:
      return {fmt::format("o{}", now.object), true};
    default:
      return {"", false};
    }
  }

  void noteTouched(World& world, std::size_t t) const {
    if (!world.threads[t].inSection)
      return;
    const auto [name, changes] = touched(world, t);
    (changes ? world.threads[t].changedInSection : world.threads[t].readInSection).insert(name);
  }

  bool comesAfterStuck(const World& world, std::size_t t) const {
    const auto [name, changes] = touched(world, t);
    for (const Thread& other : world.threads)
      if (other.stuck && (other.changedInSection.contains(name) || (changes && other.readInSection.contains(name))))
        return true;
    return false;
  }

  // Two threads whose next steps can follow one another at once.
  bool hasRace(const World& world) const {
    std::vector<std::pair<const Instruction*, bool>> accesses; // and whether it writes
    for (std::size_t t = 0; t < world.threads.size(); t++) {
      if (!world.threads[t].created || world.threads[t].ended)
        continue;
      const Instruction& now = m_script.threads[t][world.threads[t].pc];
      const bool finds = now.op == Op::Cas && (m_failing || world.memory[now.location].bytes[now.offset].number ==
                                                                get(world.threads[t], now.a).number);
      if (now.op == Op::Load || now.op == Op::Store || now.op == Op::Rmw || now.op == Op::Cas)
        accesses.push_back({&now, now.op == Op::Store || now.op == Op::Rmw || finds});
    }
    for (std::size_t i = 0; i < accesses.size(); i++)
      for (std::size_t j = 0; j < i; j++) {
        const auto [a, aWrites] = accesses[i];
        const auto [b, bWrites] = accesses[j];
        const bool touch = a->location == b->location && (a->size == 0 || b->size == 0 || a->offset == b->offset);
        if (touch && (aWrites || bWrites) && (a->order == MemoryOrder::Plain || b->order == MemoryOrder::Plain))
          return true;
      }
    return false;
  }

  // When every thread waits, some of them in rounds that fail: the world with these rounds.
  std::optional<World> allInVain(World world) {
    bool some = false;
    for (std::size_t t = 0; t < world.threads.size(); t++) {
      const Thread& thread = world.threads[t];
      if (!thread.created || thread.ended || waysToStep(world, t) == 0)
        continue;
      if (!thread.inRound || thread.roundHasEvent)
        return std::nullopt;
      const std::uint64_t done = thread.roundsDone;
      for (m_roundFailed = m_dropped = false; !m_roundFailed;) {
        step(world, t, 0);
        if (m_dropped || thread.ended || thread.roundChanged || thread.roundsDone != done)
          return std::nullopt;
      }
      some = true;
    }
    return some ? std::optional(world) : std::nullopt;
  }

  // A thread that takes several locks at once, has one that another thread waits for, and waits for the next one.
  bool givesBack(const World& world) const {
    const auto next = [&](std::size_t t) -> const Instruction* {
      const Thread& thread = world.threads[t];
      if (!thread.created || thread.ended)
        return nullptr;
      const Instruction& now = m_script.threads[t][thread.pc];
      return now.op == Op::Object ? &now : nullptr;
    };
    for (std::size_t t = 0; t < world.threads.size(); t++)
      if (const Instruction* mine = next(t); mine && mine->together != 0 && mine->together == world.threads[t].together)
        for (std::size_t u = 0; u < world.threads.size(); u++)
          if (const Instruction* other = next(u); other && u != t)
            if (world.threads[t].takenTogether.contains(other->object))
              return true;
    return false;
  }

  void finish(World world) {
    bool blocked = false, cut = false, exited = false, error = false, waits = false;
    for (std::size_t t = 0; t < world.threads.size(); t++) {
      Thread& thread = world.threads[t];
      if (!thread.created)
        continue;
      if (!thread.ended) {
        waits = true;
        if (thread.inRound)
          continue;
        const Instruction& now = m_script.threads[t][thread.pc];
        if (now.op == Op::Await) { // the round that nothing ends
          addEvent(world, t, "Read", world.memory[now.location].writer, Source{-9, 0}, 0, 0);
          addEvent(world, t, "AwaitFailed", Source{-9, 0}, Source{-9, 0}, 0, 0);
        }
        continue;
      }
      error |= thread.how == "Error";
      blocked |= thread.how == "Blocked";
      cut |= thread.how == "Cut" || thread.how == "Unsupported";
      exited |= thread.how == "Exit";
    }
    m_crowded.merge(world.objects.crowded());
    const std::string text = world.text();
    std::string ending = error              ? "erroneous"
                         : blocked          ? "blocked"
                         : cut              ? "cut"
                         : !waits || exited ? "complete"
                         : givesBack(world) ? "blocked"
                                            : "deadlocked";
    m_result.executions[text] = ending;
    for (const Thread& thread : world.threads)
      ending += thread.how == "End" ? fmt::format(" {}", thread.returned.number) : " -";
    m_result.outcomes[text] = ending;
  }

  Datum get(const Thread& thread, const Operand& operand) const {
    return operand.isRegister ? thread.registers[operand.value] : Datum{operand.value & 0xff, {}};
  }

  ExprId exprOf(const Datum& d) { return d.expr.valid() ? d.expr : m_pool.constant(8, d.number); }

  // Whether the condition holds, and whether it depends on an input.
  std::pair<bool, bool> decide(const Datum& a, const Datum& b, Compare compare) {
    const ExprId x = exprOf(a), y = exprOf(b);
    ExprId e;
    bool holds = false;
    switch (compare) {
    case Compare::Eq:
      e = m_pool.eq(x, y), holds = a.number == b.number;
      break;
    case Compare::Ne:
      e = m_pool.bitNot(m_pool.eq(x, y)), holds = a.number != b.number;
      break;
    case Compare::Ult:
      e = m_pool.binary(ExprOp::Ult, x, y), holds = a.number < b.number;
      break;
    case Compare::Ule:
      e = m_pool.binary(ExprOp::Ule, x, y), holds = a.number <= b.number;
      break;
    }
    return {holds, !m_pool.isConstant(e)};
  }

  Datum combine(RmwOp op, const Datum& old, const Datum& operand) {
    if (op == RmwOp::Exchange)
      return operand;
    Datum result{(old.number + operand.number) & 0xff, {}};
    if (old.expr.valid() || operand.expr.valid()) {
      const ExprId sum = m_pool.binary(ExprOp::Add, exprOf(old), exprOf(operand));
      if (!m_pool.isConstant(sum))
        result.expr = sum;
    }
    return result;
  }

  static void addEvent(World& world, std::size_t t, const char* kind, Source source, Source predecessor, int decision,
                       std::uint64_t number) {
    world.threads[t].events.push_back(fmt::format("{}:{}.{}:{}.{}:{}:{}", kind, source.thread, source.index,
                                                  predecessor.thread, predecessor.index, decision, number));
  }

  // An update whose value decides whether it stores.
  static void addUpdate(World& world, std::size_t t, const char* kind, Source writer, bool stores) {
    addEvent(world, t, kind, writer, stores ? writer : Source{-9, 0}, stores, 0);
    Thread& thread = world.threads[t];
    thread.roundChanged |= thread.inRound && stores;
  }

  Source here(const World& world, std::size_t t) const {
    return {static_cast<int>(t), static_cast<int>(world.threads[t].events.size())};
  }

  // Whether the memory that the instruction touches makes it an error.
  bool fails(const World& world, const Instruction& now) const {
    const bool reads = now.op == Op::Load || now.op == Op::Await || now.op == Op::Rmw || now.op == Op::Cas;
    if (!reads && now.op != Op::Store)
      return false;
    const Cell& cell = world.memory[now.location];
    return cell.over || (reads && !cell.stored && m_script.blank.contains(now.location));
  }

  // How many ways the thread's next scheduled step can go now; 0: it waits.
  int waysToStep(const World& world, std::size_t t) const {
    const Thread& thread = world.threads[t];
    const Instruction& now = m_script.threads[t][thread.pc];
    const auto mutexOf = [&](std::uint32_t o) {
      const auto it = world.mutexes.find(o);
      return it == world.mutexes.end() ? Mutex{} : it->second;
    };
    const auto setOf = [](const std::map<std::uint32_t, std::set<int>>& sets, std::uint32_t o) {
      const auto it = sets.find(o);
      return it == sets.end() ? std::set<int>{} : it->second;
    };
    switch (now.op) {
    case Op::Await: {
      if (fails(world, now))
        return 1;
      const Datum value = world.memory[now.location].bytes[now.offset];
      const std::uint64_t want = get(thread, now.a).number;
      switch (now.compare) {
      case Compare::Eq:
        return value.number == want;
      case Compare::Ne:
        return value.number != want;
      case Compare::Ult:
        return value.number < want;
      case Compare::Ule:
        return value.number <= want;
      }
      return 0;
    }
    case Op::Join:
      return world.threads[now.child].ended && world.threads[now.child].how == "End";
    case Op::Object:
      if (BruteObjects::covers(now.operation) || world.objects.isDestroyed(now.object))
        return world.objects.ways(static_cast<int>(t), now);
      switch (now.operation) {
      case ObjectOp::MutexLock: {
        const Mutex m = mutexOf(now.object);
        const int kind = m.owner < 0 ? static_cast<int>(now.argument) : m.kind;
        return m.owner < 0 || (m.owner == static_cast<int>(t) && kind != 0);
      }
      case ObjectOp::SemWait: {
        const auto it = world.permits.find(now.object);
        return it != world.permits.end() && it->second > 0;
      }
      case ObjectOp::CondWake:
        return setOf(world.woken, now.object).contains(static_cast<int>(t));
      case ObjectOp::MutexTryLock:
      case ObjectOp::SemTryWait:
        return m_failing ? 2 : 1;
      case ObjectOp::CondSignal:
        return std::max<int>(1, static_cast<int>(setOf(world.waiting, now.object).size()));
      default:
        return 1;
      }
    default:
      return 1;
    }
  }

  void step(World& world, std::size_t t, int way) {
    Thread& thread = world.threads[t];
    const Instruction& now = m_script.threads[t][thread.pc];
    const Source self = here(world, t);
    const Source none{-9, 0};
    thread.pc++;
    thread.sectionEvents++;
    const bool misused = fails(world, now);
    thread.roundHasEvent |= thread.inRound;
    switch (now.op) {
    case Op::Load:
    case Op::Await:
      thread.registers[now.to] = world.memory[now.location].bytes[now.offset];
      addEvent(world, t, "Read", world.memory[now.location].writer, none, 0, 0);
      break;
    case Op::Store: {
      Cell& cell = world.memory[now.location];
      const bool part = now.size != 0 || m_script.mortal.contains(now.location);
      addEvent(world, t, part ? "Rmw" : "Write", part ? cell.writer : none, cell.writer, 0, 0);
      cell.bytes[now.offset] = get(thread, now.a);
      cell.writer = self;
      cell.stored = true;
      break;
    }
    case Op::EndLife: {
      Cell& cell = world.memory[now.location];
      addEvent(world, t, "Write", none, cell.writer, 0, 0);
      for (Datum& byte : cell.bytes)
        byte = {};
      cell.writer = self;
      cell.stored = true;
      cell.over = true;
      break;
    }
    case Op::Rmw: {
      Cell& cell = world.memory[now.location];
      const Datum old = cell.bytes[now.offset];
      const Datum result = combine(now.rmw, old, get(thread, now.a));
      const bool stores = !thread.inRound || result.number != old.number;
      if (thread.inRound)
        addUpdate(world, t, "Rmw", cell.writer, stores);
      else
        addEvent(world, t, "Rmw", cell.writer, cell.writer, 0, 0);
      thread.registers[now.to] = old;
      if (!stores)
        break;
      cell.bytes[now.offset] = result;
      cell.writer = self;
      cell.stored = true;
      break;
    }
    case Op::Cas: {
      Cell& cell = world.memory[now.location];
      const bool equal = decide(cell.bytes[now.offset], get(thread, now.a), Compare::Eq).first;
      addUpdate(world, t, "Cas", cell.writer, equal);
      if (equal) {
        cell.bytes[now.offset] = get(thread, now.b);
        cell.writer = self;
        cell.stored = true;
      }
      thread.registers[now.to] = {equal, {}};
      break;
    }
    case Op::Object:
      stepObject(world, t, now, way);
      break;
    case Op::Create:
      addEvent(world, t, "Create", none, none, 0, 0);
      world.threads[now.child].created = true;
      runLocal(world, now.child);
      break;
    case Op::Join:
      addEvent(world, t, "Join", none, none, 0, 0);
      thread.registers[now.to] = world.threads[now.child].returned;
      break;
    case Op::Fence:
      addEvent(world, t, "Fence", none, none, 0, 0);
      break;
    default:
      break;
    }
    if (misused)
      end(world, t, "Error");
    if (!world.threads[t].ended)
      runLocal(world, t);
  }

  void stepObject(World& world, std::size_t t, const Instruction& now, int way) {
    const int self = static_cast<int>(t);
    const auto chain = world.chains.find(now.object);
    const Source before = chain == world.chains.end() ? Source{-9, 0} : chain->second;
    const Source place = here(world, t);
    std::uint64_t result = 0;
    bool misuse = false;
    const bool mustFail = way > 0 && now.operation != ObjectOp::CondSignal;
    if (BruteObjects::covers(now.operation)) {
      result = world.objects.step(self, now, way, misuse);
      return toldObject(world, t, now, before, place, way, result, misuse);
    }
    if (world.objects.isDestroyed(now.object))
      return toldObject(world, t, now, before, place, way, 0, true);
    switch (now.operation) {
    case ObjectOp::MutexDestroy:
      misuse = world.mutexes[now.object].owner >= 0;
      if (!misuse)
        world.objects.destroy(now.object);
      break;
    case ObjectOp::CondDestroy:
      misuse = !world.waiting[now.object].empty();
      if (!misuse)
        world.objects.destroy(now.object);
      break;
    case ObjectOp::SemDestroy:
      world.objects.destroy(now.object);
      break;
    case ObjectOp::MutexLock:
    case ObjectOp::MutexTimedLock:
    case ObjectOp::MutexTryLock: {
      if (Thread& thread = world.threads[t]; now.together != 0) {
        if (thread.together != now.together)
          thread.takenTogether.clear();
        thread.together = now.together;
        thread.takenTogether.insert(now.object);
      }
      Mutex& m = world.mutexes[now.object];
      if (m.owner < 0)
        m.kind = static_cast<int>(now.argument);
      if (!mustFail && (m.owner < 0 || (m.owner == self && m.kind == 1)))
        m.owner = self, m.depth++;
      else
        result = now.operation == ObjectOp::MutexTryLock ? 16 : m.owner == self && m.kind == 2 ? 35 : 110;
      break;
    }
    case ObjectOp::MutexUnlock: {
      Mutex& m = world.mutexes[now.object];
      if (m.owner < 0)
        m.kind = static_cast<int>(now.argument);
      if (m.owner != self) {
        misuse = m.kind == 0;
        result = misuse ? 0 : 1;
      } else if (--m.depth == 0) {
        m.owner = -1;
      }
      break;
    }
    case ObjectOp::SemPost:
      world.permits[now.object]++;
      break;
    case ObjectOp::SemInit:
      world.permits[now.object] = static_cast<int>(now.argument);
      break;
    case ObjectOp::SemWait:
      world.permits[now.object]--;
      break;
    case ObjectOp::SemTryWait:
    case ObjectOp::SemTimedWait:
      if (!mustFail && world.permits[now.object] > 0)
        world.permits[now.object]--;
      else
        result = now.operation == ObjectOp::SemTryWait ? 11 : 110;
      break;
    case ObjectOp::CondWait:
      world.waiting[now.object].insert(self);
      break;
    case ObjectOp::CondWake:
      world.woken[now.object].erase(self);
      break;
    case ObjectOp::CondTimedWake:
      result = world.woken[now.object].erase(self) != 0 ? 0 : 110;
      world.waiting[now.object].erase(self);
      break;
    case ObjectOp::CondBroadcast:
      world.woken[now.object].merge(world.waiting[now.object]);
      world.waiting[now.object].clear();
      break;
    case ObjectOp::CondSignal:
      if (std::set<int>& waiting = world.waiting[now.object]; !waiting.empty()) {
        const int chosen = *std::next(waiting.begin(), way);
        waiting.erase(chosen);
        world.woken[now.object].insert(chosen);
      }
      break;
    default:
      break;
    }
    toldObject(world, t, now, before, place, way, result, misuse);
  }

  // An arrival where the order of arrivals does not matter has no place in the chain; whom its round made the serial
  // thread is told where that one passes. A pass has no place either.
  void toldObject(World& world, std::size_t t, const Instruction& now, Source before, Source place, int way,
                  std::uint64_t result, bool misuse) {
    const bool passes = now.operation == ObjectOp::BarrierPass;
    const bool unordered = passes || (now.operation >= ObjectOp::BarrierInit && !m_ordered.contains(now.object));
    addEvent(world, t, "Object", {-9, 0}, unordered ? Source{-9, 0} : before, 0,
             passes      ? result
             : unordered ? 0
                         : static_cast<std::uint64_t>(way));
    if (!unordered)
      world.chains[now.object] = place;
    world.threads[t].registers[now.to] = {result, {}};
    if (misuse)
      end(world, t, "Error");
  }

  static void end(World& world, std::size_t t, const char* how) {
    addEvent(world, t, how, {-9, 0}, {-9, 0}, 0, 0);
    world.threads[t].ended = true;
    world.threads[t].how = how;
  }

  // At the end of a round. False: the thread does nothing more.
  bool again(World& world, std::size_t t, const Instruction& now) {
    Thread& thread = world.threads[t];
    const auto [holds, symbolic] = decide(get(thread, now.a), get(thread, now.b), now.compare);
    if (symbolic)
      addEvent(world, t, "Constraint", {-9, 0}, {-9, 0}, holds, 0);
    thread.roundsDone += holds || thread.roundChanged;
    if (holds) {
      thread.inRound = thread.roundHasEvent = thread.roundChanged = false;
      thread.rounds = 0;
      return true;
    }
    if (!thread.roundChanged) {
      addEvent(world, t, "AwaitFailed", {-9, 0}, {-9, 0}, 0, 0);
      m_roundFailed = true;
      return false;
    }
    if (++thread.rounds > now.argument) {
      end(world, t, "Cut");
      return false;
    }
    std::ranges::copy(thread.atRound, thread.registers);
    thread.pc = std::size_t{now.target} - 1;
    return true;
  }

  // Does everything up to the next scheduled step.
  void runLocal(World& world, std::size_t t) {
    Thread& thread = world.threads[t];
    while (true) {
      const Instruction implicit;
      const auto& code = m_script.threads[t];
      const Instruction& now = thread.pc < code.size() ? code[thread.pc] : implicit;
      switch (now.op) {
      case Op::Input: {
        const SymbolId symbol = m_pool.symbol(ThreadId(static_cast<std::uint32_t>(t)),
                                              static_cast<std::uint32_t>(thread.inputs), now.bits, "s");
        thread.registers[now.to] = {m_inputs[{static_cast<int>(t), thread.inputs}],
                                    m_pool.zext(m_pool.symbolExpr(symbol), 8)};
        thread.inputs++;
        break;
      }
      case Op::Round:
        thread.inRound = true;
        thread.roundHasEvent = thread.roundChanged = false;
        thread.atRound.assign(std::begin(thread.registers), std::end(thread.registers));
        break;
      case Op::Again:
        if (!again(world, t, now))
          return;
        break;
      case Op::Set:
        thread.registers[now.to] = get(thread, now.a);
        break;
      case Op::Add:
        thread.registers[now.to] = combine(RmwOp::Add, get(thread, now.a), get(thread, now.b));
        break;
      case Op::Jump:
        thread.pc = now.target - 1;
        break;
      case Op::AtomicBegin:
      case Op::AtomicEnd:
        thread.inSection = now.op == Op::AtomicBegin;
        thread.sectionEvents = 0;
        thread.readInSection.clear();
        thread.changedInSection.clear();
        break;
      case Op::If:
      case Op::Assume: {
        const auto [holds, symbolic] = decide(get(thread, now.a), get(thread, now.b), now.compare);
        if (symbolic)
          addEvent(world, t, now.op == Op::If ? "Constraint" : "Assume", {-9, 0}, {-9, 0}, holds, 0);
        if (now.op == Op::If) {
          if (!holds)
            thread.pc = now.target - 1;
          break;
        }
        if (!holds) {
          if (symbolic && std::ranges::none_of(world.threads.begin() + 1, world.threads.end(), &Thread::created))
            m_dropped = true;
          return end(world, t, "Blocked");
        }
        break;
      }
      case Op::Enumerate: {
        const Datum value = get(thread, now.a);
        if (value.expr.valid())
          addEvent(world, t, "Enumerate", {-9, 0}, {-9, 0}, 0, value.number);
        thread.registers[now.to] = {value.number, {}};
        break;
      }
      case Op::Fail:
        return end(world, t, "Error");
      case Op::Exit:
        return end(world, t, "Exit");
      case Op::Refuse:
        return end(world, t, "Unsupported");
      case Op::Return:
        thread.returned = get(thread, now.a);
        return end(world, t, "End");
      default:
        return;
      }
      thread.pc++;
    }
  }

  const Script& m_script;
  std::size_t m_limit;
  bool m_failing;
  std::optional<unsigned> m_preemptions;
  std::set<std::uint32_t> m_ordered, m_crowded;
  BruteForceResult& m_result;
  ExpressionPool m_pool;
  std::map<std::pair<int, int>, std::uint64_t> m_inputs;
  std::unordered_set<std::string> m_seen;
  std::size_t m_states = 0;
  bool m_dropped = false;
  bool m_roundFailed = false;
};

} // namespace

BruteForceResult bruteForce(const Script& script, std::size_t limit, const BruteForceOptions& options) {
  std::set<std::uint32_t> ordered;
  while (true) {
    BruteForceResult result;
    Enumerator enumerator(script, limit, options, ordered, result);
    enumerator.runAll();
    if (result.exceeded || std::ranges::includes(ordered, enumerator.crowded()))
      return result;
    ordered = enumerator.crowded();
  }
}

std::string canonicalText(const ExecutionGraph& graph) {
  static constexpr const char* names[] = {"Read",   "Write", "Rmw",        "Cas",         "Fence",     "Object",
                                          "Create", "Join",  "Constraint", "Assume",      "Enumerate", "End",
                                          "Exit",   "Error", "Blocked",    "AwaitFailed", "Cut",       "Unsupported"};
  const auto key = [&](EventId id) {
    const Event& event = graph.event(id);
    return event.thread.valid() ? Source{static_cast<int>(event.thread.value()), static_cast<int>(event.index)}
                                : Source{-1, 0};
  };
  std::string all;
  for (std::uint32_t t = 0; t < graph.threadCount(); t++) {
    for (const EventId id : graph.events(ThreadId(t))) {
      const Event& event = graph.event(id);
      const Source source = event.rf.valid() ? key(event.rf) : Source{-9, 0};
      const bool ordered = event.writes || event.ordered;
      const bool passes = event.label->kind == LabelKind::Object && event.label->operation == ObjectOp::BarrierPass;
      const Source before = ordered && event.previous.valid() ? key(event.previous) : Source{-9, 0};
      const std::uint64_t number = event.label->kind == LabelKind::Enumerate            ? event.seen.value.bits
                                   : passes                                             ? event.seen.value.bits & 0xff
                                   : event.label->kind == LabelKind::Object && !ordered ? 0
                                                                                        : event.outcome;
      all += fmt::format("{}:{}.{}:{}.{}:{}:{} ", names[static_cast<int>(event.label->kind)], source.thread,
                         source.index, before.thread, before.index, event.seen.taken ? 1 : 0, number);
    }
    all += '|';
  }
  return all;
}

} // namespace revisit::test
