// The hooks as plain accesses with a count of each. Instrumented test programs link it when only the instrumentation
// itself is tested. Writes the counts at exit to the file named by HOOK_COUNTS.
#include "abi/channel.h"
#include "abi/hooks.h"
#include "program/label.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>

namespace {

std::mutex TheLock; // one lock makes every hook atomic

struct Counts {
  std::map<std::string, long> number;
  ~Counts() {
    const char* path = std::getenv("HOOK_COUNTS");
    if (FILE* file = path ? std::fopen(path, "w") : nullptr) {
      for (auto& [name, count] : number)
        std::fprintf(file, "%s %ld\n", name.c_str(), count);
      std::fclose(file);
    }
  }
};

Counts& counts() {
  static Counts all;
  return all;
}

// Held for the time of one hook.
struct Hook {
  explicit Hook(const char* name) : guard(TheLock) { ++counts().number[name]; }
  std::lock_guard<std::mutex> guard;
};

void* at(std::uint64_t address) {
  return reinterpret_cast<void*>(address);
}

std::uint64_t read(std::uint64_t address, unsigned size) {
  std::uint64_t value = 0;
  std::memcpy(&value, at(address), size);
  return value;
}

void write(std::uint64_t address, std::uint64_t value, unsigned size) {
  std::memcpy(at(address), &value, size);
}

std::int64_t extended(std::uint64_t value, unsigned size) {
  unsigned shift = 64 - 8 * size;
  return static_cast<std::int64_t>(value << shift) >> shift;
}

template <class Float, class Bits> std::uint64_t floating(revisit::RmwOp op, std::uint64_t left, std::uint64_t right) {
  auto number = [](std::uint64_t bits) {
    Float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  };
  Float a = number(left), b = number(right), result = a + b;
  if (op == revisit::RmwOp::FSub)
    result = a - b;
  Bits bits;
  std::memcpy(&bits, &result, sizeof bits);
  return bits;
}

std::uint64_t combine(revisit::RmwOp op, std::uint64_t old, std::uint64_t operand, unsigned size) {
  using revisit::RmwOp;
  switch (op) {
  case RmwOp::Add:
    return old + operand;
  case RmwOp::Sub:
    return old - operand;
  case RmwOp::And:
    return old & operand;
  case RmwOp::Nand:
    return ~(old & operand);
  case RmwOp::Or:
    return old | operand;
  case RmwOp::Xor:
    return old ^ operand;
  case RmwOp::Max:
    return extended(old, size) > extended(operand, size) ? old : operand;
  case RmwOp::Min:
    return extended(old, size) < extended(operand, size) ? old : operand;
  case RmwOp::UMax:
    return old > operand ? old : operand;
  case RmwOp::UMin:
    return old < operand ? old : operand;
  case RmwOp::FAdd:
  case RmwOp::FSub:
    return size == 4 ? floating<float, std::uint32_t>(op, old, operand)
                     : floating<double, std::uint64_t>(op, old, operand);
  default:
    return operand;
  }
}

} // namespace

extern "C" {

uint32_t __revisit_path_on = 0;

uint64_t __revisit_load(uint64_t address, uint32_t size, uint32_t) {
  Hook hook("load");
  return read(address, size);
}
void __revisit_load_wide(uint64_t address, uint32_t size, uint32_t, uint64_t buffer) {
  Hook hook("load_wide");
  std::memcpy(at(buffer), at(address), size);
}
void __revisit_store(uint64_t address, uint64_t value, uint32_t size, uint32_t) {
  Hook hook("store");
  write(address, value, size);
}
void __revisit_store_wide(uint64_t address, uint32_t size, uint32_t, uint64_t buffer) {
  Hook hook("store_wide");
  std::memcpy(at(address), at(buffer), size);
}
uint64_t __revisit_rmw(uint64_t address, uint64_t operand, uint32_t size, uint32_t, uint32_t op) {
  Hook hook("rmw");
  auto old = read(address, size);
  write(address, combine(revisit::RmwOp(op), old, operand, size), size);
  return old;
}
uint64_t __revisit_cas(uint64_t address, uint64_t expected, uint64_t desired, uint32_t size, uint32_t, uint32_t) {
  Hook hook("cas");
  auto old = read(address, size);
  if (old == expected)
    write(address, desired, size);
  return old;
}
uint32_t __revisit_cas_wide(uint64_t address, uint64_t expected, uint64_t desired, uint32_t size, uint32_t, uint32_t) {
  Hook hook("cas_wide");
  bool stores = std::memcmp(at(address), at(expected), size) == 0;
  std::memcpy(at(expected), at(address), size);
  if (stores)
    std::memcpy(at(address), at(desired), size);
  return stores;
}
void __revisit_rmw_wide(uint64_t address, uint64_t operand, uint64_t old, uint32_t size, uint32_t, uint32_t op) {
  Hook hook("rmw_wide");
  std::memcpy(at(old), at(address), size);
  if (revisit::RmwOp(op) == revisit::RmwOp::Exchange)
    std::memcpy(at(address), at(operand), size);
  else
    std::abort(); // larger accesses occur in no test
}
void __revisit_fence(uint32_t, uint32_t) {
  Hook hook("fence");
}
void __revisit_copy(uint64_t to, uint64_t from, uint64_t bytes) {
  Hook hook("copy");
  std::memmove(at(to), at(from), bytes);
}
void __revisit_fill(uint64_t to, uint32_t byte, uint64_t bytes) {
  Hook hook("fill");
  std::memset(at(to), static_cast<int>(byte), bytes);
}
void __revisit_local_name(uint64_t, uint64_t, uint64_t) {}
void __revisit_local_fresh(uint64_t variable, uint64_t bytes) {
  std::memset(reinterpret_cast<void*>(variable), REVISIT_FRESH_BYTE, bytes);
}
void __revisit_discards(std::uint32_t) {}
void __revisit_frame_begin(uint32_t) {}
void __revisit_state_enter(uint64_t) {}
void __revisit_state_leave(uint64_t) {}
void __revisit_state_land(uint64_t) {}
void __revisit_frame_end(uint32_t) {}
void __revisit_frame_arguments(uint64_t, uint32_t, uint32_t) {}
void __revisit_local_guard(uint64_t, uint64_t) {}
void __revisit_local_restored() {}
void __revisit_object_end(uint64_t, uint64_t) {}
uint32_t __revisit_carried() {
  return 0;
}
void __revisit_uses(uint32_t) {}
void __revisit_gives(uint64_t, uint32_t, uint32_t) {}
uint32_t __revisit_given(uint64_t, uint32_t, uint32_t) {
  return 0;
}
void __revisit_was_given(uint64_t) {}
void __revisit_gives_back(uint64_t, uint32_t) {}
uint32_t __revisit_given_back(uint64_t) {
  return 0;
}
void __revisit_variadic(uint64_t) {}
void __revisit_globals(uint64_t, uint64_t) {}
void __revisit_local_begin(uint64_t, uint64_t, uint64_t, uint64_t, uint32_t) {
  Hook hook("local_begin");
}
void __revisit_local_end(uint64_t, uint64_t, uint32_t) {
  Hook hook("local_end");
}
void __revisit_local_end_main(uint64_t, uint64_t) {}
void __revisit_main_returns() {}
void __revisit_missing_return(uint64_t) {
  Hook hook("missing_return");
}
void __revisit_bounds(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t) {
  Hook hook("bounds");
}
void __revisit_overlap(uint64_t, uint64_t, uint64_t) {}
void __revisit_misuse(uint64_t) {}
void revisit_touch(const void*, size_t) {}
void revisit_touch_text(const char*) {}
// The machine around a program is there in explorations only.
int revisit_machine_runs() {
  return 0;
}
void revisit_machine_unsafe(const char*) {}
void revisit_machine_tell_sends(void (*)(unsigned, int)) {}
#define REVISIT_NEVER_CALLED(function)                                                                                 \
  long function() {                                                                                                    \
    std::abort();                                                                                                      \
  }
REVISIT_NEVER_CALLED(revisit_machine_is_weak)
REVISIT_NEVER_CALLED(revisit_machine_number)
REVISIT_NEVER_CALLED(revisit_machine_name_descriptor)
REVISIT_NEVER_CALLED(revisit_machine_name_file)
REVISIT_NEVER_CALLED(revisit_machine_put)
REVISIT_NEVER_CALLED(revisit_machine_take)
REVISIT_NEVER_CALLED(revisit_machine_count)
REVISIT_NEVER_CALLED(revisit_machine_look)
REVISIT_NEVER_CALLED(revisit_machine_shut)
REVISIT_NEVER_CALLED(revisit_machine_watch)
REVISIT_NEVER_CALLED(revisit_machine_add)
REVISIT_NEVER_CALLED(revisit_machine_remove)
REVISIT_NEVER_CALLED(revisit_machine_look_at_counter)
REVISIT_NEVER_CALLED(revisit_machine_thread)
REVISIT_NEVER_CALLED(revisit_machine_name)
REVISIT_NEVER_CALLED(revisit_machine_real)
REVISIT_NEVER_CALLED(revisit_machine_folder)
REVISIT_NEVER_CALLED(revisit_machine_around)
REVISIT_NEVER_CALLED(revisit_machine_status)
REVISIT_NEVER_CALLED(revisit_machine_may)
REVISIT_NEVER_CALLED(revisit_machine_content)
REVISIT_NEVER_CALLED(revisit_machine_target)
REVISIT_NEVER_CALLED(revisit_machine_path)
REVISIT_NEVER_CALLED(revisit_machine_device)
REVISIT_NEVER_CALLED(revisit_machine_file_mask)
REVISIT_NEVER_CALLED(revisit_machine_waited)
REVISIT_NEVER_CALLED(revisit_machine_closed)
REVISIT_NEVER_CALLED(revisit_machine_stop)
REVISIT_NEVER_CALLED(revisit_machine_reach)
REVISIT_NEVER_CALLED(revisit_machine_begin_rounds)
REVISIT_NEVER_CALLED(revisit_machine_broken_pipe)
REVISIT_NEVER_CALLED(revisit_machine_copy_process)
REVISIT_NEVER_CALLED(revisit_machine_ignores_children)
REVISIT_NEVER_CALLED(revisit_machine_limit)
REVISIT_NEVER_CALLED(revisit_machine_makes_copies)
REVISIT_NEVER_CALLED(revisit_machine_next_process)
REVISIT_NEVER_CALLED(revisit_machine_start_process)
REVISIT_NEVER_CALLED(revisit_machine_tell_end)
REVISIT_NEVER_CALLED(revisit_machine_end_rounds)
REVISIT_NEVER_CALLED(revisit_machine_gives_lowest)
REVISIT_NEVER_CALLED(revisit_machine_has_no_room)
REVISIT_NEVER_CALLED(revisit_machine_interrupted)
REVISIT_NEVER_CALLED(revisit_machine_is_needed)
REVISIT_NEVER_CALLED(revisit_machine_need)
REVISIT_NEVER_CALLED(revisit_machine_next_entry)
REVISIT_NEVER_CALLED(revisit_machine_begin_copy)
REVISIT_NEVER_CALLED(revisit_machine_begin_table)
REVISIT_NEVER_CALLED(revisit_machine_end_table)
REVISIT_NEVER_CALLED(revisit_machine_maps)
REVISIT_NEVER_CALLED(revisit_machine_has_mapped)
REVISIT_NEVER_CALLED(revisit_machine_unmaps)
REVISIT_NEVER_CALLED(revisit_machine_own_signals)
REVISIT_NEVER_CALLED(revisit_machine_awaits_signals)
REVISIT_NEVER_CALLED(revisit_machine_process)
REVISIT_NEVER_CALLED(revisit_machine_round_failed)
REVISIT_NEVER_CALLED(revisit_machine_round_changes)
REVISIT_NEVER_CALLED(revisit_machine_shortens)
REVISIT_NEVER_CALLED(revisit_machine_choose)
REVISIT_NEVER_CALLED(revisit_machine_groups)
REVISIT_NEVER_CALLED(revisit_machine_notify)
REVISIT_NEVER_CALLED(revisit_machine_lock_lost)
REVISIT_NEVER_CALLED(revisit_machine_signals)
REVISIT_NEVER_CALLED(revisit_machine_slept)
REVISIT_NEVER_CALLED(revisit_machine_take_signal)
REVISIT_NEVER_CALLED(revisit_machine_transferred)
REVISIT_NEVER_CALLED(revisit_machine_waits_in_rounds)
REVISIT_NEVER_CALLED(revisit_machine_refuse)
REVISIT_NEVER_CALLED(revisit_memory_map)
REVISIT_NEVER_CALLED(revisit_memory_unmap)
REVISIT_NEVER_CALLED(revisit_memory_protect)
REVISIT_NEVER_CALLED(revisit_memory_advise)
REVISIT_NEVER_CALLED(revisit_directory)
#undef REVISIT_NEVER_CALLED
void revisit_asks_variable(const char*, size_t) {}
int revisit_given_letter(const char*, size_t) {
  return -1;
}
void __revisit_arithmetic(uint32_t) {
  Hook hook("arithmetic");
}
// No test needs more than one thread.
void __revisit_address_lock(uint64_t) {}
void __revisit_address_unlock(uint64_t) {}
void __revisit_address_wait(uint64_t) {}
void __revisit_address_notify(uint64_t, uint32_t) {}
uint32_t __revisit_locks_together(uint32_t) {
  return 0;
}
void __revisit_await_head(uint32_t) {
  Hook hook("await_head");
}
uint32_t __revisit_await_back(uint32_t) {
  Hook hook("await_back");
  return 0;
}
void __revisit_await_end(uint32_t) {
  Hook hook("await_end");
}
void __revisit_loop_enter(uint32_t, uint64_t) {
  Hook hook("loop_enter");
}

uint32_t __revisit_try_again(uint32_t, uint64_t) {
  Hook hook("try_again");
  return 0;
}

void __revisit_loop_back(uint32_t, uint64_t) {
  Hook hook("loop_back");
}
void __revisit_enter(uint64_t, uint64_t) {
  Hook hook("enter");
}
void __revisit_argument(uint32_t, uint64_t) {
  Hook hook("argument");
}
void __revisit_alloca(uint64_t, uint64_t) {
  Hook hook("alloca");
}
void __revisit_branch(uint32_t) {
  Hook hook("branch");
}
void __revisit_returned(uint64_t) {
  Hook hook("returned");
}
void __revisit_landed(uint64_t, uint64_t, uint32_t) {
  Hook hook("landed");
}
void __revisit_external(uint64_t, uint64_t) {
  Hook hook("external");
}
void __revisit_unsupported(uint64_t message) {
  Hook hook("unsupported");
  std::fprintf(stderr, "%s\n", static_cast<const char*>(at(message)));
}
}
