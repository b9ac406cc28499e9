/* The machine around the program: what stands for the descriptors that its threads open. The library that is compiled
 * into the program (library/c/machine) implements the system's calls on memory at this place and on the objects of the
 * runtime, which orders them as events. Zero at the start of every run. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define REVISIT_MACHINE_ADDRESS 0x1d0000000000ull
/* Descriptors, and what they stand for, are numbered from 0. Each number has a place of this many bytes. */
#define REVISIT_MACHINE_NUMBERS 1024
#define REVISIT_MACHINE_ENTRY 64ull /* of the table of descriptors */
#define REVISIT_MACHINE_PLACES (REVISIT_MACHINE_ADDRESS + 0x100000ull)
#define REVISIT_MACHINE_STRIDE 0x100000ull
/* At the beginning of a place: objects of the runtime, of which one is in use. Their addresses tell what they are. */
enum {
  REVISIT_MACHINE_PIPE,
  REVISIT_MACHINE_COUNTER,
  REVISIT_MACHINE_SOCKET,
  REVISIT_MACHINE_LISTENER,
  REVISIT_MACHINE_OBJECTS
};
#define REVISIT_MACHINE_SET 4096ull     /* in a place: the watches of a set */
#define REVISIT_MACHINE_CONTENT 8192ull /* in a place: what goes through its stream */
#define REVISIT_MACHINE_BYTES (0x100000ull + REVISIT_MACHINE_NUMBERS * REVISIT_MACHINE_STRIDE)

/* Parts of `how`, of calls that put or take something or look. */
enum {
  REVISIT_MACHINE_TRIES = 1, /* it fails instead of waiting */
  REVISIT_MACHINE_WHOLE = 2, /* all or nothing */
  REVISIT_MACHINE_KEEPS = 4  /* what is taken stays */
};

/* Conditions of a stream or counter: StreamCondition of program/streams.h. */
enum {
  REVISIT_MACHINE_READABLE = 1,
  REVISIT_MACHINE_WRITABLE = 2,
  REVISIT_MACHINE_HAS_PAGE = 4,
  REVISIT_MACHINE_ENDED = 8,
  REVISIT_MACHINE_BROKEN = 16
};
/* StreamEnd. */
enum {
  REVISIT_MACHINE_READERS = 1,
  REVISIT_MACHINE_WRITERS = 2,
  REVISIT_MACHINE_IS_WATCHED = 4,
  REVISIT_MACHINE_CLOSES = 8
};

/* Parts of what an operation on a watched stream or counter returns. FULL: nobody could put a page of bytes before. */
#define REVISIT_MACHINE_WATCHED (1ll << 60)
#define REVISIT_MACHINE_FULL (1ll << 59)
#define REVISIT_MACHINE_RESULT (REVISIT_MACHINE_FULL - 1)

#ifdef __cplusplus
#define REVISIT_NORETURN [[noreturn]]
extern "C" {
#else
#define REVISIT_NORETURN _Noreturn
#endif

/* Whether the program is explored or replayed. Otherwise the system's calls are performed. */
int revisit_machine_runs(void);
/* A number that no other descriptor has, in this run: it depends on the thread and on the number of its calls.
 * Negative: there are no more. */
int revisit_machine_number(void);

/* Operations on the object at this address. Those that fail return a negative error number. The others may have
 * REVISIT_MACHINE_WATCHED and REVISIT_MACHINE_FULL in their result. */

/* Returns how many units were put, at most that many. */
long revisit_machine_put(void* stream, size_t units, size_t capacity, unsigned how);
/* Takes at most that many units. Returns their number, and 2^24 times the number of units before them in the stream. */
long revisit_machine_take(void* stream, size_t units, size_t capacity, unsigned how);
/* Returns how many units are in the stream. */
long revisit_machine_count(void* stream);
/* Returns which of these conditions hold; unless it only tries, it waits for one of them. */
unsigned revisit_machine_look(void* stream, unsigned conditions, size_t capacity, unsigned how);
/* Returns 0. */
long revisit_machine_shut(void* stream, unsigned ends);
/* Returns 0. */
long revisit_machine_add(void* counter, uint64_t number, unsigned how);
/* Takes one with `as_semaphore`, otherwise all, and returns that number; those of 2^32 and above as what is missing to
 * 2^64 - 2, plus 2^41. */
long revisit_machine_remove(void* counter, int as_semaphore, unsigned how);
unsigned revisit_machine_look_at_counter(void* counter, unsigned conditions, unsigned how);

/* The thread has waited that long in vain, in nanoseconds. */
void revisit_machine_waited(uint64_t time);
/* The descriptor is used after it was closed: an error. */
REVISIT_NORETURN void revisit_machine_closed(int descriptor);
/* The thread ends here, because what it does is not followed. */
REVISIT_NORETURN void revisit_machine_stop(const char* reason);

#ifdef __cplusplus
}
#endif
