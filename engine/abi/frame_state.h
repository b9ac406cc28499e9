/* What the frames of instrumented functions hold. The compiler pass describes each function once (RevisitFrameLayout)
 * and keeps a RevisitFrame in each of its frames; the runtime reads both to compute the fingerprint of a thread's
 * state. Plain C layout. */
#pragma once

#include <stdint.h>

/* One variable or temporary of a frame. */
struct RevisitFrameSlot {
  uint32_t bytes;
  uint32_t escapes; /* 1: other functions may know its address, so parts of it may be shared */
};

/* A constant. Followed by `slots` RevisitFrameSlots and then by `sites` times `words` uint64_t: bit i of the set of a
 * site tells whether slot i may be used after the call at that site. */
struct RevisitFrameLayout {
  uint32_t slots;
  uint32_t sites;
  uint32_t words;
  uint32_t
      isOpaque; /* 1: the frame holds more than its slots (variables of variable size, variadic arguments, setjmp) */
};

/* Set in RevisitFrame::site while the call is inside a loop whose number of rounds is not known. */
#define REVISIT_SITE_REPEATS 0x80000000u

/* Set in a loop's number if the program can leave the loop other than by an error or an exception. */
#define REVISIT_LOOP_HAS_EXIT 1u
/* In place of a loop's number in REVISIT_LOOP_ENTER: the thread has called revisit_progress(). */
#define REVISIT_PROGRESS 0u
/* Stands for a loop in the records of a call that waits in the system until memory changes. */
#define REVISIT_SYSTEM_WAIT 0xffffffffu

/* In the frame: one activation of a loop without a computable bound. Not part of a thread's state: see
 * REVISIT_LOOP_BACK. */
struct RevisitLoop {
  uint64_t events;  /* of the thread when the round began */
  uint64_t reads;   /* likewise its events that read */
  uint32_t rounds;  /* so far, up to some number */
  uint32_t counted; /* rounds that had an event */
  /* The fingerprint before the last event of the last round. At the begin of a try: the thread's changes of memory, and
   * the time that it slept. */
  uint64_t low, high;
};

/* In the frame, followed by the addresses of the slots, uint64_t each. The function stores layout, site and slots; the
 * runtime fills in the rest in __revisit_state_enter. */
struct RevisitFrame {
  struct RevisitFrame* caller; /* of the next outer instrumented function; null at the outermost */
  uint64_t stack;              /* the function's stack pointer */
  const struct RevisitFrameLayout* layout;
  uint32_t site;             /* the number of the function's current call, and REVISIT_SITE_REPEATS */
  uint32_t isCalledByOthers; /* 1: between it and `caller` there are frames of other code */
};
