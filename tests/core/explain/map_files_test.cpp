// Names that mean something to the formats they are written in; tests/app/map_test.py has what other programs read.
#include "core/base/csv.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/temporary_folder.h"
#include "core/explain/map_files.h"
#include "tests/support/synthetic.h"

#include <gmock/gmock.h>

namespace belfry {
namespace {

using testing::HasSubstr;

constexpr ImageShape kTall{3, 100, 40};

MappedPictures twoPictures() {
    return {.classes = {"a\tb & <c>, \"d\"", "second\nclass of a name that is too long for a legend"},
            .ids = {4, 2},
            .files = {"train/a,b.png", ""},
            .labels = {0, 1},
            .answers = {0, 0},
            .confidences = {0.25F, 0.995F},
            .points = {{-1, 0.5F}, {1, -0.5F}}};
}

TEST(MapFiles, QuoteNamesInTables) {
    std::vector<std::vector<std::string>> rows;
    readCsv(mapCsv(twoPictures()), ',', [&rows](std::int64_t, std::vector<std::string>& row) { rows.push_back(row); });
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_THAT(rows[1], testing::ElementsAre("4", "train/a,b.png", twoPictures().classes[0], twoPictures().classes[0],
                                              "0.2500", "-1.00000", "0.50000"));
    EXPECT_EQ(rows[2][2], twoPictures().classes[1]);
}

TEST(MapFiles, EscapeAndShortenNamesInDrawings) {
    const std::string svg = mapSvg(twoPictures(), MapColouring::Class);
    EXPECT_THAT(svg, HasSubstr(">a b &amp; &lt;c&gt;, \"d\"</text>"));
    EXPECT_THAT(svg, HasSubstr(">second class of a name t…</text>"));
    EXPECT_THAT(svg, HasSubstr("cx=\"20.00\" cy=\"220.00\""));
    EXPECT_THAT(svg, HasSubstr("cx=\"820.00\" cy=\"620.00\""));
}

TEST(MapFiles, DrawPointsOfEveryColouring) {
    for (const auto colouring : {MapColouring::Class, MapColouring::Answer, MapColouring::Error,
                                 MapColouring::Confidence, MapColouring::Split}) {
        const DecodedImage drawing = mapDrawing(twoPictures(), colouring, 101);
        const auto at = [&](int x, int y) { return drawing.pixels[static_cast<std::size_t>((y * 101 + x) * 3)]; };
        EXPECT_LT(at(2, 26), 255) << "the first, left and above the middle";
        EXPECT_LT(at(98, 74), 255);
        EXPECT_EQ(at(50, 50), 255);
    }
}

// What one looks for would be under thousands of others.
TEST(MapFiles, DrawMistakesAndUnsureAnswersLast) {
    const MappedPictures pictures = twoPictures(); // the first unsure and right, the second sure and wrong
    const auto fillsOf = [&pictures](MapColouring colouring) {
        std::vector<std::string> fills;
        const std::string svg = mapSvg(pictures, colouring);
        for (std::size_t at = svg.find("<g fill=\""); at != std::string::npos; at = svg.find("<g fill=\"", at + 1))
            fills.push_back(svg.substr(at + 9, 7));
        return fills;
    };
    EXPECT_THAT(fillsOf(MapColouring::Class),
                testing::ElementsAre(hexOf(classColour(0).onLight), hexOf(classColour(1).onLight)));
    EXPECT_THAT(fillsOf(MapColouring::Error),
                testing::ElementsAre(hexOf(kRightColour.onLight), hexOf(kWrongColour.onLight)));
    const std::vector<std::string> sure = fillsOf(MapColouring::Confidence);
    ASSERT_EQ(sure.size(), kConfidenceSteps);
    EXPECT_EQ(sure.front(), hexOf(confidenceColour(kConfidenceSteps - 1).onLight));
    EXPECT_EQ(sure.back(), hexOf(confidenceColour(0).onLight));
}

TEST(MapColours, NameTheStepsOfConfidence) {
    const std::vector<MapGroup> groups = mapGroups(MapColouring::Confidence, {});
    std::vector<std::string> names;
    for (const MapGroup& group : groups)
        names.push_back(group.name.english());
    EXPECT_THAT(names, testing::ElementsAre("below 50 %", "50 to 70 %", "70 to 90 %", "90 to 99 %", "99 % and more"));
    EXPECT_EQ(mapGroupOf(MapColouring::Confidence, {.confidence = 0.99F}), 4);
    EXPECT_EQ(mapGroupOf(MapColouring::Confidence, {.confidence = 0.98F}), 3);
    EXPECT_EQ(mapGroupOf(MapColouring::Confidence, {.confidence = 0.2F}), 0);
}

// Images of several splits have the same numbers.
TEST(MapFiles, NameTheSplitsOfAMapOfAll) {
    MappedPictures pictures = twoPictures();
    pictures.splits = SplitBegins{0, 3, 3}; // no validation split
    const std::string table = mapCsv(pictures);
    EXPECT_THAT(table, testing::StartsWith("split,image,file,label,answer,confidence,x,y\ntest,1,"));
    EXPECT_THAT(table, HasSubstr("\ntrain,2,"));
    const std::string svg = mapSvg(pictures, MapColouring::Split);
    for (const char* const name : {">training</text>", ">validation</text>", ">test</text>"})
        EXPECT_THAT(svg, HasSubstr(name));
    const TemporaryFolder folder("projector");
    const LayerFeatures features{.layer = 0, .images = 2, .width = 1, .values = {1, 2}};
    writeProjectorFolder(folder.path() / "all", pictures, features, "x", *test::syntheticStore(5, kTall, 2), kTall);
    const std::string metadata = readFile(folder.path() / "all" / "metadata.tsv");
    EXPECT_THAT(metadata, testing::StartsWith("label\tanswer\tconfidence\tright\timage\tfile\tsplit\n"));
    EXPECT_THAT(metadata, HasSubstr("\t1\ttrain/a,b.png\ttest\n"));
    EXPECT_THAT(metadata, HasSubstr("\t2\t\ttrain\n"));
}

TEST(MapFiles, WriteNoTabsOrLinesIntoTheProjectorsTables) {
    const TemporaryFolder folder("projector");
    const auto store = test::syntheticStore(5, kTall, 2);
    const LayerFeatures features{.layer = 0, .images = 2, .width = 3, .values = {1, 0, -2.5F, 1e-7F, 3, 4}};
    const auto into = folder.path() / "projector";
    writeProjectorFolder(into, twoPictures(), features, "a \"layer\"", *store, kTall);
    EXPECT_EQ(readFile(into / "tensors.tsv"), "1\t0\t-2.5\n1e-07\t3\t4\n");
    EXPECT_EQ(readFile(into / "metadata.tsv"), "label\tanswer\tconfidence\tright\timage\tfile\n"
                                               "a b & <c>, \"d\"\ta b & <c>, \"d\"\t0.25\tright\t4\ttrain/a,b.png\n"
                                               "second class of a name that is too long for a legend\t"
                                               "a b & <c>, \"d\"\t0.995\twrong\t2\t\n");
    EXPECT_THAT(readFile(into / "projector_config.pbtxt"), HasSubstr("tensor_name: \"a \\\"layer\\\"\""));
    const DecodedImage sprite = readImage(into / "sprite.png");
    EXPECT_EQ(sprite.width, 2 * 25) << "40 x 100 in 64 x 64";
    EXPECT_EQ(sprite.height, 64);
    LayerFeatures others = features;
    others.images = 3;
    EXPECT_THROW(writeProjectorFolder(folder.path() / "other", twoPictures(), others, "x", *store, kTall), Error);
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "other"));
}

} // namespace
} // namespace belfry
