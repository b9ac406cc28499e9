// The two members of shared_ptr's control block that are compiled into libc++ and access the counts: a weak pointer's
// release and lock. Also the locks of the atomic functions of shared pointers, here one for each pointer. Defined in
// the program, these functions also replace the library's own.
#include <atomic>
#include <memory>

namespace std {
inline namespace __1 {

void __shared_weak_count::__release_weak() noexcept {
  // The last owner does not have to write the count.
  if (__atomic_load_n(&__shared_weak_owners_, __ATOMIC_ACQUIRE) == 0 ||
      __atomic_add_fetch(&__shared_weak_owners_, -1, __ATOMIC_ACQ_REL) == -1)
    __on_zero_shared_weak();
}

__shared_weak_count* __shared_weak_count::lock() noexcept {
  long seen = __atomic_load_n(&__shared_owners_, __ATOMIC_SEQ_CST); // -1 after the object was destroyed
  while (seen != -1)
    if (__atomic_compare_exchange_n(&__shared_owners_, &seen, seen + 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      return this;
  return nullptr;
}

// The object has no content: it has the address of the pointer itself.
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
