// A client of a set: threads that call `add`, `remove` and `contains`, and the results that they may have.
//
//   PROGRAM CLIENT [OUTCOMES]
//
// CLIENT: the calls of each thread, "a1r2/c0/a2" is add(1), remove(2) in one thread, contains(0) in another one, add(2)
// in the third. A capital letter is a call with its bug (of structures that have one). OUTCOMES: the allowed results of
// all calls in the order of CLIENT, 1 for true, separated by commas: "1101,1001". Without them everything is allowed.
// With `number`, the exit status is the place of the results in OUTCOMES.
//
// Threads share nothing but the set: the calls come in the bits of a thread's argument, the results go in the bits of
// what it returns.
#pragma once

#include <cassert>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>

namespace client {

constexpr unsigned mostThreads = 4;
constexpr unsigned maxCalls = 10; // of a thread

// A call in six bits; 0: none.
enum Operation : unsigned { add = 1, remove = 2, contains = 3 };
constexpr unsigned operationShift = 4, buggyBit = 8, keyMask = 7, callBits = 6;

[[noreturn]] inline void refuse(const char* client) {
  std::fprintf(stderr, "%s: not a client\n", client);
  std::exit(2);
}

inline unsigned encode(const char* call, const char* client) {
  const char letter = static_cast<char>(call[0] | 0x20);
  const unsigned operation = letter == 'a' ? add : letter == 'r' ? remove : letter == 'c' ? contains : 0;
  if (operation == 0 || call[1] < '0' || call[1] > '7')
    refuse(client);
  return operation << operationShift | (call[0] == letter ? 0 : buggyBit) | static_cast<unsigned>(call[1] - '0');
}

// The threads do their calls on this object, which exists before them.
template <class Set> Set set;

template <class Set> void* callAll(void* argument) {
  std::uintptr_t results = 0;
  unsigned number = 0;
  for (auto calls = reinterpret_cast<std::uintptr_t>(argument); calls != 0; calls >>= callBits) {
    const int key = static_cast<int>(calls & keyMask);
    const bool buggy = (calls & buggyBit) != 0;
    bool result = false;
    switch (calls >> operationShift & 3) {
    case add:
      result = set<Set>.add(key, buggy);
      break;
    case remove:
      result = set<Set>.remove(key, buggy);
      break;
    default:
      result = set<Set>.contains(key);
    }
    results |= std::uintptr_t{result} << number++;
  }
  return reinterpret_cast<void*>(results);
}

constexpr int isMissing = -1;

// The place of a text in a list with commas.
inline int find(const char* list, const char* text) {
  int number = 0;
  for (const char* next = list; *next != '\0'; number++) {
    const char* wanted = text;
    while (*wanted != '\0' && *next == *wanted) {
      next++;
      wanted++;
    }
    if (*wanted == '\0' && (*next == ',' || *next == '\0'))
      return number;
    while (*next != '\0' && *next++ != ',') {
    }
  }
  return isMissing;
}

template <class Set> int play(int count, char** arguments) {
  if (count < 2)
    refuse("(none)");
  std::uintptr_t calls[mostThreads] = {};
  unsigned numbers[mostThreads] = {};
  unsigned threads = 0;
  for (const char* next = arguments[1]; *next != '\0'; next += 2) {
    if (*next == '/') {
      threads++;
      next++;
    }
    if (threads == mostThreads || numbers[threads] == maxCalls)
      refuse(arguments[1]);
    calls[threads] |= std::uintptr_t{encode(next, arguments[1])} << callBits * numbers[threads]++;
  }
  threads++;

  pthread_t ids[mostThreads];
  for (unsigned i = 0; i < threads; i++)
    pthread_create(&ids[i], nullptr, callAll<Set>, reinterpret_cast<void*>(calls[i]));
  char outcome[mostThreads * maxCalls + 1] = {};
  unsigned length = 0;
  for (unsigned i = 0; i < threads; i++) {
    void* results = nullptr;
    pthread_join(ids[i], &results);
    for (unsigned call = 0; call < numbers[i]; call++)
      outcome[length++] = (reinterpret_cast<std::uintptr_t>(results) >> call & 1) != 0 ? '1' : '0';
  }
  if (count < 3)
    return 0;
  const int number = find(arguments[2], outcome);
  assert(number != isMissing && "results as of some order of the calls");
#ifdef CLIENT_TELLS
  switch (number) {
#include "outcomes.inc"
  }
#endif
  return 0;
}

} // namespace client
