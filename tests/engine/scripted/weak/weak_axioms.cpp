#include "weak_axioms.h"

#include <algorithm>

namespace revisit::test {

namespace {

using Property = WeakGraph::Property;

bool isAtomic(const WeakEvent& event) {
  return event.isAccess() && event.order != MemoryOrder::Plain;
}

// The order of an event in a model in which every atomic access releases and acquires.
MemoryOrder orderIn(const WeakEvent& event, WeakModel model) {
  if (model == WeakModel::Rc11)
    return event.order;
  return isAtomic(event) || event.order == MemoryOrder::SeqCst ? MemoryOrder::AcqRel : event.order;
}

Property isAtLeastRelease(WeakModel model) {
  return [model](const WeakEvent& event) {
    const MemoryOrder order = orderIn(event, model);
    return order == MemoryOrder::Release || order == MemoryOrder::AcqRel || order == MemoryOrder::SeqCst;
  };
}

// memory_order_consume counts as acquire.
Property isAtLeastAcquire(WeakModel model) {
  return [model](const WeakEvent& event) {
    const MemoryOrder order = orderIn(event, model);
    return order == MemoryOrder::Acquire || order == MemoryOrder::Consume || order == MemoryOrder::AcqRel ||
           order == MemoryOrder::SeqCst;
  };
}

bool isFence(const WeakEvent& event) {
  return event.isFence();
}
bool isRead(const WeakEvent& event) {
  return event.reads;
}
bool isWrite(const WeakEvent& event) {
  return event.writes;
}
bool isAtomicRead(const WeakEvent& event) {
  return event.reads && isAtomic(event);
}
bool isAtomicWrite(const WeakEvent& event) {
  return event.writes && isAtomic(event);
}
bool isSeqCst(const WeakEvent& event) {
  return event.order == MemoryOrder::SeqCst;
}
bool isSeqCstFence(const WeakEvent& event) {
  return event.isFence() && isSeqCst(event);
}

// Extended coherence order.
Relation eco(const WeakGraph& g) {
  return (g.rf | g.co | g.fr).transitive();
}

Relation synchronisesWith(const WeakGraph& g, WeakModel model) {
  const Relation fence = g.only(isFence), rmw = g.only([](const WeakEvent& e) { return e.reads && e.writes; });
  const Relation releaseSequence = g.only(isAtomicWrite) * (g.rfContent * rmw).repeated();
  return g.only(isAtLeastRelease(model)) * (fence * g.po).optional() * releaseSequence * g.rfContent *
         g.only(isAtomicRead) * (g.po * fence).optional() * g.only(isAtLeastAcquire(model));
}

bool isCoherent(const WeakGraph& g) {
  return (g.po * eco(g).optional()).irreflexive();
}

// A read-modify-write comes after its source, with no write in between.
bool isAtomicityKept(const WeakGraph& g) {
  return (g.rf * g.co).irreflexive() && (g.fr * g.co).irreflexive();
}

bool isSc(const WeakGraph& g) {
  return (g.po | g.rf | g.co | g.fr | g.chain | g.create | g.join).acyclic();
}

// What orders all accesses before it before all accesses after it on x86. A read-modify-write locks the bus even if it
// is a compare-and-swap that fails. Operations on objects, creation and join contain such instructions.
bool isFullFence(const WeakEvent& event) {
  return event.kind == WeakEvent::Kind::Operation || event.isUpdate || isSeqCstFence(event);
}

// The program order that TSO and PSO keep.
Relation preserved(const WeakGraph& g, WeakModel model) {
  const auto isAccess = [](const WeakEvent& event) { return event.isAccess(); };
  const auto isSeqCstWrite = [](const WeakEvent& event) { return event.writes && isSeqCst(event); };
  const auto isAny = [](const WeakEvent&) { return true; };
  const Relation writeToRead = g.pairs(isWrite, isRead), writeToWrite = g.pairs(isWrite, isWrite);
  Relation ppo = (g.po & g.pairs(isAccess, isAccess)) - writeToRead;
  if (model == WeakModel::Pso)
    ppo = ppo - (writeToWrite - g.sameLocation);
  Relation implied = g.po & (g.pairs(isFullFence, isAny) | g.pairs(isAny, isFullFence));
  implied = implied | (g.po & g.pairs(isSeqCstWrite, isAny));
  if (model == WeakModel::Pso) {
    const Relation releases = g.only(isAtLeastRelease(WeakModel::Rc11));
    implied = implied | g.only(isWrite) * g.po * releases * g.only(isWrite);
    implied = implied | g.only(isWrite) * g.po * releases * g.only(isFence) * g.po * g.only(isWrite);
  }
  return ppo | implied;
}

bool isTsoOrPso(const WeakGraph& g, WeakModel model) {
  const auto sameThread = [&](std::size_t a, std::size_t b) { return g.events[a].id.thread == g.events[b].id.thread; };
  Relation rfe = g.rf;
  for (std::size_t a = 0; a < g.events.size(); a++)
    for (std::size_t b = 0; b < g.events.size(); b++)
      if (sameThread(a, b))
        rfe.remove(a, b);
  return (preserved(g, model) | rfe | g.co | g.fr | g.chain | g.create | g.join).acyclic();
}

// The partial order of seq_cst events: psc of the paper.
Relation partialSc(const WeakGraph& g, const Relation& hb) {
  const Relation sc = g.only(isSeqCst), fence = g.only(isSeqCstFence);
  const Relation poOther = g.po - g.sameLocation;
  const Relation scb = g.po | poOther * hb * poOther | (hb & g.sameLocation) | g.co | g.fr;
  const Relation base = (sc | fence * hb.optional()) * scb * (sc | hb.optional() * fence);
  const Relation fences = fence * (hb | hb * eco(g) * hb) * fence;
  return base | fences;
}

bool endsLife(const WeakEvent& event) {
  return event.step->op == Instruction::Op::EndLife;
}

// Whether two accesses to one location, by different threads, have this property and no order.
bool someUnordered(const WeakGraph& g, WeakModel model,
                   const std::function<bool(const WeakEvent&, const WeakEvent&)>& property) {
  std::vector<std::pair<std::size_t, std::size_t>> some;
  for (std::size_t a = 0; a < g.events.size(); a++)
    for (std::size_t b = 0; b < a; b++) {
      const WeakEvent &one = g.events[a], &other = g.events[b];
      const bool areTwo = !one.isInitial() && !other.isInitial() && one.id.thread != other.id.thread;
      if (areTwo && g.sameLocation.has(a, b) && property(one, other))
        some.emplace_back(a, b);
    }
  if (some.empty())
    return false;
  const Relation hb = happensBefore(g, model);
  return std::ranges::any_of(
      some, [&](const auto& pair) { return !hb.has(pair.first, pair.second) && !hb.has(pair.second, pair.first); });
}

} // namespace

const char* nameOf(WeakModel model) {
  static constexpr const char* names[] = {"sc", "tso", "pso", "sra", "ra", "rc11"};
  return names[static_cast<int>(model)];
}

Relation happensBefore(const WeakGraph& g, WeakModel model) {
  return (g.po | synchronisesWith(g, model) | g.synchronised | g.create | g.join).transitive();
}

bool isConsistent(const WeakGraph& g, WeakModel model) {
  if (!(g.po | g.rf | g.rfContent | g.chain | g.create | g.join).acyclic() || !isCoherent(g) || !isAtomicityKept(g))
    return false;
  if (model == WeakModel::Sc)
    return isSc(g);
  if (model == WeakModel::Tso || model == WeakModel::Pso)
    return isTsoOrPso(g, model);
  const Relation hb = happensBefore(g, model);
  if (!(hb * eco(g).optional()).irreflexive())
    return false;
  if (model == WeakModel::Sra)
    return (hb | g.co).acyclic();
  return model == WeakModel::Ra || partialSc(g, hb).acyclic();
}

bool hasRace(const WeakGraph& g, WeakModel model) {
  return someUnordered(g, model, [](const WeakEvent& one, const WeakEvent& other) {
    const bool overlap = one.step->size == 0 || other.step->size == 0 || one.step->offset == other.step->offset;
    return overlap && !endsLife(one) && !endsLife(other) && (one.writes || other.writes) &&
           (!isAtomic(one) || !isAtomic(other));
  });
}

bool hasLifetimeRace(const WeakGraph& g, WeakModel model) {
  return someUnordered(g, model,
                       [](const WeakEvent& one, const WeakEvent& other) { return endsLife(one) || endsLife(other); });
}

} // namespace revisit::test
