// What one thread sees of file streams of C++. It holds on Linux, too, in an empty folder.
#include <cassert>
#include <fstream>
#include <string>

int main() {
  assert(!std::ifstream("f").is_open());
  std::ofstream("f") << "one " << 2 << '\n' << "three";
  {
    std::ifstream in("f");
    std::string word, line;
    int number = 0;
    assert(in >> word >> number && word == "one" && number == 2);
    assert(std::getline(in, line) && line.empty() && std::getline(in, line) && line == "three");
    assert(!std::getline(in, line) && in.eof());
  }
  std::ofstream("f", std::ios::app) << "!";
  std::fstream both("f", std::ios::in | std::ios::out);
  both.seekg(0, std::ios::end);
  assert(both.tellg() == std::streampos(12));
  both.seekp(0);
  both << "ONE";
  both.seekg(0);
  std::string word;
#ifdef WRONG
  assert(both >> word && word == "one");
#else
  assert(both >> word && word == "ONE");
#endif
  both.close();
  std::ofstream("f", std::ios::trunc);
  assert(std::ifstream("f").peek() == EOF);
}
