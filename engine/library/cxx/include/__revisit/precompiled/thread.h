// What is precompiled of the C++ library: this header alone.
#include <thread>

#include <__revisit/va_list.h>
