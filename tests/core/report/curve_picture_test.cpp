// Curves: what is left of many points, where ticks are, what is said of none.
#include "core/report/curve_picture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace belfry {
namespace {

using testing::HasSubstr;

TEST(CurvePicture, ThinsWithoutLosingAPeak) {
    std::vector<CurvePoint> points;
    for (int i = 0; i < 10'000; ++i)
        points.push_back({static_cast<double>(i), i == 7'777 ? 100.0 : i == 3'333 ? -100.0 : std::sin(i)});
    const std::vector<CurvePoint> few = thinned(points, 400);
    EXPECT_LE(few.size(), 400U);
    EXPECT_GE(few.size(), 390U);
    EXPECT_TRUE(std::ranges::is_sorted(few, {}, &CurvePoint::x));
    EXPECT_TRUE(std::ranges::find(few, CurvePoint{7'777, 100}) != few.end());
    EXPECT_TRUE(std::ranges::find(few, CurvePoint{3'333, -100}) != few.end());
    EXPECT_EQ(thinned(std::span(points).first(400), 400).size(), 400U);
    const std::vector<CurvePoint> alike(1'000, {5, 1});
    EXPECT_LE(thinned(alike, 400).size(), 2U);
}

TEST(CurvePicture, HasRoundTicks) {
    EXPECT_THAT(roundTicks(0, 1, 5), testing::ElementsAre(0, 0.2, testing::DoubleEq(0.4),
                                                          testing::DoubleNear(0.6, 1e-9), testing::DoubleEq(0.8), 1));
    EXPECT_THAT(roundTicks(-3, 47, 5), testing::ElementsAre(0, 10, 20, 30, 40));
    EXPECT_THAT(logarithmicTicks(0.03, 2.3),
                testing::Pointwise(testing::DoubleNear(1e-9), {0.05, 0.1, 0.2, 0.5, 1.0, 2.0}));
    EXPECT_THAT(logarithmicTicks(0.001, 100),
                testing::Pointwise(testing::DoubleNear(1e-9), {0.001, 0.01, 0.1, 1.0, 10.0, 100.0}));
}

TEST(CurvePicture, SaysWhatItShows) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    CurveFigure figure{"loss",  "Loss & more", "Of <each> step.",
                       "epoch", "loss (nats)", {{"one", {{0, 1}, {1, kNone}, {2, 3}}, CurveStyle::Second}}};
    const std::string picture = curvePicture(figure).markup();
    EXPECT_THAT(picture, HasSubstr("<title id=\"loss-title\">Loss &amp; more</title>"));
    EXPECT_THAT(picture, HasSubstr("<desc id=\"loss-desc\">Of &lt;each&gt; step.</desc>"));
    EXPECT_THAT(picture, HasSubstr("aria-labelledby=\"loss-title loss-desc\""));
    // From the left margin to the right one, and from the lower margin to the upper one; the middle is left out.
    EXPECT_THAT(picture, HasSubstr("<polyline class=\"second\" points=\"62.0,256.0 626.0,30.0\">"));
    EXPECT_THAT(picture, HasSubstr(">loss (nats)</text>"));
    figure.curves.front().points = {{0, 0.01}, {1, 1}};
    EXPECT_THAT(curvePicture(figure).markup(), HasSubstr(">loss (nats), logarithmic</text>"));
    figure.curves.front().points = {{0, kNone}};
    EXPECT_EQ(curvePicture(figure).markup(), "<p>Loss &amp; more: no value was recorded.</p>");
}

TEST(CurvePicture, ShowsASinglePoint) {
    const CurveFigure figure{"a", "A", "", "x", "y", {{"one", {{1, 5}}}}};
    EXPECT_THAT(curvePicture(figure).markup(), HasSubstr("<circle class=\"first\" cx=\"344.0\" cy=\"143.0\""));
}

} // namespace
} // namespace belfry
