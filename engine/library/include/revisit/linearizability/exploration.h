// Part of linearizability.h: runs `revisit check` on a client, and reads what it found.
#pragma once

#include <revisit/linearizability/json.h>
#include <revisit/linearizability/outcomes.h>

#include <algorithm>

namespace revisit::linearizability {

inline const std::string notLinearizable = "not linearizable"; // as a kind of error

// What an exploration found.
struct Exploration {
  int status = -1;           // the exit status of `revisit check`; -1 when it could not be run
  std::string printed;       // its output
  double seconds = 0;        // with the start of the program
  bool isOutOfTime = false;  // it was cut by its time limit, and by nothing else
  std::string reasons;       // why it is incomplete
  std::string kind, message; // of the first error
  std::string witness;       // the path
  std::size_t which = 0;     // of the clients that were explored together, the one with the error
};

// How the explorations of a test are run.
struct ExplorationPlace {
  std::string command, program, folder;
  std::vector<std::string> options; // of `revisit check`
};

// The program's output in a witness.
inline std::string outputIn(const std::string& witness) {
  return Json::read(contentOf(witness))["output"].text();
}

inline Exploration explore(const ExplorationPlace& place, const Subject& subject, const std::vector<Case>& cases,
                           const std::string& algorithm, double limit) {
  const std::string report = place.folder + "/" + subject.name + ".json";
  std::remove(report.c_str());
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "--timeout=%.1f", limit);
  std::vector<std::string> words = {
      place.command, "check", "--no-progress", "--json", report, "--witness", place.folder + "/" + subject.name,
      seconds};
  if (!algorithm.empty())
    words.push_back("--algorithm=" + algorithm);
  words.insert(words.end(), place.options.begin(), place.options.end());
  std::string clients, expected;
  for (const Case& one : cases) {
    clients += (clients.empty() ? "" : ";") + one.client.text();
    expected += (&one == &cases.front() ? "" : "/") + one.expected.text(subject.sizes.realTime);
  }
  words.insert(words.end(), {place.program, "--", subject.name, "explore", clients, expected});

  Exploration exploration;
  const double begin = secondsNow();
  Process check([&](int file) {
    close(file);
    Process::execute(words);
  });
  std::string told;
  while (check.hasStarted() && !check.isAtEnd())
    check.read(1000, exploration.printed, told);
  const int status = check.hasStarted() ? check.wait() : -1;
  exploration.status = WIFEXITED(status) && WEXITSTATUS(status) != 127 ? WEXITSTATUS(status) : -1;
  exploration.seconds = secondsNow() - begin;

  const Json found = Json::read(contentOf(report));
  exploration.isOutOfTime = exploration.status == 3;
  for (const Json& reason : found["reasons"].items()) {
    exploration.isOutOfTime &= reason["kind"].text() == "timeout";
    exploration.reasons += (exploration.reasons.empty() ? "" : "; ") + reason["detail"].text();
  }
  if (!found["errors"].items().empty()) {
    const Json& error = found["errors"].items().front();
    exploration.message = error["message"].text();
    exploration.kind = error["kind"].text();
    exploration.witness = error["witness"].text();
    if (exploration.kind == "assertion" && exploration.message.compare(0, notLinearizable.size(), notLinearizable) == 0)
      exploration.kind = notLinearizable;
    static const std::string mark = "revisit-client ";
    const std::string output = cases.size() > 1 ? outputIn(exploration.witness) : "";
    const std::size_t at = output.find(mark);
    if (at != std::string::npos)
      exploration.which = static_cast<std::size_t>(output[at + mark.size()] - 'a');
    if (exploration.which >= cases.size())
      exploration.which = 0;
  }
  return exploration;
}

// Explores clients with the algorithm that is the faster one for them: ConDpor follows executions, DL-S-POR states.
class Explorer {
public:
  Explorer(ExplorationPlace place, const Subject& subject, double seconds)
      : m_place(std::move(place)), m_subject(subject), m_end(secondsNow() + seconds) {
    for (const std::string& option : m_place.options)
      for (const char* const decides : {"--algorithm", "--model", "--all-accesses"})
        if (option.compare(0, std::string(decides).size(), decides) == 0)
          m_algorithms[0] = m_algorithms[1] = option.compare(0, 11, "--algorithm") == 0 ? "" : "condpor";
  }

  double secondsLeft() const { return m_end - secondsNow(); }
  void endIn(double seconds) { m_end = secondsNow() + seconds; }
  const std::string& algorithm() const { return m_algorithms[m_better]; }

  Exploration run(const std::vector<Case>& cases) {
    Exploration last;
    last.status = 3;
    last.isOutOfTime = true;
    last.reasons = "the test has no time left";
    bool isCut[2] = {}; // by other bounds than time
    // Several clients that take long together are explored in smaller parts.
    const bool isAlone = cases.size() == 1;
    for (double limit = isAlone ? 2 : 30;; limit *= 3)
      for (const bool isOther : {false, true}) {
        const int which = isOther != (m_better == 1);
        if (secondsLeft() <= 0.1 || (isCut[0] && isCut[1]))
          return last;
        if (isCut[which] || (isOther && m_algorithms[0] == m_algorithms[1]))
          continue;
        last = explore(m_place, m_subject, cases, m_algorithms[which], std::min(limit, secondsLeft()));
        if (last.status != 3) {
          m_better = which;
          if (last.status == 0 && !isOther)
            compare(cases, last.seconds);
          return last;
        }
        if (!isAlone)
          return last;
        isCut[which] = !last.isOutOfTime;
        if (m_algorithms[0] == m_algorithms[1])
          isCut[!which] = isCut[which];
      }
  }

private:
  // Tries the other algorithm where it could be worth it, each time that clients have become much larger.
  void compare(const std::vector<Case>& cases, double seconds) {
    if (seconds < 0.6 || seconds < 4 * m_compared || m_algorithms[0] == m_algorithms[1])
      return;
    m_compared = seconds;
    const Exploration other = explore(m_place, m_subject, cases, m_algorithms[!m_better],
                                      std::min(std::max(seconds, 0.1), std::max(secondsLeft(), 0.1)));
    if (other.status == 0 && other.seconds < seconds)
      m_better = !m_better;
  }

  const ExplorationPlace m_place;
  const Subject& m_subject;
  double m_end;
  std::string m_algorithms[2] = {"condpor", "dl-s-por"};
  int m_better = 0;
  double m_compared = 0; // the time of the client with which they were compared
};

// What a witness says about the calls of a client.
struct History {
  struct Call {
    long begin = -1, end = -1; // the numbers of its first and last event
    bool hasEnded = false;
    std::string result;
  };
  std::vector<std::vector<Call>> rows;
};

inline History historyOf(const std::string& witness, const Client& client) {
  History history;
  for (const auto& row : client.rows)
    history.rows.emplace_back(row.size());
  const std::size_t last = client.rows.size() - 1;
  const Json file = Json::read(contentOf(witness));
  bool haveThreadsBegun = false;
  long number = 0;
  for (const Json& event : file["schedule"].items()) {
    number++;
    const std::size_t thread = static_cast<std::size_t>(event["thread"].number());
    haveThreadsBegun |= thread != 0;
    const std::size_t row = thread != 0 ? thread : haveThreadsBegun ? last : 0;
    for (const Json& site : event["calls"].items()) {
      static const std::string mark = "numberedCall<";
      const std::size_t at = site["function"].text().find(mark);
      if (at == std::string::npos || row >= history.rows.size())
        continue;
      const std::size_t call = std::strtoul(site["function"].text().c_str() + at + mark.size(), nullptr, 10);
      if (call < history.rows[row].size()) {
        History::Call& found = history.rows[row][call];
        found.begin = found.begin < 0 ? number : found.begin;
        found.end = number;
      }
    }
  }
  std::istringstream lines(file["output"].text());
  static const std::string mark = "revisit-result ";
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, mark.size(), mark) != 0 || line.size() < mark.size() + 3)
      continue;
    const std::size_t row = static_cast<std::size_t>(line[mark.size()] - '0');
    const std::size_t call = static_cast<std::size_t>(line[mark.size() + 1] - 'a');
    if (row < history.rows.size() && call < history.rows[row].size()) {
      history.rows[row][call].hasEnded = true;
      history.rows[row][call].result = line.substr(mark.size() + 3);
    }
  }
  return history;
}

} // namespace revisit::linearizability
