/* Handlers of signals that come between two steps of a thread: what the records of a run say about them, and about
 * accesses that they may interrupt. */
#pragma once

/* Added to an order (abi/hooks.h): to that of a plain access of at most 8 bytes to a volatile object. */
#define REVISIT_ORDER_VOLATILE 0x2000u
/* And to that of a plain load of a watched variable (-frevisit-mark=FILE:LINE,NAME): it is shared from the next run on,
 * so that the graph tells its value. */
#define REVISIT_ORDER_WATCHED 0x4000u
/* In `failure` of the record of a volatile access (LOAD, STORE). */
#define REVISIT_VOLATILE 0x08u

/* `op` of a record REVISIT_HANDLER. */
enum RevisitHandlerStep {
  REVISIT_HANDLER_LAST = 0, /* the outermost handlers have returned */
  REVISIT_HANDLER_BEGIN,    /* one or more signals are delivered; before = RevisitHandlerPlace, and the chain of what
                               they interrupt */
  REVISIT_HANDLER_SIGNAL,   /* extra = the signal whose handler is called now, and above its 8 bits 1 or 0 in turn if it
                               may interrupt itself */
  REVISIT_HANDLER_END       /* those of the last begin have returned, and an interrupted one goes on */
};

enum RevisitHandlerPlace {
  REVISIT_HANDLER_ELSEWHERE = 0,
  REVISIT_HANDLER_AT_STEP, /* nothing lies between the handler and the thread's next step */
  REVISIT_HANDLER_AT_COPY  /* nor the steps of the copy, or fill, of memory that begins there */
};

/* Who touches memory in a handler: another one may interrupt it. `thread`: its slot, `handled`: the `extra` above. Ids
 * of threads are below REVISIT_HANDLERS_OF_THREADS (abi/channel.h). */
#define REVISIT_TOUCHER_OF_HANDLER(thread, handled)                                                                    \
  ((thread) | REVISIT_HANDLERS_OF_THREADS | ((handled) >> 8 & 1u) << 8 | ((handled) & 63u) << 10)
