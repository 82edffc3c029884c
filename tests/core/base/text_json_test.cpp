#include "core/base/text_json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace belfry {
namespace {

using nlohmann::json;

const Text kNested = Text::sentences(
    {Text::tr("Cannot read '%1'.", std::string("a\"b")),
     Text::plural("%n images of %1 (%2).", "%n image of %1 (%2).", 1, Text::tr("data set %1", 7), decimals(0.5, 2))});

TEST(TextJson, RoundTrips) {
    const json written = json::parse(toJson(kNested).dump());
    EXPECT_EQ(textFrom(written, kNested.english()), kNested);
    EXPECT_EQ(kNested.english(), "Cannot read 'a\"b'. 1 image of data set 7 (0.50).");
}

TEST(TextJson, IsStoredNextToTheEnglish) {
    json object{{"other", 1}};
    setTextField(object, "reason", kNested);
    EXPECT_EQ(object["reason"], kNested.english());
    EXPECT_EQ(textField(object, "reason"), kNested);
    object.erase("reason_text"); // as a program of before wrote it
    EXPECT_EQ(textField(object, "reason"), Text::verbatim(kNested.english()));
    EXPECT_THROW(textField(object, "remark"), json::exception);
}

TEST(TextJson, ListsStoreTheirParts) {
    const std::vector<Text> texts{Text::verbatim("disk on fire"), kNested};
    json object{{"failures", englishOf(texts)}};
    EXPECT_EQ(textsField(object, "failures")[1], Text::verbatim(kNested.english()));
    addTextParts(object, "failures", texts);
    EXPECT_EQ(textsField(object, "failures"), texts);
    object["failures_text"] = 5;
    EXPECT_EQ(textsField(object, "failures")[1], Text::verbatim(kNested.english()));
    json plain{{"failures", {"a"}}};
    addTextParts(plain, "failures", std::vector<Text>{Text::verbatim("a")});
    EXPECT_FALSE(plain.contains("failures_text"));
}

TEST(TextJson, VerbatimWordsNeedNoParts) {
    json object;
    setTextField(object, "reason", Text::verbatim("disk on fire"));
    setTextField(object, "none", Text());
    EXPECT_EQ(object, (json{{"reason", "disk on fire"}, {"none", ""}}));
    EXPECT_EQ(textField(object, "reason"), Text::verbatim("disk on fire"));
    EXPECT_TRUE(textField(object, "none").empty());
}

// A file may have been edited, damaged or made to do harm: its English is always what is shown at least.
TEST(TextJson, InvalidTextsAreIgnored) {
    const std::string english = "Cannot read 'a'.";
    json deep = toJson(Text::tr("Cannot read '%1'.", std::string("a")));
    for (int i = 0; i < 1000; ++i)
        deep = json{{"template", "%1"}, {"arguments", json::array({deep})}};
    for (const json& parts :
         {json(nullptr), json(5), json::array(), json{{"template", 1}, {"arguments", json::array()}},
          json{{"template", "Cannot write '%1'."}, {"arguments", {"a"}}},
          json{{"template", "%1"}, {"arguments", {{{"value", "x"}}}}},
          json{{"template", "%1"}, {"arguments", {{{"value", 1}, {"format", "n"}, {"precision", 1e9}}}}}, deep})
        EXPECT_EQ(textFrom(parts, english), Text::verbatim(english)) << parts.dump().substr(0, 200);
}

} // namespace
} // namespace belfry
