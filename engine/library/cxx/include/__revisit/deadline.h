// A point in time in the form of POSIX's timed functions.
#ifndef REVISIT_CXX_DEADLINE_H
#define REVISIT_CXX_DEADLINE_H

#pragma GCC system_header

#include <__chrono/duration.h>
#include <__chrono/steady_clock.h>
#include <__chrono/system_clock.h>
#include <__chrono/time_point.h>
#include <__config>
#include <ctime>

_LIBCPP_BEGIN_NAMESPACE_STD

struct __revisit_deadline {
  clockid_t __clock_ = CLOCK_MONOTONIC;
  timespec __time_{};

  template <class _Duration>
  explicit __revisit_deadline(const chrono::time_point<chrono::steady_clock, _Duration>& __time) {
    __set(__time.time_since_epoch());
  }
  template <class _Duration>
  explicit __revisit_deadline(const chrono::time_point<chrono::system_clock, _Duration>& __time)
      : __clock_(CLOCK_REALTIME) {
    __set(__time.time_since_epoch());
  }
  template <class _Clock, class _Duration>
  explicit __revisit_deadline(const chrono::time_point<_Clock, _Duration>& __time) {
    __set(chrono::steady_clock::now().time_since_epoch() + (__time - _Clock::now()));
  }

private:
  // Times that timespec cannot represent are replaced by the latest time that it can.
  template <class _Rep, class _Period> void __set(const chrono::duration<_Rep, _Period>& __since) {
    constexpr long long __most = 1ll << 40;
    const auto __seconds = chrono::duration_cast<chrono::seconds>(__since);
    if (__since.count() < 0) {
      __time_ = timespec{0, 0};
    } else if (__seconds.count() >= __most) {
      __time_ = timespec{static_cast<time_t>(__most), 0};
    } else {
      __time_.tv_sec = static_cast<time_t>(__seconds.count());
      __time_.tv_nsec = static_cast<long>(chrono::duration_cast<chrono::nanoseconds>(__since - __seconds).count());
    }
  }
};

_LIBCPP_END_NAMESPACE_STD

#endif
