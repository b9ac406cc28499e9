// A bounded queue for many producers and many consumers without a lock, after Dmitry Vyukov: a ring of cells, each with
// a sequence number that says whose turn the cell is. A producer and a consumer meet only at the cell they share.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <utility>

template <class T, std::size_t Capacity> class MpmcQueue {
  static_assert(Capacity >= 2, "with one cell, 'free again' and 'filled' would be the same number");

public:
  MpmcQueue() {
    for (std::size_t i = 0; i < Capacity; i++)
      m_cells[i].sequence.store(i, std::memory_order_relaxed);
  }
  ~MpmcQueue() {
    while (tryPop()) {
    }
  }
  MpmcQueue(const MpmcQueue&) = delete;
  MpmcQueue& operator=(const MpmcQueue&) = delete;

  // Leaves `value` alone and says false when the queue is full.
  bool tryPush(T& value) {
    std::size_t ticket = m_head.load(std::memory_order_relaxed);
    while (true) {
      Cell& cell = m_cells[ticket % Capacity];
      const auto lead = difference(cell.sequence.load(std::memory_order_acquire), ticket);
      if (lead < 0)
        return false; // a round behind: not taken yet
      if (lead > 0) {
        ticket = m_head.load(std::memory_order_relaxed); // another producer has this ticket
        continue;
      }
      if (!m_head.compare_exchange_weak(ticket, ticket + 1, std::memory_order_relaxed))
        continue; // the new ticket is in `ticket`
      std::construct_at(cell.value(), std::move(value));
      cell.sequence.store(ticket + 1, std::memory_order_release);
      return true;
    }
  }

  std::optional<T> tryPop() {
    std::size_t ticket = m_tail.load(std::memory_order_relaxed);
    while (true) {
      Cell& cell = m_cells[ticket % Capacity];
      const auto lead = difference(cell.sequence.load(std::memory_order_acquire), ticket + 1);
      if (lead < 0)
        return std::nullopt; // not filled yet
      if (lead > 0) {
        ticket = m_tail.load(std::memory_order_relaxed);
        continue;
      }
      if (!m_tail.compare_exchange_weak(ticket, ticket + 1, std::memory_order_relaxed))
        continue;
      std::optional<T> taken(std::move(*cell.value()));
      std::destroy_at(cell.value());
      cell.sequence.store(ticket + Capacity, std::memory_order_release); // free for the next round
      return taken;
    }
  }

private:
  struct Cell {
    // ticket: free for the producer with that ticket; ticket + 1: filled for the consumer with that ticket.
    std::atomic<std::size_t> sequence;
    alignas(T) std::array<std::byte, sizeof(T)> storage;
    T* value() { return std::launder(reinterpret_cast<T*>(storage.data())); }
  };

  // Numbers may wrap around; that they differ by few is what counts.
  static std::ptrdiff_t difference(std::size_t a, std::size_t b) { return static_cast<std::ptrdiff_t>(a - b); }

  static constexpr std::size_t cacheLine = 64;
  std::array<Cell, Capacity> m_cells;
  alignas(cacheLine) std::atomic<std::size_t> m_head = 0; // next ticket of a producer
  alignas(cacheLine) std::atomic<std::size_t> m_tail = 0; // next ticket of a consumer
};
