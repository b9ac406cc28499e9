// Something to be done once, by whoever holds it. Can be moved, not copied, so it may hold what cannot be copied.
#pragma once

#include <memory>
#include <utility>

class Task {
public:
  template <class F> explicit Task(F function) : m_body(std::make_unique<Body<F>>(std::move(function))) {}

  void operator()() { std::exchange(m_body, nullptr)->run(); }

private:
  struct Base {
    virtual ~Base() = default;
    virtual void run() = 0;
  };
  template <class F> struct Body final : Base {
    explicit Body(F function) : m_function(std::move(function)) {}
    void run() override { m_function(); }
    F m_function;
  };
  std::unique_ptr<Base> m_body;
};
