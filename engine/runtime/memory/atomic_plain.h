// The accesses for a program that runs without Revisit on real threads: atomic where the program requires it, and then
// always sequentially consistent.
#pragma once

#include <cstdint>

namespace revisit::runtime {

std::uint64_t plainLoad(std::uint64_t address, std::uint32_t size, std::uint32_t order);
void plainStore(std::uint64_t address, std::uint64_t value, std::uint32_t size, std::uint32_t order);
std::uint64_t plainCas(std::uint64_t address, std::uint64_t expected, std::uint64_t desired, std::uint32_t size);
std::uint64_t plainRmw(std::uint64_t address, std::uint64_t operand, std::uint32_t size, std::uint32_t op);
void plainLoadWide(std::uint64_t address, std::uint32_t size, std::uint32_t order, std::uint64_t buffer);
void plainStoreWide(std::uint64_t address, std::uint32_t size, std::uint32_t order, std::uint64_t buffer);
std::uint32_t plainCasWide(std::uint64_t address, std::uint64_t expected, std::uint64_t desired, std::uint32_t size);
void plainRmwWide(std::uint64_t address, std::uint64_t operand, std::uint64_t old, std::uint32_t op);

} // namespace revisit::runtime
