// Part of linearizability.h: what a failed test shows.
#pragma once

#include <revisit/linearizability/exploration.h>

#include <cctype>

namespace revisit::linearizability {

inline std::string nameOfRow(const Client& client, std::size_t row) {
  if (row == 0)
    return "before";
  return row + 1 < client.rows.size() ? "T" + std::to_string(row) : "after";
}

inline std::string countText(std::size_t count, const std::string& word) {
  return std::to_string(count) + " " + word + (count == 1 ? "" : "s");
}

// "pop() = 1"
inline std::string callWithResult(const Subject& subject, unsigned call, const std::string& result) {
  const std::string& text = subject.calls[call].text;
  if (result.empty())
    return text;
  return text + (result.compare(0, 7, "throws ") == 0 ? " " : " = ") + result;
}

// The calls of each thread, as code.
inline std::string programText(const Subject& subject, const Client& client) {
  std::string text;
  for (std::size_t row = 0; row < client.rows.size(); row++) {
    if (client.rows[row].empty())
      continue;
    std::string name = nameOfRow(client, row);
    name.resize(8, ' ');
    text += "  " + name;
    for (const unsigned call : client.rows[row])
      text += subject.calls[call].text + "; ";
    text.resize(text.size() - 1);
    text += "\n";
  }
  return text;
}

// Draws the calls of the threads as bars, between their first and their last event.
class TimeAxis {
public:
  TimeAxis(const Subject& subject, const Client& client, const History& history) {
    for (std::size_t row = 1; row + 1 < client.rows.size(); row++) {
      long after = -1; // a call without events comes directly after the one before it
      for (std::size_t at = 0; at < client.rows[row].size(); at++) {
        const History::Call& call = history.rows[row][at];
        const bool hasBegun = call.begin >= 0 || call.hasEnded;
        if (!hasBegun)
          break;
        Bar bar;
        bar.row = row;
        bar.label = call.hasEnded ? callWithResult(subject, client.rows[row][at], call.result)
                                  : subject.calls[client.rows[row][at]].text + " ...";
        bar.hasEnded = call.hasEnded;
        bar.begin = place(call.begin >= 0 ? call.begin : after, 0);
        bar.end = call.hasEnded ? place(call.end >= 0 ? call.end : after, 1) : place(1L << 60, 1);
        bar.begin.order = bar.end.order = m_bars.size();
        after = call.end >= 0 ? call.end : after;
        m_bars.push_back(bar);
      }
    }
    layOut();
  }

  std::string text(const Client& client) const {
    std::string text;
    for (std::size_t row = 1; row + 1 < client.rows.size(); row++) {
      std::string line(m_width + 1, ' ');
      for (const Bar& bar : m_bars)
        if (bar.row == row)
          draw(line, bar);
      line.erase(line.find_last_not_of(' ') + 1);
      text += "  " + nameOfRow(client, row) + "  " + line + "\n";
    }
    return text + "      " + std::string(m_width, '-') + "> time\n";
  }

private:
  struct Point {
    long event = 0;
    std::size_t order = 0; // of calls of one thread at one event
    int side = 0;          // 0 a begin, 1 an end
    bool operator<(const Point& other) const {
      return std::make_tuple(event, order, side) < std::make_tuple(other.event, other.order, other.side);
    }
  };
  struct Bar {
    std::size_t row = 0;
    std::string label;
    bool hasEnded = true;
    Point begin, end;
    std::size_t from = 0, to = 0; // columns
  };
  static Point place(long event, int side) { return {event, 0, side}; }

  // From left to right: one column for each begin and end, more where a label needs them.
  void layOut() {
    std::vector<std::pair<Point, std::pair<std::size_t, bool>>> points;
    for (std::size_t at = 0; at < m_bars.size(); at++) {
      points.push_back({m_bars[at].begin, {at, false}});
      points.push_back({m_bars[at].end, {at, true}});
    }
    std::sort(points.begin(), points.end());
    std::size_t column = 0;
    for (const auto& [point, which] : points) {
      Bar& bar = m_bars[which.first];
      if (which.second) {
        column = std::max(column, bar.from + bar.label.size() + 5);
        bar.to = column++;
      } else {
        bar.from = column++;
      }
    }
    m_width = column + 1;
  }

  static void draw(std::string& line, const Bar& bar) {
    for (std::size_t at = bar.from; at <= bar.to; at++)
      line[at] = '-';
    line[bar.from] = '|';
    line[bar.to] = bar.hasEnded ? '|' : '>';
    const std::size_t begin = bar.from + 1 + (bar.to - bar.from - 1 - (bar.label.size() + 2)) / 2;
    line.replace(begin, bar.label.size() + 2, " " + bar.label + " ");
  }

  std::vector<Bar> m_bars;
  std::size_t m_width = 0;
};

// Why no order explains the results.
class Contradiction {
public:
  Contradiction(const Subject& subject, const Client& client, const History& history, const Expected& expected)
      : m_subject(subject), m_client(client), m_history(history), m_expected(expected) {
    for (std::size_t row = 0; row < client.rows.size(); row++)
      for (std::size_t at = 0; at < client.rows[row].size(); at++)
        m_calls.push_back({row, at});
  }

  std::string text() const {
    std::string text;
    const unsigned long smallest = smallestSet();
    if (smallest != 0)
      text += "No order of the calls gives " + textOfSet(smallest) + ".\n";
    else if (m_subject.sizes.realTime)
      text += "Only orders give these results in which a call comes before one that had ended when it began.\n";
    text += m_expected.orders == 1
                ? "The only order gives:\n"
                : "The " + std::to_string(m_expected.orders) + " orders give " +
                      countText(m_expected.outcomes.size(), "outcome") + ". The nearest, with * where they differ:\n";
    std::vector<std::pair<unsigned, const Outcome*>> nearest;
    for (const auto& [total, outcome] : m_expected.outcomes) {
      unsigned differing = 0;
      for (std::size_t call = 0; call < m_calls.size(); call++)
        differing += differs(outcome, call);
      nearest.push_back({differing, &outcome});
    }
    std::stable_sort(nearest.begin(), nearest.end(), [](const auto& left, const auto& right) {
      return std::make_pair(left.first, left.second->orders.front()) <
             std::make_pair(right.first, right.second->orders.front());
    });
    constexpr std::size_t most = 4;
    for (std::size_t at = 0; at < nearest.size() && at < most; at++)
      text += "  " + textOfOrder(*nearest[at].second) + "\n";
    if (nearest.size() > most)
      text += "  ... and " + std::to_string(nearest.size() - most) + " more\n";
    return text;
  }

private:
  const std::string& found(std::size_t call) const {
    return m_history.rows[m_calls[call].first][m_calls[call].second].result;
  }
  bool differs(const Outcome& outcome, std::size_t call) const {
    return outcome.rows[m_calls[call].first][m_calls[call].second].text != found(call);
  }

  // The fewest calls, one bit each, whose results no order gives together; 0 if an order gives all results.
  unsigned long smallestSet() const {
    if (m_calls.size() > 20)
      return 0;
    std::vector<unsigned long> agreeing;
    for (const auto& [total, outcome] : m_expected.outcomes) {
      unsigned long set = 0;
      for (std::size_t call = 0; call < m_calls.size(); call++)
        set |= differs(outcome, call) ? 0ul : 1ul << call;
      agreeing.push_back(set);
    }
    unsigned long best = 0;
    for (unsigned long set = 1; set < 1ul << m_calls.size(); set++) {
      if (best != 0 && __builtin_popcountl(set) >= __builtin_popcountl(best))
        continue;
      if (std::none_of(agreeing.begin(), agreeing.end(), [set](unsigned long all) { return (all & set) == set; }))
        best = set;
    }
    return best;
  }

  std::string textOfSet(unsigned long set) const {
    std::string text;
    for (std::size_t call = 0; call < m_calls.size(); call++)
      if (set >> call & 1) {
        set &= ~(1ul << call);
        const auto [row, at] = m_calls[call];
        text += (text.empty() ? ""
                 : set == 0   ? " and "
                              : ", ") +
                callWithResult(m_subject, m_client.rows[row][at], found(call)) +
                (row != 0 && row + 1 < m_client.rows.size() ? " in " : " ") + nameOfRow(m_client, row);
      }
    return text;
  }

  std::string textOfOrder(const Outcome& outcome) const {
    std::string text;
    std::vector<std::size_t> done(m_client.rows.size());
    for (const char digit : outcome.orders.front()) {
      const std::size_t row = static_cast<std::size_t>(digit - '0');
      const std::size_t at = done[row]++;
      text += (text.empty() ? "" : ", ") + nameOfRow(m_client, row) + " " +
              callWithResult(m_subject, m_client.rows[row][at], outcome.rows[row][at].text) +
              (outcome.rows[row][at].text != m_history.rows[row][at].result ? " *" : "");
    }
    return text;
  }

  const Subject& m_subject;
  const Client& m_client;
  const History& m_history;
  const Expected& m_expected;
  std::vector<std::pair<std::size_t, std::size_t>> m_calls;
};

// The object by its name alone. In a table the columns stay where they are.
inline std::string withShortNames(std::string line) {
  static const std::string name = "Client<...>::play::object";
  const std::size_t begin = line.find_first_not_of(" !");
  const bool isInTable = begin != std::string::npos && std::isdigit(static_cast<unsigned char>(line[begin]));
  for (std::size_t at; (at = line.find(name)) != std::string::npos;) {
    const std::size_t left = name.size() - std::string("object").size();
    line.erase(at, left);
    const std::size_t end = line.find("  ", at);
    if (isInTable && end != std::string::npos)
      line.insert(end, left, ' ');
  }
  return line;
}

// The lines of a text, indented; those of this header's own events are left out.
class Lines {
public:
  // Stops at the first line that begins so; without one, at the end.
  static std::string until(std::istream& text, const std::vector<std::string>& ends, std::size_t most) {
    std::string taken;
    std::size_t count = 0;
    bool isOfHeader = false;
    for (std::string line; std::getline(text, line);) {
      const auto begins = [&](const std::string& with) { return line.compare(0, with.size(), with) == 0; };
      if (std::any_of(ends.begin(), ends.end(),
                      [&](const std::string& end) { return end.empty() ? line.empty() : begins(end); }))
        break;
      // How the results came to main is not of interest.
      if (line.find("last read before the error") != std::string::npos)
        isOfHeader = true;
      const bool isEvent = std::none_of(std::begin(hidden), std::end(hidden),
                                        [&](const char* place) { return line.find(place) != std::string::npos; });
      if (!isOfHeader && isEvent && line.find_first_not_of(' ') != std::string::npos && ++count <= most)
        taken += "  " + withShortNames(line) + "\n";
    }
    return count > most && most != 0 ? taken + "  ... (" + std::to_string(count - most) + " more lines)\n" : taken;
  }

private:
  static constexpr const char* hidden[] = {"body.h:", "declaration.h:", "model/main.cpp:"};
};

inline std::string shortened(const std::string& report) {
  std::istringstream lines(report);
  return Lines::until(lines, {}, 60);
}

// What Revisit says about the error, and the events of its witness; what a library does is on one line.
inline std::string eventsText(const std::string& printed, const std::string& command, const std::string& witness) {
  std::istringstream report(printed);
  std::string text = Lines::until(report, {""}, 20), shown, told;
  Process show([&](int) { Process::execute({command, "show", "--color=never", witness}); });
  while (show.hasStarted() && !show.isAtEnd())
    show.read(1000, shown, told);
  show.wait();
  std::istringstream table(shown);
  Lines::until(table, {""}, 0);
  return text + Lines::until(table, {"output:", "program:"}, 70);
}

inline std::string failureText(const Subject& subject, const Client& client, const Expected& expected,
                               const Exploration& exploration, const std::string& command) {
  const History history = historyOf(exploration.witness, client);
  const auto resultsOf = [&](std::size_t row) {
    std::string text;
    for (std::size_t at = 0; at < client.rows[row].size(); at++)
      if (history.rows[row][at].hasEnded)
        text +=
            (text.empty() ? "" : ", ") + callWithResult(subject, client.rows[row][at], history.rows[row][at].result);
    return text.empty() ? "" : "  " + nameOfRow(client, row) + ": " + text + "\n";
  };
  std::string text = "The client:\n" + programText(subject, client) + "What happens:\n" + resultsOf(0) +
                     TimeAxis(subject, client, history).text(client) + resultsOf(client.rows.size() - 1);
  if (exploration.kind == notLinearizable)
    text += Contradiction(subject, client, history, expected).text();
  else
    text += "One after the other, the calls have no such error in any of their " + countText(expected.orders, "order") +
            ".\n";
  return text + "Revisit's report:\n" + eventsText(exploration.printed, command, exploration.witness) +
         "witness: " + exploration.witness + "\nnext: " + command + " replay " + exploration.witness + "\n";
}

} // namespace revisit::linearizability
