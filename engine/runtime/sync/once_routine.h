/* Runs the routine of a once object, whether it returns or not. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* Calls `routine`, then `end(object, 1)`; or `end(object, 0)` when an exception or the end of the thread leaves it. */
void revisit_run_once(void (*routine)(void), void (*end)(unsigned long object, int returned), unsigned long object);

#ifdef __cplusplus
}
#endif
