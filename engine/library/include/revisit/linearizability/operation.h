// Part of linearizability.h: an operation of a declaration, and a call of it.
#pragma once

#include <revisit/linearizability/signature.h>

#include <cxxabi.h>
#include <exception>
#include <functional>
#include <typeinfo>

namespace revisit::linearizability {

// The values of a parameter for which the declaration says nothing.
template <class Parameter> auto sourceByType() {
  if constexpr (givesBack<Parameter>) {
    return GivenBack();
  } else {
    static_assert(ByType<Plain<Parameter>>::exist,
                  "revisit: an operation has a parameter of a type without values of its own; list some for it: "
                  ".operation(\"name\", &Class::name, revisit::any(first, second))");
    return ByType<Plain<Parameter>>();
  }
}
template <class Given> auto sourceOf(const Given& given) {
  if constexpr (isListed<Given>)
    return given;
  else
    return any(given);
}

template <class... Parameter, class Given, std::size_t... At>
auto sourcesOf(Types<Parameter...>, const Given& given, std::index_sequence<At...>) {
  const auto at = [&given](auto position, auto type) {
    constexpr std::size_t index = decltype(position)::value;
    if constexpr (index < std::tuple_size_v<Given>)
      return sourceOf(std::get<index>(given));
    else
      return sourceByType<typename decltype(type)::Only>();
  };
  (void)at;
  return std::make_tuple(at(std::integral_constant<std::size_t, At>(), One<Parameter>())...);
}

// The types by which values are passed to a function whose parameters are not known.
template <class... Given> auto parametersFor(const std::tuple<Given...>&) {
  return Types<Plain<decltype(sourceOf(std::declval<const Given&>()).value(0))>...>();
}

// The name of an exception's type. libc++ has some in an inner namespace.
inline void putTypeName(Text& text, const std::type_info& type) {
  int status = 0;
  char* const name = abi::__cxa_demangle(type.name(), nullptr, nullptr, &status);
  std::string_view words = name ? name : type.name();
  constexpr std::string_view inner = "std::__1::";
  if (words.substr(0, inner.size()) == inner) {
    text.put(std::string_view("std::"));
    words.remove_prefix(inner.size());
  }
  text.put(words);
  std::free(name);
}

template <class Call> void callAndDescribe(Text& text, const Call& call) {
#ifdef __cpp_exceptions
  try {
    call();
  } catch (const std::exception& exception) {
    text = Text();
    text.put(std::string_view("throws "));
    putTypeName(text, typeid(exception));
    text.put(std::string_view(": "));
    text.put(std::string_view(exception.what()));
  } catch (...) {
    text = Text();
    text.put(std::string_view("throws "));
    if (const std::type_info* const type = abi::__cxa_current_exception_type())
      putTypeName(text, *type);
  }
#else
  call();
#endif
}

// An operation of an object; of a model too, by a function of its own or by the same.
template <class Function, class ModelFunction, class Parameters, class Sources> class Operation;
template <class Function, class ModelFunction, class... Parameter, class... Source>
class Operation<Function, ModelFunction, Types<Parameter...>, std::tuple<Source...>> {
public:
  static constexpr unsigned parameters = sizeof...(Parameter);

  Operation(const char* name, Function function, ModelFunction modelFunction, std::tuple<Source...> sources,
            unsigned weight)
      : m_name(name), m_function(std::move(function)), m_modelFunction(std::move(modelFunction)),
        m_sources(std::move(sources)), m_weight(weight) {}

  const char* name() const { return m_name; }
  unsigned weight() const { return m_weight; }
  static unsigned count(unsigned parameter, [[maybe_unused]] unsigned calls) {
    const unsigned counts[] = {Source::count(calls)..., 1};
    return counts[parameter];
  }
  // The number of different calls.
  static unsigned combinations([[maybe_unused]] unsigned calls) { return (Source::count(calls) * ... * 1u); }

  // Calls the operation of an object or a model, with the values of a combination.
  template <bool IsModel, class Target>
  void call(Target& target, unsigned combination, unsigned calls, Text& text) const {
    if constexpr (IsModel && !std::is_same_v<ModelFunction, NoFunction>)
      callOf(m_modelFunction, target, combination, calls, text, std::index_sequence_for<Parameter...>());
    else
      callOf(m_function, target, combination, calls, text, std::index_sequence_for<Parameter...>());
  }

  // "push(1)"
  void describeCall(unsigned combination, unsigned calls, Text& text) const {
    text.put(std::string_view(m_name));
    text.put('(');
    unsigned numbers[parameters + 1];
    split(combination, calls, numbers);
    describeArguments(numbers, text, std::index_sequence_for<Parameter...>());
    text.put(')');
  }

  // The combination with another value of one parameter.
  static unsigned replaced(unsigned combination, unsigned calls, unsigned parameter, unsigned value) {
    unsigned numbers[parameters + 1];
    split(combination, calls, numbers);
    numbers[parameter] = value;
    unsigned result = 0;
    for (unsigned at = parameters; at-- > 0;)
      result = result * count(at, calls) + numbers[at];
    return result;
  }
  static unsigned valueIn(unsigned combination, unsigned calls, unsigned parameter) {
    unsigned numbers[parameters + 1];
    split(combination, calls, numbers);
    return numbers[parameter];
  }

private:
  static void split(unsigned combination, unsigned calls, unsigned* numbers) {
    for (unsigned at = 0; at < parameters; at++) {
      numbers[at] = combination % count(at, calls);
      combination /= count(at, calls);
    }
  }

  template <std::size_t... At>
  void describeArguments(const unsigned* numbers, Text& text, std::index_sequence<At...>) const {
    bool isFirst = true;
    const auto one = [&](const auto& source, unsigned number) {
      if constexpr (!std::is_same_v<Plain<decltype(source)>, GivenBack>) {
        if (!isFirst)
          text.put(std::string_view(", "));
        isFirst = false;
        const auto value = source.value(number);
        if constexpr (isDescribable<decltype(value)>()) {
          describe(text, value);
        } else {
          text.put(std::string_view("value "));
          text.putNatural(number + 1);
        }
      }
    };
    (void)one;
    (void)numbers;
    (one(std::get<At>(m_sources), numbers[At]), ...);
  }

  template <class Called, class Target, std::size_t... At>
  void callOf(const Called& function, Target& target, unsigned combination, unsigned calls, Text& text,
              std::index_sequence<At...>) const {
    unsigned numbers[parameters + 1];
    split(combination, calls, numbers);
    std::tuple<Argument<Parameter>...> arguments(Argument<Parameter>(std::get<At>(m_sources), numbers[At])...);
    static_assert(
        std::is_invocable_v<const Called&, Target&, decltype(std::get<At>(arguments).pass())...>,
        "revisit: an operation cannot be called on the object (or on its model) with these values. For a model "
        "give a lambda that works for both, [](auto& object, int value) { return object.push(value); }, or "
        "the model's function behind the object's: .operation(\"push\", &Queue::push, &Model::push)");
    using Result = std::invoke_result_t<const Called&, Target&, decltype(std::get<At>(arguments).pass())...>;
    static_assert(
        isDescribable<Result>(),
        "revisit: the result of an operation has no words by which it is compared and shown; return a number, "
        "text, optional, pair or container of these, or something with operator<<, from a lambda: "
        "[](auto& object) { return ...; }");
    callAndDescribe(text, [&] {
      if constexpr (std::is_void_v<Result>) {
        std::invoke(function, target, std::get<At>(arguments).pass()...);
        (describeGivenBack<Parameter>(text, std::get<At>(arguments)), ...);
      } else {
        auto&& result = std::invoke(function, target, std::get<At>(arguments).pass()...);
        describe(text, static_cast<const Plain<Result>&>(result));
        bool isGiven = true; // what is given back by a failed operation means nothing
        if constexpr (std::is_same_v<Plain<Result>, bool>)
          isGiven = result;
        if (isGiven)
          (describeGivenBack<Parameter>(text, std::get<At>(arguments)), ...);
      }
    });
  }

  template <class Type> static void describeGivenBack(Text& text, const Argument<Type>& argument) {
    if constexpr (givesBack<Type>) {
      static_assert(isDescribable<Type>(),
                    "revisit: what an operation gives back through a parameter T& has no words by which it is compared "
                    "and shown; give an operation that is a lambda: [](auto& object) { ... }");
      if (!text.isEmpty())
        text.put(std::string_view(", "));
      describe(text, argument.value());
    } else {
      (void)text;
      (void)argument;
    }
  }

  const char* m_name;
  Function m_function;
  ModelFunction m_modelFunction;
  std::tuple<Source...> m_sources;
  unsigned m_weight;
};

} // namespace revisit::linearizability
