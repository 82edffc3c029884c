#include "core/base/csv.h"

#include <gmock/gmock.h>

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

std::vector<std::string> rowsOf(std::string_view text, char separator = ',') {
    std::vector<std::string> rows;
    readCsv(text, separator, [&](std::int64_t line, const std::vector<std::string>& fields) {
        rows.push_back(std::to_string(line) + ':');
        for (const std::string& field : fields)
            rows.back() += '[' + field + ']';
    });
    return rows;
}

TEST(Csv, RowsAreRead) {
    using testing::ElementsAre;
    EXPECT_THAT(rowsOf("a,b\n1,2\n"), ElementsAre("1:[a][b]", "2:[1][2]"));
    EXPECT_THAT(rowsOf("a,b\r\n\r\n,2"), ElementsAre("1:[a][b]", "3:[][2]"));
    EXPECT_THAT(rowsOf("\"a, \"\"b\"\"\",\"two\nlines\"\nc,d"), ElementsAre("1:[a, \"b\"][two\nlines]", "3:[c][d]"));
    EXPECT_THAT(rowsOf("a;b,c", ';'), ElementsAre("1:[a][b,c]"));
    EXPECT_THAT(rowsOf("a,"), ElementsAre("1:[a][]"));
    EXPECT_THAT(rowsOf("\"open,\nc"), ElementsAre("1:[open,\nc]"));
    EXPECT_THAT(rowsOf("5\" nail,x"), ElementsAre("1:[5\" nail][x]")); // a quote inside of a field is one
    EXPECT_TRUE(rowsOf("").empty());
}

TEST(Csv, AnOpenQuoteIsTold) {
    const auto open = [](std::string_view text) { return readCsv(text, ',', [](auto, const auto&) {}); };
    EXPECT_EQ(open("a,b\n\"c,d\ne,f"), 2);
    EXPECT_EQ(open("a,\"b\nc"), 1);
    EXPECT_EQ(open("a,\"b\"\nc,\"\"\n"), std::nullopt);
    EXPECT_EQ(open(""), std::nullopt);
}

} // namespace
} // namespace belfry
