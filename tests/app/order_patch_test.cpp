// Where the order of an access is written, and what a patch makes of it.
#include "cli/report/order_patch.h"

#include <gtest/gtest.h>

namespace revisit::cli::order_patch_test {
namespace {

using Lines = std::vector<std::string>;

OrderSite siteAt(const Lines& lines, const std::string& name, SiteKind kind, MemoryOrder order) {
  OrderSite site;
  site.kind = kind;
  site.label = kind == SiteKind::Store ? LabelKind::Write : kind == SiteKind::Load ? LabelKind::Read : LabelKind::Rmw;
  site.order = order;
  site.now = levelOf(order, kind);
  site.place.file = "a.cpp";
  for (std::size_t i = 0; i < lines.size() && site.place.line == 0; i++)
    if (const std::size_t at = lines[i].find(name); at != std::string::npos) {
      site.place.line = static_cast<unsigned>(i) + 1;
      site.place.column = static_cast<unsigned>(at) + 1;
    }
  return site;
}

std::string patched(const Lines& lines, const std::vector<OrderSite>& sites, const OrderAssignment& levels) {
  return patchOf(sites, levels, [&](const std::string&) { return std::optional(lines); }).text;
}

TEST(OrderPatch, ReplacesTheOrderOfItsCall) {
  const Lines lines = {"x.store(1, std::memory_order_relaxed);"};
  EXPECT_EQ(patched(lines, {siteAt(lines, "store", SiteKind::Store, MemoryOrder::Relaxed)}, {releaseBit}),
            "--- a.cpp\n+++ a.cpp\n@@ -1,1 +1,1 @@\n-x.store(1, std::memory_order_relaxed);\n"
            "+x.store(1, std::memory_order_release);\n");
}

TEST(OrderPatch, KnowsAllFormsOfNames) {
  for (const auto& [before, after] : {std::pair("f(&x, __ATOMIC_RELAXED)", "f(&x, __ATOMIC_ACQUIRE)"),
                                      std::pair("f(memory_order::relaxed)", "f(memory_order::acquire)"),
                                      std::pair("f (\n  memory_order_relaxed)", "f (\n  memory_order_acquire)"),
                                      std::pair("f(\")\", memory_order_relaxed)", "f(\")\", memory_order_acquire)")}) {
    const std::string text = before;
    const std::size_t cut = text.find('\n');
    const Lines lines = cut == std::string::npos ? Lines{text} : Lines{text.substr(0, cut), text.substr(cut + 1)};
    const std::string patch = patched(lines, {siteAt(lines, "f", SiteKind::Load, MemoryOrder::Relaxed)}, {acquireBit});
    const std::string last = after;
    EXPECT_NE(patch.find("+" + last.substr(last.find('\n') == std::string::npos ? 0 : last.find('\n') + 1)),
              std::string::npos)
        << patch;
  }
}

TEST(OrderPatch, TellsCallsOfOneLineApart) {
  const Lines lines = {"x.store(y.load(std::memory_order_relaxed), std::memory_order_relaxed);"};
  const OrderSite load = siteAt(lines, "load", SiteKind::Load, MemoryOrder::Relaxed);
  const OrderSite store = siteAt(lines, "store", SiteKind::Store, MemoryOrder::Relaxed);
  EXPECT_NE(patched(lines, {load, store}, {acquireBit, relaxedLevel})
                .find("+x.store(y.load(std::memory_order_acquire), std::memory_order_relaxed);"),
            std::string::npos);
  EXPECT_NE(patched(lines, {load, store}, {relaxedLevel, releaseBit})
                .find("+x.store(y.load(std::memory_order_relaxed), std::memory_order_release);"),
            std::string::npos);
}

TEST(OrderPatch, ChangesBothOrdersOfACompareExchange) {
  const Lines lines = {"x.compare_exchange_weak(e, 1, std::memory_order_relaxed, std::memory_order_relaxed)"};
  OrderSite site = siteAt(lines, "compare", SiteKind::Update, MemoryOrder::Relaxed);
  site.label = LabelKind::Cas;
  EXPECT_NE(patched(lines, {site}, {acquireBit})
                .find("+x.compare_exchange_weak(e, 1, std::memory_order_acquire, std::memory_order_acquire)"),
            std::string::npos);
}

TEST(OrderPatch, LeavesOutWhatIsNotWritten) {
  for (const Lines& lines : {Lines{"x = 1; y.store(1, std::memory_order_seq_cst);"}, Lines{"x.store(1);"},
                             Lines{"x.store(1, order);"}, Lines{"x.store(1, memory_order_relaxed"}}) {
    const std::vector<OrderSite> sites = {siteAt(lines, "x", SiteKind::Store, MemoryOrder::SeqCst)};
    const OrderPatch patch = patchOf(sites, {releaseBit}, [&](const std::string&) { return std::optional(lines); });
    EXPECT_EQ(patch.text, "");
    EXPECT_FALSE(patch.patched[0]);
  }
}

TEST(OrderPatch, LeavesOutAWordThatTwoSitesWantDifferently) {
  const Lines lines = {"BOTH(x, memory_order_relaxed)"};
  const OrderSite load = siteAt(lines, "BOTH", SiteKind::Load, MemoryOrder::Relaxed);
  const OrderSite store = siteAt(lines, "BOTH", SiteKind::Store, MemoryOrder::Relaxed);
  EXPECT_EQ(patched(lines, {load, store}, {acquireBit, relaxedLevel}), "");
}

TEST(OrderPatch, GroupsChangesIntoHunks) {
  Lines before, after;
  for (int i = 0; i < 30; i++)
    before.push_back("line " + std::to_string(i));
  after = before;
  after[1] = "a", after[2] = "b", after[25] = "c";
  EXPECT_EQ(unifiedDiff("f", before, after),
            "--- f\n+++ f\n@@ -1,6 +1,6 @@\n line 0\n-line 1\n-line 2\n+a\n+b\n line 3\n line 4\n line 5\n"
            "@@ -23,7 +23,7 @@\n line 22\n line 23\n line 24\n-line 25\n+c\n line 26\n line 27\n line 28\n");
}

} // namespace
} // namespace revisit::cli::order_patch_test
