// Random clients, and smaller ones.
#include <revisit/linearizability/verification.h>

#include <gtest/gtest.h>

namespace revisit::linearizability {
namespace {

struct Object {
  void change(int) {}
  void put(bool, int) {}
  int look() const { return 0; }
  void own() {}
};

auto declaration() {
  return Linearizability<Object>()
      .operation("change", &Object::change, any(5, 6, 7))
      .operation("put", &Object::put)
      .operation("look", &Object::look)
      .operation("own", &Object::own);
}

std::vector<Client> clientsOf(const Subject& subject) {
  Generator generator(subject);
  std::vector<Client> clients;
  Client client;
  while (clients.size() < subject.sizes.programs && generator.next(static_cast<unsigned>(clients.size()), client))
    clients.push_back(client);
  return clients;
}
unsigned threadCalls(const Client& client) {
  return client.callCount() - static_cast<unsigned>(client.rows.front().size() + client.rows.back().size());
}

TEST(LinearizabilityClients, CallsAreNumbered) {
  const Subject subject = subjectOf(declaration());
  std::vector<std::string> texts;
  for (const Subject::Call& call : subject.calls)
    texts.push_back(call.text);
  EXPECT_EQ(texts, (std::vector<std::string>{"change(5)", "change(6)", "change(7)", "put(false, 0)", "put(true, 0)",
                                             "put(false, 1)", "put(true, 1)", "look()", "own()"}));
  EXPECT_EQ(subject.bitsOfCall, 4u);
  EXPECT_EQ(subject.calls[2].smaller, (std::vector<unsigned>{0, 1}));
  EXPECT_EQ(subject.calls[6].smaller, (std::vector<unsigned>{5, 4}));
  EXPECT_TRUE(subject.calls[7].smaller.empty());
}

TEST(LinearizabilityClients, AreWithinTheirSizesAndDiffer) {
  for (unsigned long long seed = 1; seed <= 20; seed++) {
    const Subject subject =
        subjectOf(declaration().threads(4).calls(7).before(2).after(1).programs(150).seed(seed).byOneThread("own"));
    std::set<std::string> keys;
    unsigned before = 0;
    for (const Client& client : clientsOf(subject)) {
      EXPECT_TRUE(keys.insert(client.key()).second) << client.text();
      EXPECT_GE(client.rows.size(), 4u);
      EXPECT_LE(client.rows.size(), 6u);
      EXPECT_LE(client.rows.front().size(), 2u);
      EXPECT_LE(client.rows.back().size(), 1u);
      EXPECT_LE(threadCalls(client), 7u);
      EXPECT_GE(threadCalls(client), before) << "the smallest come first";
      before = threadCalls(client);
      unsigned owners = 0;
      for (std::size_t row = 1; row + 1 < client.rows.size(); row++) {
        EXPECT_FALSE(client.rows[row].empty());
        owners += std::count(client.rows[row].begin(), client.rows[row].end(), 8u) != 0;
      }
      EXPECT_LE(owners, 1u) << client.text();
      EXPECT_EQ(std::count(client.rows.front().begin(), client.rows.front().end(), 7u), 0) << "looks before";
      const Rows read(client.text().c_str());
      ASSERT_EQ(read.count, client.rows.size());
      for (unsigned row = 0; row < read.count; row++)
        EXPECT_EQ(std::vector<unsigned>(read.calls[row], read.calls[row] + read.length[row]), client.rows[row]);
    }
    EXPECT_EQ(keys.size(), 150u);
  }
}

TEST(LinearizabilityClients, AreTheSameForASeed) {
  const Subject subject = subjectOf(declaration().programs(6));
  std::string texts;
  for (const Client& client : clientsOf(subject))
    texts += client.text() + " ";
  EXPECT_EQ(texts, "8,1,6|0|3| 4,1,0|7|8|5,8 8,1,6|8|6|0|3,4 |0|1,7,7|8 1|8,8|8|7|8 |5,3|3|4|1,8 ");
  EXPECT_NE(clientsOf(subject)[0].text(), clientsOf(subjectOf(declaration().seed(2)))[0].text());
}

TEST(LinearizabilityClients, AllOfASmallSpaceAreMade) {
  auto two = Linearizability<Object>().operation("look", &Object::look).operation("own", &Object::own);
  const Subject subject = subjectOf(two.threads(2).calls(2).before(0).after(0).programs(100));
  std::set<std::string> keys;
  for (const Client& client : clientsOf(subject))
    keys.insert(client.key());
  EXPECT_EQ(keys, (std::set<std::string>{"|0|0|", "|0|1|", "|1|1|"}));
}

// The sum of calls, threads and values, which each step makes less.
unsigned long weightOf(const Client& client) {
  unsigned long weight = 100 * client.callCount() + client.rows.size();
  for (const auto& row : client.rows)
    for (const unsigned call : row)
      weight += call;
  return weight;
}

TEST(LinearizabilityClients, SmallerOnesLeadToTheSmallest) {
  const Subject subject = subjectOf(declaration().threads(3).calls(5));
  for (Client client : clientsOf(subject)) {
    for (std::vector<Client> smaller; !(smaller = smallerClients(client, subject)).empty(); client = smaller.back())
      for (const Client& one : smaller) {
        EXPECT_LT(weightOf(one), weightOf(client)) << one.text() << " " << client.text();
        EXPECT_GE(one.rows.size(), 3u);
        for (std::size_t row = 1; row + 1 < one.rows.size(); row++)
          EXPECT_FALSE(one.rows[row].empty());
      }
    EXPECT_EQ(client.callCount(), 1u) << client.text();
    EXPECT_EQ(client.rows.size(), 3u);
  }
}

TEST(LinearizabilityClients, WrongNumbersAreRefused) {
  EXPECT_EQ(faultOf(subjectOf(declaration())), "");
  EXPECT_NE(faultOf(subjectOf(declaration().threads(1))).find("threads(1)"), std::string::npos);
  EXPECT_NE(faultOf(subjectOf(declaration().calls(1))).find("calls(1)"), std::string::npos);
  EXPECT_NE(faultOf(subjectOf(declaration().programs(0))).find("programs(0)"), std::string::npos);
  EXPECT_NE(faultOf(subjectOf(declaration().threads(6).calls(12))).find("orders"), std::string::npos);
  EXPECT_NE(faultOf(subjectOf(declaration().operation("own", &Object::own))).find("\"own\""), std::string::npos);
  EXPECT_NE(faultOf(subjectOf(declaration().byOneThread("pull"))).find("\"pull\""), std::string::npos);
}

TEST(LinearizabilityClients, OptionsOfTheShell) {
  EXPECT_EQ(wordsOf("'--unroll=8' '--ignore=a b'"), (std::vector<std::string>{"--unroll=8", "--ignore=a b"}));
  EXPECT_EQ(wordsOf("'it'\\''s'"), (std::vector<std::string>{"it's"}));
  EXPECT_TRUE(wordsOf("").empty());
  std::vector<std::string> options = {"--timeout=7", "--unroll=2"};
  EXPECT_EQ(limitIn(options, 300), 7);
  EXPECT_EQ(options, (std::vector<std::string>{"--unroll=2"}));
  EXPECT_EQ(limitIn(options, 300), 300);
}

} // namespace
} // namespace revisit::linearizability
