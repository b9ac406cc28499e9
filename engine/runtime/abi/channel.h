/* The memory that the engine and one instrumented program share: the plan of a run going in, its trace coming out.
 * One sparse memfd, mapped by the program at REVISIT_CHANNEL_ADDRESS; areas lie at fixed offsets. The engine writes
 * while no run is under way, the run writes while the engine waits. Plain C layout, little endian, version-checked.
 * The environment variable REVISIT_CHANNEL holds "<memfd>,<socket>"; without it the program runs plainly. */
#pragma once

#include "runtime/abi/trace.h"

#include <stddef.h>
#include <stdint.h>

#define REVISIT_CHANNEL_VARIABLE "REVISIT_CHANNEL"
/* A replay under a debugger: the path of a file that is the channel. No zygote, no fork: the process itself is the run,
 * on OS threads. The file stays mapped by the debugger's side, which reads and writes `replay` while the program
 * stands. */
#define REVISIT_REPLAY_VARIABLE "REVISIT_REPLAY"
/* The function that a replay calls to stop: a debugger sets a breakpoint there. */
#define REVISIT_STOP_FUNCTION "__revisit_stop"

enum { REVISIT_CHANNEL_MAGIC = 0x52565354, REVISIT_CHANNEL_VERSION = 5 };

enum {
  REVISIT_MAX_THREADS = 256,
  REVISIT_MAX_STEPS = 1 << 20,
  REVISIT_MAX_INPUTS = 1 << 16,
  REVISIT_MAX_RANGES = 1 << 18,
  REVISIT_MAX_OBJECTS = 1 << 16,
  REVISIT_MAX_CHAINS = 1 << 19,
  REVISIT_MAX_STRING_BYTES = 1 << 22,
  REVISIT_MAX_TOUCHED = 1 << 16,
  REVISIT_MAX_RECORDS = 1 << 26,
  REVISIT_LAST_RECORDS = 4096 /* kept back of the records for the last words of threads */
};

/* Where things live in the program's address space; the same in every run and in both carriers. */
#define REVISIT_ARGUMENT_ADDRESS 0x1f0000000000ull    /* argv; of no influence on other addresses */
#define REVISIT_ENVIRONMENT_ADDRESS 0x1f8000000000ull /* likewise */
#define REVISIT_CHANNEL_ADDRESS 0x200000000000ull
/* The object that is the lock of an address, as opposed to what lies there, has this bit in its own. */
#define REVISIT_LOCK_OF_ADDRESS (1ull << 62)
/* Likewise for a futex: the queue of those who wait, and their number. */
#define REVISIT_QUEUE_OF_ADDRESS (1ull << 61)
#define REVISIT_COUNT_OF_ADDRESS (1ull << 60)
/* The handles of threads, as objects: one per slot. */
#define REVISIT_HANDLE_ADDRESS 0x208000000000ull
/* The writers that wait for a read-write lock, as opposed to the lock itself, have this bit in their address. */
#define REVISIT_WRITERS_OF_LOCK (1ull << 59)
#define REVISIT_STACK_ADDRESS 0x210000000000ull /* user stacks, one per slot */
#define REVISIT_STACK_STRIDE 0x100000000ull
/* Where a stack begins, whatever its size; it grows down from here. Names of what lies there count from
 * REVISIT_STACK_ORIGIN. */
#define REVISIT_STACK_TOP 0xfff00000ull
#define REVISIT_STACK_ORIGIN (REVISIT_STACK_TOP - 0xc00000ull)
#define REVISIT_STACK_MAX_BYTES 0xff000000ull
#define REVISIT_BLOCK_ADDRESS 0x220000000000ull /* thread-local blocks, one per slot */
#define REVISIT_BLOCK_STRIDE 0x1000000ull
#define REVISIT_HEAP_ADDRESS 0x230000000000ull /* heap arenas, one per slot */
#define REVISIT_HEAP_STRIDE 0x1000000000ull
/* An arena has memory without content in its lower half, which ends here; memory that is handed out as zero, and all
 * large blocks, in its upper one. */
#define REVISIT_HEAP_HALF 0x40000000ull
#define REVISIT_HEAP_BYTES 0x840000000ull
/* What memory without content holds, when reads of it are looked for. */
#define REVISIT_FRESH_BYTE 0xcd
/* Where an arena has what is noted of its blocks: of the block with this offset in the arena, at half that offset. */
#define REVISIT_HEAP_NOTES 0xb00000000ull

struct RevisitPlanStep {
  uint16_t thread; /* slot */
  uint8_t kind;    /* revisit::LabelKind */
  uint8_t choice;  /* outcome of an operation that has several (which waiter a signal wakes) */
};

struct RevisitPlanInput { /* sorted by thread, then index */
  uint32_t thread;
  uint32_t index;
  uint64_t value;
};

struct RevisitRange { /* one shared location; sorted, disjoint */
  uint64_t begin;
  uint64_t end;
  uint64_t mortal; /* 1: some run ends its life (free, return): that is an event, and stores see whether it happened */
};

struct RevisitObject { /* a synchronisation object in memory that some run frees, and another thread uses; the handle of
                          a thread that several threads join or detach; the writers of a read-write lock that others
                          try to read; sorted */
  uint64_t address;
  uint64_t destruction; /* revisit::ObjectOp that ends it */
};

/* What one thread did to the bytes of a page without records: see RevisitChannel::touched. */
enum RevisitTouch {
  REVISIT_TOUCH_JOINED = 1,       /* a single access covers this byte and the next one */
  REVISIT_TOUCH_PIECE_JOINED = 2, /* a piece of a bulk copy does */
  REVISIT_TOUCH_SINGLE = 4,       /* a single access covers this byte */
  REVISIT_TOUCHED = 8
};

enum { REVISIT_PAGE_BYTES = 4096 };

struct RevisitTouchedPage {
  uint64_t number; /* address / REVISIT_PAGE_BYTES */
  uint64_t thread;
  uint8_t bytes[REVISIT_PAGE_BYTES]; /* RevisitTouch of each */
};

struct RevisitSlot { /* who a slot is: the index-th child of creator; slot 0 is main */
  uint32_t creator;
  uint32_t index;
};

struct RevisitChainNode { /* index 0 is unused; equal chains have equal indices, also across runs */
  uint64_t pc;            /* return address */
  uint32_t parent;        /* the caller's node, 0 at the outermost */
  uint32_t next;          /* in the hash bucket */
};

enum RevisitOutcome {
  REVISIT_OUTCOME_NONE = 0, /* the run did not come to its end: it crashed or was killed */
  REVISIT_OUTCOME_OVER,     /* nothing is enabled */
  REVISIT_OUTCOME_DIVERGED
};

/* One event of the witness, in the order of its schedule. */
struct RevisitExpected {
  uint16_t thread;
  uint8_t kind;     /* revisit::LabelKind */
  uint8_t flags;    /* RevisitExpectedFlags */
  uint32_t records; /* of a constraint, assume, choice, blocked: records of its thread behind the thread's last step */
  uint64_t address; /* memory, object: its address; create, join: the other thread */
  uint64_t seen;
  uint64_t written;
};

enum RevisitExpectedFlags { REVISIT_EXPECT_ADDRESS = 1, REVISIT_EXPECT_SEEN = 2, REVISIT_EXPECT_WRITTEN = 4 };

enum RevisitStopReason {
  REVISIT_STOP_NONE = 0,
  REVISIT_STOP_EVENT,   /* `position` events are done, the thread that did the last stands inside it */
  REVISIT_STOP_HOLD,    /* the current thread stands before its next event and has not given the turn away */
  REVISIT_STOP_END,     /* nothing can go on */
  REVISIT_STOP_DIVERGED /* see `difference` */
};

/* How a replay left the witness. */
enum RevisitDifference {
  REVISIT_SAME = 0,
  REVISIT_OTHER_STEP,  /* divergedThread stands before a step of kind foundKind at foundAddress */
  REVISIT_NO_STEP,     /* divergedThread does nothing any more */
  REVISIT_NOT_ENABLED, /* the step expected, but it would have to wait */
  REVISIT_OTHER_VALUE, /* the last event read or wrote foundValue */
  REVISIT_EXTRA_EVENT  /* all events are done, and a thread goes on */
};

struct RevisitReplay {
  uint32_t on;
  uint32_t eventCount;
  /* The debugger's side writes these while the program stands. */
  uint32_t stopAt;    /* stop when so many events are done; 0 = not */
  uint32_t hold;      /* stop before the turn is given away */
  uint32_t endThread; /* which thread stops at the end */
  /* The program writes these. */
  uint32_t position; /* events done */
  uint32_t stopped;  /* RevisitStopReason of the last stop */
  uint32_t ended;    /* nothing can go on */
  uint32_t current;  /* slot of the thread whose turn it is */
  uint32_t missed;   /* events outside the plan that did not come where they were expected */
  uint32_t difference;
  uint32_t differsAt; /* number of the event, from 1 */
  uint32_t divergedThread;
  uint32_t foundKind;
  uint64_t foundAddress;
  uint64_t foundValue;
  uint32_t
      kernelThreads[REVISIT_MAX_THREADS]; /* the operating system's id of each slot's thread, 0 = none (any more) */
  /* Given by the debugger's side before the start. */
  char names[REVISIT_MAX_THREADS][16]; /* what the operating system's threads are called */
  char output[4096];                   /* path of the file that gets what the program prints */
  char input[4096];                    /* path of the file that it reads as its standard input; empty: none */
  struct RevisitExpected expected[REVISIT_MAX_STEPS];
};

struct RevisitChannel {
  uint32_t magic;
  uint32_t version;
  /* Options and plan. */
  uint32_t unroll;
  uint32_t recursion; /* nested calls of one function, where a path is recorded */
  uint32_t allAccesses;
  uint32_t reuseMemory; /* malloc hands out the thread's own last freed block of that size */
  uint32_t findFreshReads; /* reads of memory that malloc handed out, and nothing stored to */
  uint32_t findLeaks;      /* at the end of the run */
  uint32_t inputWithheld;  /* the program has no standard input */
  uint32_t pathOn;
  uint32_t osThreads;
  uint32_t watchdogMs;
  uint32_t recordLimit; /* there is room for so many records: see REVISIT_CHANNEL_BYTES */
  uint32_t stepCount;
  uint32_t inputCount;
  uint32_t rangeCount;
  uint32_t objectCount;
  /* In and out: the slots known; a run appends threads it meets for the first time. */
  uint32_t slotCount;
  /* Result. */
  uint32_t outcome;
  uint32_t recordCount;
  uint32_t touchedCount;
  uint32_t stringBytes;
  uint32_t chainCount; /* grows over all runs */
  uint32_t stepsTaken;
  uint32_t divergedKind; /* LabelKind that the thread of plan step stepsTaken has instead; 255 = it has none */
  uint32_t lastThread;
  uint32_t childPid;
  uint64_t mainEntry;
  uint64_t heapBefore; /* the end of what was handed out of main's arena, lower half, before the run */
  struct RevisitReplay replay;
  struct RevisitSlot slots[REVISIT_MAX_THREADS];
  struct RevisitPlanStep steps[REVISIT_MAX_STEPS];
  struct RevisitPlanInput inputs[REVISIT_MAX_INPUTS];
  struct RevisitRange ranges[REVISIT_MAX_RANGES];
  struct RevisitObject objects[REVISIT_MAX_OBJECTS];
  uint32_t chainBuckets[REVISIT_MAX_CHAINS];
  struct RevisitChainNode chains[REVISIT_MAX_CHAINS];
  char strings[REVISIT_MAX_STRING_BYTES]; /* offset 0 is the empty string */
  /* Accesses to memory that nobody shares have no records when no path is recorded: only what they touched is noted, a
   * page for each thread that touched it. All zero before a run. */
  struct RevisitTouchedPage touched[REVISIT_MAX_TOUCHED];
  struct RevisitRecord records[REVISIT_MAX_RECORDS]; /* recordLimit of them are mapped */
};

/* The size of a channel that has room for so many records. */
#define REVISIT_CHANNEL_BYTES(limit)                                                                                   \
  (offsetof(struct RevisitChannel, records) + (uint64_t)(limit) * sizeof(struct RevisitRecord))

/* What the launcher sends: one byte per run. What it gets back after each: the child's wait status. On start the
 * program sends one REVISIT_READY. */
enum { REVISIT_RUN_REQUEST = 'r', REVISIT_READY = 0x72656164 };
