#include "core/base/csv.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

TEST(Csv, FieldsAreQuotedWhereTheyMustBe) {
    EXPECT_EQ(csvField("each step"), "each step");
    EXPECT_EQ(csvField(""), "");
    EXPECT_EQ(csvField("loss, smoothed"), "\"loss, smoothed\"");
    EXPECT_EQ(csvField("the \"best\" run"), "\"the \"\"best\"\" run\"");
    EXPECT_EQ(csvField("two\nlines"), "\"two\nlines\"");
    EXPECT_EQ(csvField("\r"), "\"\r\"");
    EXPECT_EQ(csvField("ñ; 0.5"), "ñ; 0.5");
}

} // namespace
} // namespace belfry
