/* The hooks: functions that instrumented code calls. Every integer is 32 or 64 bits wide, every hook is nounwind.
 * Pointers are passed as 64-bit integers. `order` is the number of a revisit::MemoryOrder: 0 plain, 1 relaxed, 2
 * consume, 3 acquire, 4 release, 5 acq_rel, 6 seq_cst. Outside Revisit (no plan in the environment) each hook performs
 * the plain access. */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Added to an order. CARRIES: to that of a plain load whose value nobody looks at (the rest of a bit-field's word), and
 * of an exchange whose old value is not used: they may read uninitialised bytes. COPIES: to that of a plain load whose
 * value is only stored elsewhere; UNINITIALISED: to that of a store of such a value that was uninitialised. BLIND: to
 * that of an update other than an exchange whose old value is not used. UNLESS_SAME: to that of an exchange that stands
 * for a store of a vtable pointer, which counts as a store only if another one is there. Two more: handlers.h. */
enum {
  REVISIT_ORDER_CARRIES = 0x100,
  REVISIT_ORDER_BLIND = 0x200,
  REVISIT_ORDER_UNLESS_SAME = 0x400,
  REVISIT_ORDER_COPIES = 0x800,
  REVISIT_ORDER_UNINITIALISED = 0x1000,
  REVISIT_ORDER_ADDED = 0xffffff00 /* all of them, and the rest of the number of __revisit_carried */
};

/* Memory. Sizes 1, 2, 4, 8 use the first form; every other size passes a buffer. */
uint64_t __revisit_load(uint64_t address, uint32_t size, uint32_t order);
void __revisit_load_wide(uint64_t address, uint32_t size, uint32_t order, uint64_t buffer);
void __revisit_store(uint64_t address, uint64_t value, uint32_t size, uint32_t order);
void __revisit_store_wide(uint64_t address, uint32_t size, uint32_t order, uint64_t buffer);
/* After a load with COPIES: a number with the bit UNINITIALISED if nothing was stored to the memory, otherwise 0. */
uint32_t __revisit_carried(void);
/* Before something depends on the value of such a load, with that number. */
void __revisit_uses(uint32_t carried);
/* An argument or result that may be such a value, and its number. The caller gives the number of an argument just
 * before the call; the function takes those of its arguments at its entry, `last` for the last one that it wants. Where
 * the function is not known, the caller then tells if nobody took it. The function gives back the number of its result
 * just before it returns, and the caller takes that. */
enum { REVISIT_MAX_GIVEN = 8 };
void __revisit_gives(uint64_t function, uint32_t index, uint32_t carried);
uint32_t __revisit_given(uint64_t function, uint32_t index, uint32_t last);
void __revisit_was_given(uint64_t function);
void __revisit_gives_back(uint64_t function, uint32_t carried);
uint32_t __revisit_given_back(uint64_t function);
/* Around a call of a function that does one exchange or update and whose result, from the old value, is not used: 1
 * before it, 0 after it. */
void __revisit_discards(uint32_t begins);
/* Returns the old value. `op` is the number of a revisit::RmwOp. Floating-point values are passed as their bits. */
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

/* The frame of a function that calls others: called after its entry and before its return. `exposed`: called functions
 * read its arguments on the stack (a function with variable arguments). `close`: the frame must not be used any more,
 * and the hooks for its variables do not cover all of it. */
void __revisit_frame_begin(uint32_t exposed);
void __revisit_frame_end(uint32_t close);
/* Around a call that passes this many bytes of variable arguments on the stack, pushed or in a fixed place of the
 * frame. */
void __revisit_frame_arguments(uint64_t bytes, uint32_t pushed, uint32_t open);

/* The description of a frame, a RevisitFrame (frame_state.h): after the function's entry, before its return, and where
 * an exception or a longjmp enters it again. */
void __revisit_state_enter(uint64_t frame);
void __revisit_state_leave(uint64_t frame);
void __revisit_state_land(uint64_t frame);

/* A local variable that other functions may access, with a red zone after it; `room` is the size of both. Called after
 * the entry of its function and before its return, or where its scope begins and ends. The name is a constant string,
 * or 0. */
enum {
  REVISIT_LOCAL_SEEN = 1,   /* begin, end: other threads observe the begin and end of its lifetime */
  REVISIT_LOCAL_CLOSED = 2, /* begin: its scope comes later; end: its scope ends, not its function */
  REVISIT_LOCAL_SCOPED = 4, /* end: the end of its scope may have been reported before */
  REVISIT_LOCAL_MAINS = 8,  /* end: a variable of main, before main returns */
  REVISIT_LOCAL_GIVEN = 16  /* begin: an argument that the caller has stored there */
};
void __revisit_local_begin(uint64_t variable, uint64_t bytes, uint64_t room, uint64_t name, uint32_t how);
void __revisit_local_end(uint64_t variable, uint64_t bytes, uint32_t how);
/* The variable's name in the source, a constant string; called before its begin. An object without a variable has this
 * and a place, "temporary @a.cpp:7". */
#define REVISIT_TEMPORARY "temporary @"
void __revisit_local_name(uint64_t variable, uint64_t bytes, uint64_t name);
/* At the begin of any local variable that may be read before it was stored to: gives its bytes the same content in
 * every run. */
void __revisit_local_fresh(uint64_t variable, uint64_t bytes);
/* At the end of a destructor: the lifetime of the first `bytes` of the object is over, although its memory stays. Bytes
 * that are stored to begin a new one. */
void __revisit_object_end(uint64_t object, uint64_t bytes);
/* A red zone below all variables of a frame, or below one of variable size. */
void __revisit_local_guard(uint64_t address, uint64_t bytes);
/* After variables of variable size were released. */
void __revisit_local_restored(void);
/* From a module's constructor: its globals with red zones, {address, bytes, bytes with the red zone, name} each. */
void __revisit_globals(uint64_t table, uint64_t count);
/* Before an access through a computed address into a variable, or an array in it, of `size` bytes at `variable`. */
void __revisit_bounds(uint64_t address, uint64_t bytes, uint64_t variable, uint64_t size, uint64_t name);
/* Before memory is copied by a function whose source and target must not overlap. */
void __revisit_overlap(uint64_t to, uint64_t from, uint64_t bytes);
/* A modelled function was called with an invalid memory argument; the message is a constant string. */
void __revisit_misuse(uint64_t message);
/* An arithmetic check that the user enabled failed: `what` is clang's number of the check. */
void __revisit_arithmetic(uint32_t what);

/* Waiting loops and bounds. A round of a waiting loop that reaches its back edge had no effects other than
 * read-modify-writes and compare-and-swaps. await_back returns 1 when one of them changed memory; otherwise the thread
 * waits until something that it read has changed. await_end is called when the loop is left. */
void __revisit_await_head(uint32_t loop);
uint32_t __revisit_await_back(uint32_t loop);
void __revisit_await_end(uint32_t loop);
/* Any other loop without a computable bound: where it is entered, and at its back edges. `activation` points to a
 * RevisitLoop of the frame; it is null at the back edge of a waiting loop whose round changed nothing. */
void __revisit_loop_enter(uint32_t loop, uint64_t activation);
void __revisit_loop_back(uint32_t loop, uint64_t activation);

/* Where a loop with a known number of rounds, which otherwise would be a waiting loop, decides whether it ends. Returns
 * 1 when the last round read once and changed nothing. Then all further rounds may read the same, and the loop ends as
 * if they had. */
uint32_t __revisit_try_again(uint32_t loop, uint64_t activation);

/* The path, recorded only while __revisit_path_on is not zero. */
extern uint32_t __revisit_path_on;
void __revisit_enter(uint64_t function, uint64_t frame); /* function = the id in the IR; frame address */
void __revisit_argument(uint32_t index, uint64_t value); /* after enter: integer and pointer arguments */
void __revisit_alloca(uint64_t address, uint64_t bytes); /* after enter, in IR order: captured allocas */
void __revisit_branch(uint32_t successor);               /* index in the terminator's successor list */
void __revisit_returned(uint64_t value);                 /* after a call that may be foreign: its result */
void __revisit_variadic(uint64_t list);                  /* after va_start: the list of variable arguments */
void __revisit_landed(uint64_t function, uint64_t frame, uint32_t block); /* landing pads, second return of setjmp */

/* Before a call that may leave instrumented code: the callee's address and its name as written in the source's object
 * file, or 0 for an indirect call. Emitted only for a runtime that exports it; makes at most an EXTERNAL record. */
void __revisit_external(uint64_t function, uint64_t name);

/* A lock and a condition that belong to an address, for std::atomic's wait and notify and for the atomic functions of
 * shared pointers. `wait` requires the lock, releases it while it waits, and holds it again when it returns. */
void __revisit_address_lock(uint64_t address);
void __revisit_address_unlock(uint64_t address);
void __revisit_address_wait(uint64_t address);
void __revisit_address_notify(uint64_t address, uint32_t all);

/* Between on (1) and off (0) the calling thread takes several locks at once, as std::lock does. Returns whether Revisit
 * handles that; if not, the caller has to avoid deadlocks itself. */
uint32_t __revisit_locks_together(uint32_t on);

/* Called where main's result is determined: the position to report for an exit if main returns now. */
void __revisit_main_returns(void);

/* The end of a function that must return a value was reached without a return; `message` is a constant string. */
void __revisit_missing_return(uint64_t message);

/* Inline assembly that cannot be modelled: stops the thread with an "unsupported" report at this place. */
void __revisit_unsupported(uint64_t message);

#ifdef __cplusplus
}
#endif
