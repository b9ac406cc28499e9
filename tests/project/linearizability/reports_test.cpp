// Tests that fail; linearizability.py compares what they say.
#include "locked.h"
#include "lockfree.h"

#include <cassert>
#include <gtest/gtest.h>
#include <queue>
#include <revisit/linearizability.h>
#include <revisit/model_test.h>
#include <thread>

using revisit::any;
using revisit::Linearizability;

TEST(Among, Others) {
  EXPECT_EQ(1 + 1, 2);
}
REVISIT_MODEL_TEST(Among, ModelTests) {
  Counter<false> counter;
  std::thread other([&] { counter.add(); });
  counter.add();
  other.join();
  EXPECT_EQ(counter.get(), 2);
}

REVISIT_LINEARIZABILITY_TEST(
    Report, LostUpdate,
    Linearizability<Counter<true>>().operation("add", &Counter<true>::add).operation("get", &Counter<true>::get))
REVISIT_LINEARIZABILITY_TEST(Report, TakenTwice,
                             Linearizability<Slot<true>>()
                                 .operation("offer", &Slot<true>::offer, any(1, 2))
                                 .operation("take", &Slot<true>::take)
                                 .byOneThread("offer")
                                 .after(0)
                                 .calls(2)
                                 .threads(2)
                                 .seed(2))
REVISIT_LINEARIZABILITY_TEST(Report, LostWakeUp,
                             Linearizability<BlockingQueue<true>>()
                                 .operation("push", &BlockingQueue<true>::push)
                                 .operation("pop", &BlockingQueue<true>::pop)
                                 .before(0)
                                 .after(0))
REVISIT_LINEARIZABILITY_TEST(Report, Throws,
                             Linearizability<ThrowingStack<true>>()
                                 .operation("push", &ThrowingStack<true>::push)
                                 .operation("pop", &ThrowingStack<true>::pop))

// The object is not what the model says, even without threads.
struct Fifo {
  std::queue<int> values;
  void push(int value) { values.push(value); }
  std::optional<int> pop() {
    if (values.empty())
      return std::nullopt;
    const int value = values.front();
    values.pop();
    return value;
  }
};
REVISIT_LINEARIZABILITY_TEST(Report, Model,
                             Linearizability<ThrowingStack<false>>()
                                 .model<Fifo>()
                                 .operation("push", [](auto& object, int value) { object.push(value); })
                                 .operation("pop", [](auto& object) { return object.pop(); }))

// Each thread has read the log up to somewhere, its own writes at least: an order explains that, but none in time.
class Replicas {
public:
  void set(int value) {
    std::lock_guard<std::mutex> hold(m_mutex);
    m_log.push_back(value);
    m_read[std::this_thread::get_id()] = m_log.size();
  }
  int get() {
    std::lock_guard<std::mutex> hold(m_mutex);
    const std::size_t read = m_read[std::this_thread::get_id()];
    return read == 0 ? 0 : m_log[read - 1];
  }

private:
  std::mutex m_mutex;
  std::vector<int> m_log;
  std::map<std::thread::id, std::size_t> m_read;
};
auto replicas() {
  return Linearizability<Replicas>()
      .operation("set", &Replicas::set, any(1, 2))
      .operation("get", &Replicas::get)
      .before(0)
      .after(0)
      .calls(3)
      .programs(16);
}
REVISIT_LINEARIZABILITY_TEST(Report, SomeOrder, replicas())
REVISIT_LINEARIZABILITY_TEST(Report, RealTime, replicas().realTime())
REVISIT_LINEARIZABILITY_TEST(Report, RightInRealTime,
                             Linearizability<Counter<false>>()
                                 .operation("add", &Counter<false>::add)
                                 .operation("get", &Counter<false>::get)
                                 .realTime()
                                 .programs(20))

// Declarations that are wrong, and objects that fail alone.
struct Alone {
  int count = 0;
  void twice() { assert(count++ < 1); }
  int counted() {
    static int all = 0;
    return all++;
  }
  void wait() {
    std::mutex mutex;
    std::unique_lock<std::mutex> hold(mutex);
    std::condition_variable().wait(hold, [] { return false; });
  }
};
REVISIT_LINEARIZABILITY_TEST(Report, Threads, Linearizability<Alone>().operation("twice", &Alone::twice).threads(0))
REVISIT_LINEARIZABILITY_TEST(Report, Owner, Linearizability<Alone>().operation("twice", &Alone::twice).byOneThread("x"))
REVISIT_LINEARIZABILITY_TEST(Report, Assertion, Linearizability<Alone>().operation("twice", &Alone::twice))
REVISIT_LINEARIZABILITY_TEST(Report, Static, Linearizability<Alone>().operation("counted", &Alone::counted))
REVISIT_LINEARIZABILITY_TEST(Report, Waits, Linearizability<Alone>().operation("wait", &Alone::wait))
REVISIT_LINEARIZABILITY_TEST(Report, Option,
                             Linearizability<Slot<false>>().operation("take", &Slot<false>::take).option("--nothing"))
REVISIT_LINEARIZABILITY_TEST(
    Report, NothingFound,
    Linearizability<Slot<false>>().operation("take", &Slot<false>::take).programs(3).expect("not linearizable"))
REVISIT_LINEARIZABILITY_TEST(Report, OtherKind,
                             Linearizability<Slot<true>>()
                                 .operation("offer", &Slot<true>::offer, any(1, 2))
                                 .operation("take", &Slot<true>::take)
                                 .expect("race|deadlock"))
REVISIT_LINEARIZABILITY_TEST(
    Report, Cut,
    Linearizability<Slot<true>>().operation("offer", &Slot<true>::offer, any(1, 2)).option("--max-executions=1"))
