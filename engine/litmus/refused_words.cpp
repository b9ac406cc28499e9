#include "litmus/refused_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace revisit::litmus {
namespace {

using namespace std::string_view_literals;

// Functions and macros of the Linux kernel. C has other atomic functions, with other meanings.
constexpr std::array kernel = {
    "READ_ONCE"sv,       "WRITE_ONCE"sv,          "ACCESS_ONCE"sv,       "barrier"sv,        "xchg"sv,
    "xchg_relaxed"sv,    "xchg_acquire"sv,        "xchg_release"sv,      "cmpxchg"sv,        "cmpxchg_relaxed"sv,
    "cmpxchg_acquire"sv, "cmpxchg_release"sv,     "spin_lock"sv,         "spin_unlock"sv,    "spin_trylock"sv,
    "spin_is_locked"sv,  "atomic_read"sv,         "atomic_set"sv,        "atomic_inc"sv,     "atomic_dec"sv,
    "atomic_add"sv,      "atomic_sub"sv,          "atomic_xchg"sv,       "atomic_cmpxchg"sv, "synchronize_rcu"sv,
    "call_rcu"sv,        "atomic_read_acquire"sv, "atomic_set_release"sv};
constexpr std::array kernelPrefixes = {"smp_"sv,        "rcu_"sv,        "srcu_"sv,           "synchronize_"sv,
                                       "atomic_add_"sv, "atomic_sub_"sv, "atomic_inc_"sv,     "atomic_dec_"sv,
                                       "xchg_"sv,       "cmpxchg_"sv,    "atomic_cmpxchg_"sv, "atomic_xchg_"sv};
// Of herd7's own variant of C.
constexpr std::array herd = {"SCAS"sv, "WCAS"sv, "lock"sv, "unlock"sv, "trylock"sv};

} // namespace

std::string whyRefused(std::string_view word, bool isCalled) {
  if (word == "return")
    return "a thread of a litmus test ends at its closing brace: use 'if' instead of 'return'";
  if (!isCalled)
    return {};
  const bool isKernel = std::ranges::find(kernel, word) != kernel.end() ||
                        std::ranges::any_of(kernelPrefixes, [&](std::string_view p) { return word.starts_with(p); });
  if (isKernel)
    return fmt::format("the kernel's litmus tests are not supported, and {} is of the kernel: use the functions of "
                       "<stdatomic.h>",
                       word);
  if (std::ranges::find(herd, word) != herd.end())
    return fmt::format("{} is not supported: use the functions of <stdatomic.h>", word);
  return {};
}

} // namespace revisit::litmus
