// The path of an unknown input is lost where a thread switches to another stack: a reason.
#include <assert.h>
#include <revisit.h>
#include <ucontext.h>

static ucontext_t mainly, fiber;
static char stack[65536];
static int given, result;

static void work(void) {
  result = given + 1;
  swapcontext(&fiber, &mainly);
}

int main(void) {
  getcontext(&fiber);
  fiber.uc_stack.ss_sp = stack;
  fiber.uc_stack.ss_size = sizeof stack;
  makecontext(&fiber, work, 0);
  given = revisit_nondet_int("given");
  swapcontext(&mainly, &fiber);
  assert(result != 8);
  return 0;
}
