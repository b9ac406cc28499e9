// What is precompiled of the C++ library: this header alone.
#include <functional>

#include <__revisit/va_list.h>
