// std::lock and scoped_lock.
#ifndef REVISIT_CXX_LOCK_ALL_H
#define REVISIT_CXX_LOCK_ALL_H

#pragma GCC system_header

#include <__config>
#include <__memory/addressof.h>
#include <__mutex/mutex.h>
#include <__mutex/tag_types.h>
#include <__mutex/unique_lock.h>
#include <cstddef>
#include <tuple>

extern "C" unsigned __revisit_locks_together(unsigned) _NOEXCEPT;

_LIBCPP_BEGIN_NAMESPACE_STD

// A lock and its address; for a unique_lock or shared_lock those of its mutex.
struct __revisit_lockable {
  const void* __address_;
  void* __lock_;
  void (*__take_)(void*);
  void (*__give_back_)(void*);

  template <class _Lock>
  static auto __address_of(_Lock& __lock, int) -> decltype(static_cast<const void*>(__lock.mutex())) {
    return __lock.mutex();
  }
  template <class _Lock> static const void* __address_of(_Lock& __lock, long) { return std::addressof(__lock); }

  template <class _Lock>
  explicit __revisit_lockable(_Lock& __lock)
      : __address_(__address_of(__lock, 0)), __lock_(std::addressof(__lock)),
        __take_([](void* __it) { static_cast<_Lock*>(__it)->lock(); }),
        __give_back_([](void* __it) { static_cast<_Lock*>(__it)->unlock(); }) {}
};

inline void __revisit_take_all(__revisit_lockable* __locks, size_t __count) {
  for (size_t __i = 1; __i < __count; ++__i)
    for (size_t __at = __i; __at > 0 && __locks[__at].__address_ < __locks[__at - 1].__address_; --__at) {
      const __revisit_lockable __moved = __locks[__at];
      __locks[__at] = __locks[__at - 1];
      __locks[__at - 1] = __moved;
    }
  size_t __taken = 0;
#ifdef __cpp_exceptions
  try {
#endif
    for (; __taken < __count; ++__taken)
      __locks[__taken].__take_(__locks[__taken].__lock_);
#ifdef __cpp_exceptions
  } catch (...) {
    __revisit_locks_together(0);
    while (__taken > 0) {
      --__taken;
      __locks[__taken].__give_back_(__locks[__taken].__lock_);
    }
    throw;
  }
#endif
  __revisit_locks_together(0);
}

template <class... _Locks> void __revisit_lock_all(_Locks&... __locks) {
  if (!__revisit_locks_together(1)) {
    std::lock(__locks...); // the version of libc++
    return;
  }
  __revisit_lockable __all[] = {__revisit_lockable(__locks)...};
  std::__revisit_take_all(__all, sizeof...(_Locks));
}

#if _LIBCPP_STD_VER >= 20
template <class _L0, class _L1>
  requires(sizeof(_L0) > 0)
void lock(_L0& __l0, _L1& __l1) {
  std::__revisit_lock_all(__l0, __l1);
}
template <class _L0, class _L1, class _L2, class... _L3>
  requires(sizeof(_L0) > 0)
void lock(_L0& __l0, _L1& __l1, _L2& __l2, _L3&... __l3) {
  std::__revisit_lock_all(__l0, __l1, __l2, __l3...);
}
#else
// A non-template overload is preferred; two templates would be ambiguous.
inline void lock(mutex& __l0, mutex& __l1) { std::__revisit_lock_all(__l0, __l1); }
inline void lock(unique_lock<mutex>& __l0, unique_lock<mutex>& __l1) { std::__revisit_lock_all(__l0, __l1); }
#endif

#if _LIBCPP_STD_VER >= 17
template <class... _Mutexes> class scoped_lock {
  tuple<_Mutexes&...> __mutexes_;

public:
  explicit scoped_lock(_Mutexes&... __mutexes) : __mutexes_(__mutexes...) { std::__revisit_lock_all(__mutexes...); }
  scoped_lock(adopt_lock_t, _Mutexes&... __mutexes) : __mutexes_(__mutexes...) {}
  ~scoped_lock() {
    std::apply([](auto&... __mutexes) { (__mutexes.unlock(), ...); }, __mutexes_);
  }
  scoped_lock(const scoped_lock&) = delete;
  scoped_lock& operator=(const scoped_lock&) = delete;
};

template <class _Mutex> class scoped_lock<_Mutex> {
  _Mutex& __mutex_;

public:
  using mutex_type = _Mutex;

  explicit scoped_lock(mutex_type& __mutex) : __mutex_(__mutex) { __mutex_.lock(); }
  scoped_lock(adopt_lock_t, mutex_type& __mutex) : __mutex_(__mutex) {}
  ~scoped_lock() { __mutex_.unlock(); }
  scoped_lock(const scoped_lock&) = delete;
  scoped_lock& operator=(const scoped_lock&) = delete;
};

template <> class scoped_lock<> {
public:
  scoped_lock() = default;
  explicit scoped_lock(adopt_lock_t) {}
  scoped_lock(const scoped_lock&) = delete;
  scoped_lock& operator=(const scoped_lock&) = delete;
};
#endif

_LIBCPP_END_NAMESPACE_STD

#endif
