#include "runtime/memory/atomic_plain.h"

#include "runtime/memory/rmw.h"
#include "runtime/trace/raw.h"

namespace revisit::runtime {

namespace {

__extension__ using Wide = unsigned __int128;

template <class T> T* at(std::uint64_t address) {
  return reinterpret_cast<T*>(address);
}

template <class T> std::uint64_t casAs(std::uint64_t address, std::uint64_t expected, std::uint64_t desired) {
  T old = static_cast<T>(expected);
  __atomic_compare_exchange_n(at<T>(address), &old, static_cast<T>(desired), false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return old;
}

Wide wideAt(std::uint64_t address) {
  Wide value;
  __builtin_memcpy(&value, at<void>(address), sizeof value);
  return value;
}

// Returns the old value.
Wide casWide(std::uint64_t address, Wide expected, Wide desired) {
  return __sync_val_compare_and_swap(at<Wide>(address), expected, desired);
}

bool atomicWide(std::uint32_t size, std::uint32_t order) {
  return size == 16 && order != 0;
}

} // namespace

std::uint64_t plainLoad(std::uint64_t address, std::uint32_t size, std::uint32_t order) {
  if (order == 0)
    return rawLoad(address, size);
  switch (size) {
  case 1:
    return __atomic_load_n(at<std::uint8_t>(address), __ATOMIC_SEQ_CST);
  case 2:
    return __atomic_load_n(at<std::uint16_t>(address), __ATOMIC_SEQ_CST);
  case 4:
    return __atomic_load_n(at<std::uint32_t>(address), __ATOMIC_SEQ_CST);
  default:
    return __atomic_load_n(at<std::uint64_t>(address), __ATOMIC_SEQ_CST);
  }
}

void plainStore(std::uint64_t address, std::uint64_t value, std::uint32_t size, std::uint32_t order) {
  if (order == 0)
    return rawStore(address, value, size);
  switch (size) {
  case 1:
    return __atomic_store_n(at<std::uint8_t>(address), static_cast<std::uint8_t>(value), __ATOMIC_SEQ_CST);
  case 2:
    return __atomic_store_n(at<std::uint16_t>(address), static_cast<std::uint16_t>(value), __ATOMIC_SEQ_CST);
  case 4:
    return __atomic_store_n(at<std::uint32_t>(address), static_cast<std::uint32_t>(value), __ATOMIC_SEQ_CST);
  default:
    return __atomic_store_n(at<std::uint64_t>(address), value, __ATOMIC_SEQ_CST);
  }
}

std::uint64_t plainCas(std::uint64_t address, std::uint64_t expected, std::uint64_t desired, std::uint32_t size) {
  switch (size) {
  case 1:
    return casAs<std::uint8_t>(address, expected, desired);
  case 2:
    return casAs<std::uint16_t>(address, expected, desired);
  case 4:
    return casAs<std::uint32_t>(address, expected, desired);
  default:
    return casAs<std::uint64_t>(address, expected, desired);
  }
}

std::uint64_t plainRmw(std::uint64_t address, std::uint64_t operand, std::uint32_t size, std::uint32_t op) {
  std::uint64_t old = plainLoad(address, size, 6);
  for (;;) {
    const std::uint64_t seen = plainCas(address, old, applyRmw(static_cast<RmwOp>(op), old, operand, size), size);
    if (seen == old)
      return old;
    old = seen;
  }
}

void plainLoadWide(std::uint64_t address, std::uint32_t size, std::uint32_t order, std::uint64_t buffer) {
  if (atomicWide(size, order)) {
    const Wide value = casWide(address, 0, 0);
    __builtin_memcpy(at<void>(buffer), &value, sizeof value);
  } else {
    __builtin_memcpy(at<void>(buffer), at<void>(address), size);
  }
}

void plainStoreWide(std::uint64_t address, std::uint32_t size, std::uint32_t order, std::uint64_t buffer) {
  if (!atomicWide(size, order)) {
    __builtin_memcpy(at<void>(address), at<void>(buffer), size);
    return;
  }
  const Wide desired = wideAt(buffer);
  for (Wide old = wideAt(address);;) {
    const Wide seen = casWide(address, old, desired);
    if (seen == old)
      return;
    old = seen;
  }
}

std::uint32_t plainCasWide(std::uint64_t address, std::uint64_t expected, std::uint64_t desired, std::uint32_t size) {
  if (size <= 8) {
    std::uint64_t values[2] = {};
    __builtin_memcpy(&values[0], at<void>(expected), size);
    __builtin_memcpy(&values[1], at<void>(desired), size);
    const std::uint64_t found = plainCas(address, values[0], values[1], size);
    __builtin_memcpy(at<void>(expected), &found, size);
    return found == values[0] ? 1 : 0;
  }
  const Wide wanted = wideAt(expected);
  const Wide seen = casWide(address, wanted, wideAt(desired));
  __builtin_memcpy(at<void>(expected), &seen, sizeof seen);
  return seen == wanted ? 1 : 0;
}

void plainRmwWide(std::uint64_t address, std::uint64_t operand, std::uint64_t old, std::uint32_t op) {
  Wide before = wideAt(address);
  for (;;) {
    Wide after = before;
    applyRmwWide(static_cast<RmwOp>(op), &after, at<void>(operand));
    const Wide seen = casWide(address, before, after);
    if (seen == before)
      break;
    before = seen;
  }
  __builtin_memcpy(at<void>(old), &before, sizeof before);
}

} // namespace revisit::runtime
