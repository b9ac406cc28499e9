// The functions of the C library that engine/library replaces: each name stands for revisit_libc_NAME there.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace revisit::instrument {

// Names that a header may have given one of the prefixes of a language standard.
inline constexpr llvm::StringLiteral ofLibrary =
    "abs asctime asctime_r asprintf atof atoi atol atoll bcmp bsearch btowc clearenv ctime ctime_r div dprintf ffs "
    "ffsl ffsll fprintf fputs frexp fscanf fwprintf fwrite getenv getopt getopt_long getopt_long_only getsubopt "
    "gmtime gmtime_r htonl htons imaxabs imaxdiv index isalnum isalpha isascii isblank iscntrl isdigit isdigit_l "
    "isgraph islower isprint ispunct isspace isupper iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower "
    "iswprint iswpunct iswspace iswupper iswxdigit isxdigit isxdigit_l labs ldiv lfind llabs lldiv localtime "
    "localtime_r lsearch mblen mbrlen mbrtowc mbsrtowcs mbstowcs mbtowc memccpy memchr memcmp memcpy memmem memmove "
    "memrchr memset mktime mmap modf ntohl ntohs perror printf putenv puts qsort qsort_r rand_r rawmemchr rindex "
    "scanf secure_getenv setenv sigaddset sigdelset sigemptyset sigfillset sigismember sincos snprintf sprintf sscanf "
    "stpcpy stpncpy strcasecmp strcasestr strcat strchr strchrnul strcmp strcoll strcpy strcspn strdup strftime "
    "strlen strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strrchr strsep strspn strstr strtod strtod_l "
    "strtof strtof_l strtoimax strtok strtok_r strtol strtol_l strtold strtold_l strtoll strtoll_l strtoul strtoul_l "
    "strtoull strtoull_l strtoumax strverscmp strxfrm swab swprintf tdelete tdestroy tfind timegm toascii tolower "
    "toupper towlower towupper tsearch twalk twalk_r unsetenv vasprintf vdprintf vfprintf vfscanf vfwprintf vprintf "
    "vscanf vsnprintf vsprintf vsscanf vswprintf vwprintf wcpcpy wcrtomb wcscat wcschr wcscmp wcscoll wcscpy wcscspn "
    "wcsdup wcslen wcsncat wcsncmp wcsncpy wcsnlen wcspbrk wcsrchr wcsrtombs wcsspn wcsstr wcstoimax wcstok wcstol "
    "wcstoll wcstombs wcstoul wcstoull wcstoumax wcsxfrm wctob wctomb wmemchr wmemcmp wmemcpy wmemmove wmempcpy "
    "wmemset wprintf write";

// Those of engine/library/c/system, and memory that the program maps.
inline constexpr llvm::StringLiteral ofSystem =
    "__sched_cpualloc __sched_cpucount __sched_cpufree __xpg_basename __xpg_strerror_r arc4random arc4random_buf "
    "arc4random_uniform closelog dirname err error errx explicit_bzero fnmatch frexpf frexpl getegid getentropy "
    "geteuid getgid getgrgid getgrgid_r getgrnam getgrnam_r getgrouplist getgroups getpwnam getpwnam_r getpwuid "
    "getpwuid_r getrandom getresgid getresuid getuid inet_addr inet_aton inet_ntoa inet_ntop inet_pton initgroups "
    "lgamma_r lgammaf_r lgammal_r madvise make_fcontext makecontext mmap64 modff modfl mprotect munmap openlog "
    "posix_madvise remquo remquof remquol setcontext setegid seteuid setgid setgroups setregid setresgid setresuid "
    "setreuid setuid strerror_r strptime swapcontext syslog verr verrx vsyslog vwarn vwarnx warn warnx writev";

// Those of engine/library/c/attributes.c.
inline constexpr llvm::StringLiteral ofAttributes =
    "pthread_attr_destroy pthread_attr_getdetachstate pthread_attr_getguardsize pthread_attr_getstacksize "
    "pthread_attr_init pthread_attr_setdetachstate pthread_attr_setguardsize pthread_attr_setinheritsched "
    "pthread_attr_setschedpolicy pthread_attr_setscope pthread_attr_setstacksize pthread_condattr_destroy "
    "pthread_condattr_init pthread_condattr_setclock pthread_condattr_setpshared pthread_mutexattr_destroy "
    "pthread_mutexattr_getrobust pthread_mutexattr_gettype pthread_mutexattr_init pthread_mutexattr_setprotocol "
    "pthread_mutexattr_setpshared pthread_mutexattr_setrobust pthread_mutexattr_settype pthread_rwlockattr_destroy "
    "pthread_rwlockattr_init pthread_rwlockattr_setkind_np pthread_rwlockattr_setpshared";

// Those of engine/library/c/machine.
inline constexpr llvm::StringLiteral ofMachine =
    "__cmsg_nxthdr accept accept4 bind close close_range closefrom connect dup dup2 dup3 epoll_create epoll_create1 "
    "epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd_read eventfd_write fcntl fcntl64 freeaddrinfo "
    "getaddrinfo getnameinfo getpeername getsockname getsockopt inotify_add_watch inotify_init inotify_init1 "
    "inotify_rm_watch ioctl listen pipe pipe2 poll ppoll pselect read readv recv recvfrom recvmmsg recvmsg select "
    "send sendfile sendfile64 sendmmsg sendmsg sendto setsockopt shutdown signalfd socket socketpair splice tee "
    "timerfd_create timerfd_gettime timerfd_settime vmsplice";

// Those of engine/library/c/machine/queues.
inline constexpr llvm::StringLiteral ofQueues =
    "aio_cancel aio_error aio_fsync aio_read aio_return aio_suspend aio_write ftok lio_listio mq_close mq_getattr "
    "mq_notify mq_open mq_receive mq_send mq_setattr mq_timedreceive mq_timedsend mq_unlink msgctl msgget msgrcv "
    "msgsnd semctl semget semop semtimedop shmat shmctl shmdt shmget";

// Those of engine/library/c/processes.
inline constexpr llvm::StringLiteral ofProcesses =
    "_Fork execl execle execlp execv execve execvp execvpe fork pclose popen posix_spawn "
    "posix_spawn_file_actions_addclose posix_spawn_file_actions_adddup2 posix_spawn_file_actions_addopen "
    "posix_spawn_file_actions_destroy posix_spawn_file_actions_init posix_spawnp system vfork wait wait3 wait4 "
    "waitid waitpid";

// Files, also of engine/library/c/machine.
inline constexpr llvm::StringLiteral ofFiles =
    "__open_2 access alphasort alphasort64 chdir chmod chown clearerr clearerr_unlocked closedir copy_file_range "
    "creat creat64 dirfd faccessat fallocate fallocate64 fchdir fchmod fchmodat fchown fchownat fclose fdatasync "
    "fdopen fdopendir feof feof_unlocked ferror ferror_unlocked fflush fflush_unlocked fgetc fgetc_unlocked fgetpos "
    "fgets fgets_unlocked fgetwc fileno fileno_unlocked flock flockfile fmemopen fopen fopen64 fputc fputc_unlocked "
    "fputs_unlocked fputwc fputws fread fread_unlocked freopen fseek fseeko fseeko64 fsetpos fstat fstat64 fstatat "
    "fstatat64 fstatfs fstatfs64 fstatvfs fstatvfs64 fsync ftell ftello ftello64 ftruncate ftruncate64 ftw ftw64 "
    "funlockfile futimens fwide fwrite_unlocked get_current_dir_name getc getc_unlocked getcwd getdelim getline glob "
    "glob64 globfree globfree64 lchown link linkat lseek lseek64 lstat lstat64 memfd_create mkdir mkdirat mkdtemp "
    "mkostemp mkostemps mkstemp mkstemp64 mkstemps mremap msync nftw nftw64 open open64 open_memstream openat "
    "openat64 opendir posix_fadvise posix_fadvise64 posix_fallocate posix_fallocate64 pread pread64 putc "
    "putc_unlocked pwrite pwrite64 readahead readdir readdir64 readlink readlinkat realpath remove rename renameat "
    "renameat2 rewind rewinddir rmdir scandir scandir64 scandirat seekdir sem_close sem_open sem_unlink sendfile "
    "sendfile64 setbuf setlinebuf setvbuf shm_open shm_unlink stat stat64 statfs statfs64 statvfs statvfs64 symlink "
    "symlinkat sync sync_file_range syncfs telldir tmpfile truncate truncate64 ungetc ungetwc unlink unlinkat utime "
    "utimensat utimes versionsort versionsort64 wordexp wordfree";

} // namespace revisit::instrument
