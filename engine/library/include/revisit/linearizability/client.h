// Part of linearizability.h: clients, at random and smaller ones.
#pragma once

#include <revisit/linearizability/rows.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace revisit::linearizability {

// A declaration without its types.
struct Subject {
  struct Call {
    std::string text;              // "push(1)"
    std::vector<unsigned> smaller; // calls of the same operation with a smaller value of one parameter
  };
  struct Group { // the calls of an operation
    std::string name;
    unsigned weight, first, count;
    int kind; // operations of the same kind are called by one thread; -1: by any
  };

  std::string name;  // Suite.Name
  std::string fault; // of the declaration
  Sizes sizes;
  unsigned bitsOfCall = 1;
  bool hasModel = false;
  std::vector<Call> calls;
  std::vector<Group> groups;
  std::function<void(int file, const char* rows, const char* blocked, const char* from)> runOrders;
};

template <class Declaration> Subject subjectOf(const Declaration& declaration) {
  Subject subject;
  subject.sizes = declaration.sizes();
  subject.bitsOfCall = declaration.bitsOfCall();
  subject.hasModel = Declaration::hasModel;
  const unsigned calls = subject.sizes.calls;
  const unsigned most = 10000; // more are refused, and not listed
  for (unsigned call = 0; call < std::min(most + 1, declaration.differentCalls()); call++)
    declaration.withOperation(call, [&](const auto& operation, unsigned combination, unsigned) {
      if (combination == 0)
        subject.groups.push_back({operation.name(), operation.weight(), call, operation.combinations(calls), -1});
      Text text;
      operation.describeCall(combination, calls, text);
      Subject::Call one{std::string(text.shown()), {}};
      for (unsigned parameter = 0; parameter < operation.parameters; parameter++)
        for (unsigned value = 0; value < operation.valueIn(combination, calls, parameter); value++)
          one.smaller.push_back(call - combination + operation.replaced(combination, calls, parameter, value));
      subject.calls.push_back(std::move(one));
    });
  int kind = 0;
  for (const auto& names : declaration.texts().groups) {
    for (const std::string& name : names) {
      bool isKnown = false;
      for (Subject::Group& group : subject.groups)
        if (group.name == name) {
          group.kind = kind;
          isKnown = true;
        }
      if (!isKnown)
        subject.fault = "byOneThread(\"" + name + "\"): no operation has this name.";
    }
    kind++;
  }
  return subject;
}

// A program of calls: before, one row for each thread, after.
struct Client {
  std::vector<std::vector<unsigned>> rows;

  // As Rows reads it.
  std::string text() const {
    std::string text;
    for (std::size_t row = 0; row < rows.size(); row++) {
      text += row == 0 ? "" : "|";
      for (std::size_t at = 0; at < rows[row].size(); at++)
        text += (at == 0 ? "" : ",") + std::to_string(rows[row][at]);
    }
    return text;
  }
  // Equal for clients that differ in the order of their threads.
  std::string key() const {
    Client sorted = *this;
    if (rows.size() > 2)
      std::sort(sorted.rows.begin() + 1, sorted.rows.end() - 1);
    return sorted.text();
  }
  unsigned callCount() const {
    std::size_t count = 0;
    for (const auto& row : rows)
      count += row.size();
    return static_cast<unsigned>(count);
  }
};

// The number of orders of the threads' calls; `most` if there are more.
inline unsigned long orderCount(const std::vector<unsigned>& lengths, unsigned long most) {
  unsigned long count = 1, placed = 0;
  for (const unsigned length : lengths)
    for (unsigned long at = 1; at <= length; at++) {
      placed++;
      count = count * placed / at; // a binomial coefficient after each step
      if (count >= most)
        return most;
    }
  return count;
}

// The same numbers with every compiler and library.
class Random {
public:
  explicit Random(uint64_t seed) : m_state(seed) {}

  uint64_t next() {
    m_state += 0x9e3779b97f4a7c15u;
    return mixed(m_state, 0x2545f4914f6cdd1du);
  }
  // Below `count`.
  unsigned below(unsigned count) { return static_cast<unsigned>((next() >> 32) * count >> 32); }
  // About normal, with standard deviation 1, around numerator / denominator, rounded.
  int normal(unsigned numerator, unsigned denominator) {
    int64_t sum = 0; // of twelve numbers below 1, in units of 1 / 65536
    for (int at = 0; at < 12; at++)
      sum += static_cast<int64_t>(below(65536));
    const int64_t value = sum - 6 * 65536 + static_cast<int64_t>(numerator) * 65536 / denominator + 32768;
    return static_cast<int>(value >= 0 ? value / 65536 : -1);
  }

private:
  uint64_t m_state;
};

// Random clients, no two the same up to the order of their threads, the smallest first.
class Generator {
public:
  explicit Generator(const Subject& subject) : m_subject(subject), m_random(subject.sizes.seed) {}

  // The next client when `index` of sizes.programs are used. Returns whether there is one.
  bool next(unsigned index, Client& client) {
    for (unsigned total = std::max(totalAt(index), m_least); total <= m_subject.sizes.calls; total++) {
      // Of some, the one whose operations were together in the fewest clients so far, whatever their values.
      unsigned candidates = 0, fewest = 0;
      for (int attempt = 0; attempt < 100 && candidates < 6; attempt++) {
        const Client made = make(total);
        bool hasIdle = false; // a thread that may call nothing
        for (std::size_t row = 1; row + 1 < made.rows.size(); row++)
          hasIdle |= made.rows[row].empty();
        if (hasIdle || m_known.count(made.key()) != 0)
          continue;
        const unsigned used = m_used[operationsOf(made)];
        if (candidates++ == 0 || used < fewest) {
          client = made;
          fewest = used;
        }
      }
      if (candidates != 0) {
        m_known.insert(client.key());
        m_used[operationsOf(client)]++;
        return true;
      }
      m_least = total + 1; // there are hardly any others of that size
    }
    return false;
  }

private:
  // The number of the threads' calls: from 2 to all, with more of the larger ones.
  unsigned totalAt(unsigned index) const {
    const unsigned most = m_subject.sizes.calls;
    const unsigned long programs = m_subject.sizes.programs;
    const unsigned long left = index < programs ? programs - index : 0;
    return std::max(2u, most - static_cast<unsigned>((most - 1) * left * left / (programs * programs)));
  }

  // The operations of the threads, whatever their order and the values.
  std::string operationsOf(Client client) const {
    client.rows.front().clear();
    client.rows.back().clear();
    for (auto& row : client.rows)
      for (unsigned& call : row) {
        unsigned operation = 0;
        while (operation + 1 < m_subject.groups.size() && m_subject.groups[operation + 1].first <= call)
          operation++;
        call = operation;
      }
    return client.key();
  }

  Client make(unsigned total) {
    const Sizes& sizes = m_subject.sizes;
    const unsigned threads = 2 + m_random.below(std::min(sizes.threads, total) - 1);
    Client client;
    m_threadOfKind.clear();
    for (std::size_t kind = 0; kind < m_subject.groups.size(); kind++)
      m_threadOfKind.push_back(m_random.below(threads));
    client.rows.push_back(row(m_random.below(sizes.before + 1), before));
    unsigned left = total;
    for (unsigned thread = 0; thread < threads; thread++) {
      const unsigned after = threads - thread - 1;
      unsigned length = left;
      if (after != 0) {
        const int drawn = m_random.normal(total, threads);
        length = std::min(left - after, drawn < 1 ? 1u : static_cast<unsigned>(drawn));
      }
      length = std::min(length, mostInRow());
      client.rows.push_back(row(length, thread));
      left -= length;
    }
    client.rows.push_back(row(m_random.below(sizes.after + 1), after));
    return client;
  }

  // A thread gets its calls in the 56 upper bits of its argument.
  unsigned mostInRow() const { return std::min(maxCallsInRow, 56 / m_subject.bitsOfCall); }

  std::vector<unsigned> row(unsigned length, unsigned thread) {
    const auto weightOf = [&](const Subject::Group& group) {
      if (thread == before) // what only looks at the object makes no difference there
        return group.weight > 1 ? group.weight : 0;
      const bool isAllowed =
          thread == after || group.kind < 0 || m_threadOfKind[static_cast<std::size_t>(group.kind)] == thread;
      return isAllowed ? group.weight : 0;
    };
    unsigned weights = 0;
    for (const Subject::Group& group : m_subject.groups)
      weights += weightOf(group);
    std::vector<unsigned> calls;
    unsigned repeats = 0;
    while (weights != 0 && calls.size() < length) {
      unsigned drawn = m_random.below(weights);
      std::size_t at = 0;
      for (; drawn >= weightOf(m_subject.groups[at]); at++)
        drawn -= weightOf(m_subject.groups[at]);
      const unsigned call = m_subject.groups[at].first + m_random.below(m_subject.groups[at].count);
      const bool isRepeated = std::find(calls.begin(), calls.end(), call) != calls.end();
      if (thread != before || !isRepeated || repeats++ > 4) // different calls before fill the object better
        calls.push_back(call);
    }
    return calls;
  }

  static constexpr unsigned before = ~0u, after = ~1u; // not threads

  const Subject& m_subject;
  Random m_random;
  std::vector<unsigned> m_threadOfKind;
  unsigned m_least = 2;
  std::set<std::string> m_known;
  std::map<std::string, unsigned> m_used; // by operationsOf()
};

// Clients that are one step smaller, the greatest steps first: without a thread, without a call, with a smaller value.
inline std::vector<Client> smallerClients(const Client& client, const Subject& subject) {
  std::vector<Client> smaller;
  if (client.rows.size() > 3) // one thread is left
    for (std::size_t row = 1; row + 1 < client.rows.size(); row++) {
      smaller.push_back(client);
      smaller.back().rows.erase(smaller.back().rows.begin() + static_cast<std::ptrdiff_t>(row));
    }
  for (std::size_t row = 0; row < client.rows.size(); row++)
    for (std::size_t at = 0; at < client.rows[row].size(); at++) {
      const bool isThread = row != 0 && row + 1 < client.rows.size();
      if (isThread && client.rows[row].size() == 1)
        continue; // that is to leave the thread out
      smaller.push_back(client);
      auto& calls = smaller.back().rows[row];
      calls.erase(calls.begin() + static_cast<std::ptrdiff_t>(at));
    }
  for (std::size_t row = 0; row < client.rows.size(); row++)
    for (std::size_t at = 0; at < client.rows[row].size(); at++)
      for (const unsigned call : subject.calls[client.rows[row][at]].smaller) {
        smaller.push_back(client);
        smaller.back().rows[row][at] = call;
      }
  return smaller;
}

} // namespace revisit::linearizability
