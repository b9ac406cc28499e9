// A producer makes a message in each round, a consumer deletes it, for ever.
#include <atomic>
#include <cassert>
#include <thread>

struct Message {
  int number;
  Message* next;
};
std::atomic<Message*> mailbox{nullptr};

void produce() {
  for (int number = 0;; number = 1 - number) {
    Message* message = new Message{number, nullptr};
    while (mailbox.load() != nullptr) {
    }
    mailbox.store(message);
#ifdef BUG
    assert(message->number == number); // it may be deleted by now
#endif
  }
}

void consume() {
  int expected = 0;
  while (true) {
    Message* message;
    while ((message = mailbox.load()) == nullptr) {
    }
    mailbox.store(nullptr);
    assert(message->number == expected);
    expected = 1 - expected;
    delete message;
  }
}

int main() {
  std::thread producer(produce);
  consume();
  producer.join();
}
