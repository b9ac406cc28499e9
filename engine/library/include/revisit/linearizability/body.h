// Part of linearizability.h: a test in the program that is explored.
#pragma once

#include <revisit.h>
#include <revisit/linearizability/orders.h>
#include <revisit/model_body.h>

#include <atomic>
#include <cstring>
#include <new>
#include <pthread.h>

namespace revisit::linearizability {

// Which of some clients is played. A thread throws a coin for main: it writes once, before main reads or after. So each
// number is explored once, in one exploration for all clients, which takes much less time than one for each.
inline unsigned chosen(unsigned count) {
  static std::atomic<bool> coins[8];
  unsigned number = 0;
  for (unsigned bit = 0; 1u << bit < count; bit++) {
    pthread_t thread;
    const auto throwCoin = [](void* coin) -> void* {
      static_cast<std::atomic<bool>*>(coin)->store(true);
      return nullptr;
    };
    if (pthread_create(&thread, nullptr, throwCoin, &coins[bit]) != 0)
      return number;
    number |= (coins[bit].load() ? 1u : 0u) << bit;
    pthread_join(thread, nullptr);
  }
  return number;
}

// A part of a text, whose parts are divided so.
inline std::string_view partOf(const char* text, unsigned number, char divider) {
  for (; number > 0; number--)
    text = std::strchr(text, divider) + 1;
  const char* const end = std::strchr(text, divider);
  return {text, end ? static_cast<std::size_t>(end - text) : std::strlen(text)};
}

// What the threads leave for main, which reads it after they have ended.
inline uint64_t results[maxRows];
// For real time. How many calls of each thread have ended; for each call, four bits for each thread, how many of its
// calls had ended before. Relaxed accesses order nothing in the object, so that its races stay races.
inline std::atomic<unsigned> completed[maxRows];
inline uint64_t ended[maxRows][maxCallsInRow];

// Tells the result of a call to the one who reads the output of a witness.
inline void announce(unsigned row, unsigned number, const Text& text) {
  char line[Text::room + 48];
  std::size_t length = 0;
  const auto put = [&](std::string_view words) {
    std::memcpy(line + length, words.data(), words.size());
    length += words.size();
  };
  put("\nrevisit-result ");
  line[length++] = static_cast<char>('0' + row);
  line[length++] = static_cast<char>('a' + number);
  line[length++] = ' ';
  put(text.shown());
  put(text.isCut() ? "...\n" : "\n");
  if (::write(STDOUT_FILENO, line, length) < 0)
    return;
}

// One client of a declaration, played once.
template <class Test> class Client {
  static_assert(CheckedDeclaration<decltype(Test::declaration())>::holds);

public:
  // One of the clients, which are divided by ';', with what is expected of it, divided by '/'.
  static void playOne(const char* clients, const char* expected, const char* file, int line) {
    unsigned count = 1;
    for (const char* at = clients; (at = std::strchr(at, ';')) != nullptr; at++)
      count++;
    const unsigned number = chosen(count);
    if (number >= count)
      return;
    if (count > 1) {
      char words[] = "\nrevisit-client a\n";
      words[sizeof words - 3] = static_cast<char>('a' + number);
      if (::write(STDOUT_FILENO, words, sizeof words - 1) < 0)
        return;
    }
    play(partOf(clients, number, ';').data(), partOf(expected, number, '/'), file, line);
  }

private:
  // Returns when an order explains the results, which are listed in `expected`.
  static void play(const char* rowsText, std::string_view expected, const char* file, int line) {
    const Rows rows(rowsText);
    const auto declaration = Test::declaration();
    using Made = std::invoke_result_t<decltype(declaration.maker())>;
    Made object = declaration.maker()(); // reports name its parts after this variable
    if constexpr (isSmartPointer<Made> || std::is_pointer_v<Made>)
      s_object = &*object;
    else
      s_object = &object;
    playOn(*s_object, declaration, rows, expected, file, line);
  }

  template <class Object, class Declaration>
  static void playOn(Object& object, const Declaration& declaration, const Rows& rows, std::string_view expected,
                     const char* file, int line) {
    const unsigned last = rows.count - 1;
    const uint64_t before = playRow(object, declaration, 0, rows.length[0], rows.calls[0]);
    pthread_t threads[maxRows];
    for (unsigned row = 1; row < last; row++)
      if (pthread_create(&threads[row], nullptr, playThread,
                         reinterpret_cast<void*>(codeOf(rows, row, declaration.bitsOfCall()))) != 0)
        revisit_fail("a thread cannot be created", file, line);
    for (unsigned row = 1; row < last; row++)
      pthread_join(threads[row], nullptr);
    const uint64_t after = playRow(object, declaration, last, rows.length[last], rows.calls[last]);

    uint64_t total = mixed(0, before);
    for (unsigned row = 1; row < last; row++)
      total = mixed(total, results[row]);
    total = mixed(total, after);
    if (!(declaration.sizes().realTime ? isExplainedInTime(expected, total) : isExplained(expected, total)))
      revisit_fail("not linearizable: no order of the calls explains their results", file, line);
  }

  // A thread's row fits in its argument, so that it reads nothing of it that another wrote.
  static uintptr_t codeOf(const Rows& rows, unsigned row, unsigned bits) {
    uintptr_t code = 0;
    for (unsigned at = rows.length[row]; at-- > 0;)
      code = code << bits | rows.calls[row][at];
    return code << 8 | rows.length[row] << 4 | row;
  }

  static void* playThread(void* argument) {
    uintptr_t code = reinterpret_cast<uintptr_t>(argument);
    const unsigned row = code & 15, count = code >> 4 & 15;
    code >>= 8;
    char name[] = "thread 0";
    name[sizeof name - 2] = static_cast<char>('0' + row);
    pthread_setname_np(pthread_self(), name);
    const auto declaration = Test::declaration(); // each thread has one of its own
    unsigned calls[maxCallsInRow];
    for (unsigned at = 0; at < count; at++) {
      calls[at] = code & ((uintptr_t(1) << declaration.bitsOfCall()) - 1);
      code >>= declaration.bitsOfCall();
    }
    results[row] = playInTime(*s_object, declaration, row, count, calls);
    return nullptr;
  }

  template <class Object, class Declaration>
  static uint64_t playRow(Object& object, const Declaration& declaration, unsigned row, unsigned count,
                          const unsigned* calls) {
    uint64_t hash = 0;
    for (unsigned at = 0; at < count; at++) {
      Text text;
      callOperation<false>(at, declaration, calls[at], object, text);
      hash = mixed(hash, text.hash());
      announce(row, at, text);
    }
    return hash;
  }

  template <class Object, class Declaration>
  static uint64_t playInTime(Object& object, const Declaration& declaration, unsigned row, unsigned count,
                             const unsigned* calls) {
    if (!declaration.sizes().realTime)
      return playRow(object, declaration, row, count, calls);
    uint64_t hash = 0, seen[maxCallsInRow] = {};
    for (unsigned at = 0; at < count; at++) {
      for (unsigned other = 1; other <= mostThreads; other++)
        if (other != row && other <= declaration.sizes().threads)
          seen[at] |= uint64_t(completed[other].load(std::memory_order_relaxed)) << 4 * other;
      Text text;
      callOperation<false>(at, declaration, calls[at], object, text);
      completed[row].store(at + 1, std::memory_order_relaxed);
      hash = mixed(hash, text.hash());
      announce(row, at, text);
    }
    for (unsigned at = 0; at < count; at++)
      ended[row][at] = seen[at];
    return hash;
  }

  static bool isExplained(std::string_view expected, uint64_t total) {
    constexpr std::size_t width = 16;
    char digits[width];
    putDigits(digits, total);
    std::size_t from = 0, to = expected.size() / width; // sorted
    while (from < to) {
      const std::size_t middle = (from + to) / 2;
      const int side = std::memcmp(expected.data() + middle * width, digits, width);
      if (side == 0)
        return true;
      (side < 0 ? from : to) = side < 0 ? middle + 1 : middle;
    }
    return false;
  }

  // Here each outcome is followed by ':', an order that has it, and ';'.
  static bool isExplainedInTime(std::string_view expected, uint64_t total) {
    char digits[16];
    putDigits(digits, total);
    while (!expected.empty()) {
      const std::size_t end = expected.find(';');
      if (std::memcmp(expected.data(), digits, sizeof digits) == 0 &&
          isInTime(expected.substr(sizeof digits + 1, end - sizeof digits - 1)))
        return true;
      expected.remove_prefix(end + 1);
    }
    return false;
  }
  static bool isInTime(std::string_view order) {
    unsigned done[maxRows + 2] = {};
    for (const char digit : order) {
      const unsigned row = static_cast<unsigned>(digit - '0');
      for (unsigned other = 1; other <= mostThreads; other++)
        if ((ended[row][done[row]] >> 4 * other & 15) > done[other])
          return false;
      done[row]++;
    }
    return true;
  }

  inline static typename decltype(Test::declaration())::Object* s_object;

  static void putDigits(char* digits, uint64_t number) {
    for (int at = 15; at >= 0; at--, number >>= 4)
      digits[at] = "0123456789abcdef"[number & 15];
  }
};

// What the explored program does for a test: "explore CLIENTS EXPECTED" under Revisit, "orders ROWS BLOCKED FROM FILE"
// outside.
template <class Test> int runArguments(int count, char** arguments) {
  if (count == 3 && std::strcmp(arguments[0], "explore") == 0) {
    Client<Test>::playOne(arguments[1], arguments[2], Test::file, Test::line);
    return 0;
  }
  if (count == 5 && std::strcmp(arguments[0], "orders") == 0) {
    const auto declaration = Test::declaration();
    Orders<Plain<decltype(declaration)>>(declaration, std::atoi(arguments[4]), arguments[1], arguments[2], arguments[3])
        .run();
    return 0;
  }
  return 2;
}

} // namespace revisit::linearizability

#define REVISIT_LINEARIZABILITY_CASE(Suite, Name)                                                                      \
  static ::revisit::ModelBody revisit_entry_##Suite##_##Name(                                                          \
      #Suite "." #Name, ::revisit::linearizability::runArguments<revisit_linearizability_##Suite##_##Name>);
