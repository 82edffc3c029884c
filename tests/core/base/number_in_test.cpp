#include "core/base/number_in.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace belfry {
namespace {

TEST(NumberIn, TakesTheWholeText) {
    EXPECT_EQ(numberIn<int>("0"), 0);
    EXPECT_EQ(numberIn<int>("-12"), -12);
    EXPECT_EQ(numberIn<int>("007"), 7);
    EXPECT_EQ(numberIn<double>("1e-3"), 0.001);
    EXPECT_EQ(numberIn<int>(std::string_view("125").substr(0, 2)), 12); // no byte after it
    for (const char* text : {"", " ", "1 ", " 1", "1.", "1x", "x", "+1", "0x10", "--1", "1e3"})
        EXPECT_EQ(numberIn<int>(text), std::nullopt) << text;
    for (const char* text : {"", "1,5", "1e", "1.5 ", "+1.5", "0x1p3"})
        EXPECT_EQ(numberIn<double>(text), std::nullopt) << text;
    EXPECT_EQ(numberIn<int>(std::string_view()), std::nullopt);
    EXPECT_EQ(numberIn<int>(std::string_view("1\0", 2)), std::nullopt);
}

TEST(NumberIn, WrapsNothing) {
    EXPECT_EQ(numberIn<std::uint16_t>("65535"), 65535);
    EXPECT_EQ(numberIn<std::uint16_t>("65536"), std::nullopt);
    EXPECT_EQ(numberIn<std::uint16_t>("-1"), std::nullopt);
    EXPECT_EQ(numberIn<std::uint64_t>("-0"), std::nullopt);
    EXPECT_EQ(numberIn<std::uint64_t>("18446744073709551616"), std::nullopt);
    EXPECT_EQ(numberIn<std::int64_t>("-9223372036854775808"), INT64_MIN);
    EXPECT_EQ(numberIn<double>("1e999"), std::nullopt);
}

} // namespace
} // namespace belfry
