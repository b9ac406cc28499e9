/* What concerns copies of the process (fork): marks in records of runs, and calls of the library. */
#pragma once

#include "abi/trace.h"

#include <stddef.h>

/* Of a LOAD (failure): what is there goes into a copy of the process. It is no access of the program. */
#define REVISIT_IMAGE 0x20u
/* Of a MORTAL, behind those of RevisitMortal: no end; the memory counts as shared, whoever uses it. */
#define REVISIT_MORTAL_NEEDED ((unsigned)REVISIT_MORTAL_NOTE + 1u)
/* Likewise: no end; the thread reads each word in these bytes that is a multiple of extra64 away from the first one, if
 * other threads use it. */
#define REVISIT_MORTAL_READS ((unsigned)REVISIT_MORTAL_NOTE + 2u)
/* Part of the protection of a mapping: of a content that belongs to this process alone. */
#define REVISIT_MAPPED_ALONE 0x10000

/* Of the end of a process (revisit_machine_copy_process): its streams are flushed; it has other threads, which may do
 * more before that. */
enum { REVISIT_END_FLUSHES = 1, REVISIT_END_HAS_THREADS = 2 };

#ifdef __cplusplus
extern "C" {
#endif

/* The calling thread's process is about to be copied: calls the handlers for that. From then on until the copy is made,
 * no other thread has an event. */
void revisit_machine_begin_copy(void);
/* The table of descriptors of the calling thread's process is copied in between, in one step. */
void revisit_machine_begin_table(void);
void revisit_machine_end_table(void);
/* Whether all children of the process have ended, and were waited for. In the library. */
int revisit_children_are_over(unsigned process);
/* Memory of files. The calling thread's process has mapped these pages, with this protection of mmap; whether it has
 * mapped some of them, as far as that is known (a program without fork: 1); and it has them no more: 1, if other
 * processes may still have them. */
void revisit_machine_maps(const void* at, size_t bytes, int protection);
int revisit_machine_has_mapped(const void* at, size_t bytes);
int revisit_machine_unmaps(const void* at, size_t bytes);

#ifdef __cplusplus
}
#endif
