// The parallel algorithms of a program that is explored. libc++ 19 does all of their work in the calling thread; here a
// second thread does half of it. More threads would be permitted, so that the runtime is told.
#ifndef REVISIT_CXX_PARALLEL_ALGORITHMS
#define REVISIT_CXX_PARALLEL_ALGORITHMS

#pragma GCC system_header

#include <__algorithm/inplace_merge.h>
#include <__config>
#include <__pstl/backend_fwd.h>
#include <__pstl/cpu_algos/any_of.h>
#include <__pstl/cpu_algos/cpu_traits.h>
#include <__pstl/cpu_algos/fill.h>
#include <__pstl/cpu_algos/find_if.h>
#include <__pstl/cpu_algos/for_each.h>
#include <__pstl/cpu_algos/merge.h>
#include <__pstl/cpu_algos/stable_sort.h>
#include <__pstl/cpu_algos/transform.h>
#include <__pstl/cpu_algos/transform_reduce.h>
#include <__utility/empty.h>
#include <__utility/move.h>
#include <cstddef>
#include <optional>
#include <pthread.h>

extern "C" void revisit_parallel_algorithm() _NOEXCEPT;

_LIBCPP_PUSH_MACROS
#include <__undef_macros>

_LIBCPP_BEGIN_NAMESPACE_STD
namespace __pstl {

template <> struct __cpu_traits<__std_thread_backend_tag> {
  template <class _Iterator, class _Function>
  _LIBCPP_HIDE_FROM_ABI static optional<__empty> __for_each(_Iterator __first, _Iterator __last, _Function __function) {
    const _Iterator __middle = __first + (__last - __first) / 2;
    __both([&] { __function(__first, __middle); }, [&] { __function(__middle, __last); }, __middle != __first);
    return __empty{};
  }

  template <class _Index, class _UnaryOp, class _Tp, class _BinaryOp, class _Reduce>
  _LIBCPP_HIDE_FROM_ABI static optional<_Tp> __transform_reduce(_Index __first, _Index __last, _UnaryOp __unary,
                                                                _Tp __init, _BinaryOp __binary, _Reduce __reduce) {
    const _Index __middle = __first + (__last - __first) / 2;
    if (__middle == __first)
      return __reduce(__first, __last, std::move(__init));
    optional<_Tp> __one, __other;
    __both([&] { __one.emplace(__reduce(__first, __middle, std::move(__init))); },
           [&] { __other.emplace(__reduce(__middle + 1, __last, _Tp(__unary(__middle)))); }, true);
    return __binary(std::move(*__one), std::move(*__other));
  }

  template <class _Iterator, class _Compare, class _LeafSort>
  _LIBCPP_HIDE_FROM_ABI static optional<__empty> __stable_sort(_Iterator __first, _Iterator __last, _Compare __compare,
                                                               _LeafSort __sort) {
    const _Iterator __middle = __first + (__last - __first) / 2;
    __both([&] { __sort(__first, __middle, __compare); }, [&] { __sort(__middle, __last, __compare); },
           __middle != __first);
    std::inplace_merge(__first, __middle, __last, __compare);
    return __empty{};
  }

  template <class _Iterator1, class _Iterator2, class _Iterator3, class _Compare, class _LeafMerge>
  _LIBCPP_HIDE_FROM_ABI static optional<__empty> __merge(_Iterator1 __first1, _Iterator1 __last1, _Iterator2 __first2,
                                                         _Iterator2 __last2, _Iterator3 __to, _Compare __compare,
                                                         _LeafMerge __merge) {
    ::revisit_parallel_algorithm();
    __merge(__first1, __last1, __first2, __last2, __to, __compare);
    return __empty{};
  }

  _LIBCPP_HIDE_FROM_ABI static void __cancel_execution() {}

  static constexpr size_t __lane_size = 64;

private:
  template <class _One, class _Other>
  _LIBCPP_HIDE_FROM_ABI static void __both(const _One& __one, const _Other& __other, bool __in_two) {
    ::revisit_parallel_algorithm();
    pthread_t __second;
    const bool __is_divided =
        __in_two && ::pthread_create(&__second, nullptr, &__run<_Other>, const_cast<_Other*>(&__other)) == 0;
    __one();
    if (__is_divided)
      ::pthread_join(__second, nullptr);
    else
      __other();
  }
  template <class _Part> _LIBCPP_HIDE_FROM_ABI static void* __run(void* __part) {
    (*static_cast<_Part*>(__part))();
    return nullptr;
  }
};

template <class _Policy>
struct __find_if<__std_thread_backend_tag, _Policy> : __cpu_parallel_find_if<__std_thread_backend_tag, _Policy> {};
template <class _Policy>
struct __for_each<__std_thread_backend_tag, _Policy> : __cpu_parallel_for_each<__std_thread_backend_tag, _Policy> {};
template <class _Policy>
struct __merge<__std_thread_backend_tag, _Policy> : __cpu_parallel_merge<__std_thread_backend_tag, _Policy> {};
template <class _Policy>
struct __stable_sort<__std_thread_backend_tag, _Policy>
    : __cpu_parallel_stable_sort<__std_thread_backend_tag, _Policy> {};
template <class _Policy>
struct __transform<__std_thread_backend_tag, _Policy> : __cpu_parallel_transform<__std_thread_backend_tag, _Policy> {};
template <class _Policy>
struct __transform_binary<__std_thread_backend_tag, _Policy>
    : __cpu_parallel_transform_binary<__std_thread_backend_tag, _Policy> {};
template <class _Policy>
struct __transform_reduce<__std_thread_backend_tag, _Policy>
    : __cpu_parallel_transform_reduce<__std_thread_backend_tag, _Policy> {};
template <class _Policy>
struct __transform_reduce_binary<__std_thread_backend_tag, _Policy>
    : __cpu_parallel_transform_reduce_binary<__std_thread_backend_tag, _Policy> {};
template <class _Policy>
struct __any_of<__std_thread_backend_tag, _Policy> : __cpu_parallel_any_of<__std_thread_backend_tag, _Policy> {};
template <class _Policy>
struct __fill<__std_thread_backend_tag, _Policy> : __cpu_parallel_fill<__std_thread_backend_tag, _Policy> {};

} // namespace __pstl
_LIBCPP_END_NAMESPACE_STD

_LIBCPP_POP_MACROS

#endif
