#include "library.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <sys/syscall.h>

using namespace llvm;

namespace revisit::instrument {

namespace {

constexpr StringLiteral Redirected[] = {
    "abs",        "asctime",     "asctime_r",     "asprintf",  "atof",      "atoi",        "atol",
    "atoll",      "bcmp",        "bsearch",       "btowc",     "clearenv",  "ctime",       "ctime_r",
    "div",        "dprintf",     "ffs",           "ffsl",      "ffsll",     "fprintf",     "fputs",
    "frexp",      "fscanf",      "fwrite",        "getenv",    "getopt",    "getopt_long", "getopt_long_only",
    "getsubopt",  "gmtime",      "gmtime_r",      "htonl",     "htons",     "imaxabs",     "imaxdiv",
    "index",      "isalnum",     "isalpha",       "isascii",   "isblank",   "iscntrl",     "isdigit",
    "isdigit_l",  "isgraph",     "islower",       "isprint",   "ispunct",   "isspace",     "isupper",
    "iswalnum",   "iswalpha",    "iswblank",      "iswcntrl",  "iswdigit",  "iswgraph",    "iswlower",
    "iswprint",   "iswpunct",    "iswspace",      "iswupper",  "iswxdigit", "isxdigit",    "isxdigit_l",
    "labs",       "ldiv",        "lfind",         "llabs",     "lldiv",     "localtime",   "localtime_r",
    "lsearch",    "mblen",       "mbrlen",        "mbrtowc",   "mbsrtowcs", "mbstowcs",    "mbtowc",
    "memccpy",    "memchr",      "memcmp",        "memcpy",    "memmem",    "memmove",     "memrchr",
    "memset",     "mktime",      "mmap",          "modf",      "ntohl",     "ntohs",       "perror",
    "printf",     "putenv",      "puts",          "qsort",     "qsort_r",   "rand_r",      "rawmemchr",
    "rindex",     "scanf",       "secure_getenv", "setenv",    "sigaddset", "sigdelset",   "sigemptyset",
    "sigfillset", "sigismember", "sincos",        "snprintf",  "sprintf",   "sscanf",      "stpcpy",
    "stpncpy",    "strcasecmp",  "strcasestr",    "strcat",    "strchr",    "strchrnul",   "strcmp",
    "strcoll",    "strcpy",      "strcspn",       "strdup",    "strftime",  "strlen",      "strncasecmp",
    "strncat",    "strncmp",     "strncpy",       "strndup",   "strnlen",   "strpbrk",     "strrchr",
    "strsep",     "strspn",      "strstr",        "strtod",    "strtod_l",  "strtof",      "strtof_l",
    "strtoimax",  "strtok",      "strtok_r",      "strtol",    "strtol_l",  "strtold",     "strtold_l",
    "strtoll",    "strtoll_l",   "strtoul",       "strtoul_l", "strtoull",  "strtoull_l",  "strtoumax",
    "strverscmp", "strxfrm",     "swab",          "swprintf",  "tdelete",   "tdestroy",    "tfind",
    "timegm",     "toascii",     "tolower",       "toupper",   "towlower",  "towupper",    "tsearch",
    "twalk",      "twalk_r",     "unsetenv",      "vasprintf", "vdprintf",  "vfprintf",    "vfscanf",
    "vprintf",    "vscanf",      "vsnprintf",     "vsprintf",  "vsscanf",   "vswprintf",   "wcpcpy",
    "wcrtomb",    "wcscat",      "wcschr",        "wcscmp",    "wcscoll",   "wcscpy",      "wcscspn",
    "wcsdup",     "wcslen",      "wcsncat",       "wcsncmp",   "wcsncpy",   "wcsnlen",     "wcspbrk",
    "wcsrchr",    "wcsrtombs",   "wcsspn",        "wcsstr",    "wcstoimax", "wcstok",      "wcstol",
    "wcstoll",    "wcstombs",    "wcstoul",       "wcstoull",  "wcstoumax", "wcsxfrm",     "wctob",
    "wctomb",     "wmemchr",     "wmemcmp",       "wmemcpy",   "wmemmove",  "wmempcpy",    "wmemset",
    "write"};

// Those of engine/library/c/system, and memory that the program maps.
constexpr StringLiteral OfSystem[] = {"__sched_cpualloc",
                                      "__sched_cpucount",
                                      "__sched_cpufree",
                                      "__xpg_basename",
                                      "__xpg_strerror_r",
                                      "closelog",
                                      "dirname",
                                      "err",
                                      "error",
                                      "errx",
                                      "explicit_bzero",
                                      "fnmatch",
                                      "getentropy",
                                      "getpwnam",
                                      "getpwuid",
                                      "getgrnam",
                                      "getgrgid",
                                      "getpwnam_r",
                                      "getpwuid_r",
                                      "getgrnam_r",
                                      "getgrgid_r",
                                      "getuid",
                                      "geteuid",
                                      "getgid",
                                      "getegid",
                                      "getresuid",
                                      "getresgid",
                                      "getgroups",
                                      "getgrouplist",
                                      "initgroups",
                                      "setgroups",
                                      "setuid",
                                      "seteuid",
                                      "setreuid",
                                      "setresuid",
                                      "setgid",
                                      "setegid",
                                      "setregid",
                                      "setresgid",
                                      "arc4random",
                                      "arc4random_buf",
                                      "arc4random_uniform",
                                      "getrandom",
                                      "inet_addr",
                                      "inet_aton",
                                      "inet_ntoa",
                                      "inet_ntop",
                                      "inet_pton",
                                      "madvise",
                                      "make_fcontext",
                                      "makecontext",
                                      "setcontext",
                                      "swapcontext",
                                      "mmap64",
                                      "mprotect",
                                      "munmap",
                                      "openlog",
                                      "posix_madvise",
                                      "strerror_r",
                                      "strptime",
                                      "syslog",
                                      "verr",
                                      "verrx",
                                      "vsyslog",
                                      "vwarn",
                                      "vwarnx",
                                      "warn",
                                      "warnx",
                                      "writev",
                                      "frexpf",
                                      "frexpl",
                                      "modff",
                                      "modfl",
                                      "remquo",
                                      "remquof",
                                      "remquol",
                                      "lgamma_r",
                                      "lgammaf_r",
                                      "lgammal_r"};

// Those of engine/library/c/attributes.c.
constexpr StringLiteral OfAttributes[] = {"pthread_attr_init",
                                          "pthread_attr_destroy",
                                          "pthread_attr_setdetachstate",
                                          "pthread_attr_getdetachstate",
                                          "pthread_attr_setstacksize",
                                          "pthread_attr_getstacksize",
                                          "pthread_attr_setguardsize",
                                          "pthread_attr_getguardsize",
                                          "pthread_attr_setscope",
                                          "pthread_attr_setinheritsched",
                                          "pthread_attr_setschedpolicy",
                                          "pthread_mutexattr_init",
                                          "pthread_mutexattr_destroy",
                                          "pthread_mutexattr_settype",
                                          "pthread_mutexattr_gettype",
                                          "pthread_mutexattr_setrobust",
                                          "pthread_mutexattr_getrobust",
                                          "pthread_mutexattr_setpshared",
                                          "pthread_mutexattr_setprotocol",
                                          "pthread_condattr_init",
                                          "pthread_condattr_destroy",
                                          "pthread_condattr_setclock",
                                          "pthread_condattr_setpshared",
                                          "pthread_rwlockattr_init",
                                          "pthread_rwlockattr_destroy",
                                          "pthread_rwlockattr_setkind_np",
                                          "pthread_rwlockattr_setpshared"};

// Those of engine/library/c/machine.
constexpr StringLiteral OfMachine[] = {"__cmsg_nxthdr",
                                       "accept",
                                       "accept4",
                                       "bind",
                                       "close",
                                       "connect",
                                       "dup",
                                       "dup2",
                                       "dup3",
                                       "epoll_create",
                                       "epoll_create1",
                                       "epoll_ctl",
                                       "epoll_pwait",
                                       "epoll_pwait2",
                                       "epoll_wait",
                                       "eventfd",
                                       "eventfd_read",
                                       "eventfd_write",
                                       "fcntl",
                                       "fcntl64",
                                       "freeaddrinfo",
                                       "getaddrinfo",
                                       "getnameinfo",
                                       "getpeername",
                                       "getsockname",
                                       "getsockopt",
                                       "inotify_add_watch",
                                       "inotify_init",
                                       "inotify_init1",
                                       "inotify_rm_watch",
                                       "ioctl",
                                       "listen",
                                       "pipe",
                                       "pipe2",
                                       "poll",
                                       "ppoll",
                                       "pselect",
                                       "read",
                                       "readv",
                                       "recv",
                                       "recvfrom",
                                       "recvmmsg",
                                       "recvmsg",
                                       "select",
                                       "send",
                                       "sendfile",
                                       "sendfile64",
                                       "sendmmsg",
                                       "sendmsg",
                                       "sendto",
                                       "setsockopt",
                                       "shutdown",
                                       "signalfd",
                                       "socket",
                                       "socketpair",
                                       "splice",
                                       "tee",
                                       "timerfd_create",
                                       "timerfd_gettime",
                                       "timerfd_settime",
                                       "vmsplice"};

// Those of engine/library/c/machine/queues.
constexpr StringLiteral OfQueues =
    "aio_cancel aio_error aio_fsync aio_read aio_return aio_suspend aio_write lio_listio ftok mq_close mq_getattr "
    "mq_notify mq_open mq_receive mq_send mq_setattr mq_timedreceive mq_timedsend mq_unlink"
    " msgctl msgget msgrcv msgsnd semctl semget semop semtimedop shmat shmctl shmdt shmget";

// Those of engine/library/c/processes.
constexpr StringLiteral OfProcesses =
    "_Fork execl execle execlp execv execve execvp execvpe fork pclose popen posix_spawn posix_spawnp system vfork wait"
    " wait3 wait4 waitid waitpid posix_spawn_file_actions_addclose posix_spawn_file_actions_adddup2"
    " posix_spawn_file_actions_addopen posix_spawn_file_actions_destroy posix_spawn_file_actions_init";

// System calls for which engine/library/c/machine/numbers.c has functions.
struct Numbered {
  long number;
  StringLiteral name;
  unsigned parameters;
};
constexpr Numbered ofNumbers[] = {{SYS_read, "read", 3},
                                  {SYS_write, "write", 3},
                                  {SYS_readv, "readv", 3},
                                  {SYS_writev, "writev", 3},
                                  {SYS_close, "close", 1},
                                  {SYS_pipe, "pipe", 1},
                                  {SYS_pipe2, "pipe2", 2},
                                  {SYS_dup, "dup", 1},
                                  {SYS_dup2, "dup2", 2},
                                  {SYS_dup3, "dup3", 3},
                                  {SYS_fcntl, "fcntl", 3},
                                  {SYS_ioctl, "ioctl", 3},
                                  {SYS_eventfd, "eventfd", 1},
                                  {SYS_eventfd2, "eventfd2", 2},
                                  {SYS_poll, "poll", 3},
                                  {SYS_signalfd, "signalfd", 3},
                                  {SYS_signalfd4, "signalfd4", 4},
                                  {SYS_epoll_create, "epoll_create", 1},
                                  {SYS_epoll_create1, "epoll_create1", 1},
                                  {SYS_epoll_ctl, "epoll_ctl", 4},
                                  {SYS_epoll_wait, "epoll_wait", 4},
                                  {SYS_epoll_pwait, "epoll_pwait", 5},
                                  {SYS_timerfd_create, "timerfd_create", 2},
                                  {SYS_timerfd_settime, "timerfd_settime", 4},
                                  {SYS_socket, "socket", 3},
                                  {SYS_socketpair, "socketpair", 4},
                                  {SYS_bind, "bind", 3},
                                  {SYS_listen, "listen", 2},
                                  {SYS_connect, "connect", 3},
                                  {SYS_accept, "accept", 3},
                                  {SYS_accept4, "accept4", 4},
                                  {SYS_shutdown, "shutdown", 2},
                                  {SYS_sendto, "sendto", 6},
                                  {SYS_recvfrom, "recvfrom", 6},
                                  {SYS_sendmsg, "sendmsg", 3},
                                  {SYS_recvmsg, "recvmsg", 3},
                                  {SYS_getsockname, "getsockname", 3},
                                  {SYS_getpeername, "getpeername", 3},
                                  {SYS_setsockopt, "setsockopt", 5},
                                  {SYS_getsockopt, "getsockopt", 5},
                                  {SYS_inotify_init, "inotify_init", 0},
                                  {SYS_inotify_init1, "inotify_init1", 1},
                                  {SYS_inotify_add_watch, "inotify_add_watch", 3},
                                  {SYS_inotify_rm_watch, "inotify_rm_watch", 2},
                                  {SYS_getuid, "getuid", 0},
                                  {SYS_geteuid, "geteuid", 0},
                                  {SYS_getgid, "getgid", 0},
                                  {SYS_getegid, "getegid", 0},
                                  {SYS_setuid, "setuid", 1},
                                  {SYS_setgid, "setgid", 1},
                                  {SYS_getgroups, "getgroups", 2},
                                  {SYS_setgroups, "setgroups", 2},
                                  {SYS_setreuid, "setreuid", 2},
                                  {SYS_setresuid, "setresuid", 3},
                                  {SYS_setresgid, "setresgid", 3},
                                  {SYS_getrandom, "getrandom", 3},
                                  {SYS_madvise, "madvise", 3}};

// Replaces calls of `syscall` with such a number. A call with fewer arguments is left as it is.
void redirectNumbers(Module& module) {
  auto* function = module.getFunction("syscall");
  if (!function)
    return;
  SmallVector<CallInst*, 8> calls;
  for (User* user : function->users())
    if (auto* call = dyn_cast<CallInst>(user); call && call->getCalledOperand() == function)
      calls.push_back(call);
  for (CallInst* call : calls) {
    const auto* number = call->arg_empty() ? nullptr : dyn_cast<ConstantInt>(call->getArgOperand(0));
    const auto* row =
        number ? find_if(ofNumbers, [&](const Numbered& one) { return one.number == number->getSExtValue(); })
               : std::end(ofNumbers);
    if (row == std::end(ofNumbers) || call->arg_size() <= row->parameters)
      continue;
    IRBuilder<> builder(call);
    auto* word = builder.getInt64Ty();
    SmallVector<Value*, 6> arguments;
    for (unsigned i = 1; i <= row->parameters; i++) {
      Value* argument = call->getArgOperand(i);
      arguments.push_back(argument->getType()->isPointerTy() ? builder.CreatePtrToInt(argument, word)
                                                             : builder.CreateSExtOrTrunc(argument, word));
    }
    SmallVector<Type*, 6> types(row->parameters, word);
    auto target =
        module.getOrInsertFunction(("revisit_number_" + row->name).str(), FunctionType::get(word, types, false));
    auto* made = builder.CreateCall(target, arguments);
    made->setDebugLoc(call->getDebugLoc());
    call->replaceAllUsesWith(made);
    call->eraseFromParent();
  }
}

// Files, also of engine/library/c/machine.
constexpr StringLiteral OfFiles[] = {"__open_2",
                                     "access",
                                     "alphasort",
                                     "alphasort64",
                                     "chdir",
                                     "chmod",
                                     "chown",
                                     "clearerr",
                                     "closedir",
                                     "copy_file_range",
                                     "creat",
                                     "creat64",
                                     "dirfd",
                                     "faccessat",
                                     "fallocate",
                                     "fallocate64",
                                     "fchdir",
                                     "fchmod",
                                     "fchmodat",
                                     "fchown",
                                     "fchownat",
                                     "fclose",
                                     "fdatasync",
                                     "fdopen",
                                     "fdopendir",
                                     "feof",
                                     "ferror",
                                     "fflush",
                                     "fgetc",
                                     "fgetpos",
                                     "fgets",
                                     "fgetwc",
                                     "fileno",
                                     "flock",
                                     "flockfile",
                                     "fopen",
                                     "fopen64",
                                     "fputc",
                                     "fputwc",
                                     "fputws",
                                     "fread",
                                     "freopen",
                                     "fseek",
                                     "fseeko",
                                     "fseeko64",
                                     "fsetpos",
                                     "fstat",
                                     "fstat64",
                                     "fstatat",
                                     "fstatat64",
                                     "fstatfs",
                                     "fstatfs64",
                                     "fstatvfs",
                                     "fstatvfs64",
                                     "fsync",
                                     "ftell",
                                     "ftello",
                                     "ftello64",
                                     "ftw",
                                     "ftw64",
                                     "ftruncate",
                                     "ftruncate64",
                                     "funlockfile",
                                     "futimens",
                                     "fwide",
                                     "get_current_dir_name",
                                     "getc",
                                     "getc_unlocked",
                                     "getcwd",
                                     "getdelim",
                                     "getline",
                                     "glob",
                                     "glob64",
                                     "globfree",
                                     "globfree64",
                                     "lchown",
                                     "link",
                                     "linkat",
                                     "lseek",
                                     "lseek64",
                                     "lstat",
                                     "lstat64",
                                     "memfd_create",
                                     "mkdir",
                                     "mkdirat",
                                     "mkdtemp",
                                     "mkostemp",
                                     "mkostemps",
                                     "mkstemp",
                                     "mkstemp64",
                                     "mkstemps",
                                     "mremap",
                                     "msync",
                                     "nftw",
                                     "nftw64",
                                     "open",
                                     "open64",
                                     "openat",
                                     "openat64",
                                     "opendir",
                                     "posix_fadvise",
                                     "posix_fadvise64",
                                     "posix_fallocate",
                                     "posix_fallocate64",
                                     "pread",
                                     "pread64",
                                     "putc",
                                     "putc_unlocked",
                                     "pwrite",
                                     "pwrite64",
                                     "readahead",
                                     "readdir",
                                     "readdir64",
                                     "readlink",
                                     "readlinkat",
                                     "realpath",
                                     "remove",
                                     "rename",
                                     "renameat",
                                     "renameat2",
                                     "rewind",
                                     "rewinddir",
                                     "rmdir",
                                     "scandir",
                                     "scandir64",
                                     "scandirat",
                                     "seekdir",
                                     "sem_close",
                                     "sem_open",
                                     "sem_unlink",
                                     "sendfile",
                                     "sendfile64",
                                     "setbuf",
                                     "setlinebuf",
                                     "setvbuf",
                                     "shm_open",
                                     "shm_unlink",
                                     "stat",
                                     "stat64",
                                     "statfs",
                                     "statfs64",
                                     "statvfs",
                                     "statvfs64",
                                     "symlink",
                                     "symlinkat",
                                     "sync",
                                     "sync_file_range",
                                     "syncfs",
                                     "telldir",
                                     "tmpfile",
                                     "truncate",
                                     "truncate64",
                                     "ungetc",
                                     "ungetwc",
                                     "unlink",
                                     "unlinkat",
                                     "utime",
                                     "utimensat",
                                     "utimes",
                                     "versionsort",
                                     "versionsort64",
                                     "wordexp",
                                     "wordfree"};

// The C library's headers rename some functions depending on the language standard.
constexpr StringLiteral StandardPrefixes[] = {"", "__isoc99_", "__isoc23_"};

void redirect(Module& module, StringRef prefix, StringRef name) {
  auto* function = module.getFunction((prefix + name).str());
  if (!function || !function->isDeclaration())
    return;
  auto ours = ("revisit_libc_" + name).str();
  auto* known = module.getFunction(ours);
  if (known && !known->isDeclaration())
    return; // our own definition, which calls the C library's
  if (known)
    function->replaceAllUsesWith(known);
  else
    function->setName(ours);
}

// Functions of libc++ that our functions replace: what stands around the library's ABI tag in their names.
struct Replaced {
  StringLiteral begin, end, ours;
};
constexpr Replaced OfCxxLibrary[] = {{"_ZNKSt3__15ctypeIcE2isB", "Etc", "ctype_is"},
                                     {"_ZNKSt3__15ctypeIcE7toupperB", "Ec", "ctype_toupper"},
                                     {"_ZNKSt3__15ctypeIcE7tolowerB", "Ec", "ctype_tolower"},
                                     {"_ZNKSt3__15ctypeIcE5widenB", "Ec", "ctype_widen"},
                                     {"_ZNKSt3__15ctypeIcE5widenB", "EPKcS3_Pc", "ctype_widen_all"},
                                     {"_ZNKSt3__15ctypeIcE6narrowB", "Ecc", "ctype_narrow"},
                                     {"_ZNKSt3__15ctypeIcE6narrowB", "EPKcS3_cPc", "ctype_narrow_all"},
                                     {"_ZNSt3__19__num_getIcE17__stage2_int_loopE", "", "read_integer"}};

const Replaced* replacementOf(StringRef name) {
  for (const auto& one : OfCxxLibrary)
    if (name.starts_with(one.begin) && name.ends_with(one.end) &&
        (one.end.empty() || !name.drop_front(one.begin.size()).drop_back(one.end.size()).contains('E')))
      return &one;
  return nullptr;
}

void redirectCxxLibrary(Module& module) {
  SmallVector<std::pair<Function*, const Replaced*>, 8> replaced;
  for (auto& function : module)
    if (const auto* replacement = replacementOf(function.getName()))
      replaced.emplace_back(&function, replacement);
  for (const auto& [function, replacement] : replaced) {
    auto target = module.getOrInsertFunction(("revisit_" + replacement->ours).str(), function->getFunctionType());
    if (auto* known = dyn_cast<Function>(target.getCallee()); known && known->isDeclaration())
      function->replaceAllUsesWith(known);
  }
}

} // namespace

void redirectLibraryCalls(Module& module) {
  for (StringRef prefix : StandardPrefixes)
    for (StringRef name : Redirected)
      redirect(module, prefix, name);
  for (ArrayRef<StringLiteral> names : {ArrayRef<StringLiteral>(OfSystem), ArrayRef<StringLiteral>(OfAttributes),
                                        ArrayRef<StringLiteral>(OfMachine), ArrayRef<StringLiteral>(OfFiles)})
    for (StringRef name : names)
      redirect(module, "", name);
  for (StringRef names : {StringRef(OfProcesses), StringRef(OfQueues)}) {
    SmallVector<StringRef, 32> all;
    names.split(all, ' ');
    for (StringRef name : all)
      redirect(module, "", name);
  }
  redirectNumbers(module);
  redirectCxxLibrary(module);
}

} // namespace revisit::instrument
