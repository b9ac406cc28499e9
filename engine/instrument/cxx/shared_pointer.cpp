// The two members of shared_ptr's control block that libc++ keeps in its library and that touch the counts: a weak
// pointer's release and lock. And the locks behind the atomic functions of shared pointers, here one for each pointer.
// Defined in the program, they also replace the library's own.
#include <atomic>
#include <memory>

namespace std {
inline namespace __1 {

void __shared_weak_count::__release_weak() noexcept {
  // The last owner need not write the count.
  if (__atomic_load_n(&__shared_weak_owners_, __ATOMIC_ACQUIRE) == 0 ||
      __atomic_add_fetch(&__shared_weak_owners_, -1, __ATOMIC_ACQ_REL) == -1)
    __on_zero_shared_weak();
}

__shared_weak_count* __shared_weak_count::lock() noexcept {
  long seen = __atomic_load_n(&__shared_owners_, __ATOMIC_SEQ_CST); // -1 when the object is gone
  while (seen != -1)
    if (__atomic_compare_exchange_n(&__shared_owners_, &seen, seen + 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      return this;
  return nullptr;
}

// Nothing is kept in it: it stands at the pointer's own address.
__sp_mut& __get_sp_mut(const void* pointer) {
  return *static_cast<__sp_mut*>(const_cast<void*>(pointer));
}

void __sp_mut::lock() noexcept {
  __revisit_address_lock(this);
}

void __sp_mut::unlock() noexcept {
  __revisit_address_unlock(this);
}

} // namespace __1
} // namespace std
