// What the tests of right and wrong structures declare.
#pragma once

#include "locked.h"
#include "lockfree.h"

#include <gtest/gtest.h>
#include <revisit/linearizability.h>

using revisit::any;
using revisit::Linearizability;

template <bool Wrong> auto sizedQueue() {
  using Queue = SizedQueue<Wrong>;
  return Linearizability<Queue>()
      .operation("push", &Queue::push, any(1, 2))
      .operation("pop", &Queue::pop)
      .operation("size", &Queue::size);
}
template <bool Wrong> auto map() {
  return Linearizability<Map<Wrong>>()
      .operation("putIfAbsent", &Map<Wrong>::putIfAbsent)
      .operation("get", &Map<Wrong>::get)
      .operation("erase", &Map<Wrong>::erase);
}
template <bool Wrong> auto cache() {
  return Linearizability<Cache<Wrong>>()
      .operation("put", &Cache<Wrong>::put, any(1, 2, 3))
      .operation("get", &Cache<Wrong>::get, any(1, 2))
      .operation("keys", &Cache<Wrong>::keys);
}
template <bool Wrong> auto blockingQueue() {
  using Queue = BlockingQueue<Wrong>;
  return Linearizability<Queue>().operation("push", &Queue::push).operation("pop", &Queue::pop);
}
template <bool Wrong> auto throwingStack() {
  using Stack = ThrowingStack<Wrong>;
  return Linearizability<Stack>()
      .operation("push", &Stack::push)
      .operation("pop", &Stack::pop)
      .operation("top", &Stack::top);
}
template <bool Wrong> auto sortedList() {
  using List = SortedList<Wrong>;
  return Linearizability<List>()
      .operation("add", &List::add, any(1, 2))
      .operation("remove", &List::remove, any(1, 2))
      .operation("contains", &List::contains, any(1, 2));
}
template <bool Wrong> auto counter() {
  return Linearizability<Counter<Wrong>>()
      .operation("add", &Counter<Wrong>::add)
      .operation("get", &Counter<Wrong>::get);
}
template <bool Wrong> auto compareAndSet() {
  return Linearizability<Register<Wrong>>()
      .operation("compareAndSet", &Register<Wrong>::compareAndSet)
      .operation("get", &Register<Wrong>::get);
}
template <bool Wrong> auto snapshot() {
  return Linearizability<Snapshot<Wrong>>()
      .operation("update", &Snapshot<Wrong>::update, any(false, true), any(1, 2))
      .operation("scan", &Snapshot<Wrong>::scan);
}
template <bool Wrong> auto stack() {
  return Linearizability<Stack<Wrong>>()
      .operation("push", &Stack<Wrong>::push, any(1, 2))
      .operation("pop", &Stack<Wrong>::pop)
      .before(3)
      .option("--reuse-memory")
      .option("--ignore=use-after-free,uninitialised,signal")
      .option("--race=ignore");
}
template <bool Wrong> auto stealingDeque() {
  using Deque = StealingDeque<Wrong>;
  return Linearizability<Deque>()
      .operation("push", &Deque::push, any(1, 2))
      .operation("take", &Deque::take)
      .operation("steal", &Deque::steal)
      .byOneThread("push", "take");
}
template <bool Wrong> auto smallSet() {
  return Linearizability<SmallSet<Wrong>>()
      .operation("add", &SmallSet<Wrong>::add)
      .operation("remove", &SmallSet<Wrong>::remove);
}
template <Ring Form> auto boundedQueue() {
  using Queue = BoundedQueue<Form>;
  return Linearizability<Queue>()
      .make([] { return std::make_unique<Queue>(2); })
      .operation("push", &Queue::push, any(1, 2))
      .operation("pop", &Queue::pop);
}
template <bool Wrong> auto slot() {
  return Linearizability<Slot<Wrong>>()
      .operation("offer", &Slot<Wrong>::offer, any(1, 2))
      .operation("take", &Slot<Wrong>::take);
}
template <bool Wrong> auto sequenceLock() {
  return Linearizability<SequenceLock<Wrong>>()
      .operation("write", &SequenceLock<Wrong>::write, any(1, 2))
      .operation("read", &SequenceLock<Wrong>::read);
}
