#include "core/base/utf8.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

TEST(Utf8, CountsCodePoints) {
    for (const char* good : {"", "plain", "caf\u00e9", "\u20ac", "\U0001F600", "\uD7FF\uE000"}) {
        EXPECT_TRUE(isUtf8(good)) << good;
        EXPECT_EQ(asUtf8(good), good);
    }
}

TEST(Utf8, ReplacesInvalidBytes) {
    const std::pair<const char*, const char*> cases[] = {{"caf\xe9", "caf?"},          // Latin-1
                                                         {"\xe9t\xe9", "?t?"},         // cut by plain letters
                                                         {"a\xc3", "a?"},              // cut at the end
                                                         {"\xc0\xaf", "??"},           // overlong
                                                         {"\xe0\x9f\xbf", "???"},      // overlong
                                                         {"\xed\xa0\x80", "???"},      // a surrogate
                                                         {"\xf4\x90\x80\x80", "????"}, // beyond Unicode
                                                         {"\x80z", "?z"},              // no lead
                                                         {"\xff\xfe", "??"}};
    for (const auto& [bad, mended] : cases) {
        EXPECT_FALSE(isUtf8(bad)) << mended;
        EXPECT_EQ(asUtf8(bad), mended);
        EXPECT_TRUE(isUtf8(asUtf8(bad)));
    }
}

} // namespace
} // namespace belfry
