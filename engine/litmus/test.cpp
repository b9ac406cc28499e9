#include "litmus/test.h"

#include <fmt/format.h>

namespace revisit::litmus {

const ValueType& Test::typeOf(const Item& item) const {
  return item.thread ? threads[*item.thread].registers[item.index].type : locations[item.index].type;
}

std::string Test::nameOf(const Item& item) const {
  return item.thread ? fmt::format("{}:{}", *item.thread, threads[*item.thread].registers[item.index].name)
                     : fmt::format("[{}]", locations[item.index].name);
}

std::string Test::textOf(const Item& item, Number value) const {
  const ValueType& type = typeOf(item);
  if (type.isPointer && value != 0)
    return value > 0 && static_cast<std::size_t>(value) <= locations.size()
               ? locations[static_cast<std::size_t>(value) - 1].name
               : "another address";
  return type.isSigned ? fmt::format("{}", value) : fmt::format("{}", static_cast<std::uint64_t>(value));
}

Number fitted(Number number, const ValueType& type) {
  const unsigned unused = type.bits >= 64 ? 0 : 64 - type.bits;
  const std::uint64_t shifted = static_cast<std::uint64_t>(number) << unused;
  return type.isSigned ? static_cast<Number>(shifted) >> unused : static_cast<Number>(shifted >> unused);
}

} // namespace revisit::litmus
