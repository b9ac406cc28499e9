// What is precompiled of the C++ library: this header alone.
#include <mutex>

#include <__revisit/va_list.h>
