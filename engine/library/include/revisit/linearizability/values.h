// Part of linearizability.h: the values that the parameters of operations take. A value is named by its number.
#pragma once

#include <revisit/linearizability/text.h>

namespace revisit {

namespace linearizability {

// How many values a number takes in a client with at most this many calls: the natural logarithm, rounded up, at
// least 2.
constexpr unsigned numbersFor(unsigned calls) {
  unsigned count = 2;
  for (const unsigned most : {7u, 20u, 54u})
    count += calls > most;
  return count;
}

// The values that any() lists.
template <class T, unsigned Count> struct Listed {
  T values[Count];

  static constexpr unsigned count(unsigned) { return Count; }
  const T& value(unsigned number) const { return values[number]; }
};

// The values of a type, for parameters for which the declaration says nothing.
template <class T, class = void> struct ByType {
  static constexpr bool exist = false;
};
template <> struct ByType<bool> {
  static constexpr bool exist = true;
  static constexpr unsigned count(unsigned) { return 2; }
  static bool value(unsigned number) { return number != 0; }
};
template <> struct ByType<char> {
  static constexpr bool exist = true;
  static constexpr unsigned count(unsigned calls) { return numbersFor(calls); }
  static char value(unsigned number) { return static_cast<char>('a' + number); }
};
template <class T> struct ByType<T, std::enable_if_t<std::is_arithmetic_v<T>>> {
  static constexpr bool exist = true;
  static constexpr unsigned count(unsigned calls) { return numbersFor(calls); }
  static T value(unsigned number) { return static_cast<T>(number); }
};
template <class T> struct ByType<T, std::enable_if_t<std::is_enum_v<T>>> {
  static constexpr bool exist = true;
  static constexpr unsigned count(unsigned) { return 2; }
  static T value(unsigned number) { return static_cast<T>(number); }
};
template <class T>
struct ByType<T, std::enable_if_t<std::is_same_v<T, std::string> || std::is_same_v<T, std::string_view> ||
                                  std::is_same_v<T, const char*>>> {
  static constexpr bool exist = true;
  static constexpr unsigned count(unsigned calls) { return numbersFor(calls); }
  static T value(unsigned number) {
    constexpr const char* words[] = {"a", "b", "c", "d", "e"};
    return T(words[number]);
  }
};
template <class T> struct ByType<std::unique_ptr<T>, std::enable_if_t<ByType<T>::exist>> : ByType<T> {};
template <class T> struct ByType<std::shared_ptr<T>, std::enable_if_t<ByType<T>::exist>> : ByType<T> {};
template <class T> struct ByType<std::optional<T>, std::enable_if_t<ByType<T>::exist>> : ByType<T> {};

// A parameter by which an operation gives a value back.
struct GivenBack {
  static constexpr unsigned count(unsigned) { return 1; }
};

template <class T> constexpr bool isListed = false;
template <class T, unsigned Count> constexpr bool isListed<Listed<T, Count>> = true;

// A parameter of the type, as it is declared, that refers to a variable of the caller.
template <class Type>
constexpr bool givesBack = std::is_lvalue_reference_v<Type> && !std::is_const_v<std::remove_reference_t<Type>>;

template <class T> constexpr bool isOwner = false;
template <class T> constexpr bool isOwner<std::unique_ptr<T>> = true;
template <class T> constexpr bool isOwner<std::shared_ptr<T>> = true;

// A value as the argument of a parameter of this type, as it is declared.
template <class Type> class Argument {
public:
  using Value = Plain<Type>;

  template <class Source> Argument(const Source& source, unsigned number) : m_value(make(source, number)) {}

  // By move where the parameter is one by value, so that what cannot be copied can be passed.
  std::conditional_t<std::is_lvalue_reference_v<Type>, Value&, Value&&> pass() {
    return static_cast<std::conditional_t<std::is_lvalue_reference_v<Type>, Value&, Value&&>>(m_value);
  }
  const Value& value() const { return m_value; }

private:
  template <class Source> static Value make([[maybe_unused]] const Source& source, [[maybe_unused]] unsigned number) {
    if constexpr (std::is_same_v<Source, GivenBack>) {
      static_assert(
          std::is_default_constructible_v<Value>,
          "revisit: an operation has a parameter T& whose T cannot be made without a value; give an operation "
          "that is a lambda: [](auto& object) { ... }");
      return Value();
    } else {
      using Given = Plain<decltype(source.value(number))>;
      if constexpr (isOwner<Value> && !std::is_convertible_v<Given, Value>) {
        return Value(new typename Value::element_type(source.value(number)));
      } else {
        static_assert(std::is_constructible_v<Value, const Given&>,
                      "revisit: a value of revisit::any(...) does not fit the parameter that it is for");
        return static_cast<Value>(source.value(number));
      }
    }
  }

  Value m_value;
};
} // namespace linearizability

// The values that a parameter takes, in the declaration of an operation.
template <class... T> auto any(T... values) {
  static_assert(sizeof...(T) > 0, "revisit: any() needs at least one value");
  using Value = std::common_type_t<T...>;
  return linearizability::Listed<Value, sizeof...(T)>{{static_cast<Value>(std::move(values))...}};
}

} // namespace revisit
