/* The memory that the engine and one instrumented program share: the plan of a run going in, its trace coming out.
 * One sparse memfd, mapped by the program at REVISIT_CHANNEL_ADDRESS; areas lie at fixed offsets. The engine writes
 * while no run is under way, the run writes while the engine waits. Plain C layout, little endian, version-checked.
 * The environment variable REVISIT_CHANNEL holds "<memfd>,<socket>"; without it the program runs plainly. */
#pragma once

#include "runtime/abi/trace.h"

#include <stdint.h>

#define REVISIT_CHANNEL_VARIABLE "REVISIT_CHANNEL"

enum { REVISIT_CHANNEL_MAGIC = 0x52565354, REVISIT_CHANNEL_VERSION = 1 };

enum {
  REVISIT_MAX_THREADS = 256,
  REVISIT_MAX_STEPS = 1 << 20,
  REVISIT_MAX_INPUTS = 1 << 16,
  REVISIT_MAX_RANGES = 1 << 18,
  REVISIT_MAX_CHAINS = 1 << 19,
  REVISIT_MAX_STRING_BYTES = 1 << 22,
  REVISIT_MAX_RECORDS = 1 << 22
};

/* Where things live in the program's address space; the same in every run and in both carriers. */
#define REVISIT_ARGUMENT_ADDRESS 0x1f0000000000ull    /* argv; of no influence on other addresses */
#define REVISIT_ENVIRONMENT_ADDRESS 0x1f8000000000ull /* likewise */
#define REVISIT_CHANNEL_ADDRESS 0x200000000000ull
#define REVISIT_STACK_ADDRESS 0x210000000000ull /* user stacks, one per slot */
#define REVISIT_STACK_STRIDE 0x1000000ull
#define REVISIT_STACK_BYTES 0x800000ull
#define REVISIT_BLOCK_ADDRESS 0x220000000000ull /* thread-local blocks, one per slot */
#define REVISIT_BLOCK_STRIDE 0x1000000ull
#define REVISIT_HEAP_ADDRESS 0x230000000000ull /* heap arenas, one per slot */
#define REVISIT_HEAP_STRIDE 0x100000000ull

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

struct RevisitChannel {
  uint32_t magic;
  uint32_t version;
  /* Options and plan. */
  uint32_t unroll;
  uint32_t allAccesses;
  uint32_t pathOn;
  uint32_t osThreads;
  uint32_t watchdogMs;
  uint32_t recordLimit;
  uint32_t stepCount;
  uint32_t inputCount;
  uint32_t rangeCount;
  /* In and out: the slots known; a run appends threads it meets for the first time. */
  uint32_t slotCount;
  /* Result. */
  uint32_t outcome;
  uint32_t recordCount;
  uint32_t stringBytes;
  uint32_t chainCount; /* grows over all runs */
  uint32_t stepsTaken;
  uint32_t divergedKind; /* LabelKind that the thread of plan step stepsTaken has instead; 255 = it has none */
  uint32_t lastThread;
  uint32_t childPid;
  uint64_t mainEntry;
  struct RevisitSlot slots[REVISIT_MAX_THREADS];
  struct RevisitPlanStep steps[REVISIT_MAX_STEPS];
  struct RevisitPlanInput inputs[REVISIT_MAX_INPUTS];
  struct RevisitRange ranges[REVISIT_MAX_RANGES];
  uint32_t chainBuckets[REVISIT_MAX_CHAINS];
  struct RevisitChainNode chains[REVISIT_MAX_CHAINS];
  char strings[REVISIT_MAX_STRING_BYTES]; /* offset 0 is the empty string */
  struct RevisitRecord records[REVISIT_MAX_RECORDS];
};

/* What the launcher sends: one byte per run. What it gets back after each: the child's wait status. On start the
 * program sends one REVISIT_READY. */
enum { REVISIT_RUN_REQUEST = 'r', REVISIT_READY = 0x72656164 };
