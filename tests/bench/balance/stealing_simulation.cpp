// Scheme::Stealing.
#include "simulated_worker.h"

#include <optional>

namespace revisit::balance {

namespace {

class StealingSimulation {
public:
  StealingSimulation(const ItemTree& tree, const Parameters& parameters, const OnExplored& onExplored)
      : m_tree(tree), m_parameters(parameters), m_onExplored(onExplored), m_random(parameters.seed),
        m_workers(parameters.workers), m_thieves(parameters.workers), m_failed(parameters.workers) {}

  Outcome run() {
    begin(0, wholeShape(m_tree));
    for (unsigned worker = 1; worker < m_workers.size(); worker++)
      steal(worker);
    const std::uint64_t all = m_tree.executions(m_tree.root());
    while (!m_events.empty() && (m_outcome.executions < all || m_running != 0))
      handle(m_events.take());
    m_outcome.alone = m_tree.time(m_tree.root());
    m_outcome.time = m_events.now() + m_parameters.latency;
    return m_outcome;
  }

private:
  enum class Kind : std::uint8_t { Steal, Nothing, Stolen, Ended };
  struct Event {
    Kind kind = Kind::Steal;
    unsigned worker = 0, from = 0;
    std::uint64_t version = 0; // Ended
    PieceShape piece;          // Stolen
    Explored explored;         // Ended
  };

  void send(Event event, std::uint64_t wait = 0) {
    m_outcome.messages++;
    m_events.add(m_events.now() + wait + m_parameters.latency + m_parameters.message, std::move(event));
  }

  void handle(Event event) {
    switch (event.kind) {
    case Kind::Steal:
      return asked(event.worker, event.from);
    case Kind::Nothing:
      m_failed[event.worker]++;
      return steal(event.worker);
    case Kind::Stolen:
      m_running--; // it was counted on its way
      m_failed[event.worker] = 0;
      return begin(event.worker, std::move(event.piece));
    case Kind::Ended:
      return end(event);
    }
  }

  // Asks another worker. After some failures it waits longer and longer, up to about as long as 100 messages take.
  void steal(unsigned worker) {
    if (m_workers.size() == 1)
      return;
    unsigned victim = static_cast<unsigned>(m_random() % (m_workers.size() - 1));
    victim += victim >= worker ? 1 : 0;
    const std::uint64_t unit = m_parameters.latency + m_parameters.message;
    const unsigned failed = m_failed[worker];
    const std::uint64_t wait = failed < 4 ? 0 : std::min<std::uint64_t>(100, 1ull << std::min(failed - 4, 7u)) * unit;
    send({.kind = Kind::Steal, .worker = victim, .from = worker}, wait);
  }

  void asked(unsigned worker, unsigned thief) {
    SimulatedWorker& mine = m_workers[worker];
    Event ended{.kind = Kind::Ended, .worker = worker};
    if (mine.task != 0 && !m_thieves[worker])
      ended.explored = mine.exploreUntil(m_tree, m_events.now(), m_parameters);
    if (cutShape(m_tree, ended.explored.left, 2, m_parameters.cut).size() < 2)
      return send({.kind = Kind::Nothing, .worker = thief});
    m_thieves[worker] = thief;
    ended.version = ++mine.version;
    const std::uint64_t when = mine.begun() + ended.explored.time;
    m_events.add(when, std::move(ended));
  }

  void begin(unsigned worker, PieceShape piece) {
    SimulatedWorker& mine = m_workers[worker];
    mine.begin(m_events.now(), std::move(piece));
    mine.task = 1;
    m_running++;
    m_outcome.pieces++;
    Event ended{.kind = Kind::Ended, .worker = worker, .version = ++mine.version};
    ended.explored = exploreAll(m_tree, mine.piece(), m_parameters.building);
    const std::uint64_t when = m_events.now() + ended.explored.time;
    m_events.add(when, std::move(ended));
  }

  void end(Event& event) {
    SimulatedWorker& mine = m_workers[event.worker];
    if (mine.version != event.version)
      return;
    m_outcome.executions += event.explored.executions;
    if (m_onExplored)
      m_onExplored(mine.piece(), event.explored.left);
    m_running--;
    mine.task = 0;
    if (!m_thieves[event.worker]) {
      steal(event.worker);
      return;
    }
    std::vector<PieceShape> halves = cutShape(m_tree, event.explored.left, 2, m_parameters.cut);
    PieceShape given = std::move(halves[1]);
    for (std::size_t i = 2; i < halves.size(); i++)
      given.items.insert(given.items.end(), halves[i].items.begin(), halves[i].items.end());
    m_running++;
    send({.kind = Kind::Stolen, .worker = *m_thieves[event.worker], .piece = std::move(given)});
    m_thieves[event.worker].reset();
    begin(event.worker, std::move(halves[0]));
  }

  const ItemTree& m_tree;
  const Parameters& m_parameters;
  const OnExplored& m_onExplored;
  std::mt19937_64 m_random;
  EventQueue<Event> m_events;
  Outcome m_outcome;
  std::vector<SimulatedWorker> m_workers;
  std::vector<std::optional<unsigned>> m_thieves; // to whom the worker will give
  std::vector<unsigned> m_failed;                 // how often the worker asked in vain
  std::size_t m_running = 0;                      // pieces, those on their way included
};

} // namespace

Outcome simulateStealing(const ItemTree& tree, const Parameters& parameters, const OnExplored& onExplored) {
  return StealingSimulation(tree, parameters, onExplored).run();
}

} // namespace revisit::balance
