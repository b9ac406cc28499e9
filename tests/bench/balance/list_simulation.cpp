// Scheme::List.
#include "simulated_worker.h"

#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <set>

namespace revisit::balance {

namespace {

class ListSimulation {
public:
  ListSimulation(const ItemTree& tree, const Parameters& parameters, const OnExplored& onExplored)
      : m_tree(tree), m_parameters(parameters), m_onExplored(onExplored), m_random(parameters.seed),
        m_workers(parameters.workers) {
    // What the workers tell takes this share of the coordinator's time.
    if (parameters.telling != 0)
      m_slowness = 1 - static_cast<double>(parameters.workers) * static_cast<double>(parameters.message) /
                           static_cast<double>(parameters.telling);
  }

  Outcome run() {
    m_waiting.emplace(0, wholeShape(m_tree));
    for (unsigned worker = 0; worker < m_workers.size(); worker++)
      send({Kind::Want, worker});
    while (!m_events.empty() && !isDone() && m_slowness > 0)
      handle(m_events.take());
    m_outcome.alone = m_tree.time(m_tree.root());
    m_outcome.time = isDone() ? std::max(m_events.now(), m_free) : std::numeric_limits<std::uint64_t>::max();
    return m_outcome;
  }

private:
  enum class Kind : std::uint8_t {
    Arrived, // at the coordinator, which may be busy
    Want,    // the coordinator handles this
    Result,  // and this
    Task,    // a worker gets this
    Yield,   // and this
    Ended    // a worker is at the end of its piece, or gives what is left
  };
  struct Event {
    Kind kind = Kind::Want;
    unsigned worker = 0;
    std::uint64_t task = 0; // the piece's number
    Explored explored;      // Result, Ended
    bool keeps = false;     // Result: the worker goes on
    PieceShape piece;       // Task; of a worker that goes on, what it has now
    Kind then = Kind::Want; // Arrived: what it is
  };
  struct Running {
    std::pair<double, unsigned> rank; // in m_askable
    bool isAsked = false;
  };

  bool isDone() const { return m_waiting.empty() && m_running == 0 && m_hasBegun; }
  std::uint64_t slowed(double time) const { return static_cast<std::uint64_t>(time / m_slowness); }
  // The coordinator is at work for so long.
  void spend(double time) {
    const std::uint64_t length = slowed(time);
    m_free = std::max(m_free, m_events.now()) + length;
    m_outcome.busy += length;
  }

  void send(Event event) {
    event.then = event.kind;
    event.kind = Kind::Arrived;
    m_outcome.messages++;
    m_events.add(m_events.now() + m_parameters.latency, std::move(event));
  }
  void sendToWorker(Event event) {
    m_outcome.messages++;
    m_events.add(m_free + m_parameters.latency, std::move(event));
  }

  void handle(Event event) {
    switch (event.kind) {
    case Kind::Arrived:
      event.kind = event.then;
      spend(static_cast<double>(m_parameters.message) + (event.kind == Kind::Result ? timeOfResult(event) : 0));
      m_events.add(m_free, std::move(event));
      return;
    case Kind::Want:
      m_idle.push_back(event.worker);
      return serve();
    case Kind::Result:
      handleResult(event);
      return serve();
    case Kind::Task:
      return begin(event.worker, event.task, std::move(event.piece));
    case Kind::Yield:
      return yield(event.worker, event.task);
    case Kind::Ended:
      return end(std::move(event));
    }
  }

  // The coordinator.
  double timeOfResult(const Event& event) const {
    return static_cast<double>(m_parameters.finish) + timeOfEntries() + timeOfItems(event.explored.left);
  }
  double timeOfItems(const PieceShape& piece) const {
    return static_cast<double>(m_parameters.item * graphsOf(piece, m_parameters.building));
  }
  // Between pieces that are to be explored or are being explored, there may be one that was explored.
  double timeOfEntries() const { return m_parameters.entry * static_cast<double>(2 * (m_waiting.size() + m_running)); }

  void handleResult(Event& event) {
    m_outcome.executions += event.explored.executions;
    const auto known = m_tasks.find(event.task);
    if (known->second.isAsked)
      m_asked--;
    else
      m_askable.erase({known->second.rank, event.task});
    m_tasks.erase(known);
    m_running--;
    if (event.keeps)
      note(event.worker, event.task + 1, event.piece);
    if (event.explored.left.items.empty())
      return;
    const double groups =
        m_parameters.groups > 0 ? m_parameters.groups : 2.0 * static_cast<double>(m_idle.size()) / (m_asked + 1) + 1;
    for (PieceShape& piece : cutShape(m_tree, event.explored.left, groups, m_parameters.cut)) {
      const std::uint64_t place = piece.place;
      m_waiting.emplace(place, std::move(piece));
    }
  }

  void serve() {
    while (!m_waiting.empty() && !m_idle.empty()) {
      const auto first = m_waiting.begin();
      Event task{.kind = Kind::Task, .worker = m_idle.front(), .task = m_numbers += 1ull << 32};
      task.piece = std::move(first->second);
      m_waiting.erase(first);
      m_idle.pop_front();
      m_hasBegun = true;
      m_outcome.pieces++;
      note(task.worker, task.task, task.piece);
      spend(static_cast<double>(m_parameters.message + m_parameters.handOut) + timeOfItems(task.piece) +
            timeOfEntries());
      sendToWorker(std::move(task));
    }
    ask();
  }

  void note(unsigned worker, std::uint64_t task, const PieceShape& piece) {
    m_running++;
    const double rank = m_parameters.giver == Giver::Any       ? static_cast<double>(m_random() >> 12)
                        : m_parameters.giver == Giver::Largest ? -piece.weight()
                                                               : static_cast<double>(m_events.now());
    m_tasks[task] = {{rank, worker}};
    m_askable.insert({{rank, worker}, task});
  }

  void ask() {
    while (m_waiting.empty() && m_asked < std::min<std::size_t>(m_parameters.asks, m_idle.size()) &&
           !m_askable.empty()) {
      const auto [rank, task] = *m_askable.begin();
      m_askable.erase(m_askable.begin());
      m_tasks[task].isAsked = true;
      m_asked++;
      spend(static_cast<double>(m_parameters.message));
      sendToWorker({.kind = Kind::Yield, .worker = rank.second, .task = task});
    }
  }

  // The workers.
  void begin(unsigned worker, std::uint64_t task, PieceShape piece) {
    SimulatedWorker& mine = m_workers[worker];
    mine.begin(m_events.now(), std::move(piece));
    mine.task = task;
    Event ended{.kind = Kind::Ended, .worker = worker, .task = task};
    ended.explored = exploreAll(m_tree, mine.piece(), m_parameters.building);
    const std::uint64_t when = m_events.now() + ended.explored.time;
    mine.version++;
    ended.piece.place = mine.version; // which plan it is
    m_events.add(when, std::move(ended));
  }

  void yield(unsigned worker, std::uint64_t task) {
    SimulatedWorker& mine = m_workers[worker];
    if (mine.task != task)
      return; // it has finished that piece
    Event ended{.kind = Kind::Ended, .worker = worker, .task = task};
    ended.explored = mine.exploreUntil(m_tree, m_events.now(), m_parameters);
    if (ended.explored.left.items.empty())
      return;
    const std::uint64_t when = mine.begun() + ended.explored.time;
    mine.version++;
    ended.piece.place = mine.version;
    m_events.add(when, std::move(ended));
  }

  void end(Event event) {
    SimulatedWorker& mine = m_workers[event.worker];
    if (mine.version != event.piece.place)
      return; // it was asked to give in the meantime
    if (m_onExplored)
      m_onExplored(mine.piece(), event.explored.left);
    event.kind = Kind::Result;
    std::vector<PieceShape> groups;
    if (m_parameters.keeps && event.explored.left.items.size() > 1)
      groups = cutShape(m_tree, event.explored.left, 2, m_parameters.cut); // goes on with the first half
    if (groups.size() > 1) {                                               // a third one is given, too
      event.keeps = true;
      event.piece = std::move(groups[0]);
      auto& items = event.explored.left.items;
      items.erase(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(event.piece.items.size()));
      event.explored.left.place = groups[1].place;
      PieceShape piece = event.piece;
      const unsigned worker = event.worker;
      const std::uint64_t task = event.task + 1;
      send(std::move(event));
      return begin(worker, task, std::move(piece));
    }
    mine.task = 0;
    const unsigned worker = event.worker;
    send(std::move(event));
    send({Kind::Want, worker});
  }

  const ItemTree& m_tree;
  const Parameters& m_parameters;
  const OnExplored& m_onExplored;
  std::mt19937_64 m_random;
  EventQueue<Event> m_events;
  Outcome m_outcome;
  double m_slowness = 1; // the share of the coordinator's time that is left
  // The coordinator.
  std::uint64_t m_free = 0;                      // when it has nothing more to do
  std::map<std::uint64_t, PieceShape> m_waiting; // by place
  std::deque<unsigned> m_idle;                   // workers
  std::uint64_t m_numbers = 0;                   // of pieces; the lower half counts how often a worker went on
  std::size_t m_running = 0, m_asked = 0;        // pieces
  std::map<std::uint64_t, Running> m_tasks;      // by number
  std::set<std::pair<std::pair<double, unsigned>, std::uint64_t>> m_askable;
  bool m_hasBegun = false;
  std::vector<SimulatedWorker> m_workers;
};

} // namespace

Outcome simulateList(const ItemTree& tree, const Parameters& parameters, const OnExplored& onExplored) {
  return ListSimulation(tree, parameters, onExplored).run();
}

Outcome simulate(const ItemTree& tree, const Parameters& parameters, const OnExplored& onExplored) {
  return parameters.scheme == Scheme::List ? simulateList(tree, parameters, onExplored)
                                           : simulateStealing(tree, parameters, onExplored);
}

} // namespace revisit::balance
