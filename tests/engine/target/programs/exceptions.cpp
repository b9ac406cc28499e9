#include <thread>
#include <mutex>
#include <stdexcept>
#include <string>
#include <map>
std::mutex m; std::map<int, std::string> table; thread_local int counter;
struct Local { ~Local() { std::lock_guard g(m); table[99] = "bye"; } };
void work(int i) { thread_local Local l; counter++; try { std::lock_guard g(m); table[i] = "a longer string than fits"; if (i == 1) throw std::runtime_error("x"); } catch (std::exception& e) { std::lock_guard g(m); table[7] = e.what(); } if (i == 2) throw 5; (void)&l; }
int main() { std::thread a(work, 0), b(work, 1), c(work, 2); a.join(); b.join(); c.join(); return table.size(); }
