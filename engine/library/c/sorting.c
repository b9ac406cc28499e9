// qsort and bsearch in instrumented code: the memory that they read and write may be shared. The pass renames a
// program's calls to these functions. Insertion sort needs few comparisons for the small arrays of an explored program.
#include <stddef.h>

typedef int Compare(const void*, const void*);
typedef int CompareWith(const void*, const void*, void*);

// Swaps by copying, because elements may have padding that was never stored to.
static void swap(char* a, char* b, size_t size) {
  char kept[64];
  for (size_t done = 0; done < size;) {
    size_t piece = size - done < sizeof kept ? size - done : sizeof kept;
    __builtin_memcpy(kept, a + done, piece);
    __builtin_memcpy(a + done, b + done, piece);
    __builtin_memcpy(b + done, kept, piece);
    done += piece;
  }
}

void revisit_libc_qsort(void* array, size_t count, size_t size, Compare* compare) {
  char* base = array;
  for (size_t i = 1; i < count; ++i)
    for (char* at = base + i * size; at != base && compare(at - size, at) > 0; at -= size)
      swap(at - size, at, size);
}

void revisit_libc_qsort_r(void* array, size_t count, size_t size, CompareWith* compare, void* with) {
  char* base = array;
  for (size_t i = 1; i < count; ++i)
    for (char* at = base + i * size; at != base && compare(at - size, at, with) > 0; at -= size)
      swap(at - size, at, size);
}

void* revisit_libc_lfind(const void* key, const void* array, size_t* count, size_t size, Compare* compare) {
  const char* at = array;
  for (size_t left = *count; left > 0; --left, at += size)
    if (compare(key, at) == 0)
      return (void*)at;
  return NULL;
}

void* revisit_libc_lsearch(const void* key, void* array, size_t* count, size_t size, Compare* compare) {
  void* found = revisit_libc_lfind(key, array, count, size, compare);
  if (found != NULL)
    return found;
  char* end = (char*)array + *count * size;
  __builtin_memcpy(end, key, size);
  ++*count;
  return end;
}

void* revisit_libc_bsearch(const void* key, const void* array, size_t count, size_t size, Compare* compare) {
  const char* base = array;
  while (count > 0) {
    const char* middle = base + count / 2 * size;
    int order = compare(key, middle);
    if (order == 0)
      return (void*)middle;
    if (order > 0) {
      base = middle + size;
      count -= count / 2 + 1;
    } else {
      count /= 2;
    }
  }
  return NULL;
}
