#include "core/base/error.h"
#include "core/serve/base64.h"
#include "core/serve/picture_request.h"

#include <gtest/gtest.h>

#include <string>

namespace belfry {
namespace {

std::string decoded(std::string_view text) {
    const std::optional<Bytes> bytes = fromBase64(text);
    return bytes ? std::string(asText(*bytes)) : "none";
}

// RFC 4648, section 10.
TEST(Base64, IsDecodedWithAndWithoutPadding) {
    EXPECT_EQ(decoded("Zg=="), "f");
    EXPECT_EQ(decoded("Zm8="), "fo");
    EXPECT_EQ(decoded("Zm9v"), "foo");
    EXPECT_EQ(decoded("Zm9vYg"), "foob");
    EXPECT_EQ(decoded("data:image/png;base64,Zm9vYmE="), "fooba");
    EXPECT_EQ(fromBase64("/+8="), (Bytes{0xFF, 0xEF}));
    for (const char* text : {"", "=", "Z", "Zm9vY", "Zm 9v", "Zm9v\n", "Zg=a", "Z-_v", "data:image/png,Zm9v"})
        EXPECT_EQ(decoded(text), "none") << text;
}

TEST(PictureRequest, HasOnePictureOrMany) {
    PictureRequest request = jsonRequest(R"({"picture": "Zm9v", "none_below": 0.5})");
    ASSERT_EQ(request.pictures.size(), 1U);
    EXPECT_EQ(request.pictures[0].name, "picture 1");
    EXPECT_EQ(asText(request.pictures[0].file), "foo");
    EXPECT_EQ(request.noneBelow, 0.5);
    request = jsonRequest(R"({"pictures": ["Zm9v", {"name": "a.png", "data": "Zg"}]})");
    ASSERT_EQ(request.pictures.size(), 2U);
    EXPECT_EQ(request.pictures[1].name, "a.png");
    EXPECT_EQ(asText(request.pictures[1].file), "f");
    EXPECT_FALSE(request.noneBelow);
}

TEST(PictureRequest, AnythingElseIsRefusedWithASentence) {
    const auto said = [](const std::string& text) {
        try {
            jsonRequest(text);
        } catch (const Error& error) {
            EXPECT_EQ(error.category(), ErrorCategory::Data);
            return std::string(error.what());
        }
        return std::string();
    };
    for (const char* text :
         {"", "7", "[]", "{}", "{\"picture\": ", "{\"picture\": \"Zg\", \"pictures\": []}", "{\"pictures\": 7}"})
        EXPECT_TRUE(said(text).starts_with("The request is no JSON object")) << text;
    for (const char* text : {R"({"picture": 7})", R"({"picture": null})", R"({"pictures": [{"name": "a"}]})"})
        EXPECT_NE(said(text).find("expected its file's bytes in Base64"), std::string::npos) << text;
    EXPECT_NE(said(R"({"pictures": [{"name": "a.png", "data": "%"}]})").find("'a.png' are not in Base64"),
              std::string::npos);
    for (const char* value : {"2", "-1", "\"x\"", "null", "1e999"})
        EXPECT_NE(said(std::string(R"({"picture": "Zg", "none_below": )") + value + "}"), "") << value;
    EXPECT_TRUE(said(std::string(100'000, '[')).starts_with("The request is no JSON object"));
    EXPECT_THROW(noneBelowFrom("0.5x"), Error);
    EXPECT_THROW(noneBelowFrom("nan"), Error);
    EXPECT_EQ(noneBelowFrom("0.25"), 0.25);
}

} // namespace
} // namespace belfry
