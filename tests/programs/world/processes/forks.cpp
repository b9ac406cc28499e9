// fork in C++: strings, vectors and exceptions in both processes.
#include <cassert>
#include <iostream>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>
#ifndef WRONG
#define WRONG 0
#endif

struct Pipe {
  int ends[2];
  Pipe() {
    if (pipe(ends) != 0)
      throw std::runtime_error("pipe");
  }
  ~Pipe() { close(ends[0]); }
};
int main() {
  Pipe p;
  std::vector<std::string> words{"a", "longer than the small buffer of a string"};
  const pid_t child = fork();
  if (child == 0) {
    words.push_back("more");
    std::string all;
    for (auto& w : words)
      all += w;
    try {
      throw std::runtime_error(all);
    } catch (const std::exception& e) {
      all = e.what();
    }
    if (write(p.ends[1], all.data(), all.size()) < 0)
      _exit(1);
    return 0;
  }
  close(p.ends[1]);
  std::string got;
  char c[64];
  for (ssize_t n; (n = read(p.ends[0], c, 64)) > 0;)
    got.append(c, n);
  int status;
  waitpid(child, &status, 0);
  assert(WIFEXITED(status) && words.size() == (WRONG ? 3 : 2) && got == words[0] + words[1] + "more");
  std::cout << got << "\n";
}
