/* The hooks: what instrumented code calls. Every integer is 32 or 64 bits wide, every hook is nounwind. Pointers travel
 * as 64-bit integers. `order` is revisit::MemoryOrder as a number: 0 plain, 1 relaxed, 2 consume, 3 acquire, 4 release,
 * 5 acq_rel, 6 seq_cst. Outside Revisit (no plan in the environment) each hook performs the plain access. */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Added to the order of a plain load that only carries bytes elsewhere (a copy, the rest of a bit-field's word), and of an
 * exchange whose old value nobody looks at: they do not need the bytes to have content. */
enum { REVISIT_ORDER_CARRIES = 0x100 };

/* Memory. Sizes 1, 2, 4, 8 use the first form; every other size passes a buffer. */
uint64_t __revisit_load(uint64_t address, uint32_t size, uint32_t order);
void __revisit_load_wide(uint64_t address, uint32_t size, uint32_t order, uint64_t buffer);
void __revisit_store(uint64_t address, uint64_t value, uint32_t size, uint32_t order);
void __revisit_store_wide(uint64_t address, uint32_t size, uint32_t order, uint64_t buffer);
/* Before a call of a function that does an exchange and returns the old value, which nobody looks at. */
void __revisit_discards(void);
/* Returns the old value. `op` is revisit::RmwOp as a number. Floats travel as their bits. */
uint64_t __revisit_rmw(uint64_t address, uint64_t operand, uint32_t size, uint32_t order, uint32_t op);
/* Returns the old value; it stored exactly when that equals `expected` (weak is strong). */
uint64_t __revisit_cas(uint64_t address, uint64_t expected, uint64_t desired, uint32_t size, uint32_t success,
                       uint32_t failure);
/* 16 bytes: `expected` points at the expected value and receives the old one; returns whether it stored. */
uint32_t __revisit_cas_wide(uint64_t address, uint64_t expected, uint64_t desired, uint32_t size, uint32_t success,
                            uint32_t failure);
void __revisit_rmw_wide(uint64_t address, uint64_t operand, uint64_t old, uint32_t size, uint32_t order, uint32_t op);
void __revisit_fence(uint32_t order, uint32_t single_thread);
void __revisit_copy(uint64_t to, uint64_t from, uint64_t bytes); /* memcpy and memmove */
void __revisit_fill(uint64_t to, uint32_t byte, uint64_t bytes);

/* The frame of a function that calls others: behind its entry, and before its return. Exposed: others read what it was
 * given on the stack (a function with variable arguments). Close: nothing of the frame may be used any more, and the hooks
 * for its variables do not say so of all of it. */
void __revisit_frame_begin(uint32_t exposed);
void __revisit_frame_end(uint32_t close);
/* Around a call that passes so many bytes of variable arguments on the stack: pushed there, or in a place of the frame. */
void __revisit_frame_arguments(uint64_t bytes, uint32_t pushed, uint32_t open);

/* A local variable that others may see, with a red zone behind it: `room` are the bytes of both. After entry of its
 * function and before its return, or where its scope begins and ends. The name is a constant string, or 0. */
enum {
  REVISIT_LOCAL_SEEN = 1,   /* begin, end: that its life begins and ends is what other threads see */
  REVISIT_LOCAL_CLOSED = 2, /* begin: its scope comes later; end: its scope ends, not its function */
  REVISIT_LOCAL_SCOPED = 4, /* end: its scope may have ended it before */
  REVISIT_LOCAL_MAINS = 8   /* end: one of main's, before main returns */
};
void __revisit_local_begin(uint64_t variable, uint64_t bytes, uint64_t room, uint64_t name, uint32_t how);
void __revisit_local_end(uint64_t variable, uint64_t bytes, uint32_t how);
/* The same variable's name in the source, a constant string; before its beginning. */
void __revisit_local_name(uint64_t variable, uint64_t bytes, uint64_t name);
/* Any local variable that may be looked at before it was stored to, where it comes into being: its bytes become the same
 * in every run. */
void __revisit_local_fresh(uint64_t variable, uint64_t bytes);
/* A red zone below all variables of a frame, or below one of variable size; and after such ones were given back. */
void __revisit_local_guard(uint64_t address, uint64_t bytes);
void __revisit_local_restored(void);
/* From a module's constructor: its globals with red zones, {address, bytes, bytes with the red zone, name} each. */
void __revisit_globals(uint64_t table, uint64_t count);
/* Before an access through a computed address into a variable, or an array in it, of `size` bytes at `variable`. */
void __revisit_bounds(uint64_t address, uint64_t bytes, uint64_t variable, uint64_t size, uint64_t name);
/* Before memory is copied by a function whose source and target must not overlap. */
void __revisit_overlap(uint64_t to, uint64_t from, uint64_t bytes);
/* A modelled function was given memory that it must not be given; the message is a constant string. */
void __revisit_misuse(uint64_t message);
/* A check of arithmetic that was asked for failed: `what` is clang's number of the check. */
void __revisit_arithmetic(uint32_t what);

/* Waiting loops and bounds. A round of a waiting loop that reaches its back edge had no effect but for read-modify-writes
 * and compare-and-swaps: await_back returns 1 when one of them changed memory, else the thread waits until something
 * that it read has changed. await_end comes when the loop is left. */
void __revisit_await_head(uint32_t loop);
uint32_t __revisit_await_back(uint32_t loop);
void __revisit_await_end(uint32_t loop);
/* Any other loop without a computable bound: `round` counts back edges of this activation, from 1; of a waiting loop those
 * behind rounds that changed memory. */
void __revisit_loop_back(uint32_t loop, uint32_t round);

/* The path, recorded only while __revisit_path_on is not zero. */
extern uint32_t __revisit_path_on;
void __revisit_enter(uint64_t function, uint64_t frame);        /* function = the id in the IR; frame address */
void __revisit_argument(uint32_t index, uint64_t value);        /* after enter: integer and pointer arguments */
void __revisit_alloca(uint64_t address, uint64_t bytes);        /* after enter, in IR order: captured allocas */
void __revisit_branch(uint32_t successor);                      /* index in the terminator's successor list */
void __revisit_returned(uint64_t value);                        /* after a call that may be foreign: its result */
void __revisit_landed(uint64_t function, uint64_t frame, uint32_t block); /* landing pads, second return of setjmp */

/* Before a call that may leave instrumented code: the callee's address and its name as written in the source's object
 * file, or 0 for an indirect call. Emitted only for a runtime that exports it; makes at most an EXTERNAL record. */
void __revisit_external(uint64_t function, uint64_t name);

/* A lock and a condition that belong to an address, for std::atomic's wait and notify and for the atomic functions of
 * shared pointers. `wait` needs the lock, gives it back while it waits, and returns after a notification with it. */
void __revisit_address_lock(uint64_t address);
void __revisit_address_unlock(uint64_t address);
void __revisit_address_wait(uint64_t address);
void __revisit_address_notify(uint64_t address, uint32_t all);

/* Between on (1) and off (0) the calling thread takes several locks at once, as std::lock does. Returns whether the
 * locks are followed: if not, the caller has to take care itself that no deadlock comes of it. */
uint32_t __revisit_locks_together(uint32_t on);

/* Where main's result is decided: the place of the exit, should main return now. */
void __revisit_main_returns(void);

/* The end of a function that must return a value is reached without a return: `message` is a constant string. */
void __revisit_missing_return(uint64_t message);

/* Inline assembly that cannot be modelled: stops the thread with an "unsupported" report at this place. */
void __revisit_unsupported(uint64_t message);

#ifdef __cplusplus
}
#endif
