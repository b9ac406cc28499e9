// Calls into a library as lists write them.
#include "query/interleaving/call_names.h"

#include <gtest/gtest.h>

#include <vector>

namespace revisit::call_names_test {
namespace {

std::string textOf(const std::string& function, const std::vector<std::string>& locations = {}) {
  return callText(callName(function), locations);
}

const std::string push = "std::__1::vector<std::__1::shared_ptr<Job>, std::__1::allocator<std::__1::shared_ptr<Job>>>::"
                         "push_back[abi:ne190107](std::__1::shared_ptr<Job>&&)";

TEST(CallNames, LeaveOutNamespacesAndArgumentsOfTemplates) {
  EXPECT_EQ(callName(push), (CallName{"vector", "push_back"}));
  EXPECT_EQ(textOf(push), "vector::push_back(...)");
  EXPECT_EQ(textOf("std::__1::shared_ptr<Queue> std::__1::make_shared[abi:ne190107]<Queue, void>()"),
            "make_shared(...)");
  EXPECT_EQ(textOf("std::__1::shared_ptr<Job>::~shared_ptr[abi:ne190107]()"), "~shared_ptr(...)");
  EXPECT_EQ(textOf("std::__1::thread::thread<void (&)(int), int, void>(void (&)(int), int&&)"), "thread(...)");
  EXPECT_EQ(textOf("std::__1::map<int, ns::Value<a::B>>::operator[](int const&)"), "map::operator[](...)");
  EXPECT_EQ(textOf("sort"), "sort(...)");
}

TEST(CallNames, NameTheContainerThatTheCallIsOf) {
  EXPECT_EQ(textOf(push, {"Queue#1.jobs.end", "Queue#1.jobs.begin", "shared_ptr<Job>[]#1[0].ptr"}),
            "Queue#1.jobs.push_back(...)");
  EXPECT_EQ(textOf(push, {"jobs.end"}), "jobs.push_back(...)") << "one part of it only";
  EXPECT_EQ(textOf(push, {"jobs.end", "jobs.end"}), "jobs.push_back(...)");
  EXPECT_EQ(textOf(push, {"queues[1].end", "queues[1].begin"}), "queues[1].push_back(...)");
  EXPECT_EQ(textOf(push, {"0x7000"}), "vector::push_back(...)");
  const std::string splice = "std::__1::list<int>::splice()";
  EXPECT_EQ(textOf(splice, {"list_node<...>#1.next"}), "list::splice(...)") << "a node is no list";
  EXPECT_EQ(textOf(splice, {"list_node<...>#1.next", "cache.entries.end.next"}), "cache.entries.splice(...)");
  EXPECT_EQ(textOf(push, {"Box<...>#1.jobs.end"}), "Box<...>#1.jobs.push_back(...)");
  EXPECT_EQ(textOf("std::__1::__list_iterator<int>::operator->()"), "list_iterator::operator->(...)");
  EXPECT_EQ(textOf("std::__1::shared_ptr<Job>::reset()", {"Job#1.shared_owners"}), "shared_ptr::reset(...)")
      << "the memory is not the pointer's";
}

TEST(CallNames, KnowConstructorsAndAtomics) {
  EXPECT_TRUE(callName("Queue::Queue()").isConstructor());
  EXPECT_TRUE(callName("ns::Box<ns::Value>::Box(int)").isConstructor());
  EXPECT_TRUE(callName("(anonymous namespace)::Node::Node(int, Node*)").isConstructor());
  EXPECT_FALSE(callName("Queue::~Queue()").isConstructor());
  EXPECT_FALSE(callName("Queue::push(int)").isConstructor());
  EXPECT_FALSE(callName("main").isConstructor());
  EXPECT_TRUE(isAtomicCall("std::__1::__atomic_base<int, true>::fetch_add[abi:ne190107](int, std::__1::memory_order)"));
  EXPECT_TRUE(isAtomicCall("std::__1::atomic<bool>::operator=[abi:ne190107](bool)"));
  EXPECT_TRUE(isAtomicCall("bool std::__1::atomic_load_explicit[abi:ne190107]<bool>(std::__1::atomic<bool> const*)"));
  EXPECT_FALSE(isAtomicCall("std::__1::shared_ptr<int>::~shared_ptr()"));
}

} // namespace
} // namespace revisit::call_names_test
