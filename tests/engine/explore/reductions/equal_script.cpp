#include "equal_script.h"

#include "random_script.h"

#include <algorithm>
#include <random>

namespace revisit::test {

Script equalScript(std::uint64_t seed) {
  using Op = Instruction::Op;
  std::mt19937_64 random(seed);
  RandomScriptOptions options;
  options.symbols = random() % 8 == 0;
  options.awaits = random() % 4 == 0;
  options.rounds = random() % 6 == 0;
  options.plain = random() % 2 == 0;
  options.rareObjects = random() % 4 == 0;
  options.lifetimes = random() % 6 == 0;
  options.objects = random() % 4 != 0;
  options.terminals = random() % 3 == 0;
  options.maxSteps = 3;
  Script script = randomScript(seed, options);
  while (script.threads.size() < 3)
    script.threads.push_back(script.threads.back());
  const std::size_t equal = 2 + (random() % 3 == 0 && script.threads.size() > 3);
  for (std::size_t t = 2; t <= equal && t < script.threads.size(); t++)
    script.threads[t] = script.threads[1];
  std::vector<Instruction> main;
  const auto threads = static_cast<std::uint32_t>(script.threads.size());
  for (std::uint32_t t = 1; t < threads; t++)
    main.push_back({.op = Op::Create, .child = t});
  if (random() % 3 == 0) // the others first
    std::ranges::rotate(main, main.begin() + static_cast<std::ptrdiff_t>(equal));
  const std::uint16_t size = script.locationSizes[0] > 1 ? 1 : 0; // registers have one byte
  const Instruction look{.op = Op::Load, .to = 2, .size = size};
  if (random() % 12 == 0)
    main.insert(main.begin() + static_cast<std::ptrdiff_t>(random() % main.size()), look);
  if (random() % 4 == 0)
    main.push_back({.op = Op::Store, .a = Operand::constant(3), .size = size});
  const auto joined = static_cast<std::uint32_t>(random() % 3 == 0 ? random() % threads : threads - 1);
  for (std::uint32_t t = 1; t <= joined; t++) {
    main.push_back({.op = Op::Join, .to = 3, .child = t});
    if (random() % 16 == 0)
      main.push_back(look);
  }
  if (random() % 2 == 0)
    main.push_back(look);
  script.threads[0] = std::move(main);
  return script;
}

} // namespace revisit::test
