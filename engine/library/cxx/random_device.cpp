// std::random_device, which is compiled into libc++: its numbers come from the runtime.
#include <cstdlib>
#include <random>
#include <string>

namespace std {
inline namespace __1 {

random_device::random_device(const string&) : __f_(-1) {}

random_device::~random_device() = default;

unsigned random_device::operator()() {
  return arc4random();
}

double random_device::entropy() const noexcept {
  return 32;
}

} // namespace __1
} // namespace std
