/* The memory that the engine and one instrumented program share: the plan of a run as input, its trace as output.
 * One sparse memfd, mapped by the program at REVISIT_CHANNEL_ADDRESS; its areas lie at fixed offsets. The engine writes
 * while no run is in progress; the run writes while the engine waits. Plain C layout, little endian, version-checked.
 * The environment variable REVISIT_CHANNEL holds "<memfd>,<socket>"; without it the program runs as always. */
#pragma once

#include "abi/trace.h"

#include <stddef.h>
#include <stdint.h>

#define REVISIT_CHANNEL_VARIABLE "REVISIT_CHANNEL"
/* For a replay under a debugger: the path of a file that is the channel. Without zygote and fork: the process itself is
 * the run, on OS threads. The debugger's side also maps the file, and reads and writes `replay` while the program is
 * stopped. */
#define REVISIT_REPLAY_VARIABLE "REVISIT_REPLAY"
/* The function that a replay calls to stop: a debugger sets a breakpoint there. */
#define REVISIT_STOP_FUNCTION "__revisit_stop"

enum { REVISIT_CHANNEL_MAGIC = 0x52565354, REVISIT_CHANNEL_VERSION = 12 };

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
  REVISIT_MAX_VARIABLES = 1 << 14,
  REVISIT_MAX_VARIABLE_BYTES = 1 << 22,
  REVISIT_LAST_RECORDS = 4096 /* reserved for the last records of threads */
};

/* Addresses in the program's address space; the same in every run, with fibers and with OS threads. */
#define REVISIT_ARGUMENT_ADDRESS 0x1f0000000000ull    /* argv; does not shift other addresses */
#define REVISIT_ENVIRONMENT_ADDRESS 0x1f8000000000ull /* likewise */
#define REVISIT_CHANNEL_ADDRESS 0x200000000000ull
/* This bit in an object's address: the object is the lock that belongs to the address, not an object at the address. */
#define REVISIT_LOCK_OF_ADDRESS (1ull << 62)
/* Likewise for a futex: the queue of waiting threads, and their number. */
#define REVISIT_QUEUE_OF_ADDRESS (1ull << 61)
#define REVISIT_COUNT_OF_ADDRESS (1ull << 60)
/* The handles of threads, as objects: one per slot. */
#define REVISIT_HANDLE_ADDRESS 0x208000000000ull
/* Likewise what other threads request of them, and their ends. */
#define REVISIT_CANCELLATION_ADDRESS 0x208000001000ull
#define REVISIT_ENDING_ADDRESS 0x208000002000ull
/* This bit in an object's address: the object stands for the writers that wait for a read-write lock, not the lock. */
#define REVISIT_WRITERS_OF_LOCK (1ull << 59)
#define REVISIT_STACK_ADDRESS 0x210000000000ull /* user stacks, one per slot */
#define REVISIT_STACK_STRIDE 0x100000000ull
/* Where a stack begins, whatever its size; it grows downwards from here. Offsets in names of stack memory count from
 * REVISIT_STACK_ORIGIN. */
#define REVISIT_STACK_TOP 0xfff00000ull
#define REVISIT_STACK_ORIGIN (REVISIT_STACK_TOP - 0xc00000ull)
#define REVISIT_STACK_MAX_BYTES 0xff000000ull
#define REVISIT_BLOCK_ADDRESS 0x220000000000ull /* thread-local blocks, one per slot */
#define REVISIT_BLOCK_STRIDE 0x1000000ull
#define REVISIT_HEAP_ADDRESS 0x230000000000ull /* heap arenas, one per slot */
#define REVISIT_HEAP_STRIDE 0x1000000000ull
/* The lower half of an arena, which ends here, has memory that is handed out uninitialised. The upper half has memory
 * that is handed out as zero, and all large blocks. */
#define REVISIT_HEAP_HALF 0x40000000ull
#define REVISIT_HEAP_BYTES 0x840000000ull
/* The content of uninitialised memory when uninitialised reads are checked. */
#define REVISIT_FRESH_BYTE 0xcd
/* Where an arena has the headers of its blocks: the header of a block lies at half the block's offset in the arena. */
#define REVISIT_HEAP_NOTES 0xb00000000ull

/* The lifetime state that an access of the plan observes. Not told: that of the newest write of the run. */
enum RevisitPlannedLife {
  REVISIT_LIFE_UNTOLD = 0,
  REVISIT_LIFE_ALIVE,
  REVISIT_LIFE_OVER,
  REVISIT_LIFE_FRESH,
  REVISIT_LIFE_DESTROYED
};

enum { REVISIT_MAX_BACK = (1 << 24) - 1 };

struct RevisitPlanStep {
  uint16_t thread; /* slot */
  uint8_t kind;    /* revisit::LabelKind */
  uint8_t choice;  /* outcome of an operation that has several (which waiter a signal wakes) */
  /* Memory: the coherence of its location among the writes that the run has done so far. A read sees, and a write is
   * placed after, the one that this many others follow; 0: the newest. An update does both. */
  uint32_t back;
  uint8_t life;   /* RevisitPlannedLife */
  uint8_t stores; /* 1: the access stores */
};

struct RevisitPlanInput { /* sorted by thread, then index */
  uint32_t thread;
  uint32_t index;
  uint64_t value;
};

struct RevisitRange { /* one shared location; sorted, disjoint */
  uint64_t begin;
  uint64_t end;
  uint64_t mortal; /* 1: some run ends its lifetime (free, return): that end is an event, and stores observe it */
};

struct RevisitObject { /* a synchronisation object in memory that one thread frees and another uses; the handle of a
                          thread that several threads join or detach; the waiting writers of a read-write lock that
                          other threads try to lock for reading; sorted */
  uint64_t address;
  uint64_t destruction; /* revisit::ObjectOp that ends it */
};

/* The accesses of one thread to the bytes of a page that have no records: see RevisitChannel::touched. */
enum RevisitTouch {
  REVISIT_TOUCH_JOINED = 1,       /* a single access covers this byte and the next one */
  REVISIT_TOUCH_PIECE_JOINED = 2, /* a piece of a bulk copy does */
  REVISIT_TOUCH_SINGLE = 4,       /* a single access covers this byte */
  REVISIT_TOUCHED = 8
};

enum { REVISIT_PAGE_BYTES = 4096 };

/* In the place of a thread: the handlers of signals that come between two of its steps. What they and the thread touch
 * is shared, as if they were another thread. */
#define REVISIT_HANDLERS_OF_THREADS 0x200u

struct RevisitTouchedPage {
  uint64_t number; /* address / REVISIT_PAGE_BYTES */
  uint64_t thread;
  uint8_t bytes[REVISIT_PAGE_BYTES]; /* RevisitTouch of each */
};

/* The fingerprint of a thread's state before its next scheduled step from record number `record` on. */
struct RevisitPrint {
  uint32_t record;
  uint32_t thread;
  uint64_t low;
  uint64_t high;
};

/* What a thread's state says about blocks of the heap, before its next scheduled step from record number `record` on.
 */
enum RevisitBlockFact {
  REVISIT_BLOCK_HELD =
      1, /* the thread's own memory points to the block; other = the block that contains this memory, or 0 */
  REVISIT_BLOCK_ANY_HELD,    /* it may point to any block */
  REVISIT_BLOCK_OFFERED,     /* the next step may take this block again; other = its end */
  REVISIT_BLOCK_OFFERED_FREE /* likewise; the thread itself has freed it */
};

struct RevisitBlockNote {
  uint32_t record;
  uint16_t thread;
  uint16_t fact; /* RevisitBlockFact */
  uint64_t block;
  uint64_t other;
};

struct RevisitSlot { /* the thread of a slot: the index-th child of creator; slot 0 is main */
  uint32_t creator;
  uint32_t index;
  uint64_t stackBytes; /* of the thread's stack in its last run; 0: not known */
};

/* A word that one process changes and another one waits for. */
struct RevisitBell {
  uint32_t value;
  uint32_t isAwaited; /* the other process sleeps until the value changes */
};

struct RevisitChainNode { /* index 0 is unused; equal chains have equal indices, also across runs */
  uint64_t pc;            /* return address */
  uint32_t parent;        /* the caller's node, 0 at the outermost */
  uint32_t next;          /* in the hash bucket */
};

enum RevisitOutcome {
  REVISIT_OUTCOME_NONE = 0, /* the run did not reach its end: it crashed or was killed */
  REVISIT_OUTCOME_OVER,     /* nothing is enabled */
  REVISIT_OUTCOME_DIVERGED
};

/* One event of the witness, in the order of its schedule. */
struct RevisitExpected {
  uint16_t thread;
  uint8_t kind;     /* revisit::LabelKind */
  uint8_t flags;    /* RevisitExpectedFlags */
  uint32_t records; /* constraint, assume, choice, blocked: records of its thread since the thread's last step */
  uint64_t address; /* memory, object: its address; create, join: the other thread */
  uint64_t seen;
  uint64_t written;
};

enum RevisitExpectedFlags {
  REVISIT_EXPECT_ADDRESS = 1,
  REVISIT_EXPECT_SEEN = 2,
  REVISIT_EXPECT_WRITTEN = 4,
  REVISIT_EXPECT_STAND = 8 /* the thread stays before its next event: the event is done when its turn comes */
};

enum RevisitStopReason {
  REVISIT_STOP_NONE = 0,
  REVISIT_STOP_EVENT,   /* `position` events are done; the thread of the last one is stopped inside it */
  REVISIT_STOP_HOLD,    /* the current thread has reached its next event and has not given up its turn */
  REVISIT_STOP_END,     /* no thread can continue */
  REVISIT_STOP_DIVERGED /* see `difference` */
};

/* How a replay deviated from the witness. */
enum RevisitDifference {
  REVISIT_SAME = 0,
  REVISIT_OTHER_STEP,  /* the next step of divergedThread has kind foundKind, at foundAddress */
  REVISIT_NO_STEP,     /* divergedThread has no further step */
  REVISIT_NOT_ENABLED, /* it is the expected step, but it would have to wait */
  REVISIT_OTHER_VALUE, /* the last event read or wrote foundValue */
  REVISIT_EXTRA_EVENT  /* all events are done, but a thread continues */
};

struct RevisitReplay {
  uint32_t on;
  uint32_t eventCount;
  /* The debugger's side writes these while the program is stopped. */
  uint32_t stopAt;    /* stop when this many events are done; 0 = do not stop */
  uint32_t hold;      /* stop before the turn is given up */
  uint32_t endThread; /* which thread stops at the end */
  /* The program writes these. */
  uint32_t position; /* events done */
  uint32_t stopped;  /* RevisitStopReason of the last stop */
  uint32_t ended;    /* no thread can continue */
  uint32_t current;  /* slot of the thread whose turn it is */
  uint32_t missed;   /* events outside the plan that did not happen where they were expected */
  uint32_t difference;
  uint32_t differsAt; /* number of the event, from 1 */
  uint32_t divergedThread;
  uint32_t foundKind;
  uint64_t foundAddress;
  uint64_t foundValue;
  uint32_t
      kernelThreads[REVISIT_MAX_THREADS]; /* the operating system's id of each slot's thread, 0 = none (any more) */
  /* Given by the debugger's side before the start. */
  char names[REVISIT_MAX_THREADS][16]; /* names for the operating system's threads */
  char output[4096];                   /* path of the file for the program's output */
  char input[4096];                    /* path of the file for its standard input; empty: none */
  uint32_t hasVariables;               /* 1: the environment is this, and not that of the process */
  uint32_t variableCount;
  char variables[REVISIT_MAX_VARIABLE_BYTES]; /* "NAME=VALUE", one after the other, each with a NUL */
  struct RevisitExpected expected[REVISIT_MAX_STEPS];
};

struct RevisitChannel {
  uint32_t magic;
  uint32_t version;
  /* Options and plan. */
  uint32_t unroll;
  uint32_t leaveAllLoops; /* beyond its plan, a run leaves also a loop that reads nothing after `unroll` rounds */
  uint32_t timeOuts;      /* waits of a thread, while there are others, that end by a time-out; 0: no bound */
  uint32_t recursion;     /* nested calls of one function, where a path is recorded */
  uint32_t allAccesses;
  uint32_t weakMemory;     /* a store to a whole location reads nothing, whether or not its lifetime may end */
  uint32_t blindUpdates;   /* records say which updates are blind (REVISIT_BLIND) */
  uint32_t keepPast;       /* some step of the plan has a `back` */
  uint32_t reuseMemory;    /* malloc returns the thread's last freed block of that size again */
  uint32_t recycleBlocks;  /* malloc takes a freed block again where the plan says so: ObjectOp::BlockTake */
  uint32_t permitted;      /* revisit::PermittedSet: what may happen for no reason, where the plan says so */
  uint32_t findFreshReads; /* reads of uninitialised memory from malloc are errors */
  uint32_t findLeaks;      /* at the end of the run */
  uint32_t inputWithheld;  /* the program has no standard input */
  uint32_t pathOn;
  uint32_t osThreads;
  uint32_t watchdogMs;
  uint32_t recordLimit; /* there is room for this many records: see REVISIT_CHANNEL_BYTES */
  uint32_t stepCount;
  uint32_t inputCount;
  uint32_t rangeCount;
  uint32_t objectCount;
  /* In and out: the known slots; a run appends threads that it creates for the first time. */
  uint32_t slotCount;
  /* Result. */
  uint32_t outcome;
  uint32_t untried; /* what the program could have met of revisit::Permitted, but for `permitted` */
  uint32_t recordCount;
  uint32_t printCount;
  uint32_t blockNoteCount;
  uint32_t touchedCount;
  uint32_t stringBytes;
  uint32_t chainCount; /* grows over all runs */
  uint32_t stepsTaken;
  uint32_t divergedKind; /* LabelKind that the thread of plan step stepsTaken has instead; 255 = it has none */
  uint32_t lastThread;
  uint32_t childPid;
  /* The nursery, a process that performs one run after the other: it is asked for the run of this number, or to leave,
   * and answers with the number of the run that is over. */
  struct RevisitBell asked;
  struct RevisitBell answered;
  uint64_t mainEntry;
  uint64_t heapBefore; /* before the run: the end of the blocks in the lower half of main's arena */
  struct RevisitReplay replay;
  /* 1: the program has asked for the environment variable of this number, in some run or before main. */
  uint8_t askedVariables[REVISIT_MAX_VARIABLES];
  struct RevisitSlot slots[REVISIT_MAX_THREADS];
  struct RevisitPlanStep steps[REVISIT_MAX_STEPS];
  struct RevisitPlanInput inputs[REVISIT_MAX_INPUTS];
  struct RevisitRange ranges[REVISIT_MAX_RANGES];
  struct RevisitObject objects[REVISIT_MAX_OBJECTS];
  uint32_t chainBuckets[REVISIT_MAX_CHAINS];
  struct RevisitChainNode chains[REVISIT_MAX_CHAINS];
  char strings[REVISIT_MAX_STRING_BYTES]; /* offset 0 is the empty string */
  /* Accesses to unshared memory have no records while no path is recorded. Only the bytes that they touched are noted,
   * one entry for each page and thread. All zero before a run. */
  struct RevisitTouchedPage touched[REVISIT_MAX_TOUCHED];
  struct RevisitPrint prints[REVISIT_MAX_STEPS];         /* in the order of `record` */
  struct RevisitBlockNote blockNotes[REVISIT_MAX_STEPS]; /* likewise; when all are used, nothing is known of blocks */
  struct RevisitRecord records[REVISIT_MAX_RECORDS];     /* recordLimit of them are mapped */
};

/* The size of a channel with room for this many records. */
#define REVISIT_CHANNEL_BYTES(limit)                                                                                   \
  (offsetof(struct RevisitChannel, records) + (uint64_t)(limit) * sizeof(struct RevisitRecord))

/* The launcher sends one byte per run and receives the child's wait status after it. On start the program sends one
 * REVISIT_READY. After a REVISIT_NURSERY_REQUEST the child is the nursery; its wait status comes when it is gone, after
 * the answer REVISIT_GONE. */
enum { REVISIT_RUN_REQUEST = 'r', REVISIT_NURSERY_REQUEST = 'n', REVISIT_READY = 0x72656164 };
#define REVISIT_LEAVE 0xffffffffu /* asked */
#define REVISIT_GONE 0xffffffffu  /* answered */
enum { REVISIT_NO_NURSERY = 77 }; /* exit status: this process cannot be a nursery */
