// A switch in assembler is not followed: a reason, and no crash, however small the stack is.
#include <stdint.h>
#include <stdlib.h>

__attribute__((naked)) static void switchTo(void** from, void* to) {
  __asm__ volatile("push %rbp\n push %rbx\n push %r12\n push %r13\n push %r14\n push %r15\n"
                   "mov %rsp, (%rdi)\n mov %rsi, %rsp\n"
                   "pop %r15\n pop %r14\n pop %r13\n pop %r12\n pop %rbx\n pop %rbp\n ret");
}

static void *thread, *fiber;
static int steps;

static void body(void) {
  for (;;) {
    steps++;
    switchTo(&fiber, thread);
  }
}

int main(void) {
  uint64_t* const stack = malloc(BYTES);
  uint64_t* top = stack + BYTES / 8 - 2;
  *--top = 0;
  *--top = (uint64_t)body;
  for (int i = 0; i < 6; i++)
    *--top = 0;
  fiber = top;
  switchTo(&thread, fiber);
  switchTo(&thread, fiber);
  return steps == 2 ? 0 : 1;
}
