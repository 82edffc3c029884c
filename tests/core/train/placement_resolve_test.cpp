#include "core/train/placement.h"

#include <gtest/gtest.h>

#include <vector>

namespace belfry {
namespace {

// A plan that chose neither was slow on a GPU: each step waited for batches and weights from the host.
TEST(ByDevice, DependsOnTheTowers) {
    const auto settled = [](std::vector<std::string> devices, std::int64_t bytes = 47'040'000) {
        return resolveFeed("by-device", devices, bytes) + " " + resolveExchange("by-device", devices);
    };
    EXPECT_EQ(settled({"cpu"}), "direct cpu");
    EXPECT_EQ(settled({"cpu", "cpu", "cpu"}), "direct cpu");
    EXPECT_EQ(settled({"cuda:1"}), "resident first");
    EXPECT_EQ(settled({"cuda:0", "cuda:0"}), "resident auto");
    EXPECT_EQ(settled({"cuda:0", "cpu"}), "resident cpu");
    EXPECT_EQ(settled({"cuda:0"}, kMaxResidentBytes), "resident first");
    EXPECT_EQ(settled({"cuda:0"}, kMaxResidentBytes + 1), "queue first");
    const std::vector<std::string> gpu{"cuda:0"}, cpu{"cpu"};
    EXPECT_EQ(resolveFeed("by-device", cpu, 1, true), "queue"); // pictures are decoded ahead
    EXPECT_EQ(resolveFeed("by-device", gpu, 1, true), "resident");
    for (const std::string feed : {"direct", "queue", "resident"})
        EXPECT_EQ(resolveFeed(feed, gpu, 1), feed);
    for (const std::string exchange : {"cpu", "first", "allreduce", "async", "auto"})
        EXPECT_EQ(resolveExchange(exchange, gpu), exchange);
}

} // namespace
} // namespace belfry
