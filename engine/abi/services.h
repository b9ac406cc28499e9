/* Memory of the services that the runtime provides, at a fixed place. Information that passes between threads through a
 * service passes through this memory, and so is followed like any access. Zero at the start of every run. */
#pragma once

#define REVISIT_SERVICES_ADDRESS 0x1e0000000000ull
#define REVISIT_SERVICES_BYTES 0x700000ull
#define REVISIT_CLOCK_ADDRESS REVISIT_SERVICES_ADDRESS /* nanoseconds since the start of the run */
/* What each thread asks the system for: 8 bytes for each, of which the first stands for memory, the last for threads */
#define REVISIT_RESOURCES_ADDRESS 0x1e0000000800ull
#define REVISIT_FILES_ADDRESS 0x1e0000001000ull /* each descriptor's position; its lock is 8 bytes after it */
#define REVISIT_FILE_STRIDE 64ull
/* Timers, of which the first is that of `alarm`: see signals/timer_places.h. The others have the numbers of threads. */
#define REVISIT_TIMERS_ADDRESS 0x1e0000080000ull
#define REVISIT_TIMER_STRIDE 64ull
#define REVISIT_TIMERS_OF_THREAD 8u
#define REVISIT_EXPIRATIONS 3u /* of one that expires again and again: those with handlers that are followed */
#define REVISIT_PROCESS_STATE_ADDRESS 0x1e00000a0000ull /* what threads set of the process: see process_state.h */
#define REVISIT_PROCESS_STATE_STRIDE 128ull
#define REVISIT_THREAD_STATE_ADDRESS 0x1e00000f0000ull /* what a thread set of itself and its children inherit */
#define REVISIT_THREAD_STATE_STRIDE 64ull
/* Where a thread waits for a futex: see sync/futex_lists.h. At the begin what all threads share. */
#define REVISIT_FUTEXES_ADDRESS 0x1e0000620000ull
#define REVISIT_FUTEX_STRIDE 64ull
/* Signals that are pending, of each thread and, behind the last one, of the process: their lock at the begin, the
 * number of each, and from REVISIT_SIGNALS_ENTRIES on room for that many of them. See signals/pending.h */
#define REVISIT_SIGNALS_ADDRESS 0x1e0000100000ull
#define REVISIT_SIGNALS_STRIDE 0x5000ull
#define REVISIT_SIGNALS_ENTRIES 0x400ull
#define REVISIT_SIGNALS_ROOM 0x100ull
#define REVISIT_SIGNALS_QUEUED 15 /* of one signal */
