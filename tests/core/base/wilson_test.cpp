// Wilson's interval against a published table: Newcombe 1998, Two-sided confidence intervals for the single proportion.
#include "core/base/wilson.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

TEST(Wilson, EqualsThePublishedTable) {
    const struct {
        std::int64_t part, whole;
        double low, high;
    } published[] = {{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}};
    for (const auto& row : published) {
        const ShareInterval interval = wilsonInterval(row.part, row.whole);
        EXPECT_NEAR(interval.low, row.low, 5e-5) << row.part;
        EXPECT_NEAR(interval.high, row.high, 5e-5) << row.part;
    }
}

TEST(Wilson, HoldsAtTheEnds) {
    EXPECT_EQ(wilsonInterval(0, 0), (ShareInterval{0, 1}));
    EXPECT_EQ(wilsonInterval(0, 10).low, 0);
    EXPECT_EQ(wilsonInterval(10, 10).high, 1);
    EXPECT_NEAR(wilsonInterval(10, 10).low, 1 - wilsonInterval(0, 10).high, 1e-12);
}

} // namespace
} // namespace belfry
