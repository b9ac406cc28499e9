#include "runtime/services/known_functions.h"

#include "abi/openmp_names.h"
#include "abi/pure_functions.h"

#include <algorithm>
#include <iterator>

namespace revisit::runtime {

namespace {

// Functions that use only the values of their arguments, the calling thread's own state, constants and the output.
// Functions that access the program's memory are not listed: the instrumented parts of libc or the runtime provide
// those.
// These change nothing but the output, like pureFunctions, which change nothing but the processor's floating-point
// state.
constexpr std::string_view output =
    // Output, which no thread reads back; instrumented code reads the strings.
    " fflush fprintf vfprintf printf vprintf vdprintf fputc fputs fwrite putc putchar puts putwchar fputwc fputws "
    "perror write"
    " flockfile funlockfile isatty fileno ";
// The others.
constexpr std::string_view harmless =
    " setbuf setvbuf setlinebuf asprintf vasprintf lgamma lgammaf"
    // State of the thread itself, and constants.
    " _Exit _Unwind_Resume __errno_location __stack_chk_fail __assert_rtn longjmp siglongjmp _longjmp strerror"
    " strerrordesc_np strerrorname_np strsignal getenv secure_getenv getuid geteuid getgid getegid getpagesize"
    " gnu_get_libc_version gnu_get_libc_release nl_langinfo tzset dlsym dlerror dlopen dlclose gai_strerror localeconv "
    "setlocale "
    "uselocale newlocale freelocale strtod_l strtof_l strtold_l "
    "strtoll_l strtoull_l thrd_current thrd_equal pthread_testcancel pthread_atfork"
    " pthread_setconcurrency pthread_getconcurrency sched_get_priority_max"
    " sched_get_priority_min malloc_usable_size __dynamic_cast strcoll strxfrm access close fclose fdopen ferror "
    "clearerr"
    // Functions on private memory: the instrumented wrappers pass them copies.
    " sigaddset sigdelset sigemptyset sigfillset sigismember gmtime_r localtime_r mktime asctime_r strftime strtod "
    "strtof strtold modf modff modfl frexp frexpf frexpl remquo remquof remquol lgamma_r lgammaf_r lgammal_r sincos"
    // Fibers: what runs on other stacks is instrumented, but the thread's frames are unknown from then on.
    " getcontext setcontext swapcontext makecontext make_fcontext jump_fcontext ontop_fcontext"
    " _ZN5boost7context12stack_traits9page_sizeEv _ZN5boost7context12stack_traits12default_sizeEv"
    " _ZN5boost7context12stack_traits12minimum_sizeEv _ZN5boost7context12stack_traits12maximum_sizeEv"
    " _ZN5boost7context12stack_traits12is_unboundedEv"
    " bsearch qsort inet_pton inet_ntop inet_aton fnmatch strptime ";

// Prefixes: attributes of threads and objects, and C++ language support.
constexpr std::string_view harmlessPrefixes[] = {"pthread_attr_",
                                                 "posix_spawnattr_",
                                                 "pthread_setcancel",
                                                 "pthread_getattr_np",
                                                 "_Unwind_",
                                                 "pthread_mutexattr_",
                                                 "pthread_condattr_",
                                                 "pthread_rwlockattr_",
                                                 "pthread_barrierattr_",
                                                 "__cxa_",
                                                 "__gxx_",
                                                 "_Zn",
                                                 "_Zd",
                                                 "_ZTHN",
                                                 "_ZTWN",
                                                 "__revisit_",
                                                 "pthread_self",
                                                 "pthread_equal",
                                                 "_setjmp",
                                                 "setjmp",
                                                 "__sigsetjmp",
                                                 "sigsetjmp"};

// Functions whose effects on the caller's state are followed: by the runtime, which provides them or what they use, or
// because the thread ends.
constexpr std::string_view followed =
    " __errno_location __stack_chk_fail _Unwind_Resume getpagesize pthread_testcancel __dynamic_cast"
    " __cxa_allocate_exception __cxa_free_exception __cxa_throw __cxa_begin_catch __cxa_end_catch __cxa_rethrow"
    " __cxa_get_exception_ptr __cxa_pure_virtual __cxa_bad_cast __cxa_guard_acquire __cxa_guard_release"
    " __cxa_guard_abort __assert_fail abort exit _exit _Exit"
    " malloc calloc realloc free aligned_alloc memalign posix_memalign reallocarray malloc_usable_size"
    " pthread_cancel pthread_setcancelstate pthread_setcanceltype pthread_tryjoin_np pthread_timedjoin_np"
    " pthread_clockjoin_np pthread_mutex_consistent pthread_mutex_clocklock sem_timedwait sem_clockwait"
    " pthread_create pthread_join pthread_detach pthread_self pthread_equal pthread_exit pthread_setname_np"
    " pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock"
    " pthread_mutex_timedlock pthread_cond_init pthread_cond_destroy pthread_cond_wait pthread_cond_timedwait"
    " pthread_cond_signal pthread_cond_broadcast pthread_rwlock_init pthread_rwlock_destroy pthread_rwlock_rdlock"
    " pthread_rwlock_tryrdlock pthread_rwlock_wrlock pthread_rwlock_trywrlock pthread_rwlock_unlock"
    " pthread_spin_init pthread_spin_destroy pthread_spin_lock pthread_spin_trylock pthread_spin_unlock"
    " pthread_barrier_init pthread_barrier_destroy pthread_barrier_wait pthread_once pthread_setspecific"
    " pthread_getspecific pthread_key_create sem_init sem_destroy sem_wait sem_trywait sem_post sem_getvalue"
    " mtx_init mtx_destroy mtx_lock mtx_trylock mtx_unlock cnd_init cnd_destroy cnd_wait cnd_signal cnd_broadcast"
    " thrd_create thrd_join thrd_detach thrd_exit thrd_yield thrd_current thrd_equal sched_yield usleep nanosleep sleep"
    " clock_gettime clock_getres gettimeofday time rand random getpid gettid getppid getrlimit getrlimit64 sysconf"
    " __sysconf clock times getrusage timespec_get clock_nanosleep thrd_sleep revisit_counter getauxval sysinfo "
    "gethostname"
    " gethostid getpgid getpgrp setpgid setpgrp getsid getdtablesize get_nprocs get_nprocs_conf get_phys_pages "
    "get_avphys_pages "
    "setrlimit"
    " setrlimit64 prlimit prlimit64 nice mallopt malloc_trim mlock munlock mlockall munlockall rand_r getrandom "
    "getentropy"
    " arc4random arc4random_buf arc4random_uniform sched_getcpu sched_setaffinity pthread_setaffinity_np sched_getparam"
    " sched_getscheduler sched_setscheduler pthread_getschedparam pthread_setschedparam pthread_getname_np "
    "pthread_yield"
    " pthread_cond_clockwait pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock pthread_rwlock_clockrdlock"
    " pthread_rwlock_clockwrlock pthread_key_delete cnd_timedwait mtx_timedlock call_once tss_create tss_delete tss_get"
    " tss_set setitimer ualarm"
    " sched_getaffinity pthread_getaffinity_np getcpu getloadavg sched_rr_get_interval pthread_getcpuclockid getcwd "
    "uname getuid geteuid getgid getegid access"
    " __register_atfork pthread_atfork __pthread_atfork open open64 close read lseek lseek64 pread pread64 stat"
    " stat64 lstat lstat64 fstat fstat64 fstatat readlink realpath gnu_get_libc_version gnu_get_libc_release strsignal"
    " strerrorname_np strerrordesc_np getpriority setpriority prctl umask"
    " sigaction signal siginterrupt pthread_sigmask sigprocmask sigpending raise kill killpg sigqueue pthread_kill"
    " pthread_sigqueue sigwait sigwaitinfo sigtimedwait sigsuspend pause alarm ualarm setitimer getitimer sigaltstack"
    " timer_create timer_settime timer_gettime timer_getoverrun timer_delete sigemptyset sigfillset sigaddset "
    "sigdelset"
    " sigismember"
    " revisit_assume revisit_progress revisit_fail revisit_touch revisit_touch_text reach_error"
    " revisit_asks_variable revisit_given_letter"
    " revisit_mutex_trylock revisit_mutex_clocklock revisit_sem_trywait revisit_parallel_algorithm"
    " __VERIFIER_assume __VERIFIER_assert __VERIFIER_error __VERIFIER_atomic_begin __VERIFIER_atomic_end"
    " _ZNSt3__15mutex4lockEv _ZNSt3__15mutex8try_lockEv _ZNSt3__15mutex6unlockEv _ZNSt3__115recursive_mutexC1Ev"
    " _ZNSt3__115recursive_mutexD1Ev _ZNSt3__115recursive_mutex4lockEv _ZNSt3__115recursive_mutex8try_lockEv"
    " _ZNSt3__115recursive_mutex6unlockEv _ZNSt3__15mutexD1Ev _ZNSt3__118condition_variable10notify_allEv"
    " _ZNSt3__118condition_variable10notify_oneEv _ZNSt3__118condition_variable4waitERNS_11unique_lockINS_5mutexEEE"
    " _ZNSt3__118condition_variableD1Ev _ZNSt3__119__thread_local_dataEv _ZNSt3__115__thread_structC1Ev"
    " _ZNSt3__111this_thread9sleep_forERKNS_6chrono8durationIxNS_5ratioILl1ELl1000000000EEEEE"
    " _ZNSt3__115__thread_structD1Ev _ZSt9terminatev _ZNSt3__114error_categoryD2Ev _ZNSt3__114error_categoryD1Ev"
    " _ZNSt3__115system_categoryEv _ZNSt3__116generic_categoryEv _ZNSt3__16chrono12steady_clock3nowEv"
    " _ZNSt3__16chrono12system_clock3nowEv __cxa_decrement_exception_refcount __cxa_increment_exception_refcount ";
// Operators new and delete, and inputs.
constexpr std::string_view followedPrefixes[] = {"_Zn",
                                                 "_Zd",
                                                 "revisit_nondet_",
                                                 "revisit_symbolic",
                                                 "revisit_machine_",
                                                 "pthread_attr_",
                                                 "pthread_mutexattr_",
                                                 "pthread_condattr_",
                                                 "pthread_rwlockattr_",
                                                 "posix_spawnattr_",
                                                 "__VERIFIER_nondet_"};

constexpr std::string_view ofCompiler =
    " atexit at_quick_exit pthread_atfork __pthread_atfork __stack_chk_fail_local __cpu_indicator_init __mulsc3 "
    "__muldc3"
    " __mulxc3 __multc3 __divsc3 __divdc3 __divxc3 __divtc3 __powisf2 __powidf2 __powixf2 ";

constexpr std::string_view cancellationPoints =
    " accept accept4 aio_suspend close connect creat fdatasync fsync lockf mq_receive mq_send mq_timedreceive"
    " mq_timedsend msgrcv msgsnd msync openat poll ppoll preadv pselect pwrite pwrite64 pwritev readv recv"
    " recvfrom recvmsg select send sendmsg sendto sigpause system tcdrain"
    " wait waitid waitpid write writev ";

bool isStateless(std::string_view name) {
  return isAmong(pureFunctions, name) || isAmong(output, name);
}

} // namespace

bool isUnseenCancellationPoint(std::string_view name) {
  return isAmong(cancellationPoints, name);
}

bool isHarmless(std::string_view name) {
  return isStateless(name) || isAmong(harmless, name) || isHarmlessCxx(name) ||
         std::any_of(std::begin(harmlessPrefixes), std::end(harmlessPrefixes),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

bool keepsState(std::string_view name) {
  return isStateless(name) || isAmong(followed, name) ||
         std::any_of(std::begin(followedPrefixes), std::end(followedPrefixes),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

bool isOfCompiler(std::string_view name) {
  return isAmong(ofCompiler, name);
}

} // namespace revisit::runtime
