// The map of a report: every image once, in the colour of its class, the wrong ones with a ring.
#include "core/explain/map_colours.h"
#include "core/report/report_sections.h"

#include <gmock/gmock.h>

namespace belfry {
namespace {

using testing::HasSubstr;
using testing::Not;

class MapSectionTest : public testing::Test {
protected:
    // Four images of two classes; the last one is taken for the other class.
    MapSectionTest() {
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->classes = {"<b>", "dog"};
        ReportEvaluation found;
        found.snapshot = snapshot;
        found.split = "test";
        found.evaluation.classes = 2;
        found.evaluation.labels = {0, 1, 1, 1};
        found.evaluation.answers = {0, 1, 1, 0};
        found.evaluation.probabilities = {0.9F, 0.1F, 0.2F, 0.8F, 0.3F, 0.7F, 0.75F, 0.25F};
        found.evaluation.indices = {0, 1, 2, 3};
        found.map = ReportMap{.layer = {.layer = 3, .id = "dense4", .name = "dense 8 & more", .width = 8},
                              .images = {0, 1, 2, 3},
                              .files = {"", "a.png", "", "x<i>.png"},
                              .points = {{-1, -1}, {0, 0}, {1, 1}, {0.5F, -0.5F}}};
        report_.evaluation = std::move(found);
    }
    std::string markup() const { return mapSection(report_)->body.markup(); }

    RunReportData report_;
};

TEST_F(MapSectionTest, HasEveryImageOnceInTheColourOfItsClass) {
    const std::string page = markup();
    const auto hue = [](int label) {
        const GroundColour colour = classColour(label);
        return "style=\"--light:" + hexOf(colour.onLight) + ";--dark:" + hexOf(colour.onDark) + '"';
    };
    // From the margins at the left and below to those at the right and above.
    EXPECT_THAT(page, HasSubstr("<path class=\"hue\" " + hue(0) + " stroke-width=\"24\" d=\"M40 1960h0\">"));
    EXPECT_THAT(page,
                HasSubstr("<path class=\"hue\" " + hue(1) + " stroke-width=\"24\" d=\"M1000 1000h0M1960 40h0\">"));
    EXPECT_THAT(page, HasSubstr("<circle cx=\"1480\" cy=\"1480\""));
    EXPECT_THAT(page, HasSubstr("<path class=\"hue\" " + hue(1) + " stroke-width=\"24\" d=\"M1480 1480h0\">"));
    EXPECT_THAT(page, HasSubstr("<title>x&lt;i&gt;.png: dog → &lt;b&gt;, 75.00 %</title>"));
}

TEST_F(MapSectionTest, SaysWhatItShows) {
    const std::string page = markup();
    EXPECT_THAT(page, HasSubstr("The 4 test images, by what the layer <code>dense4</code> (<code>dense 8 &amp; more"));
    EXPECT_THAT(page, HasSubstr("&lt;b&gt; · 1</li>"));
    EXPECT_THAT(page, HasSubstr("dog · 3</li>"));
    EXPECT_THAT(page, HasSubstr("wrong · 1</li>"));
    EXPECT_THAT(page, Not(HasSubstr("<b>")));
    EXPECT_THAT(page, HasSubstr("aria-labelledby=\"picture-map-title picture-map-desc\""));
    report_.evaluation->map->images = {0, 3};
    report_.evaluation->map->files.resize(2);
    report_.evaluation->map->points.resize(2);
    EXPECT_THAT(markup(), HasSubstr("2 of 4 test images, evenly taken, by what"));
}

TEST_F(MapSectionTest, SaysWhyThereIsNone) {
    report_.evaluation->map.reset();
    report_.evaluation->noMap = Text::verbatim("The outputs are not finite.");
    EXPECT_EQ(markup(), "<p>There is no map. The outputs are not finite.</p>");
    report_.evaluation.reset();
    EXPECT_FALSE(mapSection(report_));
}

} // namespace
} // namespace belfry
