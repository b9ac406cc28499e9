// std::sort for built-in types, which libc++ instantiates in its library; in instrumented code here.
#include <algorithm>

namespace std {
inline namespace __1 {

// __less of a type only identifies the order.
template <class Compare, class Iterator> void __sort(Iterator first, Iterator last, Compare) {
  __less<> compare;
  std::__introsort<_ClassicAlgPolicy, __less<>&, Iterator, false>(first, last, compare, 2 * std::__log2i(last - first));
}

#define REVISIT_INSTANTIATE(Type) template void __sort<__less<Type>&, Type*>(Type*, Type*, __less<Type>&);
REVISIT_INSTANTIATE(char)
REVISIT_INSTANTIATE(wchar_t)
REVISIT_INSTANTIATE(signed char)
REVISIT_INSTANTIATE(unsigned char)
REVISIT_INSTANTIATE(short)
REVISIT_INSTANTIATE(unsigned short)
REVISIT_INSTANTIATE(int)
REVISIT_INSTANTIATE(unsigned)
REVISIT_INSTANTIATE(long)
REVISIT_INSTANTIATE(unsigned long)
REVISIT_INSTANTIATE(long long)
REVISIT_INSTANTIATE(unsigned long long)
REVISIT_INSTANTIATE(float)
REVISIT_INSTANTIATE(double)
REVISIT_INSTANTIATE(long double)

} // namespace __1
} // namespace std
