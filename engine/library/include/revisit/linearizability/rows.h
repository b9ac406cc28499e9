// Part of linearizability.h: a client as the two programs tell each other about it, and its calls.
#pragma once

#include <revisit/linearizability/declaration.h>

namespace revisit::linearizability {

constexpr unsigned mostThreads = 6;
constexpr unsigned mostRows = mostThreads + 2; // the calls before and after come first and last
constexpr unsigned mostCallsInRow = 12;

// The calls of a client by number: "3|0,1|1|" has one before, two in the first thread, one in the second, none after.
struct Rows {
  unsigned count = 1;
  unsigned length[mostRows] = {};
  unsigned calls[mostRows][mostCallsInRow] = {};

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

// Calls an operation. Its number in its row is part of the function's name, by which the witness tells the calls apart.
template <unsigned Number, bool IsModel, class Declaration, class Target>
__attribute__((noinline)) void numberedCall(const Declaration& declaration, unsigned call, Target& target, Text& text) {
  const unsigned calls = declaration.sizes().calls;
  declaration.withOperation(call, [&](const auto& operation, unsigned combination, unsigned) {
    operation.template call<IsModel>(target, combination, calls, text);
  });
}

template <bool IsModel, unsigned Number = 0, class Declaration, class Target>
void callNumber(unsigned number, const Declaration& declaration, unsigned call, Target& target, Text& text) {
  if constexpr (IsModel) { // is not in a witness
    numberedCall<0, true>(declaration, call, target, text);
  } else if constexpr (Number < mostCallsInRow) {
    if (number == Number)
      numberedCall<Number, false>(declaration, call, target, text);
    else
      callNumber<false, Number + 1>(number, declaration, call, target, text);
  }
}

// Where the object of the explored program is. Its address is a constant, so that no thread has to read it.
template <class Made, class = void> union Place {
  Place() {}
  ~Place() {}
  Made object;
};
template <class Made> union Place<Made, std::enable_if_t<isSmartPointer<Made> || std::is_pointer_v<Made>>> {
  Plain<decltype(*std::declval<Made&>())>* object = nullptr;
};

template <class T> struct CheckedDeclaration {
  static_assert(!std::is_same_v<T, T>, "revisit: the declaration of REVISIT_LINEARIZABILITY_TEST(Suite, Name, "
                                       "Declaration) is an expression revisit::Linearizability<Type>().operation(...)");
};
template <class Object, class Maker, class ModelMaker, class... Operations>
struct CheckedDeclaration<Linearizability<Object, Maker, ModelMaker, Operations...>> {
  static_assert(sizeof...(Operations) > 0, "revisit: the declaration names no operation: add "
                                           ".operation(\"name\", &Class::name)");
  using Type = Place<std::invoke_result_t<const Maker&>>;
};
template <class Declaration> using PlaceFor = typename CheckedDeclaration<Declaration>::Type;

// Makes an object, or a model, for as long as `act` needs it. `destroys` is called before its end.
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
