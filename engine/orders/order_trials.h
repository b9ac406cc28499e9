// Explorations of one program under assignments of memory orders. A failed one is turned into a clause: which orders at
// least have to be stronger. All share one running program and what is known of it. Thread rule: belongs to one thread.
//
// The axioms of the memory models use orders positively: a stronger order only removes executions and races. So the
// graph of a failing execution fails under each assignment that leaves it consistent; where a race is all that is
// wrong, if the race remains. The assignment is strengthened for as long as that holds, and one that is to be right has
// to be stronger somewhere.
#pragma once

#include "check/progress/progress_meter.h"
#include "orders/reordered_program.h"

namespace revisit {

struct OrderFailure {
  std::string execution; // its id
  ErrorKind kind = ErrorKind::None;
  std::string message, file;
  unsigned line = 0;
};

struct OrderTrial {
  enum class Outcome : std::uint8_t { Passes, Fails, Unknown };
  Outcome outcome = Outcome::Unknown;
  OrderClause clause;             // Fails
  OrderFailure failure;           // Fails
  std::vector<CheckNote> reasons; // Unknown
  std::optional<Error> broken;    // Unknown: the tool failed
  bool mustStop = false;          // Unknown: no further trial can be made
};

class OrderTrials {
public:
  // Keeps the references, and changes the time that the options leave.
  OrderTrials(CheckOptions& options, const instrument::Image& image, const ProgressMeter::Tell& tell);

  Status launch() { return m_worker.launch(m_image); }
  // Explores the program with these orders, until something is wrong or all was explored. What earlier trials have
  // shown may answer instead.
  const OrderTrial& run(const OrderAssignment& levels);

  const OrderSites& sites() const { return m_sites; }
  const std::vector<OrderClause>& clauses() const { return m_clauses; }
  std::uint64_t explorations() const { return m_explorations; }
  std::uint64_t executions() const { return m_executions; }
  double seconds() const { return m_seconds; }

private:
  // What the trials that are done say about it; null: nothing.
  const OrderTrial* known(const OrderAssignment& levels) const;
  // The assignment with the program's own order at each site behind its end.
  OrderAssignment completed(const OrderAssignment& levels) const;
  void explore(const OrderAssignment& levels, OrderTrial& trial);
  void conclude(const Result<Exploration>& explored, OrderTrial& trial);
  void noteFailure(const Execution& execution, const Bug& bug, OrderTrial& trial);

  CheckOptions& m_options;
  const instrument::Image& m_image;
  const ProgressMeter::Tell& m_tell;
  const double m_timeout; // seconds for all trials together; 0: no limit
  Worker m_worker;
  OrderSites m_sites;
  std::unique_ptr<ReorderedProgram> m_program; // null before the first exploration
  std::vector<std::pair<OrderAssignment, std::unique_ptr<OrderTrial>>> m_done;
  std::vector<OrderClause> m_clauses;
  std::uint64_t m_explorations = 0, m_executions = 0;
  double m_seconds = 0;
};

} // namespace revisit
