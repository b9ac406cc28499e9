// Part of linearizability.h: the declaration of a test.
#pragma once

#include <revisit/linearizability/operation.h>

#include <cstddef>

namespace revisit {

namespace linearizability {

// Numbers of a declaration that both programs have to know.
struct Sizes {
  unsigned threads = 3;
  unsigned calls = 4; // of all threads together
  unsigned before = 3, after = 2;
  unsigned programs = 150;
  unsigned long long seed = 1;
  bool realTime = false;
};

template <class Object> struct MadeByDefault {
  Object operator()() const {
    static_assert(std::is_default_constructible_v<Object>,
                  "revisit: the object has no constructor without arguments; say how it is made: "
                  ".make([] { return std::make_unique<Object>(...); })");
    return Object();
  }
};
struct NoModel {};

// What a function that makes an object gives: the object, or a pointer to it.
template <class Object, class Made>
constexpr bool isMadeByValue = std::is_base_of_v<Object, Made> || std::is_same_v<Object, Made>;
template <class Made, class Object> using ObjectForm = decltype(static_cast<Object&>(*std::declval<Made&>()));
template <class Object, class Made>
constexpr bool isPointerTo = (isSmartPointer<Made> || std::is_pointer_v<Made>) && detects<ObjectForm, Made, Object>;
template <class Maker, class = void> struct MadeModel {
  using Type = void;
};
template <class Made, class = void> struct Pointed {
  using Type = Made;
};
template <class Made> struct Pointed<Made, std::enable_if_t<isSmartPointer<Made> || std::is_pointer_v<Made>>> {
  using Type = Plain<decltype(*std::declval<Made&>())>;
};
template <class Maker> struct MadeModel<Maker, std::enable_if_t<std::is_invocable_v<const Maker&>>> {
  using Type = typename Pointed<std::invoke_result_t<const Maker&>>::Type;
};

#ifdef REVISIT_MODEL_EXPLORED
struct Texts { // the explored program needs none of them, and takes no memory for them
  template <class T> void setExpected(const T&) {}
  template <class T> void addOption(const T&) {}
  template <class... T> void addGroup(const T&...) {}
};
#else
struct Texts {
  std::string expected;
  std::vector<std::string> options;
  std::vector<std::vector<std::string>> groups; // of operations that one thread calls

  void setExpected(const std::string& kind) { expected = kind; }
  void addOption(const std::string& text) { options.push_back(text); }
  template <class... T> void addGroup(const T&... names) { groups.push_back({std::string(names)...}); }
};
#endif

} // namespace linearizability

// What a linearizability test is about. Every function gives the declaration with one more thing said.
template <class ObjectType, class Maker = linearizability::MadeByDefault<ObjectType>,
          class ModelMaker = linearizability::NoModel, class... Operations>
class Linearizability {
  static_assert(std::is_same_v<ObjectType, linearizability::Plain<ObjectType>>,
                "revisit: Linearizability<T> needs the type of the object itself, without const and &");

public:
  using Object = ObjectType;
  using Model = typename linearizability::MadeModel<ModelMaker>::Type; // void without a model
  static constexpr bool hasModel = !std::is_void_v<Model>;
  static constexpr std::size_t operationCount = sizeof...(Operations);

  Linearizability() = default;
  Linearizability(Maker maker, ModelMaker modelMaker, std::tuple<Operations...> operations,
                  const linearizability::Sizes& sizes, linearizability::Texts texts)
      : m_maker(std::move(maker)), m_modelMaker(std::move(modelMaker)), m_operations(std::move(operations)),
        m_sizes(sizes), m_texts(std::move(texts)) {}

  // How the object is made: a function that gives it, or a pointer to it.
  template <class NewMaker> auto make(NewMaker maker) {
    static_assert(std::is_invocable_v<const NewMaker&>,
                  "revisit: make() needs a function without parameters: .make([] { return Object(...); })");
    using Made = std::invoke_result_t<const NewMaker&>;
    static_assert(linearizability::isMadeByValue<Object, Made> || linearizability::isPointerTo<Object, Made>,
                  "revisit: the function of make() gives neither the object nor a pointer to it (*, unique_ptr or "
                  "shared_ptr)");
    return Linearizability<Object, NewMaker, ModelMaker, Operations...>(
        std::move(maker), std::move(m_modelMaker), std::move(m_operations), m_sizes, std::move(m_texts));
  }

  // An operation of the object: a member function, a function or a lambda whose first parameter is the object, then
  // what its parameters may be, any(...) for each. A type that has values of its own needs none: numbers, bool, char,
  // enumerations, strings. A parameter T& is a result. With a model, a lambda works for both, or the model's member
  // function comes behind the object's.
  template <class Function, class... Given> auto operation(const char* name, Function function, Given... given) {
    return added(name, std::move(function), linearizability::NoFunction(), std::tuple<Given...>(std::move(given)...));
  }
  template <class Function, class Result, class Class, class... Given>
  auto operation(const char* name, Function function, Result Class::* modelFunction, Given... given) {
    return added(name, std::move(function), modelFunction, std::tuple<Given...>(std::move(given)...));
  }

  // A sequential structure that has the operations too; what it gives is what is expected of the object.
  template <class NewModel> auto model() { return model(linearizability::MadeByDefault<NewModel>()); }
  template <class NewMaker> auto model(NewMaker maker) {
    static_assert(std::is_invocable_v<const NewMaker&>,
                  "revisit: model() needs a type, or a function without parameters that makes the model");
    return Linearizability<Object, Maker, NewMaker, Operations...>(
        std::move(m_maker), std::move(maker), std::move(m_operations), m_sizes, std::move(m_texts));
  }

  // At most as many threads, and as many calls by all of them together.
  auto threads(unsigned count) { return with(&linearizability::Sizes::threads, count); }
  auto calls(unsigned count) { return with(&linearizability::Sizes::calls, count); }
  // At most as many calls before the threads begin, and after they have ended.
  auto before(unsigned count) { return with(&linearizability::Sizes::before, count); }
  auto after(unsigned count) { return with(&linearizability::Sizes::after, count); }
  // Only one thread of a client calls any of these operations: those of a queue's only producer, or of a deque's owner.
  // The calls before and after are not by a thread.
  template <class... Name> auto byOneThread(const Name&... names) {
    static_assert(sizeof...(Name) > 0, "revisit: byOneThread() names operations: .byOneThread(\"push\", \"take\")");
    m_texts.addGroup(names...);
    return std::move(*this);
  }
  // The number of clients, and where their random numbers begin.
  auto programs(unsigned count) { return with(&linearizability::Sizes::programs, count); }
  auto seed(unsigned long long number) { return with(&linearizability::Sizes::seed, number); }
  // Calls that do not overlap are explained in the order in which they were.
  auto realTime() { return with(&linearizability::Sizes::realTime, true); }
  // Requires that an error of this kind is found: "not linearizable", or a kind as in REVISIT_MODEL_TEST. Several are
  // divided by '|'; then one of them must be found.
  template <class Kind> auto expect(const Kind& kind) {
    m_texts.setExpected(kind);
    return std::move(*this);
  }
  // Adds an option of `revisit check`, with its value after '=': "--unroll=4".
  template <class Option> auto option(const Option& text) {
    m_texts.addOption(text);
    return std::move(*this);
  }

  const linearizability::Sizes& sizes() const { return m_sizes; }
  const linearizability::Texts& texts() const { return m_texts; }
  const Maker& maker() const { return m_maker; }
  const ModelMaker& modelMaker() const { return m_modelMaker; }
  const std::tuple<Operations...>& operations() const { return m_operations; }

  // All calls of all operations are numbered.
  unsigned differentCalls() const { return (Operations::combinations(m_sizes.calls) + ... + 0u); }
  // The number of bits for the number of a call.
  unsigned bitsOfCall() const {
    unsigned bits = 1;
    while (bits < 30 && differentCalls() > 1u << bits)
      bits++;
    return bits;
  }
  template <class Do> void withOperation(unsigned call, const Do& act) const { find<0>(call, 0, act); }

private:
  template <class, class, class, class...> friend class Linearizability;

  template <class T> auto with(T linearizability::Sizes::* size, T value) {
    m_sizes.*size = value;
    return std::move(*this);
  }

  template <class Function, class ModelFunction, class Given>
  auto added(const char* name, Function function, ModelFunction modelFunction, Given given) {
    using namespace linearizability;
    using Told = Signature<Function, Object>;
    using Parameters = std::conditional_t<std::is_void_v<typename Told::Parameters>, decltype(parametersFor(given)),
                                          typename Told::Parameters>;
    static_assert(std::tuple_size_v<Given> <= Parameters::count,
                  "revisit: more values than parameters are given for an operation; write one revisit::any(...) for "
                  "each parameter, with all values of that parameter in it");
    auto sources = sourcesOf(Parameters(), given, std::make_index_sequence<Parameters::count>());
    using Added = Operation<Function, ModelFunction, Parameters, decltype(sources)>;
    return Linearizability<Object, Maker, ModelMaker, Operations..., Added>(
        std::move(m_maker), std::move(m_modelMaker),
        std::tuple_cat(std::move(m_operations),
                       std::make_tuple(Added(name, std::move(function), std::move(modelFunction), std::move(sources),
                                             Told::isConst ? 1 : 3))),
        m_sizes, std::move(m_texts));
  }

  template <std::size_t At, class Do> void find(unsigned call, unsigned first, const Do& act) const {
    if constexpr (At < operationCount) {
      const auto& operation = std::get<At>(m_operations);
      const unsigned count = operation.combinations(m_sizes.calls);
      if (call < first + count)
        act(operation, call - first, static_cast<unsigned>(At));
      else
        find<At + 1>(call, first + count, act);
    } else {
      (void)call;
      (void)first;
      (void)act;
    }
  }

  Maker m_maker;
  ModelMaker m_modelMaker;
  std::tuple<Operations...> m_operations;
  linearizability::Sizes m_sizes;
  linearizability::Texts m_texts;
};

} // namespace revisit
