// Part of linearizability.h: results and arguments as words. Both programs have this file; what the explored program
// does here is part of each of its runs, so that numbers are written without the heap.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace revisit::linearizability {

// Mixes a number into a hash.
inline uint64_t mixed(uint64_t hash, uint64_t number) {
  hash = (hash ^ number) * 0x9e3779b97f4a7c15u;
  hash = (hash ^ (hash >> 32)) * 0xd6e8feb86659fd93u;
  return hash ^ (hash >> 32);
}

// A text that is only written to: its first characters, and a hash of all of them.
class Text {
public:
  static constexpr unsigned room = 120;

  void put(char c) {
    m_hash = (m_hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    if (m_length < room)
      m_characters[m_length] = c < ' ' && c >= 0 ? ' ' : c; // on one line
    m_length++;
  }
  void put(std::string_view text) {
    for (const char c : text)
      put(c);
  }
  void putNatural(unsigned long long number) {
    char digits[24];
    int count = 0;
    do
      digits[count++] = static_cast<char>('0' + number % 10);
    while (number /= 10);
    while (count > 0)
      put(digits[--count]);
  }
  void putInteger(long long number) {
    if (number < 0)
      put('-');
    putNatural(number < 0 ? 0 - static_cast<unsigned long long>(number) : static_cast<unsigned long long>(number));
  }

  bool isEmpty() const { return m_length == 0; }
  uint64_t hash() const { return mixed(m_hash, m_length); }
  // At most `room` characters.
  std::string_view shown() const { return {m_characters, m_length < room ? m_length : room}; }
  bool isCut() const { return m_length > room; }

private:
  uint64_t m_hash = 0xcbf29ce484222325u;
  unsigned m_length = 0;
  char m_characters[room];
};

template <class T> using Plain = std::remove_cv_t<std::remove_reference_t<T>>;

template <template <class...> class Pattern, class, class... T> struct Detected : std::false_type {};
template <template <class...> class Pattern, class... T>
struct Detected<Pattern, std::void_t<Pattern<T...>>, T...> : std::true_type {};
// Whether Pattern<T...> is well-formed.
template <template <class...> class Pattern, class... T> constexpr bool detects = Detected<Pattern, void, T...>::value;

template <class T> using OptionalForm = decltype(std::declval<const T&>().has_value(), *std::declval<const T&>());
template <class T> using ErrorForm = decltype(std::declval<const T&>().error());
template <class T> using TupleForm = decltype(std::tuple_size<T>::value);
template <class T>
using RangeForm = decltype(std::end(std::declval<const T&>()), *std::begin(std::declval<const T&>()));
template <class T> using HashedForm = typename T::hasher;
template <class T> using DurationForm = decltype(std::declval<const T&>().count(), std::declval<typename T::period>());
template <class T> using StreamForm = decltype(std::declval<std::ostream&>() << std::declval<const T&>());

template <class T> constexpr bool isSmartPointer = false;
template <class T, class D> constexpr bool isSmartPointer<std::unique_ptr<T, D>> = !std::is_array_v<T>;
template <class T> constexpr bool isSmartPointer<std::shared_ptr<T>> = !std::is_array_v<T>;
template <class T> constexpr bool isVariant = false;
template <class... T> constexpr bool isVariant<std::variant<T...>> = true;
template <class T> constexpr bool isCharacter = std::is_same_v<T, char>;

template <class T> constexpr bool isDescribable();
template <class T> struct PartsDescribable : std::false_type {};
template <class T, class U> struct PartsDescribable<std::pair<T, U>> {
  static constexpr bool value = isDescribable<T>() && isDescribable<U>();
};
template <class... T> struct PartsDescribable<std::tuple<T...>> {
  static constexpr bool value = (isDescribable<T>() && ... && true);
};
template <class... T> struct PartsDescribable<std::variant<T...>> : PartsDescribable<std::tuple<T...>> {};

// Whether describe() has words for a type.
template <class Type> constexpr bool isDescribable() {
  using T = Plain<Type>;
  if constexpr (std::is_void_v<T>)
    return true;
  else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_pointer_v<T> ||
                     std::is_null_pointer_v<T> || std::is_same_v<T, std::monostate> ||
                     std::is_same_v<T, std::nullopt_t> || std::is_convertible_v<const T&, std::string_view>)
    return true;
  else if constexpr (detects<StreamForm, T>)
    return true;
  else if constexpr (isSmartPointer<T>)
    return true;
  else if constexpr (detects<OptionalForm, T>)
    return isDescribable<OptionalForm<T>>();
  else if constexpr (PartsDescribable<T>::value)
    return true;
  else if constexpr (detects<RangeForm, T>)
    return isDescribable<RangeForm<T>>();
  else
    return detects<DurationForm, T>;
}

template <class T> void describe(Text& text, const T& value);

inline void describeReal(Text& text, double value) {
  char digits[40];
  for (const int precision : {6, 12, 17}) { // few digits if they say the same
    std::snprintf(digits, sizeof digits, "%.*g", precision, value);
    if (std::strtod(digits, nullptr) == value)
      break;
  }
  text.put(std::string_view(digits));
}

inline void describeString(Text& text, std::string_view value) {
  text.put('"');
  for (const char c : value) {
    if (c == '"' || c == '\\')
      text.put('\\');
    text.put(c);
  }
  text.put('"');
}

template <class T> void describeRange(Text& text, const T& values) {
  text.put('[');
  bool isFirst = true;
  const auto separate = [&] {
    if (!isFirst)
      text.put(std::string_view(", "));
    isFirst = false;
  };
  if constexpr (detects<HashedForm, T>) { // in an order that does not depend on the hashes
    std::vector<std::string> words;
    for (const auto& value : values) {
      Text word;
      describe(word, value);
      words.emplace_back(word.shown());
    }
    std::sort(words.begin(), words.end());
    for (const std::string& word : words) {
      separate();
      text.put(std::string_view(word));
    }
  } else {
    for (auto&& value : values) {
      separate();
      describe(text, static_cast<const Plain<decltype(value)>&>(value));
    }
  }
  text.put(']');
}

// A value that consists of others, or that says itself what it is.
template <class T> void describeComposite(Text& text, const T& value) {
  if constexpr (detects<StreamForm, T>) {
    std::ostringstream stream;
    stream << value;
    text.put(std::string_view(stream.str()));
  } else if constexpr (detects<OptionalForm, T>) {
    if (value.has_value()) {
      describe(text, *value);
    } else if constexpr (detects<ErrorForm, T>) {
      text.put(std::string_view("error "));
      describe(text, value.error());
    } else {
      text.put(std::string_view("none"));
    }
  } else if constexpr (isVariant<T>) {
    text.putNatural(value.index());
    text.put(':');
    if (!value.valueless_by_exception())
      std::visit([&text](const auto& held) { describe(text, held); }, value);
  } else if constexpr (PartsDescribable<T>::value) {
    text.put('(');
    std::apply(
        [&text](const auto&... parts) {
          bool isFirst = true;
          ((isFirst ? void() : text.put(std::string_view(", ")), isFirst = false, describe(text, parts)), ...);
        },
        value);
    text.put(')');
  } else if constexpr (detects<RangeForm, T>) {
    describeRange(text, value);
  } else {
    describe(text, value.count());
  }
}

// Writes a value in words. Equal values have equal words.
template <class T> void describe(Text& text, const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    text.put(std::string_view(value ? "true" : "false"));
  } else if constexpr (isCharacter<T>) {
    if (value >= ' ' && value < 127) {
      text.put('\'');
      text.put(value);
      text.put('\'');
    } else {
      text.putInteger(value);
    }
  } else if constexpr (std::is_enum_v<T>) {
    describe(text, static_cast<long long>(value));
  } else if constexpr (std::is_integral_v<T>) {
    if constexpr (std::is_signed_v<T>)
      text.putInteger(value);
    else
      text.putNatural(value);
  } else if constexpr (std::is_floating_point_v<T>) {
    describeReal(text, static_cast<double>(value));
  } else if constexpr (std::is_same_v<T, std::monostate> || std::is_same_v<T, std::nullopt_t>) {
    text.put(std::string_view("none"));
  } else if constexpr (std::is_null_pointer_v<T>) {
    text.put(std::string_view("null"));
  } else if constexpr (std::is_convertible_v<const T&, const char*>) {
    const char* const characters = value;
    if (characters)
      describeString(text, characters);
    else
      text.put(std::string_view("null"));
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    describeString(text, value);
  } else if constexpr (std::is_pointer_v<T>) {
    text.put(std::string_view(value ? "not null" : "null")); // what it points to may be gone
  } else if constexpr (isSmartPointer<T>) {
    if (!value)
      text.put(std::string_view("null"));
    else if constexpr (isDescribable<typename T::element_type>() && !std::is_void_v<typename T::element_type>)
      describe(text, *value);
    else
      text.put(std::string_view("not null"));
  } else {
    describeComposite(text, value);
  }
}

} // namespace revisit::linearizability
