#include "litmus/translate.h"

#include "litmus/registers.h"

#include <fmt/format.h>

namespace revisit::litmus {
namespace {

// For #line.
std::string quoted(const std::string& file) {
  std::string text = "\"";
  for (const char c : file)
    text += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
  return text + '"';
}

class Writer {
public:
  Writer(const Test& test, const std::string& file) : m_test(test), m_file(quoted(file)) {}

  std::string whole() {
    m_text = "#include <stdatomic.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n";
    // Not by <pthread.h>: a location may have one of the many names that it declares.
    m_text += "int litmus_create(uint64_t *, const void *, void *(*)(void *), void *) __asm__(\"pthread_create\");\n"
              "int litmus_join(uint64_t, void **) __asm__(\"pthread_join\");\n";
    if (!m_test.threads.empty())
      line(m_test.threads.front().place);
    locations();
    addresses();
    for (std::size_t thread = 0; thread < m_test.threads.size(); thread++)
      function(thread);
    main();
    return m_text;
  }

private:
  template <class... Values> void add(fmt::format_string<Values...> format, Values&&... values) {
    m_text += fmt::format(format, std::forward<Values>(values)...);
  }

  // The next line of the program is this one of the test.
  void line(const Place& place) { add("#line {} {}\n", place.line, m_file); }

  std::string initial(const ValueType& type, Number value) const {
    if (type.isPointer)
      return value == 0 ? "0" : fmt::format("(void *)&{}", m_test.locations[static_cast<std::size_t>(value) - 1].name);
    return type.isSigned && type.bits < 64 ? fmt::format("{}", value)
                                           : fmt::format("{}u", static_cast<std::uint64_t>(value));
  }

  // Declared first and defined then, because a location may have the address of a later one.
  void locations() {
    for (const Location& location : m_test.locations) {
      line(location.place);
      add("static {} {};\n", location.type.text, location.name);
    }
    for (const Location& location : m_test.locations) {
      line(location.place);
      if (location.initial != 0)
        add("static {} {} = {};\n", location.type.text, location.name, initial(location.type, location.initial));
    }
    for (std::size_t thread = 0; thread < m_test.threads.size(); thread++)
      for (unsigned word = 1; word < wordsOf(slotsOf(m_test, thread)); word++)
        add("static uint64_t {};\n", wordName(thread, word));
  }

  // The number that stands for an address in a register's slot.
  void addresses() {
    m_text += "static inline uint64_t litmus_number(const volatile void *address) {\n";
    m_text += "  if (!address) return 0;\n";
    for (std::size_t i = 0; i < m_test.locations.size(); i++)
      add("  if (address == (const volatile void *)&{}) return {};\n", m_test.locations[i].name, i + 1);
    add("  return {};\n}}\n", unknownAddress);
  }

  void function(std::size_t number) {
    const Thread& thread = m_test.threads[number];
    line(thread.place);
    add("static void *P{}(void *litmus_unused) {{ (void)litmus_unused;", number);
    // In one block: `&x` is the location up to the declaration of the parameter x.
    for (const Parameter& parameter : thread.parameters)
      add(" void *const litmus_{} = (void *)&{};", parameter.name, parameter.name);
    for (const Parameter& parameter : thread.parameters)
      add(" {} {} = litmus_{}; (void){};", parameter.type, parameter.name, parameter.name, parameter.name);
    for (const Register& each : thread.registers)
      add(" {} {} = {};", each.type.text, each.name, initial(each.type, each.initial));
    m_text += '\n';
    line(thread.bodyPlace);
    m_text += std::string(thread.bodyPlace.column - 1, ' ') + thread.body + '\n';
    line(thread.endPlace);
    result(number);
    m_text += "}\n";
  }

  // What the thread returns, and stores.
  void result(std::size_t number) {
    const std::vector<Slot> slots = slotsOf(m_test, number);
    std::vector<std::string> words(std::max(1u, wordsOf(slots)), "0");
    for (const Slot& slot : slots) {
      const Register& each = m_test.threads[number].registers[slot.index];
      const std::string bits = each.type.isPointer ? fmt::format("litmus_number((const volatile void *){})", each.name)
                                                   : fmt::format("(uint{}_t){}", slot.bits, each.name);
      words[slot.word] += fmt::format(" | (uint64_t){} << {}", bits, slot.shift);
    }
    for (unsigned word = 1; word < words.size(); word++)
      add("{} = {}; ", wordName(number, word), words[word]);
    add("return (void *)({}); ", words[0]);
  }

  void main() {
    add("int main(void) {{ uint64_t litmus_threads[{}];\n", m_test.threads.size());
    for (std::size_t i = 0; i < m_test.threads.size(); i++) {
      line(m_test.threads[i].place);
      add("litmus_create(&litmus_threads[{}], 0, P{}, 0);\n", i, i);
    }
    for (std::size_t i = 0; i < m_test.threads.size(); i++) {
      line(m_test.threads[i].endPlace);
      add("litmus_join(litmus_threads[{}], 0);\n", i);
    }
    line(m_test.conditionPlace);
    for (const Item& item : m_test.items)
      if (!item.thread)
        finalRead(m_test.locations[item.index]);
    for (std::size_t thread = 0; thread < m_test.threads.size(); thread++)
      for (unsigned word = 1; word < wordsOf(slotsOf(m_test, thread)); word++)
        add("(void)*(volatile uint64_t *)&{}; ", wordName(thread, word));
    m_text += "return 0; }\n";
  }

  // Ordered after all that the threads do, it reads the newest value.
  void finalRead(const Location& location) {
    if (location.type.isAtomic)
      add("(void)atomic_load_explicit(&{}, memory_order_relaxed); ", location.name);
    else
      add("{{ {} litmus_final = {}; (void)litmus_final; }} ", location.type.text, location.name);
  }

  const Test& m_test;
  const std::string m_file;
  std::string m_text;
};

} // namespace

std::string programOf(const Test& test, const std::string& file) {
  return Writer(test, file).whole();
}

} // namespace revisit::litmus
