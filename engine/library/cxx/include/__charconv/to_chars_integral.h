// std::to_chars of integers for a program that is explored: the number of digits is decided, and each digit is an
// expression. libc++ takes the digits from tables, at addresses that depend on the number.
#ifndef REVISIT_CXX_TO_CHARS_INTEGRAL
#define REVISIT_CXX_TO_CHARS_INTEGRAL

#pragma GCC system_header

#include <__charconv/tables.h>
#include <__charconv/to_chars_base_10.h>
#include <__charconv/to_chars_result.h>
#include <__charconv/traits.h>
#include <__config>
#include <__system_error/errc.h>
#include <__type_traits/conditional.h>
#include <__type_traits/enable_if.h>
#include <__type_traits/is_integral.h>
#include <__type_traits/is_signed.h>
#include <cstddef>
#include <cstdint>
#include <limits>

_LIBCPP_PUSH_MACROS
#include <__undef_macros>

#if _LIBCPP_STD_VER >= 17

_LIBCPP_BEGIN_NAMESPACE_STD

to_chars_result to_chars(char*, char*, bool, int = 10) = delete;

namespace __revisit {

inline _LIBCPP_CONSTEXPR_SINCE_CXX23 char __digit(unsigned __value) {
  const int __isLetter = (9 - static_cast<int>(__value)) >> 8; // all bits or none: no branch
  return static_cast<char>('0' + static_cast<int>(__value) + (__isLetter & ('a' - 10 - '0')));
}

// Each digit is a quotient's remainder, also the first one, so that a text that is read as a number again gives this
// number.
template <class _Number>
_LIBCPP_CONSTEXPR_SINCE_CXX23 void __put_digits(char* __first, char* __last, _Number __value, _Number __base) {
  for (; __last != __first; __value /= __base)
    *--__last = __digit(static_cast<unsigned>(__value % __base));
}

template <class _Number>
_LIBCPP_CONSTEXPR_SINCE_CXX23 to_chars_result __put_number(char* __first, char* __last, _Number __value,
                                                           unsigned __base) {
  ptrdiff_t __count = 1;
  _Number __bound = __base; // of numbers with so many digits; 0: it does not fit
  for (; __bound != 0; ++__count) {
    if (__value < __bound) // where this holds is explored first
      break;
    __bound = __bound > static_cast<_Number>(-1) / __base ? 0 : static_cast<_Number>(__bound * __base);
  }
  if (__count > __last - __first)
    return {__last, errc::value_too_large};
  __last = __first + __count;
  __put_digits(__first, __last, __value, static_cast<_Number>(__base));
  return {__last, errc()};
}

template <class _Number>
_LIBCPP_CONSTEXPR_SINCE_CXX23 to_chars_result __put_integer(char* __first, char* __last, _Number __value,
                                                            unsigned __base) {
  using _Unsigned =
      __conditional_t<sizeof(_Number) <= 4, uint32_t, __conditional_t<sizeof(_Number) <= 8, uint64_t, __uint128_t>>;
  auto __rest = static_cast<_Unsigned>(__value);
  if (__value < 0 && __first != __last) {
    *__first++ = '-';
    __rest = 0 - __rest;
  }
  return __put_number(__first, __last, __rest, __base);
}

} // namespace __revisit

template <class _Number, __enable_if_t<is_integral<_Number>::value, int> = 0>
inline _LIBCPP_CONSTEXPR_SINCE_CXX23 _LIBCPP_HIDE_FROM_ABI to_chars_result to_chars(char* __first, char* __last,
                                                                                    _Number __value) {
  return __revisit::__put_integer(__first, __last, __value, 10);
}

template <class _Number, __enable_if_t<is_integral<_Number>::value, int> = 0>
inline _LIBCPP_CONSTEXPR_SINCE_CXX23 _LIBCPP_HIDE_FROM_ABI to_chars_result to_chars(char* __first, char* __last,
                                                                                    _Number __value, int __base) {
  return __revisit::__put_integer(__first, __last, __value, static_cast<unsigned>(__base));
}

_LIBCPP_END_NAMESPACE_STD

#endif

_LIBCPP_POP_MACROS

#endif
