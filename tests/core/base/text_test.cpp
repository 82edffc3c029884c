#include "core/base/error.h"
#include "core/base/text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace belfry {
namespace {

TEST(Text, FillsItsTemplateInEnglish) {
    const Text text = Text::tr("The number of %1 is %2; expected %3 to %4.", std::string("towers"), 0, std::int64_t{1},
                               significant(0.5));
    EXPECT_EQ(text.english(), "The number of towers is 0; expected 1 to 0.5.");
    EXPECT_EQ(text.textTemplate(), "The number of %1 is %2; expected %3 to %4.");
    EXPECT_EQ(Text::tr("%2 before %1", std::string("b"), std::string("a")).english(), "a before b");
}

// A path may hold what looks like a place.
TEST(Text, DoesNotExpandArguments) {
    EXPECT_EQ(Text::tr("'%1' and '%2'", std::string("100%2"), std::string("%1")).english(), "'100%2' and '%1'");
    EXPECT_EQ(Text::tr("50 % of %1", std::string("all")).english(), "50 % of all");
}

TEST(Text, NestsTexts) {
    const Text text = Text::tr("%1 The run continues.", Text::tr("Cannot read '%1'.", std::string("plan.json")));
    EXPECT_EQ(text.english(), "Cannot read 'plan.json'. The run continues.");
}

TEST(Text, FormatsNumbersLikePrintf) {
    EXPECT_EQ(Text::tr("%1 %2 %3", significant(1e-7), decimals(2, 2), significant(123.456, 3)).english(),
              "1e-07 2.00 123");
}

// A seed above 2^63 was printed as a negative number.
TEST(Text, FormatsTheLargestNumbers) {
    EXPECT_EQ(Text::tr("seed %1", std::numeric_limits<std::uint64_t>::max()).english(), "seed 18446744073709551615");
    EXPECT_EQ(Text::tr("%1", std::numeric_limits<std::int64_t>::min()).english(), "-9223372036854775808");
}

// "The learning rate is 0.0; expected more than 0.0 and at most 1000.0."
TEST(Text, FormatsNumbersForPeople) {
    EXPECT_EQ(Text::number(0), "0");
    EXPECT_EQ(Text::number(1000), "1000");
    EXPECT_EQ(Text::number(1e6), "1000000");
    EXPECT_EQ(Text::number(0.1), "0.1");
    EXPECT_EQ(Text::number(0.1 + 0.2), "0.30000000000000004");
    EXPECT_EQ(Text::number(std::nan("")), "not a number");
    EXPECT_EQ(Text::number(-std::numeric_limits<double>::infinity()), "infinite");
}

TEST(Text, PluralsFollowTheCount) {
    const auto runs = [](std::int64_t count) {
        return Text::plural("%n runs in %1", "%n run in %1", count, std::string("x")).english();
    };
    EXPECT_EQ(runs(0), "0 runs in x");
    EXPECT_EQ(runs(1), "1 run in x");
    EXPECT_EQ(runs(2), "2 runs in x");
}

TEST(Text, JoinsSentences) {
    EXPECT_EQ(Text::sentences({Text::tr("One."), Text(), Text::tr("Two %1.", 2)}).english(), "One. Two 2.");
    EXPECT_TRUE(Text::sentences({}).empty());
    EXPECT_TRUE(Text::verbatim("").empty());
}

TEST(Text, DropsItsFullStopInsideAnother) {
    const auto chopped = [](const Text& text) { return text.withoutFullStop().english(); };
    EXPECT_EQ(chopped(Text::tr("Cannot read '%1'.", std::string("a."))), "Cannot read 'a.'");
    EXPECT_EQ(chopped(Text::verbatim("disk on fire.")), "disk on fire");
    EXPECT_EQ(chopped(Text::plural("%n runs.", "%n run.", 1)), "1 run");
    EXPECT_EQ(chopped(Text::sentences({Text::tr("One."), Text::tr("Two.")})), "One. Two");
    EXPECT_EQ(chopped(Text::tr("%1: %2", std::string("a."), Text::tr("One."))), "a.: One");
    EXPECT_EQ(chopped(Text::tr("file %1", std::string("a."))), "file a.");
    EXPECT_TRUE(Text().withoutFullStop().empty());
}

TEST(Text, IsTheMessageOfAnError) {
    const Error error(ErrorCategory::Data, Text::tr("Cannot read '%1'.", std::string("a")));
    EXPECT_STREQ(error.what(), "Cannot read 'a'.");
    EXPECT_EQ(messageOf(error), Text::tr("Cannot read '%1'.", std::string("a")));
    EXPECT_EQ(messageOf(std::runtime_error("library")), Text::verbatim("library"));
}

} // namespace
} // namespace belfry
