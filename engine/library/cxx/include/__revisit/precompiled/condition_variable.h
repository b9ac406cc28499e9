// What is precompiled of the C++ library: this header alone.
#include <condition_variable>

#include <__revisit/va_list.h>
