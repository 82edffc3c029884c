#include "core/base/error.h"
#include "core/formats/json_reader.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

using Json = nlohmann::json;

template <typename Value>
std::string jsonRefusal(const Json& json, Value value,
                        JsonReader::Words words = JsonReader::wordsFor(Text::verbatim("cake"))) {
    try {
        JsonReader reader(json, std::move(words));
        reader.read("layers", value);
        reader.refuseOthers();
    } catch (const Error& error) {
        EXPECT_EQ(error.category(), ErrorCategory::Usage);
        return error.what();
    }
    return "";
}

TEST(JsonReader, ReadsPresentFieldsAndKeepsDefaults) {
    const Json json = Json::parse(R"({"count": 3, "size": 0.5, "on": true, "name": "a", "list": ["b", "c"]})");
    int count = 1, absent = 7;
    double size = 0;
    bool on = false;
    std::string name;
    std::vector<std::string> list{"old"};
    JsonReader reader(json, JsonReader::wordsFor(Text::verbatim("cake")));
    reader.read("count", count);
    reader.read("absent", absent);
    reader.read("size", size);
    reader.read("on", on);
    reader.read("name", name);
    reader.read("list", list);
    reader.refuseOthers();
    EXPECT_EQ(count, 3);
    EXPECT_EQ(absent, 7);
    EXPECT_EQ(size, 0.5);
    EXPECT_TRUE(on);
    EXPECT_EQ(name, "a");
    EXPECT_EQ(list, (std::vector<std::string>{"b", "c"}));
}

TEST(JsonReader, RefusesOtherTypesByTheFieldsName) {
    EXPECT_EQ(jsonRefusal(Json::array(), 1), "A cake must be a JSON object; found a JSON array.");
    EXPECT_EQ(jsonRefusal({{"layers", 2.5}}, 1), "Field 'layers' of a cake is 2.5; expected a whole number.");
    EXPECT_EQ(jsonRefusal({{"layers", "two"}}, 1.0), "Field 'layers' of a cake is \"two\"; expected a number.");
    EXPECT_EQ(jsonRefusal({{"layers", 1}}, false), "Field 'layers' of a cake is 1; expected true or false.");
    EXPECT_EQ(jsonRefusal({{"layers", Json::object()}}, std::string()),
              "Field 'layers' of a cake is a JSON object; expected a string.");
    EXPECT_EQ(jsonRefusal({{"layers", 1}}, std::vector<std::string>()),
              "Field 'layers' of a cake is 1; expected a list of strings.");
    EXPECT_EQ(jsonRefusal({{"layer", 1}}, 1), "Unknown field of a cake 'layer'; did you mean 'layers'? Known: layers.");
}

TEST(JsonReader, RefusesIntegersThatDoNotFit) {
    EXPECT_EQ(jsonRefusal({{"layers", -1}}, std::uint64_t{0}),
              "Field 'layers' of a cake is -1; expected a whole number from 0 on.");
    EXPECT_EQ(jsonRefusal({{"layers", 1LL << 31}}, 1),
              "Field 'layers' of a cake is 2147483648; expected a whole number.");
    EXPECT_EQ(jsonRefusal({{"layers", -(1LL << 31) - 1}}, 1),
              "Field 'layers' of a cake is -2147483649; expected a whole number.");
    EXPECT_EQ(jsonRefusal({{"layers", std::uint64_t{1} << 63}}, std::int64_t{0}),
              "Field 'layers' of a cake is 9223372036854775808; expected a whole number.");
    EXPECT_EQ(jsonRefusal({{"layers", -(1LL << 31)}}, 1), "");
    EXPECT_EQ(jsonRefusal({{"layers", ~std::uint64_t{0}}}, std::uint64_t{0}), "");
    JsonReader::Words words = JsonReader::wordsFor(Text::verbatim("cake"));
    words.outOfRange = Text::tr("a smaller number");
    EXPECT_EQ(jsonRefusal({{"layers", 1LL << 31}}, 1, words),
              "Field 'layers' of a cake is 2147483648; expected a smaller number.");
}

} // namespace
} // namespace belfry
