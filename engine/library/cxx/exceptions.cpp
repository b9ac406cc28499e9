// The exceptions with a text or a code, which are compiled into libc++. They are constructed in instrumented code here,
// because they may be passed to another thread. Defined in the program, these functions also replace the library's own.
#include <cstring>
#include <future>
#include <new>
#include <stdexcept>
#include <system_error>

extern "C" {
void __cxa_increment_exception_refcount(void*) noexcept;
void __cxa_decrement_exception_refcount(void*) noexcept;
}

namespace std {
inline namespace __1 {

// The copies of an exception share the text, which follows this header, as in the library.
struct SharedText {
  size_t length;
  size_t capacity;
  int moreOwners;
};

static SharedText& shared(const char* text) {
  return *(reinterpret_cast<SharedText*>(const_cast<char*>(text)) - 1);
}

__libcpp_refstring::__libcpp_refstring(const char* text) {
  const size_t length = strlen(text);
  auto* block = ::new (::operator new(sizeof(SharedText) + length + 1)) SharedText{length, length, 0};
  auto* copy = reinterpret_cast<char*>(block + 1);
  memcpy(copy, text, length + 1);
  __imp_ = copy;
}

__libcpp_refstring::__libcpp_refstring(const __libcpp_refstring& other) noexcept : __imp_(other.__imp_) {
  __atomic_add_fetch(&shared(__imp_).moreOwners, 1, __ATOMIC_RELAXED);
}

__libcpp_refstring& __libcpp_refstring::operator=(const __libcpp_refstring& other) noexcept {
  __libcpp_refstring copy(other);
  swap(__imp_, copy.__imp_);
  return *this;
}

__libcpp_refstring::~__libcpp_refstring() {
  if (__atomic_fetch_sub(&shared(__imp_).moreOwners, 1, __ATOMIC_ACQ_REL) == 0)
    ::operator delete(&shared(__imp_));
}

system_error::system_error(error_code code, const string& text)
    : runtime_error(text.empty() ? code.message() : text + ": " + code.message()), __ec_(code) {}
system_error::system_error(error_code code, const char* text) : system_error(code, string(text)) {}
system_error::system_error(error_code code) : system_error(code, string()) {}
system_error::system_error(int value, const error_category& category, const string& text)
    : system_error(error_code(value, category), text) {}
system_error::system_error(int value, const error_category& category, const char* text)
    : system_error(error_code(value, category), string(text)) {}
system_error::system_error(int value, const error_category& category)
    : system_error(error_code(value, category), string()) {}
system_error::~system_error() noexcept = default;

void __throw_system_error(int value, const char* text) {
  throw system_error(error_code(value, system_category()), text);
}

future_error::future_error(error_code code) : logic_error(code.message()), __ec_(code) {}
future_error::~future_error() noexcept = default;

} // namespace __1

logic_error::logic_error(const string& text) : __imp_(text.c_str()) {}
logic_error::logic_error(const char* text) : __imp_(text) {}
logic_error::logic_error(const logic_error& other) noexcept : exception(other), __imp_(other.__imp_) {}
logic_error& logic_error::operator=(const logic_error& other) noexcept {
  __imp_ = other.__imp_;
  return *this;
}
logic_error::~logic_error() noexcept = default;
const char* logic_error::what() const noexcept {
  return __imp_.c_str();
}

runtime_error::runtime_error(const string& text) : __imp_(text.c_str()) {}
runtime_error::runtime_error(const char* text) : __imp_(text) {}
runtime_error::runtime_error(const runtime_error& other) noexcept : exception(other), __imp_(other.__imp_) {}
runtime_error& runtime_error::operator=(const runtime_error& other) noexcept {
  __imp_ = other.__imp_;
  return *this;
}
runtime_error::~runtime_error() noexcept = default;
const char* runtime_error::what() const noexcept {
  return __imp_.c_str();
}

exception_ptr::exception_ptr(const exception_ptr& other) noexcept : __ptr_(other.__ptr_) {
  __cxa_increment_exception_refcount(__ptr_);
}
exception_ptr& exception_ptr::operator=(const exception_ptr& other) noexcept {
  if (__ptr_ != other.__ptr_) {
    __cxa_increment_exception_refcount(other.__ptr_);
    __cxa_decrement_exception_refcount(__ptr_);
    __ptr_ = other.__ptr_;
  }
  return *this;
}
exception_ptr::~exception_ptr() noexcept {
  __cxa_decrement_exception_refcount(__ptr_);
}

} // namespace std
