// Advice about memory in instrumented code. The pass renames a program's calls to this function.
#include <revisit.h>
#include <stddef.h>
#include <sys/mman.h>

// Of machine/areas/mappings.c.
int revisit_mapping_advise(void* at, size_t bytes, int advice);

// The system may take pages that are free to take, or not.
int revisit_libc_madvise(void* at, size_t bytes, int advice) {
  if (advice == MADV_FREE)
    advice = revisit_nondet_bool("madvise(MADV_FREE) takes the pages") ? MADV_DONTNEED : MADV_NORMAL;
  return revisit_mapping_advise(at, bytes, advice);
}

long revisit_number_madvise(long at, long bytes, long advice) {
  return revisit_libc_madvise((void*)at, (size_t)bytes, (int)advice);
}
