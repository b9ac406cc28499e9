/* Sets of watches that learn of signals (engine/runtime/DESIGN.md, The machine): what the runtime and the machine of
 * the library exchange about them. */
#pragma once

#include <stdint.h>

/* In the place of a process (abi/machine.h), behind its children: who watches its signals. */
#define REVISIT_MACHINE_WATCHED_SIGNALS 0x18000ull

#ifdef __cplusplus
extern "C" {
#endif

/* As revisit_machine_signals, of those that are pending for the calling thread alone. */
uint64_t revisit_machine_own_signals(uint64_t signals);
/* The process has a signalfd for these signals. */
void revisit_machine_awaits_signals(uint64_t signals);
/* A child of that process has ended with this status of waitpid: the signal for that. Negative: the status is unknown.
 */
void revisit_machine_tell_end(unsigned process, unsigned child, int status);
/* Before main: what the runtime calls where a thread sends a signal to a process, or to a thread of it. */
void revisit_machine_tell_sends(void (*tell)(unsigned process, int step));
enum {
  REVISIT_MACHINE_SENDING, /* it is about to make the signal pending, and holds no lock */
  REVISIT_MACHINE_WAKING,  /* it will, because no such signal is pending yet; other threads do not see it so far */
  REVISIT_MACHINE_SENT
};

#ifdef __cplusplus
}
#endif
