// What is precompiled of the C++ library: this header alone.
#include <future>

#include <__revisit/va_list.h>
