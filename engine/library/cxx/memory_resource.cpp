// The memory resources, which are compiled into libc++. They are in instrumented code here, because their state belongs
// to the program. Defined in the program, these functions also replace the library's own.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory_resource>
#include <new>

namespace std {
inline namespace __1 {
namespace pmr {

namespace {

class NewDelete final : public memory_resource {
public:
  constexpr NewDelete() {}

private:
  void* do_allocate(size_t bytes, size_t alignment) override { return ::operator new(bytes, align_val_t(alignment)); }
  void do_deallocate(void* block, size_t bytes, size_t alignment) override {
    ::operator delete(block, bytes, align_val_t(alignment));
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return &other == this; }
};

class Nothing final : public memory_resource {
public:
  constexpr Nothing() {}

private:
  void* do_allocate(size_t, size_t) override { throw bad_alloc(); }
  void do_deallocate(void*, size_t, size_t) override {}
  bool do_is_equal(const memory_resource& other) const noexcept override { return &other == this; }
};

[[clang::no_destroy]] constinit NewDelete g_newDelete;
[[clang::no_destroy]] constinit Nothing g_nothing;
constinit atomic<memory_resource*> g_default{&g_newDelete};

constexpr size_t roundUp(size_t bytes, size_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

// A block cut from the end of the free memory between two bounds; null when it does not fit.
char* cut(char* start, char* end, size_t bytes, size_t alignment) {
  const auto low = reinterpret_cast<uintptr_t>(start), high = reinterpret_cast<uintptr_t>(end);
  if (start == nullptr || bytes > high - low)
    return nullptr;
  const uintptr_t at = (high - bytes) & ~(uintptr_t(alignment) - 1);
  return at < low ? nullptr : end - (high - at);
}

} // namespace

memory_resource::~memory_resource() = default;

memory_resource* new_delete_resource() noexcept {
  return &g_newDelete;
}

memory_resource* null_memory_resource() noexcept {
  return &g_nothing;
}

memory_resource* get_default_resource() noexcept {
  return g_default.load();
}

memory_resource* set_default_resource(memory_resource* resource) noexcept {
  return g_default.exchange(resource != nullptr ? resource : &g_newDelete);
}

void* monotonic_buffer_resource::__initial_descriptor::__try_allocate_from_chunk(size_t bytes, size_t alignment) {
  char* const block = cut(__start_, __cur_, bytes, alignment);
  if (block != nullptr)
    __cur_ = block;
  return block;
}

void* monotonic_buffer_resource::__chunk_footer::__try_allocate_from_chunk(size_t bytes, size_t alignment) {
  char* const block = cut(__start_, __cur_, bytes, alignment);
  if (block != nullptr)
    __cur_ = block;
  return block;
}

void* monotonic_buffer_resource::do_allocate(size_t bytes, size_t alignment) {
  if (void* block = __initial_.__try_allocate_from_chunk(bytes, alignment))
    return block;
  if (__chunks_ != nullptr)
    if (void* block = __chunks_->__try_allocate_from_chunk(bytes, alignment))
      return block;
  const size_t before = __chunks_ != nullptr             ? __chunks_->__allocation_size()
                        : __initial_.__start_ == nullptr ? __initial_.__size_ / 2
                                                         : __initial_.__end_ - __initial_.__start_;
  const size_t least = roundUp(bytes, alignof(__chunk_footer));
  const size_t room = roundUp(max({least, 2 * before, size_t(__default_buffer_capacity)}), alignof(__chunk_footer));
  const size_t aligned = max({alignment, alignof(__chunk_footer), size_t(__default_buffer_alignment)});
  auto* const start = static_cast<char*>(__res_->allocate(room + sizeof(__chunk_footer), aligned));
  __chunks_ = ::new (start + room) __chunk_footer{__chunks_, start, start + room, aligned};
  return __chunks_->__try_allocate_from_chunk(bytes, alignment);
}

struct unsynchronized_pool_resource::__adhoc_pool::__chunk_footer {
  __chunk_footer* next;
  char* start;
  size_t bytes, alignment; // as requested from the upstream resource
};

void* unsynchronized_pool_resource::__adhoc_pool::__do_allocate(memory_resource* upstream, size_t bytes,
                                                                size_t alignment) {
  const size_t room = roundUp(bytes, alignof(__chunk_footer));
  alignment = max(alignment, alignof(__chunk_footer));
  auto* const start = static_cast<char*>(upstream->allocate(room + sizeof(__chunk_footer), alignment));
  __first_ = ::new (start + room) __chunk_footer{__first_, start, room + sizeof(__chunk_footer), alignment};
  return start;
}

void unsynchronized_pool_resource::__adhoc_pool::__do_deallocate(memory_resource* upstream, void* block, size_t,
                                                                 size_t) {
  for (__chunk_footer** at = &__first_; *at != nullptr; at = &(*at)->next)
    if (__chunk_footer* const found = *at; found->start == block) {
      *at = found->next;
      upstream->deallocate(found->start, found->bytes, found->alignment);
      return;
    }
}

void unsynchronized_pool_resource::__adhoc_pool::__release_ptr(memory_resource* upstream) {
  while (__first_ != nullptr) {
    __chunk_footer* const gone = __first_;
    __first_ = gone->next;
    upstream->deallocate(gone->start, gone->bytes, gone->alignment);
  }
}

// Blocks of one size, cut from chunks.
class unsynchronized_pool_resource::__fixed_pool {
public:
  void* take(memory_resource* upstream, size_t blockBytes, size_t maxBlocks) {
    if (Free* const block = m_free) {
      m_free = block->next;
      return block;
    }
    if (m_next == m_end)
      grow(upstream, blockBytes, maxBlocks);
    m_next += blockBytes;
    return m_next - blockBytes;
  }
  void give(void* block) { m_free = ::new (block) Free{m_free}; }
  void release(memory_resource* upstream) {
    m_free = nullptr;
    m_next = m_end = nullptr;
    m_blocks = 0;
    m_chunks.__release_ptr(upstream);
  }

private:
  struct Free {
    Free* next;
  };

  void grow(memory_resource* upstream, size_t blockBytes, size_t maxBlocks) {
    const size_t first = max(size_t(__min_blocks_per_chunk), __min_bytes_per_chunk / blockBytes);
    m_blocks = min({max(m_blocks * 2, first), maxBlocks, max<size_t>(__max_bytes_per_chunk / blockBytes, 1)});
    m_next = static_cast<char*>(m_chunks.__do_allocate(upstream, m_blocks * blockBytes, blockBytes));
    m_end = m_next + m_blocks * blockBytes;
  }

  Free* m_free = nullptr;
  char *m_next = nullptr, *m_end = nullptr; // the part of the newest chunk that was never handed out
  size_t m_blocks = 0;                      // of the newest chunk
  __adhoc_pool m_chunks;
};

size_t unsynchronized_pool_resource::__pool_block_size(int index) const {
  return __smallest_block_size << index;
}

int unsynchronized_pool_resource::__log2_pool_block_size(int index) const {
  return __log2_smallest_block_size + index;
}

// The index of the pool with the smallest sufficient blocks; the number of pools when there is none.
int unsynchronized_pool_resource::__pool_index(size_t bytes, size_t alignment) const {
  const size_t needed = max(bytes, alignment);
  int index = 0;
  while (index < __num_fixed_pools_ && __pool_block_size(index) < needed)
    index++;
  return index;
}

unsynchronized_pool_resource::unsynchronized_pool_resource(const pool_options& options, memory_resource* upstream)
    : __res_(upstream), __fixed_pools_(nullptr) {
  const size_t asked = options.largest_required_pool_block == 0 ? size_t(__default_largest_block_size)
                                                                : options.largest_required_pool_block;
  const size_t largest = bit_ceil(clamp(asked, size_t(__smallest_block_size), size_t(__max_largest_block_size)));
  __num_fixed_pools_ = countr_zero(largest) - __log2_smallest_block_size + 1;
  const size_t most = options.max_blocks_per_chunk == 0 ? size_t(__max_blocks_per_chunk) : options.max_blocks_per_chunk;
  __options_max_blocks_per_chunk_ = static_cast<uint32_t>(min(most, size_t(__max_blocks_per_chunk)));
}

pool_options unsynchronized_pool_resource::options() const {
  pool_options result;
  result.max_blocks_per_chunk = __options_max_blocks_per_chunk_;
  result.largest_required_pool_block = __pool_block_size(__num_fixed_pools_ - 1);
  return result;
}

void unsynchronized_pool_resource::release() {
  __adhoc_pool_.__release_ptr(__res_);
  if (__fixed_pools_ == nullptr)
    return;
  for (int i = 0; i < __num_fixed_pools_; i++)
    __fixed_pools_[i].release(__res_);
  __res_->deallocate(__fixed_pools_, __num_fixed_pools_ * sizeof(__fixed_pool), alignof(__fixed_pool));
  __fixed_pools_ = nullptr;
}

void* unsynchronized_pool_resource::do_allocate(size_t bytes, size_t alignment) {
  const int index = __pool_index(bytes, alignment);
  if (index == __num_fixed_pools_)
    return __adhoc_pool_.__do_allocate(__res_, bytes, alignment);
  if (__fixed_pools_ == nullptr) {
    const size_t room = __num_fixed_pools_ * sizeof(__fixed_pool);
    __fixed_pools_ = static_cast<__fixed_pool*>(__res_->allocate(room, alignof(__fixed_pool)));
    for (int i = 0; i < __num_fixed_pools_; i++)
      ::new (__fixed_pools_ + i) __fixed_pool;
  }
  return __fixed_pools_[index].take(__res_, __pool_block_size(index), __options_max_blocks_per_chunk_);
}

void unsynchronized_pool_resource::do_deallocate(void* block, size_t bytes, size_t alignment) {
  const int index = __pool_index(bytes, alignment);
  if (index == __num_fixed_pools_)
    __adhoc_pool_.__do_deallocate(__res_, block, bytes, alignment);
  else
    __fixed_pools_[index].give(block);
}

bool synchronized_pool_resource::do_is_equal(const memory_resource& other) const noexcept {
  return &other == this;
}

} // namespace pmr
} // namespace __1
} // namespace std
