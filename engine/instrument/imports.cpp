#include "imports.h"

#include <algorithm>
#include <string>

namespace revisit::instrument {

namespace {

// Between spaces. Not here: pthread_self and what else names a thread, random numbers (each thread has its own), files
// (each thread has its own descriptors), and whatever is not known.
constexpr std::string_view alike =
    " __libc_start_main __gmon_start__ _ITM_registerTMCloneTable _ITM_deregisterTMCloneTable"
    " __assert_fail abort exit _exit _Exit atexit __cxa_atexit __cxa_finalize __errno_location __stack_chk_fail"
    " pthread_create pthread_join pthread_exit pthread_once pthread_yield sched_yield usleep nanosleep sleep"
    " thrd_create thrd_join thrd_exit thrd_yield mtx_init mtx_destroy mtx_lock mtx_trylock mtx_unlock mtx_timedlock"
    " cnd_init cnd_destroy cnd_wait cnd_timedwait cnd_signal cnd_broadcast call_once"
    " malloc calloc realloc free aligned_alloc posix_memalign"
    " memcpy memmove memset memcmp memchr strlen strnlen strcmp strncmp strcpy strncpy strcat strchr strrchr strstr"
    " printf fprintf vprintf vfprintf puts putchar fputs fputc fflush snprintf sprintf vsnprintf stdout stderr"
    " tolower toupper abs labs clock_gettime gettimeofday time"
    " reach_error ";
constexpr std::string_view alikePrefixes[] = {"__revisit_",    "revisit_",        "__VERIFIER_",
                                              "pthread_mutex", "pthread_cond",    "pthread_rwlock",
                                              "pthread_spin_", "pthread_barrier", "sem_"};

bool isAlike(std::string_view name) {
  return alike.find(' ' + std::string(name) + ' ') != std::string_view::npos ||
         std::ranges::any_of(alikePrefixes, [&](std::string_view prefix) { return name.starts_with(prefix); });
}

} // namespace

bool mayTellThreadsApart(const std::vector<ElfSection>& sections) {
  const auto imports = importsOf(sections);
  return !imports || !std::ranges::all_of(*imports, isAlike) ||
         std::ranges::any_of(sections, &ElfSection::isThreadLocal);
}

} // namespace revisit::instrument
