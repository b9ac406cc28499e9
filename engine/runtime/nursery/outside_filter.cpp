#include "runtime/nursery/outside_filter.h"

#include "runtime/nursery/call_rules.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/state.h"

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <initializer_list>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_fchmodat2
#define SYS_fchmodat2 452
#endif

namespace revisit::runtime {

namespace {

// Calls that change files, other processes, or the system. Signals of a thread to its own process pass: what ends it.
constexpr long changing[] = {SYS_unlink,
                             SYS_unlinkat,
                             SYS_rename,
                             SYS_renameat,
                             SYS_renameat2,
                             SYS_mkdir,
                             SYS_mkdirat,
                             SYS_rmdir,
                             SYS_link,
                             SYS_linkat,
                             SYS_symlink,
                             SYS_symlinkat,
                             SYS_truncate,
                             SYS_creat,
                             SYS_mknod,
                             SYS_mknodat,
                             SYS_chmod,
                             SYS_fchmod,
                             SYS_fchmodat,
                             SYS_fchmodat2,
                             SYS_chown,
                             SYS_fchown,
                             SYS_lchown,
                             SYS_fchownat,
                             SYS_utime,
                             SYS_utimes,
                             SYS_futimesat,
                             SYS_utimensat,
                             SYS_setxattr,
                             SYS_lsetxattr,
                             SYS_fsetxattr,
                             SYS_removexattr,
                             SYS_lremovexattr,
                             SYS_fremovexattr,
                             SYS_connect,
                             SYS_bind,
                             SYS_listen,
                             SYS_sendto,
                             SYS_sendmsg,
                             SYS_sendmmsg,
                             SYS_kill,
                             SYS_tkill,
                             SYS_rt_sigqueueinfo,
                             SYS_rt_tgsigqueueinfo,
                             SYS_pidfd_send_signal,
                             SYS_execve,
                             SYS_execveat,
                             SYS_ptrace,
                             SYS_process_vm_writev,
                             SYS_shmget,
                             SYS_shmctl,
                             SYS_semget,
                             SYS_semctl,
                             SYS_semop,
                             SYS_semtimedop,
                             SYS_msgget,
                             SYS_msgctl,
                             SYS_msgsnd,
                             SYS_mq_open,
                             SYS_mq_unlink,
                             SYS_mount,
                             SYS_umount2,
                             SYS_pivot_root,
                             SYS_chroot,
                             SYS_swapon,
                             SYS_swapoff,
                             SYS_reboot,
                             SYS_sethostname,
                             SYS_setdomainname,
                             SYS_settimeofday,
                             SYS_clock_settime,
                             SYS_adjtimex,
                             SYS_clock_adjtime,
                             SYS_setns,
                             SYS_unshare,
                             SYS_acct,
                             SYS_add_key,
                             SYS_request_key,
                             SYS_keyctl,
                             SYS_bpf,
                             SYS_init_module,
                             SYS_finit_module,
                             SYS_delete_module,
                             SYS_quotactl,
                             SYS_fork,
                             SYS_vfork,
                             SYS_clone3,
                             SYS_io_uring_setup,
                             SYS_openat2,
                             SYS_userfaultfd,
                             SYS_perf_event_open};
constexpr int errors[] = {EPERM, EAGAIN, ENOSYS};

constexpr std::size_t maxSteps = 250; // jumps have 8 bits
sock_filter g_steps[maxSteps];
unsigned short g_stepCount = 0;

void add(sock_filter step) {
  g_steps[g_stepCount++] = step;
}
void load(std::size_t offset) {
  add(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<unsigned>(offset)));
}
void answer(unsigned what) {
  add(BPF_STMT(BPF_RET | BPF_K, what));
}

// Where the program goes on, counted from the step that jumps there.
struct Targets {
  std::size_t failing[std::size(errors)], opening, openingAt, cloning;
};

std::size_t indexOf(int error) {
  std::size_t index = 0;
  while (index + 1 < std::size(errors) && errors[index] != error)
    index++;
  return errors[index] == error ? index : 0;
}

void jumpIf(long number, std::size_t target) {
  add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(number),
               static_cast<unsigned char>(target - g_stepCount - 1), 0));
}

// The call fails unless the runtime's own code makes it. 7 steps.
void addFailing(int error) {
  load(offsetof(seccomp_data, instruction_pointer) + 4);
  add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(g_runtime.codeBegin >> 32), 0, 4));
  load(offsetof(seccomp_data, instruction_pointer));
  add(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, static_cast<unsigned>(g_runtime.codeBegin), 0, 2));
  add(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, static_cast<unsigned>(g_runtime.codeEnd), 1, 0));
  answer(SECCOMP_RET_ALLOW);
  answer(SECCOMP_RET_ERRNO | static_cast<unsigned>(error));
}
constexpr std::size_t failingSteps = 7;

// The call passes if a word of its arguments has these bits, or has none of them. 3 steps.
void addUnless(std::size_t offset, unsigned bits, bool passesIfSet, std::size_t failing) {
  load(offset);
  const auto away = static_cast<unsigned char>(failing - g_stepCount - 1);
  const unsigned char next = 0;
  add(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, passesIfSet ? next : away, passesIfSet ? away : next));
  answer(SECCOMP_RET_ALLOW);
}
constexpr std::size_t unlessSteps = 3;

Targets targetsBehind(std::size_t first) {
  Targets targets = {};
  targets.opening = first;
  targets.openingAt = first + unlessSteps;
  targets.cloning = first + 2 * unlessSteps;
  for (std::size_t i = 0; i < std::size(errors); i++)
    targets.failing[i] = first + 3 * unlessSteps + i * failingSteps;
  return targets;
}

void writeFilter() {
  constexpr std::size_t head = 5, special = 3;
  constexpr unsigned writes = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY);
  static_assert(head + special + std::size(changing) + 1 + 3 * unlessSteps + std::size(errors) * failingSteps <=
                maxSteps);
  const Targets targets = targetsBehind(head + special + std::size(changing) + 1);
  g_stepCount = 0;
  load(offsetof(seccomp_data, arch));
  add(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0));
  answer(SECCOMP_RET_ERRNO | ENOSYS);
  load(offsetof(seccomp_data, nr));
  add(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000,
               static_cast<unsigned char>(targets.failing[indexOf(ENOSYS)] - g_stepCount - 1), 0));
  jumpIf(SYS_open, targets.opening);
  jumpIf(SYS_openat, targets.openingAt);
  jumpIf(SYS_clone, targets.cloning);
  for (const long number : changing)
    jumpIf(number, targets.failing[indexOf(errorInstead(number))]);
  answer(SECCOMP_RET_ALLOW);
  addUnless(offsetof(seccomp_data, args) + 8, writes, false, targets.failing[indexOf(EPERM)]);
  addUnless(offsetof(seccomp_data, args) + 16, writes, false, targets.failing[indexOf(EPERM)]);
  addUnless(offsetof(seccomp_data, args), CLONE_THREAD, true, targets.failing[indexOf(EAGAIN)]);
  for (const int error : errors)
    addFailing(error);
}

// What the C library's fork gives the child: where it notes its number, and its list of robust mutexes.
std::uint64_t g_numberAt = 0, g_robust = 0, g_robustBytes = 0;

} // namespace

void filterOutsideCalls() {
  // The thread's number lies in memory of the C library, which only the system knows.
  if (systemCall(SYS_prctl, PR_GET_TID_ADDRESS, word(&g_numberAt)) != 0 || g_numberAt == 0)
    return;
  systemCall(SYS_get_robust_list, 0, word(&g_robust), word(&g_robustBytes));
  writeFilter();
  const sock_fprog program = {g_stepCount, g_steps};
  if (systemCall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1) == 0)
    systemCall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, word(&program));
}

int forkFiltered() {
  if (g_stepCount == 0)
    return _Fork();
  const long child = systemCall(SYS_clone, CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD, 0, 0, g_numberAt);
  if (child == 0)
    systemCall(SYS_set_robust_list, g_robust, g_robustBytes);
  return static_cast<int>(child);
}

} // namespace revisit::runtime
