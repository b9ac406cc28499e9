// Counts the primes below a number, in parallel: ./primes 2000000 4
#include "thread_pool.h"

#include <charconv>
#include <cstdio>
#include <cstring>

namespace {

bool isPrime(unsigned long n) {
  if (n < 4)
    return n > 1;
  for (unsigned long d = 2; d * d <= n; d++)
    if (n % d == 0)
      return false;
  return true;
}

unsigned long countPrimes(unsigned long from, unsigned long to) {
  unsigned long count = 0;
  for (unsigned long n = from; n < to; n++)
    count += isPrime(n);
  return count;
}

unsigned long argument(int argc, char** argv, int at, unsigned long otherwise) {
  unsigned long number = otherwise;
  if (at < argc && std::from_chars(argv[at], argv[at] + std::strlen(argv[at]), number).ec != std::errc())
    throw std::invalid_argument(argv[at]);
  return number;
}

} // namespace

int main(int argc, char** argv) {
  try {
    const unsigned long below = argument(argc, argv, 1, 200'000);
    const unsigned long chunk = 10'000;
    ThreadPool pool(static_cast<unsigned>(argument(argc, argv, 2, 2)));
    std::vector<Future<unsigned long>> counts;
    for (unsigned long from = 0; from < below; from += chunk)
      counts.push_back(pool.submit([=] { return countPrimes(from, std::min(from + chunk, below)); }));
    unsigned long sum = 0;
    for (Future<unsigned long>& count : counts)
      sum += count.get();
    std::printf("%lu primes below %lu\n", sum, below);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "primes: %s\nusage: primes [NUMBER [THREADS]]\n", error.what());
    return 1;
  }
}
