// The members of std::thread that access the object and that are compiled into libc++. Defined in the program, these
// functions also replace the library's own.
#include <__system_error/system_error.h>
#include <cerrno>
#include <exception>
#include <thread>

namespace std {
inline namespace __1 {

thread::~thread() {
  if (joinable())
    terminate();
}

void thread::join() {
  const bool is_own = joinable() && get_id() == this_thread::get_id();
  const int error = !joinable() ? EINVAL : is_own ? EDEADLK : pthread_join(__t_, nullptr);
  if (error != 0)
    __throw_system_error(error, "thread::join failed");
  __t_ = _LIBCPP_NULL_THREAD;
}

void thread::detach() {
  const int error = joinable() ? pthread_detach(__t_) : EINVAL;
  if (error != 0)
    __throw_system_error(error, "thread::detach failed");
  __t_ = _LIBCPP_NULL_THREAD;
}

} // namespace __1
} // namespace std
