// The shared state of stop_source, stop_token and stop_callback for a program that is explored. An ordinary mutex
// protects the list of callbacks, so that no thread spins. A flag for which threads can wait says whether a stop was
// requested.
#ifndef REVISIT_CXX_STOP_STATE_H
#define REVISIT_CXX_STOP_STATE_H

#pragma GCC system_header

#include <__config>
#include <__stop_token/intrusive_list_view.h>
#include <__stop_token/intrusive_shared_ptr.h>
#include <__thread/id.h>
#include <__thread/this_thread.h>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <sched.h>

_LIBCPP_BEGIN_NAMESPACE_STD

#if _LIBCPP_STD_VER >= 20

struct __stop_callback_base : __intrusive_node_base<__stop_callback_base> {
  using __callback_fn_t = void(__stop_callback_base*) noexcept;

  explicit __stop_callback_base(__callback_fn_t* __function) : __function_(__function) {}
  void __invoke() noexcept { __function_(this); }

  __callback_fn_t* __function_;
  atomic<bool> __done_ = false;
  bool* __gone_ = nullptr; // points to a flag while the callback runs: set when the callback's own function destroys it
};

class __stop_state {
  using __lock_t = lock_guard<mutex>;

  atomic<bool> __requested_ = false;
  atomic<uint32_t> __sources_ = 0;
  atomic<uint32_t> __references_ = 0;
  mutex __mutex_;
  __intrusive_list_view<__stop_callback_base> __callbacks_;
  __thread_id __requester_;

  template <class> friend struct __intrusive_shared_ptr_traits;

  __stop_callback_base* __next_callback() noexcept {
    __lock_t __lock(__mutex_);
    return __callbacks_.__empty() ? nullptr : __callbacks_.__pop_front();
  }

  static void __run(__stop_callback_base* __callback) noexcept {
    bool __gone = false;
    __callback->__gone_ = &__gone;
    __callback->__invoke();
    if (__gone)
      return;
    __callback->__gone_ = nullptr;
    __callback->__done_.store(true, memory_order_release);
  }

public:
  __stop_state() noexcept = default;

  void __increment_stop_source_counter() noexcept { __sources_.fetch_add(1, memory_order_relaxed); }
  void __decrement_stop_source_counter() noexcept { __sources_.fetch_sub(1, memory_order_relaxed); }

  bool __stop_requested() const noexcept { return __requested_.load(memory_order_acquire); }
  bool __stop_possible_for_stop_token() const noexcept {
    return __stop_requested() || __sources_.load(memory_order_acquire) != 0;
  }

  bool __request_stop() noexcept {
    {
      __lock_t __lock(__mutex_);
      if (__requested_.load(memory_order_relaxed))
        return false;
      __requester_ = this_thread::get_id();
      __requested_.store(true, memory_order_release);
    }
    while (auto* __callback = __next_callback())
      __run(__callback);
    return true;
  }

  // False when the callback will not be called later: it was called here, or no stop can be requested.
  bool __add_callback(__stop_callback_base* __callback) noexcept {
    {
      __lock_t __lock(__mutex_);
      if (!__requested_.load(memory_order_relaxed)) {
        if (__sources_.load(memory_order_relaxed) == 0)
          return false;
        __callbacks_.__push_front(__callback);
        return true;
      }
    }
    __callback->__invoke();
    return false;
  }

  // Called by a callback's destructor: returns when the callback is not running any more.
  void __remove_callback(__stop_callback_base* __callback) noexcept {
    {
      __lock_t __lock(__mutex_);
      const bool __taken = __callback->__prev_ == nullptr && !__callbacks_.__is_head(__callback);
      if (!__taken) {
        __callbacks_.__remove(__callback);
        return;
      }
    }
    if (this_thread::get_id() == __requester_) {
      if (__callback->__gone_)
        *__callback->__gone_ = true;
      return;
    }
    while (!__callback->__done_.load(memory_order_acquire))
      sched_yield();
  }
};

template <> struct __intrusive_shared_ptr_traits<__stop_state> {
  static atomic<uint32_t>& __get_atomic_ref_count(__stop_state& __state) { return __state.__references_; }
};

#endif

_LIBCPP_END_NAMESPACE_STD

#endif
