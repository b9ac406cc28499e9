// A key-value server on standard input, a request per line:
//     set KEY VALUE [MILLISECONDS]    get KEY    erase KEY    sleep MILLISECONDS
// At the end it says how many records the log has, and how many writes they took.
#include "server.h"

#include <iostream>
#include <sstream>

namespace {

class Client {
public:
  explicit Client(Server& server) : m_server(server) {}

  Reply ask(Request request) {
    request.replies = &m_replies;
    if (!m_server.send(std::move(request)))
      return {};
    return m_replies.receive().value_or(Reply());
  }

private:
  Server& m_server;
  Channel<Reply> m_replies;
};

// Whether the line was understood.
bool obey(const std::string& line, Client& client) {
  std::istringstream words(line);
  std::string verb;
  Request request;
  long milliseconds = 0;
  words >> verb;
  if (verb == "sleep" && words >> milliseconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    return true;
  }
  if (!(words >> request.key))
    return false;
  if (verb == "get") {
    const Reply reply = client.ask(request);
    std::cout << (reply.isFound ? reply.value : "(nothing)") << '\n';
  } else if (verb == "erase") {
    request.kind = Request::Kind::Erase;
    std::cout << (client.ask(request).isFound ? "erased" : "(nothing)") << '\n';
  } else if (verb == "set" && words >> request.value) {
    request.kind = Request::Kind::Set;
    if (words >> milliseconds)
      request.lifetime = std::chrono::milliseconds(milliseconds);
    client.ask(request);
    std::cout << "ok\n";
  } else {
    return false;
  }
  return true;
}

} // namespace

int main() {
  Disk disk;
  {
    Server server(disk, 4, 16);
    Client client(server);
    for (std::string line; std::getline(std::cin, line);)
      if (!obey(line, client))
        std::cerr << "what is that? " << line << '\n';
  }
  std::cout << disk.records().size() << " records in " << disk.writes() << " writes\n";
}
