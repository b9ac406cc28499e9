// Part of linearizability.h: what a function takes and gives.
#pragma once

#include <revisit/linearizability/values.h>

namespace revisit::linearizability {

template <class T> struct One {
  using Only = T;
};
template <class... T> struct Types {
  static constexpr std::size_t count = sizeof...(T);
};

// Parameters is Types<...>, or void when they cannot be told from the function alone.
template <class Function, class Object, class = void> struct Signature {
  using Parameters = void;
  static constexpr bool isConst = false;
};

// Members of the object, free functions of it.
#define REVISIT_MEMBER(Qualifiers, IsConst)                                                                            \
  template <class Result, class Class, class... Parameter, class Object>                                               \
  struct Signature<Result (Class::*)(Parameter...) Qualifiers, Object, void> {                                         \
    using Parameters = Types<Parameter...>;                                                                            \
    static constexpr bool isConst = IsConst;                                                                           \
  };
REVISIT_MEMBER(, false)
REVISIT_MEMBER(noexcept, false)
REVISIT_MEMBER(&, false)
REVISIT_MEMBER(& noexcept, false)
REVISIT_MEMBER(const, true)
REVISIT_MEMBER(const noexcept, true)
REVISIT_MEMBER(const&, true)
REVISIT_MEMBER(const& noexcept, true)
REVISIT_MEMBER(volatile, false)
REVISIT_MEMBER(volatile noexcept, false)
REVISIT_MEMBER(const volatile, true)
REVISIT_MEMBER(const volatile noexcept, true)
#undef REVISIT_MEMBER
template <class Result, class First, class... Parameter, class Object>
struct Signature<Result (*)(First, Parameter...), Object, void> {
  using Parameters = Types<Parameter...>;
  static constexpr bool isConst = std::is_const_v<std::remove_reference_t<First>>;
};
template <class Result, class First, class... Parameter, class Object>
struct Signature<Result (*)(First, Parameter...) noexcept, Object, void>
    : Signature<Result (*)(First, Parameter...), Object> {};

// The call of a lambda, whose first parameter is the object.
template <class Member> struct OfLambda {};
template <class Result, class Class, class First, class... Parameter>
struct OfLambda<Result (Class::*)(First, Parameter...)> {
  using Parameters = Types<Parameter...>;
  static constexpr bool isConst = std::is_const_v<std::remove_reference_t<First>>;
};
template <class Result, class Class, class First, class... Parameter>
struct OfLambda<Result (Class::*)(First, Parameter...) const> : OfLambda<Result (Class::*)(First, Parameter...)> {};
template <class Result, class Class, class First, class... Parameter>
struct OfLambda<Result (Class::*)(First, Parameter...) noexcept> : OfLambda<Result (Class::*)(First, Parameter...)> {};
template <class Result, class Class, class First, class... Parameter>
struct OfLambda<Result (Class::*)(First, Parameter...) const noexcept>
    : OfLambda<Result (Class::*)(First, Parameter...)> {};

template <class F> using PlainCall = decltype(&F::operator());
template <class F, class Object> using GenericCall = decltype(&F::template operator()<Object>);
template <class F, class Object>
struct Signature<F, Object, std::enable_if_t<detects<PlainCall, F>>> : OfLambda<PlainCall<F>> {};
template <class F, class Object>
struct Signature<F, Object, std::enable_if_t<!detects<PlainCall, F> && detects<GenericCall, F, Object>>>
    : OfLambda<GenericCall<F, Object>> {};

// Without a model there is no function for it either.
struct NoFunction {};

} // namespace revisit::linearizability
