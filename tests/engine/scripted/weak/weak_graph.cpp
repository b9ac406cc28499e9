#include "weak_graph.h"

#include "weak_objects.h"

namespace revisit::test {

namespace {

std::size_t countOf(const WeakHistory& history) {
  std::size_t count = history.coherence.size();
  for (const std::vector<WeakEvent>& thread : history.threads)
    count += thread.size() + 1;
  return count;
}

} // namespace

WeakGraph::WeakGraph(const WeakHistory& history)
    : po(countOf(history)), rf(po), rfContent(po), co(po), fr(po), sameLocation(po), chain(po), create(po), join(po),
      synchronised(po) {
  collect(history);
  relateThreads();
  relateAccesses(history);
  for (const auto& [object, operations] : history.chains) {
    addOrder(chain, operations);
    for (const auto& [from, to] : synchronisedBy(history, operations))
      synchronised.add(numbers.at(from), numbers.at(to));
  }
}

void WeakGraph::collect(const WeakHistory& history) {
  for (std::size_t i = 0; i < history.coherence.size(); i++) {
    WeakEvent initial;
    initial.id = {-1, static_cast<int>(i)};
    initial.kind = WeakEvent::Kind::Access;
    initial.location = static_cast<std::uint32_t>(i);
    initial.writes = true;
    events.push_back(initial);
  }
  for (std::size_t t = 0; t < history.threads.size(); t++) {
    WeakEvent start;
    start.id = {static_cast<int>(t), -1};
    events.push_back(start);
    events.insert(events.end(), history.threads[t].begin(), history.threads[t].end());
  }
  for (std::size_t i = 0; i < events.size(); i++)
    numbers[events[i].id] = i;
}

void WeakGraph::relateThreads() {
  using Op = Instruction::Op;
  for (std::size_t a = 0; a < events.size(); a++)
    for (std::size_t b = 0; b < events.size(); b++) {
      const WeakEvent &first = events[a], &second = events[b];
      if (!first.isInitial() && first.id.thread == second.id.thread && first.id.index < second.id.index)
        po.add(a, b);
      if (first.step != nullptr && first.step->op == Op::Create && second.id.thread == int(first.step->child))
        create.add(a, b);
      if (second.step != nullptr && second.step->op == Op::Join && first.id.thread == int(second.step->child))
        join.add(a, b);
    }
}

void WeakGraph::relateAccesses(const WeakHistory& history) {
  const auto isAccess = [](const WeakEvent& event) { return event.isAccess(); };
  for (const std::vector<Source>& order : history.coherence)
    addOrder(co, order);
  for (std::size_t i = 0; i < events.size(); i++)
    if (events[i].reads) {
      rf.add(numbers.at(events[i].place), i);
      rfContent.add(numbers.at(events[i].content), i);
    }
  fr = rf.inverse() * co - Relation::identity(events.size());
  sameLocation = pairs(isAccess, isAccess);
  for (std::size_t a = 0; a < events.size(); a++)
    for (std::size_t b = 0; b < events.size(); b++)
      if (events[a].location != events[b].location)
        sameLocation.remove(a, b);
}

void WeakGraph::addOrder(Relation& relation, const std::vector<Source>& order) {
  for (std::size_t a = 0; a < order.size(); a++)
    for (std::size_t b = a + 1; b < order.size(); b++)
      relation.add(numbers.at(order[a]), numbers.at(order[b]));
}

Relation WeakGraph::only(const Property& property) const {
  return pairs(property, property) & Relation::identity(events.size());
}

Relation WeakGraph::pairs(const Property& from, const Property& to) const {
  Relation result(events.size());
  for (std::size_t a = 0; a < events.size(); a++)
    for (std::size_t b = 0; b < events.size(); b++)
      if (from(events[a]) && to(events[b]))
        result.add(a, b);
  return result;
}

} // namespace revisit::test
