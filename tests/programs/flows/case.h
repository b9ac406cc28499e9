// A program of many cases, of which its argument names one. Each has an input and a failure that some value of it
// reaches: the value has to be followed on its way.
#pragma once

#include <revisit.h>
#include <stdlib.h>
#include <string.h>

#define FAIL_IF(condition) revisit_assert(!(condition))

struct Case {
  const char* name;
  void (*run)(void);
  struct Case* next;
};
static struct Case* g_cases;

#define CASE(name)                                                                                                     \
  static void run_##name(void);                                                                                        \
  __attribute__((constructor)) static void add_##name(void) {                                                          \
    static struct Case self = {#name, run_##name, 0};                                                                  \
    self.next = g_cases;                                                                                               \
    g_cases = &self;                                                                                                   \
  }                                                                                                                    \
  static void run_##name(void)

int main(int count, char** arguments) {
  for (struct Case* one = g_cases; one != 0 && count > 1; one = one->next)
    if (strcmp(one->name, arguments[1]) == 0) {
      one->run();
      return 0;
    }
  return 1;
}
