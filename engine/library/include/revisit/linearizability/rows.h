// Part of linearizability.h: a client as the two programs tell each other about it, and its calls.
#pragma once

#include <revisit/linearizability/declaration.h>

namespace revisit::linearizability {

constexpr unsigned mostThreads = 6;
constexpr unsigned maxRows = mostThreads + 2; // the calls before and after come first and last
constexpr unsigned maxCallsInRow = 12;

// The calls of a client by number: "3|0,1|1|" has one before, two in the first thread, one in the second, none after.
struct Rows {
  unsigned count = 1;
  unsigned length[maxRows] = {};
  unsigned calls[maxRows][maxCallsInRow] = {};

  explicit Rows(const char* text) {
    for (; *text && *text != ';'; text++) { // other clients come behind it
      if (*text == '|') {
        count++;
      } else if (*text != ',') {
        unsigned call = 0;
        for (; *text >= '0' && *text <= '9'; text++)
          call = call * 10 + static_cast<unsigned>(*text - '0');
        calls[count - 1][length[count - 1]++] = call;
        text--;
      }
    }
  }
};

// Does a call. Its number in its row is part of this function's name, by which the witness tells the calls apart.
template <unsigned Number> __attribute__((noinline)) void numberedCall(void (*act)(void*), void* context) {
  act(context);
}
inline void callNumber(unsigned number, void (*act)(void*), void* context) {
  static constexpr void (*functions[])(void (*)(void*), void*) = {
      numberedCall<0>, numberedCall<1>, numberedCall<2>, numberedCall<3>, numberedCall<4>,  numberedCall<5>,
      numberedCall<6>, numberedCall<7>, numberedCall<8>, numberedCall<9>, numberedCall<10>, numberedCall<11>};
  static_assert(sizeof functions / sizeof *functions == maxCallsInRow);
  functions[number](act, context);
}

// Calls an operation of an object or a model, the call of this number in its row.
template <bool IsModel, class Declaration, class Target>
void callOperation(unsigned number, const Declaration& declaration, unsigned call, Target& target, Text& text) {
  const auto act = [&] {
    const unsigned calls = declaration.sizes().calls;
    declaration.withOperation(call, [&](const auto& operation, unsigned combination, unsigned) {
      operation.template call<IsModel>(target, combination, calls, text);
    });
  };
  callNumber(
      number, [](void* context) { (*static_cast<decltype(act)*>(context))(); },
      const_cast<void*>(static_cast<const void*>(&act)));
}

template <class T> struct CheckedDeclaration {
  static_assert(!std::is_same_v<T, T>, "revisit: the declaration of REVISIT_LINEARIZABILITY_TEST(Suite, Name, "
                                       "Declaration) is an expression revisit::Linearizability<Type>().operation(...)");
};
template <class Object, class Maker, class ModelMaker, class... Operations>
struct CheckedDeclaration<Linearizability<Object, Maker, ModelMaker, Operations...>> {
  static_assert(sizeof...(Operations) > 0, "revisit: the declaration names no operation: add "
                                           ".operation(\"name\", &Class::name)");
  static constexpr bool holds = true;
};

// Makes an object, or a model, for as long as `act` needs it. `end` is called before it is destroyed.
template <class Maker, class Act, class End> void withMade(const Maker& maker, const Act& act, const End& end) {
  using Made = std::invoke_result_t<const Maker&>;
  if constexpr (isSmartPointer<Made> || std::is_pointer_v<Made>) {
    Made made = maker();
    act(*made);
    end();
  } else {
    Made made = maker();
    act(made);
    end();
  }
}

} // namespace revisit::linearizability
