// Text cannot become markup, and markup refers to nothing outside.
#include "core/report/html.h"

#include <gmock/gmock.h>

#include <stdexcept>

namespace belfry {
namespace {

TEST(Html, EscapesAllTextAndAllValues) {
    EXPECT_EQ(el("p", "<script>a & b</script>").markup(), "<p>&lt;script&gt;a &amp; b&lt;/script&gt;</p>");
    EXPECT_EQ(el("p", Attributes{{"title", "\"><img src='x'>"}}, "").markup(),
              "<p title=\"&quot;&gt;&lt;img src=&#39;x&#39;&gt;\"></p>");
    EXPECT_EQ(Html(std::string("a\0b\x1b\xff", 5)).markup(), "a?b??"); // no control characters, only UTF-8
    EXPECT_EQ(Html("två\n\t").markup(), "två\n\t");
}

TEST(Html, ClosesWhatItBegins) {
    EXPECT_EQ(el("p", "a", el("br"), el("b", Attributes{{"class", "x"}}, "b")).markup(),
              "<p>a<br><b class=\"x\">b</b></p>");
    EXPECT_EQ(el("p").markup(), "<p></p>");
}

TEST(Html, RefusesReferencesToTheOutside) {
    EXPECT_THROW(el("a", Attributes{{"href", "https://example.org"}}, "x"), std::logic_error);
    EXPECT_THROW(el("img", Attributes{{"src", "data:text/html,x"}}), std::logic_error);
    EXPECT_THROW(el("a", Attributes{{"href", "javascript:alert(1)"}}, "x"), std::logic_error);
    EXPECT_EQ(el("a", Attributes{{"href", "#plan"}}, "x").markup(), "<a href=\"#plan\">x</a>");
}

TEST(Html, WritesPicturesInBase64) { // the vectors of RFC 4648
    const auto encoded = [](std::string_view bytes) {
        const std::vector<std::uint8_t> png(bytes.begin(), bytes.end());
        const std::string markup = pngPicture(png, 1, 2, "a").markup();
        const std::size_t begin = markup.find("base64,") + 7;
        return markup.substr(begin, markup.find('"', begin) - begin);
    };
    EXPECT_EQ(encoded(""), "");
    EXPECT_EQ(encoded("f"), "Zg==");
    EXPECT_EQ(encoded("fo"), "Zm8=");
    EXPECT_EQ(encoded("foo"), "Zm9v");
    EXPECT_EQ(encoded("foobar"), "Zm9vYmFy");
    EXPECT_EQ(encoded("\xff\xfe\xfd"), "//79");
}

TEST(Html, TablesHaveHeadings) {
    const TableOf table{"Of <what>", {"Name", "Count"}, {{{"a"}, {"1", true, "hot"}}}};
    EXPECT_EQ(tableHtml(table).markup(),
              "<div class=\"scroll\"><table><caption>Of &lt;what&gt;</caption><thead><tr><th scope=\"col\">Name</th>"
              "<th scope=\"col\" class=\"n\">Count</th></tr></thead><tbody><tr><th scope=\"row\">a</th>"
              "<td class=\"hot n\">1</td></tr>\n</tbody></table></div>");
}

TEST(Html, DocumentsForbidScriptsAndForeignSources) {
    const std::string document = htmlDocument("A & B", "p{color:red}", el("p", "x"));
    EXPECT_THAT(document, testing::StartsWith("<!DOCTYPE html>\n<html lang=\"en\">"));
    EXPECT_THAT(document, testing::HasSubstr("<title>A &amp; B</title><style>p{color:red}</style>"));
    EXPECT_THAT(document, testing::HasSubstr("content=\"default-src &#39;none&#39;; img-src data:;"));
    EXPECT_EQ(exactly("x", 0.1, "10 %").markup(), "<data id=\"x\" value=\"0.10000000000000001\">10 %</data>");
}

} // namespace
} // namespace belfry
