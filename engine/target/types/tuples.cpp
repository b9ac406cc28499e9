#include "target/types/tuples.h"

namespace revisit {

namespace {

bool isTuple(TypeSource& types, TypeId id) {
  return id.valid() && types.type(id).isLibrary && types.type(id).name.starts_with("std::__1::tuple<");
}

} // namespace

// tuple { __tuple_impl __base_ : __tuple_leaf<0>, __tuple_leaf<1>... }, where a leaf holds its element or derives from
// it.
std::vector<TupleElement> elementsOfTuple(TypeSource& types, TypeId tuple) {
  std::vector<TupleElement> elements;
  if (!isTuple(types, tuple))
    return elements;
  const Type& whole = types.type(tuple);
  if (whole.members.size() != 1 || !whole.members.front().type.valid())
    return elements;
  const Member& base = whole.members.front();
  for (const Member& leaf : types.type(base.type).members) {
    const Type& holder = types.type(leaf.type);
    if (holder.members.size() != 1 || !holder.members.front().type.valid())
      return {};
    const Member& value = holder.members.front();
    elements.push_back({value.type, base.bit + leaf.bit + value.bit, value.bits});
  }
  return elements;
}

bool isThreadState(TypeSource& types, TypeId type) {
  constexpr const char* begin = "std::__1::tuple<std::__1::unique_ptr<std::__1::__thread_struct";
  return isTuple(types, type) && types.type(type).name.starts_with(begin);
}

} // namespace revisit
