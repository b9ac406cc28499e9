/* The trace of one native run, in memory shared by runtime and engine: a header, then fixed-size records in the global
 * order of the run. Records of one thread are in its program order. Plain C layout, little endian, version-checked. */
#pragma once

#include <stdint.h>

enum { REVISIT_TRACE_VERSION = 2 };

enum RevisitRecordKind {
  REVISIT_THREAD_BEGIN = 1, /* thread; address = entry function; before = its argument; extra = creator thread;
                               after = index among the creator's children; extra64 = the word behind the first one
                               that the argument points to; operand = its pthread_t */
  REVISIT_THREAD_END,       /* before = returned value */
  REVISIT_EXIT,             /* before = status: exit or main's return; the thread stops, the others run on */
  REVISIT_ERROR,            /* op = revisit::ErrorKind; extra = offset of the message in the string area;
                               address = faulting address if there is one */
  REVISIT_CUT,              /* a bound: op = revisit::CutBy; extra = loop */
  REVISIT_LOAD,             /* address, size, order; before = after = value seen (low 8 bytes) */
  REVISIT_STORE,            /* before = old value, after = new value */
  REVISIT_RMW,              /* op = RmwOp; before, after; operand in extra64 */
  REVISIT_CAS,              /* before = old, after = new; extra64 = expected; operand = desired; flag = stored */
  REVISIT_WIDE,             /* 8 further bytes for the record before it: address = byte offset; before, after */
  REVISIT_FENCE,
  REVISIT_COPY, /* address = to; before = from; extra64 = bytes: the LOADs and STOREs that follow, up to
                   COPY_END, are its pieces (each a LOAD, then its STORE) */
  REVISIT_FILL, /* address = to; before = byte; extra64 = bytes; STOREs follow up to COPY_END */
  REVISIT_COPY_END,
  REVISIT_OBJECT,      /* op = revisit::ObjectOp; address = the object; before = result; extra64 = argument;
                          after = revisit::Label::lockBatch */
  REVISIT_CREATE,      /* extra = child thread; before = its argument; operand = its function */
  REVISIT_JOIN,        /* extra = child thread; before = its returned value */
  REVISIT_ASSUME,      /* before = condition; a zero stops the thread; op = 1: an assertion, an ERROR follows */
  REVISIT_INPUT,       /* a new unknown: size in bytes; before = its value in this run; op = bits if not 8*size,
                          extra = offset of its name; extra64 = index among the thread's inputs;
                          order = revisit::InputType;
                          address = where it was stored, or 0 when it is the result of the call */
  REVISIT_MALLOC,      /* address = block; before = bytes; op: 0 malloc 1 calloc 2 realloc 3 new 4 aligned */
  REVISIT_FREE,        /* address = block; before = bytes; extra64 = the thread_local object whose destructor the thread
                          runs, or 0 */
  REVISIT_EXTERNAL,    /* extra = offset of a text; op = RevisitExternal: the meaning of the text */
  REVISIT_AWAIT_HEAD,  /* extra = loop */
  REVISIT_AWAIT_BACK,  /* extra = loop: the round failed; the thread waits until something it read changes.
                          PENDING, at the end of the run: the round read nothing shared; one such record for each
                          of its reads (address, size), one with address 0 when there was none */
  REVISIT_AWAIT_AGAIN, /* extra = loop: the round changed memory, and the next one begins */
  REVISIT_AWAIT_END,   /* extra = loop: it is left */
  REVISIT_ENTER,       /* address = function id; before = frame address */
  REVISIT_ARGUMENT,    /* extra = index; before = value */
  REVISIT_ALLOCA,      /* address; before = bytes */
  REVISIT_BRANCH,      /* extra = successor index */
  REVISIT_RETURNED,    /* before = value */
  REVISIT_LANDED,      /* address = function id; before = frame address; extra = block */
  REVISIT_MORTAL,      /* address, before = bytes: memory that threads share and whose lifetime ends here, or the
                          object in it; op = revisit::RevisitMortal */
  REVISIT_LOCAL,       /* address, before = bytes: a local variable comes to life, and parts of it are shared;
                          extra64 = where its name stands */
  REVISIT_UNSUPPORTED, /* extra = offset of the message; the thread stops. op = 1: a limit of the tool */
  REVISIT_LEAK,        /* at the end: address = a block that nothing points to; before = bytes; extra, extra64 =
                          blocks and bytes that can be reached from it alone */
  REVISIT_HANDLE,      /* address = the handle of a thread, as an object; op = revisit::ObjectOp: the thread is
                          joined or detached from here on */
  REVISIT_MAIN_LOCAL,  /* address, before = bytes: a local variable of main, which returns */
  REVISIT_SECTION,     /* an atomic section: op = 1: begins, 0: ends */
  REVISIT_THREAD_NAME, /* the program names a thread: address = its slot; extra = offset of the name */
  REVISIT_LOOP_ENTER,  /* a loop without a computable bound begins anew: extra = loop. Recorded before the next event,
                          once for each loop */
  REVISIT_LOOP_BACK,   /* its back edge, after a round that had an event: extra = loop */
  REVISIT_TRY_AGAIN,   /* while a path is recorded: extra = loop; before = 1: it gives up */
  REVISIT_VARIADIC,    /* while a path is recorded: va_start filled the list at address; before = the area of the
                          arguments in registers, after = that of the others; extra = the offset of the first general
                          register in the former; extra64 = that of the first vector register */
  REVISIT_HANDLER,     /* handlers of signals that came between two steps of the thread; op: see handlers.h. The frames
                          of the outermost lie below address */
  REVISIT_DESCRIPTOR   /* only for names: address = a descriptor; extra = offset of the word for what it stands for from
                          now on, 0: it is closed; extra64 = offset of a second word; before, after = the places that it
                          reads and writes. op = REVISIT_DESCRIPTOR_FILE: address = the number of a file, extra = offset
                          of its path or name */
};

enum { REVISIT_DESCRIPTOR_FILE = 1 };

enum RevisitExternal {
  REVISIT_EXTERNAL_CALL = 0,      /* an unmodelled call: the name of the function */
  REVISIT_EXTERNAL_WARNING,       /* a warning for the user: the text */
  REVISIT_EXTERNAL_UNSEEN_CALL,   /* a call to uninstrumented code: address = the function; the text is its name if the
                                     code did not exist before the run */
  REVISIT_EXTERNAL_UNSEEN_START,  /* a constructor that is not instrumented ran before main: address = it */
  REVISIT_EXTERNAL_UNSEEN_COPIES, /* inline functions of which the program has uninstrumented copies: address = the
                                     first, before = their number */
  REVISIT_EXTERNAL_LIMIT          /* a limit of the tool that the program reached and that changes its behaviour, given
                                     by the text alone */
};

enum RevisitMortal {
  REVISIT_MORTAL_MEMORY = 0,
  REVISIT_MORTAL_OBJECTS, /* so do the synchronisation objects in it */
  REVISIT_MORTAL_BLANK, /* no end, but a read: of a local variable of another thread, where nobody seems to have stored
                           anything. It is shared from the next run on, so that the graph tells. Likewise a
                           compare-and-swap that may fail for no reason, which is a choice */
  REVISIT_MORTAL_NOTE   /* only for the message of the error that follows: memory of the thread itself, where it
                           destroyed an object at this position */
};

enum RevisitRecordFlags {
  REVISIT_FLAG_EVENT = 1,    /* a scheduling point: touches shared memory, or is an object operation, create, join */
  REVISIT_FLAG_STORED = 2,   /* CAS: it stored */
  REVISIT_FLAG_PENDING = 4,  /* the thread was blocked before this operation at the end of the run: it was not done. One
                                such record for every thread that is parked before an event (lock, join, ...) then */
  REVISIT_FLAG_SERVICE = 8,  /* made by a library function the runtime provides, not by a hook call in the IR */
  REVISIT_FLAG_FOREIGN = 16, /* memory of a system library: never shared; only the library uses its content */
  REVISIT_FLAG_HIDDEN = 32,  /* STORE: the memory was found changed without a recorded store; the thread that found it
                                 records the write as an event before its own access. LOAD: unshared memory was found
                                 changed in this way */
  REVISIT_FLAG_OVER = 64,    /* memory: the lifetime of the location was over; an ERROR follows */
  REVISIT_FLAG_SILENT = 128, /* OBJECT: not a call of the program */
  REVISIT_FLAG_FRESH = 128,  /* memory: nothing was stored there since it was allocated. An ERROR follows, unless the
                                access only copies */
  REVISIT_FLAG_DESTROYED = REVISIT_FLAG_OVER | REVISIT_FLAG_FRESH /* memory: nothing was stored there since the
                                destructor of the object in it; an ERROR follows */
};

#define REVISIT_REPEATS 0x80u       /* inside a loop whose number of rounds is not known */
#define REVISIT_BLIND 0x40u         /* RMW: see REVISIT_ORDER_BLIND */
#define REVISIT_UNINITIALISED 0x10u /* STORE: see REVISIT_ORDER_UNINITIALISED */
#define REVISIT_UNLESS_SAME 0x20u   /* RMW: see REVISIT_ORDER_UNLESS_SAME */
#define REVISIT_WEAK 0x40u          /* CAS: it may fail for no reason. So says the hook's order on failure too */

struct RevisitRecord {
  uint8_t kind;  /* RevisitRecordKind */
  uint8_t size;  /* bytes, memory records (WIDE records contain the bytes beyond 8) */
  uint8_t order; /* revisit::MemoryOrder */
  uint8_t op;
  uint8_t failure; /* CAS: order on failure. Memory records: and the bits above */
  uint8_t flags;
  uint16_t thread; /* slot of the thread: dense per plan, agreed by plan and trace */
  uint32_t chain;  /* call chain: index in the chain area; 0 = none */
  uint32_t extra;  /* memory records: revisit::Lifetime in the lowest byte, RevisitPlanStep::back in the others */
  uint64_t address;
  uint64_t before;
  uint64_t after;
  uint64_t extra64;
  uint64_t operand;
};
