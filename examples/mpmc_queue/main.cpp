// Counts how often each letter occurs in the words of standard input, with a queue between the thread that reads and
// those that count: ./letters 4 < text
#include "blocking_queue.h"

#include <array>
#include <cctype>
#include <charconv>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using Letters = std::array<unsigned long, 26>;

Letters count(BlockingQueue<std::string, 256>& words) {
  Letters letters{};
  while (const std::optional<std::string> word = words.pop())
    for (const unsigned char c : *word)
      if (std::isalpha(c) != 0 && c < 128)
        letters[static_cast<std::size_t>(std::tolower(c) - 'a')]++;
  return letters;
}

unsigned threadsOf(int argc, char** argv) {
  unsigned threads = 2;
  if (argc > 1) {
    const std::string_view text = argv[1];
    std::from_chars(text.data(), text.data() + text.size(), threads);
  }
  return std::max(1u, threads);
}

} // namespace

int main(int argc, char** argv) {
  BlockingQueue<std::string, 256> words;
  std::vector<Letters> counted(threadsOf(argc, argv));
  std::vector<std::thread> counters;
  for (Letters& letters : counted)
    counters.emplace_back([&words, &letters] { letters = count(words); });
  for (std::string word; std::cin >> word;)
    words.push(std::move(word));
  words.close();
  for (std::thread& counter : counters)
    counter.join();
  for (std::size_t i = 0; i < 26; i++) {
    unsigned long sum = 0;
    for (const Letters& letters : counted)
      sum += letters[i];
    std::cout << static_cast<char>('a' + i) << ' ' << sum << '\n';
  }
}
