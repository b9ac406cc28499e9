// std::atomic's wait and notify for a program that is explored. A wait compares and begins to wait under a lock that
// belongs to the atomic's address, and a notification takes that lock. So a wait that began earlier ends only by a
// notification, as the standard says, and a store without a notification may leave a thread waiting.
#ifndef REVISIT_CXX_ATOMIC_SYNC_H
#define REVISIT_CXX_ATOMIC_SYNC_H

#pragma GCC system_header

#include <__atomic/contention_t.h>
#include <__atomic/cxx_atomic_impl.h>
#include <__atomic/memory_order.h>
#include <__atomic/to_gcc_order.h>
#include <__chrono/duration.h>
#include <__config>
#include <__memory/addressof.h>
#include <__thread/poll_with_backoff.h>
#include <__thread/support.h>
#include <__type_traits/conjunction.h>
#include <__type_traits/decay.h>
#include <__type_traits/invoke.h>
#include <__type_traits/void_t.h>
#include <__utility/declval.h>
#include <cstring>

extern "C" {
void __revisit_address_lock(const volatile void*) _NOEXCEPT;
void __revisit_address_unlock(const volatile void*) _NOEXCEPT;
void __revisit_address_wait(const volatile void*) _NOEXCEPT;
void __revisit_address_notify(const volatile void*, int) _NOEXCEPT;
}

_LIBCPP_BEGIN_NAMESPACE_STD

// Specialised for each atomic type in libc++'s headers.
template <class _Tp, class = void> struct __atomic_waitable_traits;

template <class _Tp> _LIBCPP_HIDE_FROM_ABI bool __cxx_nonatomic_compare_equal(_Tp const& __left, _Tp const& __right) {
  return std::memcmp(std::addressof(__left), std::addressof(__right), sizeof(_Tp)) == 0;
}

template <class _Waitable, class _Poll>
_LIBCPP_HIDE_FROM_ABI void __atomic_wait_unless(const _Waitable& __object, _Poll&& __poll, memory_order __order) {
  using __traits = __atomic_waitable_traits<__decay_t<_Waitable> >;
  const volatile void* __address = __traits::__atomic_contention_address(__object);
  ::__revisit_address_lock(__address);
  while (true) {
    auto __value = __traits::__atomic_load(__object, __order);
    if (__poll(__value))
      break;
    ::__revisit_address_wait(__address);
  }
  ::__revisit_address_unlock(__address);
}

template <class _Waitable> _LIBCPP_HIDE_FROM_ABI void __atomic_notify_one(const _Waitable& __object) {
  ::__revisit_address_notify(__atomic_waitable_traits<__decay_t<_Waitable> >::__atomic_contention_address(__object), 0);
}

template <class _Waitable> _LIBCPP_HIDE_FROM_ABI void __atomic_notify_all(const _Waitable& __object) {
  ::__revisit_address_notify(__atomic_waitable_traits<__decay_t<_Waitable> >::__atomic_contention_address(__object), 1);
}

template <class _Waitable, class _Value>
_LIBCPP_HIDE_FROM_ABI void __atomic_wait(_Waitable& __object, _Value __old, memory_order __order) {
  std::__atomic_wait_unless(
      __object, [&](const _Value& __value) { return !std::__cxx_nonatomic_compare_equal(__value, __old); }, __order);
}

_LIBCPP_END_NAMESPACE_STD

#endif
