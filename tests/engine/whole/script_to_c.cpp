#include "script_to_c.h"

#include "program/objects/objects.h"

#include <set>

#include <fmt/format.h>

namespace revisit::test {

namespace {

using Op = Instruction::Op;

class Writer {
public:
  Writer(const std::vector<Script>& scripts, WaitingLoops loops) : m_scripts(scripts), m_loops(loops) {}

  std::string run() {
    m_text = "#define _GNU_SOURCE\n#include <assert.h>\n#include <errno.h>\n#include <pthread.h>\n#include <sched.h>\n"
             "#include <semaphore.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <time.h>\n"
             "static pthread_mutex_t held __attribute__((unused)) = PTHREAD_MUTEX_INITIALIZER;\n"
             "extern void __VERIFIER_atomic_begin(void);\nextern void __VERIFIER_atomic_end(void);\n"
             "static const struct timespec soon = {1, 0};\nstatic const int found = 1;\n"
             "static int yes(void) { return 1; }\nstatic int no(void) { return 0; }\n"
             "extern unsigned char __VERIFIER_nondet_uchar(void);\nextern void __VERIFIER_assume(int);\n"
             "static unsigned char pick(unsigned char n) { static const unsigned char all[256] = {";
    for (unsigned i = 0; i < 256; i++)
      m_text += fmt::format("{},", i);
    m_text += "}; return all[n]; }\n";
    for (std::size_t k = 0; k < m_scripts.size(); k++)
      script(k);
    m_text += "int main(int argc, char **argv) {\n  switch (atoi(argv[1])) {\n";
    for (std::size_t k = 0; k < m_scripts.size(); k++)
      m_text += fmt::format("  case {0}: main_{0}(); break;\n", k);
    m_text += "  }\n  (void)argc;\n  return 0;\n}\n";
    return m_text;
  }

private:
  void line(const std::string& text) { m_text += "  " + text + "\n"; }

  void script(std::size_t k) {
    const Script& script = m_scripts[k];
    for (std::size_t x = 0; x < script.locationSizes.size(); x++)
      m_text += fmt::format("static union {{ uint8_t b[2]; uint8_t one; uint16_t two; }} x_{}_{};\n", k, x);
    std::set<std::pair<std::uint32_t, std::uint64_t>> mutexes;
    for (const auto& thread : script.threads)
      for (const Instruction& now : thread)
        if (now.op == Op::Object && kindOf(now.operation) == ObjectKind::Mutex)
          mutexes.emplace(now.object, now.argument);
    for (const auto& [object, kind] : mutexes)
      m_text += fmt::format("static pthread_mutex_t m_{}_{} = {};\n", k, object,
                            kind == 0   ? "PTHREAD_MUTEX_INITIALIZER"
                            : kind == 1 ? "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP"
                                        : "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP");
    m_text += fmt::format("static sem_t s_{0};\nstatic pthread_cond_t c_{0} = PTHREAD_COND_INITIALIZER;\n"
                          "static pthread_rwlock_t w_{0} = PTHREAD_RWLOCK_INITIALIZER;\n"
                          "static pthread_barrier_t b_{0};\n",
                          k);
    m_text += fmt::format("static pthread_t t_{}[8];\n", k);
    for (std::size_t t = script.threads.size(); t-- > 0;)
      thread(k, t);
  }

  void thread(std::size_t k, std::size_t t) {
    const std::vector<Instruction>& code = m_scripts[k].threads[t];
    m_text += t == 0 ? fmt::format("static void main_{}(void) {{\n", k)
                     : fmt::format("static void *run_{}_{}(void *u) {{\n  (void)u;\n", k, t);
    line("uint8_t r0 = 0, r1 = 0, r2 = 0, r3 = 0, r4 = 0, r5 = 0;");
    if (t == 0) // makes every location shared, in its full size, before any thread runs
      for (std::size_t x = 0; x < m_scripts[k].locationSizes.size(); x++)
        line(fmt::format("x_{}_{}.{} = 0;", k, x, m_scripts[k].locationSizes[x] == 2 ? "two" : "one"));
    for (std::size_t pc = 0; pc <= code.size(); pc++) {
      m_text += fmt::format("l{}:;\n", pc);
      if (pc < code.size() && code[pc].op == Op::Object && code[pc].operation == ObjectOp::BarrierPass)
        wait(k, code[pc - 1].argument != 0, code[pc].to);
      else if (pc < code.size())
        instruction(k, code[pc]);
    }
    line("(void)r3; (void)r4; (void)r5;");
    line(t == 0 ? "(void)(r0 + r1 + r2);" : "return (void *)(uintptr_t)(uint8_t)(r0 + 3 * r1 + 9 * r2);");
    m_text += "}\n";
  }

  static std::string operand(const Operand& o) {
    return o.isRegister ? fmt::format("r{}", o.value) : fmt::format("(uint8_t){}", o.value);
  }

  static std::string condition(const Instruction& now, const std::string& a, const std::string& b) {
    static constexpr const char* compares[] = {"==", "!=", "<", "<="};
    return fmt::format("{} {} {}", a, compares[static_cast<int>(now.compare)], b);
  }

  // The condition itself, or alternately the result of a choice between pointers, functions or floating-point numbers.
  std::string decided(const std::string& holds) {
    switch (m_decisions++ % 5) {
    case 0:
      return fmt::format("*(({}) ? \"y\" : \"n\") == 'y'", holds);
    case 1:
      return fmt::format("(({}) ? 0.5 : 2.0) < 1.0", holds);
    case 2:
      return fmt::format("(({}) ? yes : no)()", holds);
    case 3:
      return fmt::format("(({}) ? &found : (const int *)0) != (const int *)0", holds);
    default:
      return holds;
    }
  }

  // An arrival and its pass.
  void wait(std::size_t k, bool asks, std::uint32_t to) {
    line(asks ? fmt::format("r{} = (uint8_t)pthread_barrier_wait(&b_{});", to, k)
              : fmt::format("pthread_barrier_wait(&b_{});", k));
  }

  void operation(std::size_t k, const Instruction& now) {
    const auto onMutex = [&](const char* name, const char* more = "") {
      line(fmt::format("r{} = (uint8_t)pthread_mutex_{}(&m_{}_{}{});", now.to, name, k, now.object, more));
    };
    const auto onLock = [&](const char* name, const char* more = "") {
      line(fmt::format("r{} = (uint8_t)pthread_rwlock_{}(&w_{}{});", now.to, name, k, more));
    };
    const auto onSemaphore = [&](const char* name, const std::string& more = "") {
      line(fmt::format("r{} = sem_{}(&s_{}{}) == 0 ? 0 : (uint8_t)errno;", now.to, name, k, more));
    };
    switch (now.operation) {
    case ObjectOp::MutexLock:
      return onMutex("lock");
    case ObjectOp::MutexTryLock:
      return onMutex("trylock");
    case ObjectOp::MutexTimedLock:
      return onMutex("timedlock", ", &soon");
    case ObjectOp::MutexUnlock:
      return onMutex("unlock");
    case ObjectOp::MutexDestroy:
      return onMutex("destroy");
    case ObjectOp::SemInit:
      return onSemaphore("init", fmt::format(", 0, {}", now.argument));
    case ObjectOp::SemTimedWait:
      return onSemaphore("timedwait", ", &soon");
    case ObjectOp::SemTryWait:
      return onSemaphore("trywait");
    case ObjectOp::SemPost:
      return onSemaphore("post");
    case ObjectOp::SemWait:
      return onSemaphore("wait");
    case ObjectOp::SemDestroy:
      return onSemaphore("destroy");
    case ObjectOp::CondDestroy:
      return line(fmt::format("pthread_cond_destroy(&c_{});", k));
    case ObjectOp::RwlockRead:
      return onLock("rdlock");
    case ObjectOp::RwlockTryRead:
      return onLock("tryrdlock");
    case ObjectOp::RwlockTimedRead:
      return onLock("timedrdlock", ", &soon");
    case ObjectOp::RwlockWrite:
      return onLock("wrlock");
    case ObjectOp::RwlockTryWrite:
      return onLock("trywrlock");
    case ObjectOp::RwlockTimedWrite:
      return onLock("timedwrlock", ", &soon");
    case ObjectOp::RwlockUnlock:
      return onLock("unlock");
    case ObjectOp::RwlockDestroy:
      return onLock("destroy");
    case ObjectOp::BarrierInit:
      return line(fmt::format("pthread_barrier_init(&b_{}, 0, {});", k, now.argument));
    default:
      return; // an arrival: handled with its pass
    }
  }

  void await(const Instruction& now, const std::string& cell, const std::string& a) {
    const std::string load = fmt::format("r{} = __atomic_load_n(&{}, __ATOMIC_SEQ_CST)", now.to, cell);
    if (m_loops == WaitingLoops::Plain)
      return line(fmt::format("while (!({})) sched_yield();", condition(now, "(" + load + ")", a)));
    const std::string holds = condition(now, fmt::format("r{}", now.to), a);
    if (m_loops == WaitingLoops::MoreEvents)
      return line(awaitWithMoreEvents(fmt::format("r{}", now.to), cell, load, holds));
    switch (m_awaits++ % 3) {
    case 0: // the result of the round is carried to the next one
      return line(fmt::format("for (int done = 0; !done;) {{ {}; done = {}; }}", load, holds));
    case 1: // nested, with a number that each round counts and forgets
      return line(
          fmt::format("for (;;) {{ int n = 0; do {{ n++; {}; }} while (n == 0); if ({}) break; }}", load, holds));
    default: // two jumps back
      return line(fmt::format("again{0}: {1}; if (!({2})) {{ if (r{3} & 1) goto again{0}; goto again{0}; }}", m_awaits,
                              load, holds, now.to));
    }
  }

  // Rounds that take a mutex which other threads take too, and rounds that try compare-and-swaps which change nothing.
  std::string awaitWithMoreEvents(const std::string& to, const std::string& cell, const std::string& load,
                                  const std::string& holds) {
    static constexpr const char* take = "pthread_mutex_lock(&held)";
    static constexpr const char* give = "pthread_mutex_unlock(&held)";
    const std::string swap =
        fmt::format("__atomic_compare_exchange_n(&{}, &{}, {}, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)", cell, to, to);
    switch (m_awaits++ % 5) {
    case 0:
      return fmt::format("for (;;) {{ {}; {}; {}; if ({}) break; }}", take, load, give, holds);
    case 1:
      return fmt::format("{}; while (!({})) {};", load, holds, swap);
    case 2:
      return fmt::format("{}; while (!(({}) && {})) if (!({})) {};", load, holds, swap, holds, load);
    case 3:
      return fmt::format("{}; while ({}, !({})) {{ {}; {}; }} {};", take, load, holds, give, take, give);
    default:
      return fmt::format("for (;;) {{ {}; {}; if ({}) break; {}; }} {};", take, load, holds, give, give);
    }
  }

  void instruction(std::size_t k, const Instruction& now) {
    const std::string cell = now.size == 0 ? fmt::format("x_{}_{}.one", k, now.location)
                                           : fmt::format("x_{}_{}.b[{}]", k, now.location, now.offset);
    const std::string a = operand(now.a), b = operand(now.b);
    switch (now.op) {
    case Op::Load:
      line(fmt::format("r{} = __atomic_load_n(&{}, __ATOMIC_SEQ_CST);", now.to, cell));
      break;
    case Op::Store: {
      const std::string store = fmt::format("__atomic_store_n(&{}, {}, __ATOMIC_SEQ_CST);", cell, a);
      const bool isHeld = m_loops == WaitingLoops::MoreEvents && m_stores++ % 2 == 0;
      line(isHeld ? fmt::format("pthread_mutex_lock(&held); {} pthread_mutex_unlock(&held);", store) : store);
      break;
    }
    case Op::Rmw:
      line(fmt::format("r{} = {}(&{}, {}, __ATOMIC_SEQ_CST);", now.to,
                       now.rmw == RmwOp::Exchange ? "__atomic_exchange_n" : "__atomic_fetch_add", cell, a));
      break;
    case Op::Cas:
      line(fmt::format("{{ uint8_t e = {}; r{} = __atomic_compare_exchange_n(&{}, &e, {}, 0, __ATOMIC_SEQ_CST, "
                       "__ATOMIC_SEQ_CST); }}",
                       a, now.to, cell, b));
      break;
    case Op::Await:
      await(now, cell, a);
      break;
    case Op::Object:
      operation(k, now);
      break;
    case Op::Input:
      line(fmt::format("r{} = __VERIFIER_nondet_uchar() & {};", now.to, (1u << now.bits) - 1));
      break;
    case Op::Set:
      line(fmt::format("r{} = {};", now.to, a));
      break;
    case Op::Add:
      line(fmt::format("r{} = (uint8_t)({} + {});", now.to, a, b));
      break;
    case Op::If:
      line(fmt::format("if (!({})) goto l{};", decided(condition(now, a, b)), now.target));
      break;
    case Op::Jump:
      line(fmt::format("goto l{};", now.target));
      break;
    case Op::Assume:
      line(fmt::format("__VERIFIER_assume({});", condition(now, a, b)));
      break;
    case Op::Enumerate:
      line(fmt::format("r{} = pick({});", now.to, a));
      break;
    case Op::Create:
      line(fmt::format("pthread_create(&t_{0}[{1}], 0, run_{0}_{1}, 0);", k, now.child));
      break;
    case Op::Join:
      line(
          fmt::format("{{ void *v; pthread_join(t_{}[{}], &v); r{} = (uint8_t)(uintptr_t)v; }}", k, now.child, now.to));
      break;
    case Op::Fence:
      line("__atomic_thread_fence(__ATOMIC_SEQ_CST);");
      break;
    case Op::Fail:
      line("assert(0);");
      break;
    case Op::Exit:
      line("exit(0);");
      break;
    case Op::Refuse:
      line("__asm__ volatile(\"hlt\");");
      break;
    case Op::AtomicBegin:
      line("__VERIFIER_atomic_begin();");
      break;
    case Op::AtomicEnd:
      line("__VERIFIER_atomic_end();");
      break;
    case Op::EndLife:
    case Op::Round:
    case Op::Again:
      break; // does not occur in scripts that become C programs
    case Op::Return:
      break; // every thread returns what its registers determine
    }
  }

  const std::vector<Script>& m_scripts;
  const WaitingLoops m_loops;
  unsigned m_awaits = 0, m_stores = 0;
  std::string m_text;
  unsigned m_decisions = 0;
};

} // namespace

std::string scriptsToC(const std::vector<Script>& scripts, WaitingLoops loops) {
  return Writer(scripts, loops).run();
}

} // namespace revisit::test
