// Part of linearizability.h: runs the calls of a client one after the other, in every order. The explored program does
// this too, outside Revisit, so that what is expected and what is found come from the same code and the same C++
// library.
#pragma once

#include <revisit/linearizability/rows.h>

#include <set>
#include <string>
#include <unistd.h>

namespace revisit::linearizability {

// An order is the list of its calls' rows: "0112" is the call before, two calls of the first thread, one of the second.
// What happens is written to a file, which another process reads. It ends this one where a call never comes back, and
// starts another that knows of it:
//     order 0112      an order begins
//     make            the object is made
//     call            the next call begins
//     gives 1f ...    it has ended, with the hash of its result, then its result
//     end             the object is destroyed
//     stuck 01        no call can come after these
//     done            there are no more orders
template <class Declaration> class Orders {
public:
  // `blocked`: orders, divided by ',', whose last call never comes back. `from`: the first order that is run.
  Orders(const Declaration& declaration, int file, const char* rows, const char* blocked, const char* from)
      : m_declaration(declaration), m_file(file), m_rows(rows), m_from(from) {
    for (std::string one; *blocked; blocked++) {
      if (*blocked != ',')
        one += *blocked;
      if (*blocked == ',' || !blocked[1]) {
        m_blocked.insert(one);
        one.clear();
      }
    }
  }

  void run() {
    std::string order;
    unsigned done[maxRows] = {};
    if (extend(order, done))
      tell("done\n");
  }

private:
  // Runs all orders that begin so. Returns whether to go on.
  bool extend(std::string& order, unsigned* done) {
    if (order < m_from.substr(0, order.size()))
      return true;
    unsigned first = 0, last = 0; // the rows whose calls may come next
    const auto isLeft = [&](unsigned row) { return done[row] < m_rows.length[row]; };
    if (!isLeft(0)) {
      first = 1, last = m_rows.count - 2;
      bool isAnyLeft = false;
      for (unsigned row = first; row <= last; row++)
        isAnyLeft |= isLeft(row);
      if (!isAnyLeft) {
        first = last = m_rows.count - 1;
        if (!isLeft(first)) {
          runOne(order);
          if (m_from.empty() && !m_hasRepeated)
            runOne(order); // to see whether it gives the same
          m_hasRepeated = true;
          return true;
        }
      }
    }
    bool isPossible = false;
    for (unsigned row = first; row <= last; row++) {
      if (!isLeft(row))
        continue;
      order += static_cast<char>('0' + row);
      if (m_blocked.count(order) == 0) {
        isPossible = true;
        done[row]++;
        if (!extend(order, done))
          return false;
        done[row]--;
      }
      order.pop_back();
    }
    if (!isPossible)
      tell("stuck " + order + "\n");
    return isPossible;
  }

  void runOne(const std::string& order) {
    tell("order " + order + "\nmake\n");
    if constexpr (Declaration::hasModel)
      withMade(m_declaration.modelMaker(), [&](auto& model) { runOn<true>(order, model); }, [this] { tell("end\n"); });
    else
      withMade(m_declaration.maker(), [&](auto& object) { runOn<false>(order, object); }, [this] { tell("end\n"); });
  }

  template <bool IsModel, class Target> void runOn(const std::string& order, Target& target) {
    unsigned done[maxRows] = {};
    for (const char digit : order) {
      const unsigned row = static_cast<unsigned>(digit - '0');
      tell("call\n");
      Text text;
      callOperation<IsModel>(done[row], m_declaration, m_rows.calls[row][done[row]], target, text);
      done[row]++;
      char hash[24];
      std::snprintf(hash, sizeof hash, "%llx", static_cast<unsigned long long>(text.hash()));
      tell("gives " + std::string(hash) + " " + std::string(text.shown()) + (text.isCut() ? "..." : "") + "\n");
    }
  }

  void tell(const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
      const ssize_t written = ::write(m_file, text.data() + at, text.size() - at);
      if (written <= 0)
        _exit(3);
      at += static_cast<std::size_t>(written);
    }
  }

  const Declaration& m_declaration;
  const int m_file;
  const Rows m_rows;
  const std::string m_from;
  std::set<std::string> m_blocked;
  bool m_hasRepeated = false;
};

} // namespace revisit::linearizability
