// A value that another thread will provide, or the reason why it will not.
#pragma once

#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>

// Its promise was dropped without a value.
class BrokenPromise : public std::runtime_error {
public:
  BrokenPromise() : std::runtime_error("the promise was dropped without a value") {}
};

// What promise and future share.
template <class T> class Outcome {
public:
  using Value = std::conditional_t<std::is_void_v<T>, std::monostate, T>;

  void set(Value value) { settle(std::move(value)); }
  void fail(std::exception_ptr reason) { settle(std::move(reason)); }

  Value take() {
    std::unique_lock lock(m_mutex);
    m_isSettled.wait(lock, [this] { return m_content.index() != 0; });
    if (auto* reason = std::get_if<std::exception_ptr>(&m_content))
      std::rethrow_exception(*reason);
    return std::move(std::get<Value>(m_content));
  }

private:
  struct Pending {};

  template <class Content> void settle(Content content) {
    {
      std::lock_guard lock(m_mutex);
      m_content.template emplace<Content>(std::move(content));
    }
    m_isSettled.notify_all();
  }

  std::mutex m_mutex;
  std::condition_variable m_isSettled;
  std::variant<Pending, Value, std::exception_ptr> m_content;
};

template <class T> class Future {
public:
  explicit Future(std::shared_ptr<Outcome<T>> outcome) : m_outcome(std::move(outcome)) {}

  // Waits for the value; throws what the other side threw, or BrokenPromise. Once only.
  T get() {
    const std::shared_ptr<Outcome<T>> outcome = std::move(m_outcome);
    if constexpr (std::is_void_v<T>)
      outcome->take();
    else
      return outcome->take();
  }

private:
  std::shared_ptr<Outcome<T>> m_outcome;
};

template <class T> class Promise {
public:
  Promise() : m_outcome(std::make_shared<Outcome<T>>()) {}
  Promise(Promise&&) noexcept = default;
  Promise& operator=(Promise&&) = delete;
  ~Promise() {
    if (m_outcome)
      m_outcome->fail(std::make_exception_ptr(BrokenPromise()));
  }

  Future<T> future() const { return Future<T>(m_outcome); }

  // Stores what the function returns or throws. Once only.
  template <class F> void fulfil(F& function) noexcept {
    const std::shared_ptr<Outcome<T>> outcome = std::move(m_outcome);
    try {
      if constexpr (std::is_void_v<T>) {
        function();
        outcome->set({});
      } else {
        outcome->set(function());
      }
    } catch (...) {
      outcome->fail(std::current_exception());
    }
  }

private:
  std::shared_ptr<Outcome<T>> m_outcome; // none: fulfilled, or moved away
};
