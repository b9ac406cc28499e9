// Part of linearizability.h: a test, from the declaration to its verdict.
#pragma once

#include <gtest/gtest.h>
#include <revisit/linearizability/report.h>

namespace revisit::linearizability {

// What is wrong with the numbers of a declaration; empty when nothing is.
inline std::string faultOf(const Subject& subject) {
  if (!subject.fault.empty())
    return subject.fault;
  const Sizes& sizes = subject.sizes;
  const auto outside = [](const char* name, unsigned long value, unsigned least, unsigned most) {
    if (value >= least && value <= most)
      return std::string();
    return std::string(name) + "(" + std::to_string(value) + "): the number must be from " + std::to_string(least) +
           " to " + std::to_string(most) + ".";
  };
  for (const std::string& fault :
       {outside("threads", sizes.threads, 2, mostThreads), outside("calls", sizes.calls, 2, maxCallsInRow),
        outside("before", sizes.before, 0, maxCallsInRow), outside("after", sizes.after, 0, maxCallsInRow),
        outside("programs", sizes.programs, 1, 100000)})
    if (!fault.empty())
      return fault;
  if (subject.calls.size() > 4096)
    return "The operations and their values make more than 4096 different calls; list fewer values in any(...).";
  const std::vector<unsigned> even(sizes.threads, (sizes.calls + sizes.threads - 1) / sizes.threads);
  if (orderCount(even, maxOrders) >= maxOrders)
    return "calls(" + std::to_string(sizes.calls) + ") in threads(" + std::to_string(sizes.threads) +
           ") can have more than " + std::to_string(maxOrders) + " orders; give fewer of one of them.";
  for (const Subject::Group& one : subject.groups)
    for (const Subject::Group& other : subject.groups) {
      if (one.first < other.first && one.name == other.name)
        return "Two operations are called \"" + one.name + "\"; give each a name of its own.";
    }
  return "";
}

// What a test found.
struct Verdict {
  bool isRight = true;
  std::string text; // what is shown

  static Verdict failure(const std::string& text) { return {false, text}; }
};

// Makes clients until one fails, and then makes that one smaller.
class Verification {
public:
  Verification(const Subject& subject, SequentialRuns::Start start, ExplorationPlace place, std::string expected,
               double seconds)
      : m_subject(subject), m_start(std::move(start)), m_place(std::move(place)), m_kind(std::move(expected)),
        m_explorer(m_place, subject, seconds), m_seconds(seconds) {}

  Verdict run() {
    const double begin = secondsNow();
    Generator generator(m_subject);
    for (std::size_t most = 8; m_count < m_subject.sizes.programs; most = maxTogether) {
      std::vector<Case> cases;
      if (const Verdict verdict = generate(generator, most, cases); !verdict.isRight)
        return verdict;
      if (cases.empty())
        break;
      std::optional<Verdict> verdict = exploreAll(cases);
      if (verdict)
        return *verdict;
    }
    return nothingFound(secondsNow() - begin);
  }

private:
  static constexpr std::size_t maxTogether = 32; // of clients in one exploration

  // Explores clients together, and in smaller parts where that takes too long. Returns what ends the test.
  std::optional<Verdict> exploreAll(const std::vector<Case>& cases) {
    const Exploration together = m_explorer.run(cases);
    if (together.status == 0) {
      m_explored += cases.size();
      return std::nullopt;
    }
    if (together.status < 0 || together.status == 2)
      return failedCheck(cases.front().client, together);
    if (together.status == 1) {
      const Case& one = cases[together.which];
      m_explored += together.which;
      if (isExpected(together.kind))
        return found(one.client, together.kind);
      const Exploration alone =
          cases.size() == 1 ? together : m_explorer.run({one}); // the witness has this client only
      return judged(one, alone.status == 1 ? alone : together);
    }
    if (cases.size() == 1)
      return incomplete(cases.front().client, together);
    const auto middle = cases.begin() + static_cast<std::ptrdiff_t>(cases.size() / 2);
    if (std::optional<Verdict> verdict = exploreAll({cases.begin(), middle}))
      return verdict;
    return exploreAll({middle, cases.end()});
  }

  // The next clients, with what is expected of them; a failure where they fail without threads.
  Verdict generate(Generator& generator, std::size_t most, std::vector<Case>& cases) {
    std::size_t length = 0;
    Case one;
    while (cases.size() < most && m_count < m_subject.sizes.programs && length < 60000 &&
           generator.next(m_count, one.client)) {
      one.expected = SequentialRuns(one.client, m_start, m_blocked).run();
      if (!one.expected.problem.empty())
        return sequentialFailure(one.client, one.expected);
      if (one.expected.isStuck) {
        // So many without one that can be explored in between: there are hardly any.
        if (++m_leftOut > 20 + 4 * m_count + m_subject.sizes.programs)
          break;
        continue;
      }
      m_count++;
      length += one.expected.text(m_subject.sizes.realTime).size();
      if (length > 120000 && cases.empty())
        return Verdict::failure("A client has too many outcomes; give fewer calls() or threads().\n" +
                                programText(m_subject, one.client));
      cases.push_back(one);
    }
    return {};
  }

  // Whether an error of this kind is expected. Several may be, divided by '|'.
  bool isExpected(const std::string& kind) const {
    std::istringstream kinds(m_kind);
    for (std::string one; std::getline(kinds, one, '|');)
      if (one == kind)
        return true;
    return false;
  }

  Verdict failedCheck(const Client& client, const Exploration& exploration) const {
    return Verdict::failure("revisit check failed:\n" + programText(m_subject, client) + exploration.printed);
  }

  Verdict found(const Client& client, const std::string& kind) const {
    return {true, "Found, as expected: " + kind + ", with client " + std::to_string(m_explored + 1) + ":\n" +
                      programText(m_subject, client)};
  }

  std::string leftOutText() const {
    if (m_leftOut == 0)
      return "";
    return " " + std::to_string(m_leftOut) + (m_leftOut == 1 ? " other was" : " others were") +
           " left out, because in some order of the calls one waits for ever.";
  }

  Verdict nothingFound(double seconds) const {
    if (m_count == 0)
      return Verdict::failure(
          "No client can be explored: in each, some order of the calls leaves one waiting for ever. "
          "Give operations that end the waiting, or calls that wait less.");
    char text[200];
    std::snprintf(text, sizeof text, "%u clients were explored in %.1f s (%s); each result has an order of the calls.",
                  m_count, seconds, m_explorer.algorithm().c_str());
    const std::string summary = text + leftOutText();
    if (!m_kind.empty())
      return Verdict::failure("Expected: " + m_kind + ". No client fails: " + summary +
                              " More calls(), threads(), programs() or another seed() may find it.");
    return {true, summary};
  }

  Verdict incomplete(const Client& client, const Exploration& exploration) const {
    std::string text = "Not everything was explored, so the test says nothing yet: client " +
                       std::to_string(m_explored + 1) + " of " + std::to_string(m_subject.sizes.programs) + ", " +
                       exploration.reasons + ".\n" + programText(m_subject, client) +
                       (exploration.isOutOfTime
                            ? "Give fewer calls(), threads() or programs(), or more TIMEOUT to revisit_add_model_tests."
                            : "Revisit's report:\n" + shortened(exploration.printed));
    return {m_kind == "incomplete", text};
  }

  Verdict sequentialFailure(const Client& client, const Expected& expected) const {
    std::string text = "Without threads already, " + expected.problem + ".\n";
    std::vector<std::size_t> done(client.rows.size());
    if (expected.failed.empty())
      text += programText(m_subject, client);
    else
      text += "The calls so far, one after the other:\n";
    for (const char digit : expected.failed) {
      const std::size_t row = static_cast<std::size_t>(digit - '0');
      text += "  " + m_subject.calls[client.rows[row][done[row]++]].text + "\n";
    }
    if (!expected.printed.empty())
      text += "The program printed:\n" + expected.printed.substr(0, 2000) + "\n";
    return Verdict::failure(text);
  }

  Verdict judged(Case one, Exploration exploration) {
    if (isExpected(exploration.kind))
      return found(one.client, exploration.kind);
    const unsigned callsBefore = one.client.callCount();
    shrink(one, exploration);
    std::string text = m_kind.empty() ? "" : "Expected: " + m_kind + ". Found: " + exploration.kind + ".\n";
    if (exploration.kind == notLinearizable)
      text += "Not linearizable: no order of the calls explains the results.";
    else
      text += "An execution fails: " + exploration.kind + ": " + withShortNames(exploration.message);
    text += " (Client " + std::to_string(m_explored + 1) + " of " + std::to_string(m_subject.sizes.programs);
    if (callsBefore != one.client.callCount())
      text +=
          ", made smaller from " + std::to_string(callsBefore) + " calls to " + std::to_string(one.client.callCount());
    return Verdict::failure(text + ".)\n" +
                            failureText(m_subject, one.client, one.expected, exploration, m_place.command));
  }

  // Goes on to a smaller client with the same kind of error, as long as there is one.
  void shrink(Case& one, Exploration& exploration) {
    m_explorer.endIn(std::min(30.0, std::max(5.0, m_seconds / 4)));
    std::set<std::string> known = {one.client.key()};
    for (bool isSmaller = true; isSmaller;) {
      isSmaller = false;
      std::vector<Case> cases;
      for (const Client& smaller : smallerClients(one.client, m_subject)) {
        if (m_explorer.secondsLeft() <= 0 || !known.insert(smaller.key()).second)
          continue;
        const Expected expected = SequentialRuns(smaller, m_start, m_blocked).run();
        if (expected.problem.empty() && !expected.isStuck)
          cases.push_back({smaller, expected});
      }
      for (std::size_t at = 0; at < cases.size() && !isSmaller; at += shrunkTogether) {
        const std::size_t end = std::min(cases.size(), at + shrunkTogether);
        isSmaller = takeSmaller(
            {cases.begin() + static_cast<std::ptrdiff_t>(at), cases.begin() + static_cast<std::ptrdiff_t>(end)}, one,
            exploration, known);
      }
    }
  }

  // Takes one of the smaller clients, if one has the same kind of error. Those that were not explored are forgotten
  // again.
  bool takeSmaller(const std::vector<Case>& cases, Case& one, Exploration& exploration, std::set<std::string>& known) {
    const Exploration together = m_explorer.run(cases);
    if (together.status == 0)
      return false;
    for (std::size_t at = 0; at < cases.size(); at++) {
      if (together.status == 1 && together.kind == exploration.kind && at != together.which) {
        known.erase(cases[at].client.key());
        continue;
      }
      const Exploration alone = m_explorer.run({cases[at]});
      if (alone.status == 1 && alone.kind == exploration.kind) {
        one = cases[at], exploration = alone;
        return true;
      }
    }
    return false;
  }

  static constexpr std::size_t shrunkTogether = 8;

  const Subject& m_subject;
  const SequentialRuns::Start m_start;
  const ExplorationPlace m_place;
  const std::string m_kind; // that is expected; empty: none
  Explorer m_explorer;
  BlockedCalls m_blocked;
  const double m_seconds;
  unsigned m_count = 0, m_leftOut = 0; // clients with expected results; those left out
  std::size_t m_explored = 0;
};

// The words of a text that is quoted for the shell.
inline std::vector<std::string> wordsOf(const std::string& quoted) {
  std::vector<std::string> words;
  bool isQuoted = false, isWord = false;
  for (std::size_t at = 0; at < quoted.size(); at++) {
    if (quoted[at] == '\'') {
      isQuoted = !isQuoted;
    } else if (!isQuoted && quoted[at] == ' ') {
      isWord = false;
      continue;
    } else if (!isQuoted && quoted[at] == '\\') {
      at++;
    }
    if (!isWord)
      words.emplace_back();
    isWord = true;
    if (quoted[at] != '\'' || (at > 0 && quoted[at - 1] == '\\'))
      words.back() += quoted[at];
  }
  return words;
}

// Takes a time limit out of options. It is for the test, not for each exploration.
inline double limitIn(std::vector<std::string>& options, double otherwise) {
  static const std::string name = "--timeout=";
  for (std::size_t at = options.size(); at-- > 0;)
    if (options[at].compare(0, name.size(), name) == 0) {
      otherwise = std::strtod(options[at].c_str() + name.size(), nullptr);
      options.erase(options.begin() + static_cast<std::ptrdiff_t>(at));
    }
  return otherwise;
}

// Runs a test in an executable that revisit_add_model_tests() knows.
inline Verdict verify(const Subject& subject, const Texts& texts, const std::string& command,
                      const std::string& program, const std::string& folder, const std::string& commonOptions) {
  if (const std::string fault = faultOf(subject); !fault.empty())
    return Verdict::failure(fault);
  ExplorationPlace place{command, program, folder, wordsOf(commonOptions)};
  place.options.insert(place.options.end(), texts.options.begin(), texts.options.end());
  const double seconds = limitIn(place.options, 300);
  const auto start = [&](const std::string& client, const std::string& blocked, const std::string& from, int file) {
    Process::execute({program, subject.name, "orders", client, blocked, from, std::to_string(file)});
  };
  return Verification(subject, start, place, texts.expected, seconds).run();
}

} // namespace revisit::linearizability
