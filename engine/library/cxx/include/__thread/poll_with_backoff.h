// libc++'s wait by polling, for a program that is explored. A wait without a limit is a waiting loop. A wait with a
// limit polls once, because the result of a timed operation depends on the state at its turn.
#ifndef REVISIT_CXX_POLL_WITH_BACKOFF_H
#define REVISIT_CXX_POLL_WITH_BACKOFF_H

#pragma GCC system_header

#include <__chrono/duration.h>
#include <__config>
#include <sched.h>

_LIBCPP_BEGIN_NAMESPACE_STD

struct __spinning_backoff_policy {
  _LIBCPP_HIDE_FROM_ABI _LIBCPP_CONSTEXPR bool operator()(chrono::nanoseconds const&) const { return false; }
};

template <class _Poll, class _Backoff>
_LIBCPP_HIDE_FROM_ABI bool
__libcpp_thread_poll_with_backoff(_Poll&& __poll, _Backoff&&,
                                  chrono::nanoseconds __limit = chrono::nanoseconds::zero()) {
  if (__limit != chrono::nanoseconds::zero())
    return __poll();
  while (!__poll())
    sched_yield();
  return true;
}

_LIBCPP_END_NAMESPACE_STD

#endif
