// The slow path of std::call_once, which is compiled into libc++: a flag is initialised like a function-local static.
// Defined in the program, it also replaces the library's own function.
#include <mutex>

extern "C" int __cxa_guard_acquire(unsigned long*);
extern "C" void __cxa_guard_release(unsigned long*) noexcept;
extern "C" void __cxa_guard_abort(unsigned long*) noexcept;

namespace std {
inline namespace __1 {

void __call_once(volatile unsigned long& flag, void* argument, void (*function)(void*)) {
  auto* guard = const_cast<unsigned long*>(&flag);
  if (!__cxa_guard_acquire(guard))
    return;
  try {
    function(argument);
  } catch (...) {
    __cxa_guard_abort(guard);
    throw;
  }
  __cxa_guard_release(guard);
}

} // namespace __1
} // namespace std
