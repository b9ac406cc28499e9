// A server that takes requests from a mailbox for ever, each a block of its own. -DBUG: the client keeps the last
// request and reads it after the server has deleted it, from the second round on.
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex lock;
std::condition_variable changed;
int* mailbox = nullptr;

void serve() {
  for (;;) {
    std::unique_lock<std::mutex> guard(lock);
    changed.wait(guard, [] { return mailbox != nullptr; });
    delete mailbox;
    mailbox = nullptr;
    changed.notify_one();
  }
}

void request() {
#ifdef BUG
  int* last = nullptr;
#endif
  for (;;) {
    std::unique_lock<std::mutex> guard(lock);
    changed.wait(guard, [] { return mailbox == nullptr; });
    mailbox = new int(1);
#ifdef BUG
    if (last != nullptr)
      *mailbox = *last;
    last = mailbox;
#endif
    changed.notify_one();
  }
}

} // namespace

int main() {
  std::thread server(serve);
  std::thread client(request);
  server.join();
}
