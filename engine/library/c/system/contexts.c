// Fibers in instrumented code: contexts of <ucontext.h> and of Boost get stacks that are large enough for the runtime's
// hooks, in place of the program's own ones. Switches are those of the libraries. The pass renames a program's calls to
// these functions.
#include "abi/machine.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

void revisit_note_fiber_stack(void* bottom, size_t bytes);
void* revisit_libc_mmap(void* at, size_t bytes, int protection, int flags, int file, off_t offset);
// Of Boost's library, where the program uses it.
__attribute__((weak)) void* make_fcontext(void* top, size_t bytes, void (*function)(void));

enum {
  HooksStack = 0x80000,
  FramesGrow = 4, // red zones around variables enlarge frames
  MaxKept = 64
};

// A context is saved, and used once: so who uses it learns from a word of it whether another thread did. One of
// `getcontext` may be used again, and has nothing there (the pass stores that).
enum { ContextIsSaved = 1, ContextIsUsed = 2 };

// The stacks that the thread has made. A program that gives the same memory for another fiber has ended the one before.
typedef struct FiberStack {
  const void* given;
  void* bottom;
  size_t bytes;
} FiberStack;
static _Thread_local FiberStack g_stacks[MaxKept];
static _Thread_local int g_count;

static FiberStack newStack(const void* given, size_t bytes) {
  const size_t room = HooksStack + (bytes * FramesGrow + 0xffff) / 0x10000 * 0x10000;
  for (int i = 0; i < g_count; i++)
    if (g_stacks[i].given == given && g_stacks[i].bytes >= room)
      return g_stacks[i];
  void* const bottom = revisit_libc_mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (bottom == MAP_FAILED)
    revisit_machine_stop("there is no memory for the stack of another fiber");
  revisit_note_fiber_stack(bottom, room);
  const FiberStack made = {given, bottom, room};
  if (g_count < MaxKept)
    g_stacks[g_count++] = made;
  return made;
}

// What the thread does after a fiber that names no other one.
static _Thread_local ucontext_t g_end;

static void endProcess(void) {
  exit(0);
}

static ucontext_t* endOfFiber(void) {
  if (g_end.uc_stack.ss_sp == NULL) {
    getcontext(&g_end);
    const FiberStack stack = newStack(&g_end, 0);
    g_end.uc_stack.ss_sp = stack.bottom;
    g_end.uc_stack.ss_size = stack.bytes;
    makecontext(&g_end, endProcess, 0);
  }
  return &g_end;
}

void revisit_libc_makecontext(ucontext_t* context, void (*function)(void), int count, ...) {
  int a[8] = {0};
  if (count > 8)
    revisit_machine_stop("makecontext with more than 8 arguments");
  va_list list;
  va_start(list, count);
  for (int i = 0; i < count; i++)
    a[i] = va_arg(list, int);
  va_end(list);
  const stack_t given = context->uc_stack;
  ucontext_t* const next = context->uc_link;
  if (revisit_machine_runs()) {
    const FiberStack stack = newStack(given.ss_sp, given.ss_size);
    context->uc_stack.ss_sp = stack.bottom;
    context->uc_stack.ss_size = stack.bytes;
    if (next == NULL)
      context->uc_link = endOfFiber();
  }
  makecontext(context, function, count, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
  context->uc_stack = given;
  context->uc_link = next;
  context->uc_flags = ContextIsSaved;
}

static void use(ucontext_t* context) {
  if (!revisit_machine_runs())
    return;
  const unsigned long state = context->uc_flags;
  if (state == ContextIsUsed)
    revisit_machine_stop("a context is used again, without being saved in between");
  if (state == ContextIsSaved)
    context->uc_flags = ContextIsUsed;
}

// It is saved when the library saves it: between these two steps nothing of other threads happens.
int revisit_libc_swapcontext(ucontext_t* from, ucontext_t* to) {
  use(to);
  from->uc_flags = ContextIsSaved;
  return swapcontext(from, to);
}

int revisit_libc_setcontext(ucontext_t* to) {
  use(to);
  return setcontext(to);
}

void* revisit_libc_make_fcontext(void* top, size_t bytes, void (*function)(void)) {
  if (!revisit_machine_runs())
    return make_fcontext(top, bytes, function);
  const FiberStack stack = newStack((char*)top - bytes, bytes);
  return make_fcontext((char*)stack.bottom + stack.bytes, stack.bytes, function);
}
