// Attributes of threads and of synchronisation objects in instrumented code: the C library's functions work on copies,
// so what they store is seen. The pass renames a program's calls to these functions, except for calls in this file.
#include <pthread.h>

#define BEGINS(function, type)                                                                                         \
  int revisit_libc_##function(type* attributes) {                                                                      \
    type copy;                                                                                                         \
    const int result = function(&copy);                                                                                \
    *attributes = copy;                                                                                                \
    return result;                                                                                                     \
  }
#define ENDS(function, type)                                                                                           \
  int revisit_libc_##function(type* attributes) {                                                                      \
    type copy = *attributes;                                                                                           \
    return function(&copy);                                                                                            \
  }
#define SETS(function, type, value)                                                                                    \
  int revisit_libc_##function(type* attributes, value wanted) {                                                        \
    type copy = *attributes;                                                                                           \
    const int result = function(&copy, wanted);                                                                        \
    *attributes = copy;                                                                                                \
    return result;                                                                                                     \
  }
#define GETS(function, type, value)                                                                                    \
  int revisit_libc_##function(const type* attributes, value* to) {                                                     \
    const type copy = *attributes;                                                                                     \
    value found;                                                                                                       \
    const int result = function(&copy, &found);                                                                        \
    if (result == 0)                                                                                                   \
      *to = found;                                                                                                     \
    return result;                                                                                                     \
  }

BEGINS(pthread_attr_init, pthread_attr_t)
ENDS(pthread_attr_destroy, pthread_attr_t)
SETS(pthread_attr_setdetachstate, pthread_attr_t, int)
GETS(pthread_attr_getdetachstate, pthread_attr_t, int)
SETS(pthread_attr_setstacksize, pthread_attr_t, size_t)
GETS(pthread_attr_getstacksize, pthread_attr_t, size_t)
SETS(pthread_attr_setguardsize, pthread_attr_t, size_t)
GETS(pthread_attr_getguardsize, pthread_attr_t, size_t)
SETS(pthread_attr_setscope, pthread_attr_t, int)
SETS(pthread_attr_setinheritsched, pthread_attr_t, int)
SETS(pthread_attr_setschedpolicy, pthread_attr_t, int)

BEGINS(pthread_mutexattr_init, pthread_mutexattr_t)
ENDS(pthread_mutexattr_destroy, pthread_mutexattr_t)
SETS(pthread_mutexattr_settype, pthread_mutexattr_t, int)
GETS(pthread_mutexattr_gettype, pthread_mutexattr_t, int)
SETS(pthread_mutexattr_setrobust, pthread_mutexattr_t, int)
GETS(pthread_mutexattr_getrobust, pthread_mutexattr_t, int)
SETS(pthread_mutexattr_setpshared, pthread_mutexattr_t, int)
SETS(pthread_mutexattr_setprotocol, pthread_mutexattr_t, int)

BEGINS(pthread_condattr_init, pthread_condattr_t)
ENDS(pthread_condattr_destroy, pthread_condattr_t)
SETS(pthread_condattr_setclock, pthread_condattr_t, clockid_t)
SETS(pthread_condattr_setpshared, pthread_condattr_t, int)

BEGINS(pthread_rwlockattr_init, pthread_rwlockattr_t)
ENDS(pthread_rwlockattr_destroy, pthread_rwlockattr_t)
SETS(pthread_rwlockattr_setkind_np, pthread_rwlockattr_t, int)
SETS(pthread_rwlockattr_setpshared, pthread_rwlockattr_t, int)
