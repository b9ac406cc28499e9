// Part of linearizability.h: what a client may give, found by running its calls one after the other (orders.h).
#pragma once

#include <revisit/linearizability/client.h>
#include <revisit/linearizability/process.h>

#include <cstring>
#include <map>
#include <set>

namespace revisit::linearizability {

constexpr unsigned long maxOrders = 10000;

// The results of all calls, by rows.
struct Outcome {
  struct Result {
    uint64_t hash;
    std::string text;
  };
  std::vector<std::vector<Result>> rows;
  std::vector<std::string> orders; // those that give them

  // As in Client::play (body.h).
  uint64_t total() const {
    uint64_t total = 0;
    for (const auto& row : rows) {
      uint64_t hash = 0;
      for (const Result& result : row)
        hash = mixed(hash, result.hash);
      total = mixed(total, hash);
    }
    return total;
  }
};

// What is expected of a client.
struct Expected {
  std::map<uint64_t, Outcome> outcomes;
  unsigned long orders = 0;
  std::string stuck;   // an order after which every call waits for ever; then nothing is expected
  std::string problem; // why nothing can be expected, in words
  std::string failed;  // the order in which that is so; its last call did not end
  std::string printed; // what the program printed then
  bool isStuck = false;

  // As the explored program reads it.
  std::string text(bool realTime) const {
    std::string text;
    for (const auto& [total, outcome] : outcomes) {
      char digits[24];
      std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(total));
      if (!realTime)
        text += digits;
      else
        for (const std::string& order : outcome.orders)
          text += std::string(digits) + ":" + order + ";";
    }
    return text;
  }
};

// A client with what is expected of it.
struct Case {
  Client client;
  Expected expected;
};

// Sequences of calls, by number, whose last call waits for ever. They are the same for all clients.
using BlockedCalls = std::set<std::vector<unsigned>>;

// Runs a client's orders in child processes, and reads what they tell.
class SequentialRuns {
public:
  // `start` runs the orders in a child, with the client, the blocked orders, the first order and the file.
  using Start = std::function<void(const std::string&, const std::string&, const std::string&, int)>;

  SequentialRuns(const Client& client, const Start& start, BlockedCalls& known)
      : m_client(client), m_start(start), m_known(known) {}

  Expected run() {
    std::vector<unsigned> lengths;
    for (std::size_t row = 1; row + 1 < m_client.rows.size(); row++)
      lengths.push_back(static_cast<unsigned>(m_client.rows[row].size()));
    if (orderCount(lengths, maxOrders) >= maxOrders)
      m_expected.problem = "too many orders; give fewer threads() or calls()";
    std::string order;
    std::vector<std::size_t> done(m_client.rows.size());
    std::vector<unsigned> calls;
    if (m_expected.problem.empty())
      takeKnown(order, done, calls);
    while (m_expected.problem.empty() && !m_expected.isStuck && !m_isDone)
      runChild();
    return std::move(m_expected);
  }

private:
  // Finds the orders in which a call waits that is known to wait there.
  void takeKnown(std::string& order, std::vector<std::size_t>& done, std::vector<unsigned>& calls) {
    const std::size_t last = m_client.rows.size() - 1;
    std::size_t left = 0; // calls of the threads
    for (std::size_t row = 1; row < last; row++)
      left += m_client.rows[row].size() - done[row];
    bool isPossible = false, isAny = false;
    for (std::size_t row = 0; row <= last && !m_expected.isStuck; row++) {
      const bool isTurn = row == 0 || (done[0] == m_client.rows[0].size() && (row < last || left == 0));
      if (!isTurn || done[row] == m_client.rows[row].size())
        continue;
      isAny = true;
      order += static_cast<char>('0' + row);
      calls.push_back(m_client.rows[row][done[row]++]);
      if (m_known.count(calls) != 0) {
        m_blocked += (m_blocked.empty() ? "" : ",") + order;
      } else {
        isPossible = true;
        takeKnown(order, done, calls);
      }
      order.pop_back();
      calls.pop_back();
      done[row]--;
    }
    if (isAny && !isPossible) {
      m_expected.isStuck = true;
      m_expected.stuck = order;
    }
  }

  void runChild() {
    m_told.clear(), m_printed.clear(), m_phase = "make";
    const std::string from = m_order;
    Process child([&](int file) { m_start(m_client.text(), m_blocked, from, file); });
    if (!child.hasStarted()) {
      m_expected.problem = "a process could not be started";
      return;
    }
    double quietSince = secondsNow(), timeBefore = 0;
    bool isFirst = true; // the first time that nothing comes
    Stillness before = Stillness::Works;
    while (!child.isAtEnd()) {
      if (child.read(isFirst ? 1 : 3, m_printed, m_told)) {
        readLines();
        quietSince = secondsNow();
        isFirst = true;
        before = Stillness::Works;
        continue;
      }
      const Stillness stillness = stillnessOf(child.id());
      const double time = processorTimeOf(child.id()), quiet = secondsNow() - quietSince;
      if (isFirst)
        timeBefore = time;
      // Seen twice, because the process may be starting.
      const bool waits = stillness == Stillness::WaitsForEver && before == Stillness::WaitsForEver;
      const bool isFinal = (waits && quiet > (m_phase == "call" ? 0.003 : 3)) || time - timeBefore > 0.1 ||
                           (stillness == Stillness::Sleeps && quiet > 5);
      before = stillness;
      isFirst = false;
      if (isFinal) {
        child.kill();
        endBlocked();
        return;
      }
    }
    readLines();
    if (!m_isDone && !m_expected.isStuck)
      endEarly(child.wait());
  }

  void readLines() {
    std::size_t begin = 0;
    for (std::size_t end; (end = m_told.find('\n', begin)) != std::string::npos; begin = end + 1)
      readLine(m_told.substr(begin, end - begin));
    m_told.erase(0, begin);
  }

  void readLine(const std::string& line) {
    const std::size_t space = line.find(' ');
    const std::string word = line.substr(0, space);
    const std::string rest = space == std::string::npos ? "" : line.substr(space + 1);
    m_phase = word;
    if (word == "order") {
      m_order = rest;
      m_ended = 0;
      m_current = Outcome();
      m_current.rows.resize(m_client.rows.size());
    } else if (word == "gives") {
      const std::size_t second = rest.find(' ');
      m_current.rows[static_cast<std::size_t>(m_order[m_ended] - '0')].push_back(
          {std::strtoull(rest.c_str(), nullptr, 16), rest.substr(second + 1)});
      m_ended++;
    } else if (word == "end") {
      const uint64_t total = m_current.total();
      if (m_order == m_lastOrder) { // the first one runs twice
        if (total != m_lastTotal)
          m_expected.problem = "the same calls, one after the other, gave different results twice; nothing but the "
                               "object and the calls before may make a difference";
        return;
      }
      m_lastOrder = m_order, m_lastTotal = total;
      m_expected.orders++;
      Outcome& outcome = m_expected.outcomes[total];
      if (outcome.rows.empty())
        outcome.rows = m_current.rows;
      outcome.orders.push_back(m_order);
    } else if (word == "stuck") {
      m_expected.isStuck = true;
      m_expected.stuck = rest;
    } else if (word == "done") {
      m_isDone = true;
    }
  }

  // The child waits for ever.
  void endBlocked() {
    if (m_phase != "call") {
      m_expected.problem =
          m_phase == "end" ? "the object's destructor does not end" : "the object cannot be made: that does not end";
      m_expected.failed = m_order.substr(0, m_ended);
      return;
    }
    m_blocked += (m_blocked.empty() ? "" : ",") + m_order.substr(0, m_ended + 1);
    std::vector<std::size_t> done(m_client.rows.size());
    std::vector<unsigned> calls;
    for (std::size_t at = 0; at <= m_ended; at++) {
      const std::size_t row = static_cast<std::size_t>(m_order[at] - '0');
      calls.push_back(m_client.rows[row][done[row]++]);
    }
    m_known.insert(calls);
    if (m_blocked.size() > 60000)
      m_expected.problem = "too many orders in which a call waits; give fewer threads() or calls()";
  }

  void endEarly(int status) {
    std::string how = "ended with status " + std::to_string(WEXITSTATUS(status));
    if (WIFSIGNALED(status))
      how = std::string("was ended by a signal: ") + strsignal(WTERMSIG(status));
    const bool inCall = m_phase == "call";
    m_expected.problem = (inCall             ? "the program "
                          : m_phase == "end" ? "in the object's destructor the program "
                                             : "where the object is made the program ") +
                         how;
    m_expected.failed = m_order.substr(0, m_ended + (inCall ? 1 : 0));
    m_expected.printed = m_printed;
  }

  const Client& m_client;
  const Start& m_start;
  BlockedCalls& m_known;
  Expected m_expected;
  std::string m_told, m_printed, m_blocked, m_order, m_phase;
  Outcome m_current;
  std::string m_lastOrder;
  uint64_t m_lastTotal = 0;
  std::size_t m_ended = 0; // calls of the order
  bool m_isDone = false;
};

} // namespace revisit::linearizability
