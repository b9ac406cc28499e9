// The core of a key-value server: requests come in over a channel, threads answer them. A change is in the log before
// it is seen, and its reply comes after both.
#pragma once

#include "channel.h"
#include "expirer.h"
#include "store.h"
#include "write_ahead_log.h"

#include <chrono>
#include <thread>

struct Reply {
  bool isFound = false; // get: the key is there; erase: it was; set: always
  std::string value;
};

struct Request {
  enum class Kind { Get, Set, Erase };
  Kind kind = Kind::Get;
  std::string key;
  std::string value;                                 // Set
  std::optional<std::chrono::milliseconds> lifetime; // Set; none: for ever
  Channel<Reply>* replies = nullptr;                 // outlives the reply
};

class Server {
public:
  Server(Disk& disk, unsigned threads, std::size_t shards);
  ~Server() { shutDown(); }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // The answer comes over request.replies. False: the server is shutting down, and no answer comes.
  bool send(Request request) { return m_requests.send(std::move(request)); }
  // Answers what was accepted, then ends. Once only; the destructor does it too.
  void shutDown();

private:
  void serve();
  Reply answer(const Request& request);

  Store m_store;
  WriteAheadLog m_log;
  Expirer m_expirer;
  Channel<Request> m_requests;
  std::vector<std::thread> m_threads;
};
