// Operations on signal sets in instrumented code: the sets may be shared. The pass renames a program's calls to these
// functions, except for calls in this file.
#include <signal.h>
#include <stddef.h>

int revisit_libc_sigemptyset(sigset_t* set) {
  sigset_t copy;
  const int result = sigemptyset(&copy);
  *set = copy;
  return result;
}

int revisit_libc_sigfillset(sigset_t* set) {
  sigset_t copy;
  const int result = sigfillset(&copy);
  *set = copy;
  return result;
}

int revisit_libc_sigaddset(sigset_t* set, int number) {
  sigset_t copy = *set;
  const int result = sigaddset(&copy, number);
  *set = copy;
  return result;
}

int revisit_libc_sigdelset(sigset_t* set, int number) {
  sigset_t copy = *set;
  const int result = sigdelset(&copy, number);
  *set = copy;
  return result;
}

int revisit_libc_sigismember(const sigset_t* set, int number) {
  const sigset_t copy = *set;
  return sigismember(&copy, number);
}
