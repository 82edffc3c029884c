#include "core/base/error.h"
#include "core/base/random.h"
#include "core/explain/picture_map.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace belfry {
namespace {

using testing::HasSubstr;

constexpr int kWidth = 30;

// Classes in turn: each has a centre of its own, so far from the others as its pictures are from one another, in the
// mean.
LayerFeatures clusters(std::int64_t images, int classes, int width = kWidth) {
    RandomStream random(9, Purpose::Sample);
    std::vector<float> centres(static_cast<std::size_t>(classes * width));
    for (float& number : centres)
        number = static_cast<float>(2 * random.normal());
    LayerFeatures features{.layer = 0, .images = images, .width = width, .values = {}};
    for (std::int64_t i = 0; i < images; ++i)
        for (int column = 0; column < width; ++column)
            features.values.push_back(centres[static_cast<std::size_t>((i % classes) * width + column)] +
                                      static_cast<float>(random.normal()));
    return features;
}

int refineAll(PictureMap& map) {
    int calls = 1;
    double before = map.refined();
    while (map.refine()) {
        ++calls;
        EXPECT_GE(map.refined(), before);
        EXPECT_LT(map.refined(), 1);
        before = map.refined();
    }
    EXPECT_EQ(map.refined(), 1);
    EXPECT_FALSE(map.refine());
    return calls;
}

float apart(const MapPoint& one, const MapPoint& other) { return std::hypot(one.x - other.x, one.y - other.y); }

// The share of points whose nearest other point is of their class.
double nearestOfClass(const std::vector<MapPoint>& points, int classes) {
    std::size_t right = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        std::size_t nearest = i == 0 ? 1 : 0;
        for (std::size_t j = 0; j < points.size(); ++j)
            if (j != i && apart(points[i], points[j]) < apart(points[i], points[nearest]))
                nearest = j;
        right += i % static_cast<std::size_t>(classes) == nearest % static_cast<std::size_t>(classes);
    }
    return static_cast<double>(right) / static_cast<double>(points.size());
}

// Within -1 to 1, touching a bound on two opposite sides, the middle at 0.
void expectFilled(const std::vector<MapPoint>& points) {
    MapPoint low{1, 1}, high{-1, -1};
    for (const MapPoint& point : points) {
        low = {std::min(low.x, point.x), std::min(low.y, point.y)};
        high = {std::max(high.x, point.x), std::max(high.y, point.y)};
    }
    EXPECT_NEAR(low.x, -high.x, 1e-4);
    EXPECT_NEAR(low.y, -high.y, 1e-4);
    EXPECT_NEAR(std::max(high.x, high.y), 1, 1e-4);
    EXPECT_LE(std::max(high.x, high.y), 1);
}

bool same(const std::vector<MapPoint>& some, const std::vector<MapPoint>& others) {
    return std::ranges::equal(some, others,
                              [](const MapPoint& one, const MapPoint& other) { return apart(one, other) == 0; });
}

TEST(PictureMap, PartsClassesThatPrincipalComponentsMix) {
    constexpr int kClasses = 20;
    PictureMap map(clusters(1000, kClasses));
    expectFilled(map.points());
    EXPECT_LT(nearestOfClass(map.points(), kClasses), 0.9) << "two components are not enough for these";
    refineAll(map);
    expectFilled(map.points());
    EXPECT_GT(nearestOfClass(map.points(), kClasses), 0.95);
}

TEST(PictureMap, TakesFiveClassesAndLayersOfAnyWidth) {
    for (const int width : {1, 2, 3, 100}) {
        PictureMap map(clusters(300, 5, width));
        refineAll(map);
        expectFilled(map.points());
        EXPECT_GT(nearestOfClass(map.points(), 5), width > 50 ? 0.95 : 0.0) << width;
    }
}

TEST(PictureMap, IsTheSameForTheSameSeed) {
    PictureMap one(clusters(300, 3), 7), again(clusters(300, 3), 7), other(clusters(300, 3), 8);
    EXPECT_TRUE(same(one.points(), again.points()));
    EXPECT_TRUE(same(one.points(), other.points())) << "so few pictures' principal components have no seed";
    for (PictureMap* map : {&one, &again, &other})
        refineAll(*map);
    EXPECT_TRUE(same(one.points(), again.points()));
    EXPECT_FALSE(same(one.points(), other.points()));
}

TEST(PictureMap, RefinesNoMoreOnceStopped) {
    PictureMap map(clusters(300, 3));
    const std::vector<MapPoint> before = map.points();
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(map.refine(stop.get_token())) << "there is more to do";
    EXPECT_EQ(map.refined(), 0);
    EXPECT_TRUE(same(map.points(), before));
    refineAll(map); // goes on as if it had not been stopped
    PictureMap other(clusters(300, 3));
    refineAll(other);
    EXPECT_TRUE(same(map.points(), other.points()));
}

TEST(PictureMap, PlacesItsOwnPicturesWhereTheyAre) {
    PictureMap map(clusters(400, 4));
    for (const bool refined : {false, true}) {
        if (refined)
            refineAll(map);
        const std::vector<MapPoint> points = map.points();
        for (std::size_t i = 0; i < points.size(); i += 7)
            EXPECT_LT(apart(map.place(std::span(map.features().values).subspan(i * kWidth, kWidth)), points[i]), 0.001);
    }
}

TEST(PictureMap, PlacesNewPicturesAmongTheirClass) {
    LayerFeatures all = clusters(440, 4);
    const std::vector<float> held(all.values.end() - 40 * kWidth, all.values.end());
    all.images = 400;
    all.values.resize(400 * kWidth);
    PictureMap map(std::move(all));
    refineAll(map);
    std::vector<MapPoint> points = map.points();
    for (std::size_t i = 0; i < 40; ++i)
        points.push_back(map.place(std::span(held).subspan(i * kWidth, kWidth)));
    EXPECT_GT(nearestOfClass(points, 4), 0.95);
}

TEST(PictureMap, OfFewPicturesStaysAsItIs) {
    for (const std::int64_t images : {1, 2, 9}) {
        PictureMap map(clusters(images, 3));
        EXPECT_EQ(map.refined(), 1);
        EXPECT_FALSE(map.refine());
        const std::vector<MapPoint> points = map.points();
        ASSERT_EQ(std::ssize(points), images);
        if (images == 1)
            EXPECT_EQ(apart(points[0], {}), 0);
        else
            expectFilled(points);
        EXPECT_LT(apart(map.place(std::span(map.features().values).first(kWidth)), points[0]), 0.001);
    }
}

TEST(PictureMap, OfFewerPicturesThanNeighboursIsRefined) {
    PictureMap map(clusters(11, 2));
    EXPECT_GT(refineAll(map), 0);
    expectFilled(map.points());
}

TEST(PictureMap, OfEqualPicturesIsOnePoint) {
    LayerFeatures features{.layer = 0, .images = 50, .width = 3, .values = {}};
    for (int i = 0; i < 50; ++i)
        for (const float number : {0.1F, 1000.3F, -7.7F})
            features.values.push_back(number);
    PictureMap map(std::move(features));
    EXPECT_FALSE(map.refine());
    for (const MapPoint& point : map.points())
        EXPECT_EQ(apart(point, {}), 0);
    EXPECT_EQ(apart(map.place(std::vector<float>{0, 0, 0}), {}), 0);
}

TEST(PictureMap, TakesCopiesAmongOthers) {
    LayerFeatures features = clusters(200, 4);
    for (std::size_t i = 1; i < 60; ++i)
        std::copy_n(features.values.begin(), kWidth, features.values.begin() + static_cast<std::ptrdiff_t>(i * kWidth));
    PictureMap map(std::move(features));
    refineAll(map);
    expectFilled(map.points());
}

TEST(PictureMap, TakesNumbersWhoseSquaresAreNotFinite) {
    LayerFeatures features = clusters(100, 4);
    for (float& number : features.values)
        number *= 1e30F;
    PictureMap map(std::move(features));
    refineAll(map);
    expectFilled(map.points());
}

std::string refusalOf(LayerFeatures features) {
    try {
        const PictureMap map(std::move(features));
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(PictureMap, RefusesWhatIsNoMap) {
    LayerFeatures broken = clusters(20, 4);
    broken.values[5 * kWidth + 3] = std::numeric_limits<float>::quiet_NaN();
    broken.values[9 * kWidth] = std::numeric_limits<float>::infinity();
    EXPECT_THAT(refusalOf(broken), HasSubstr("not finite numbers for 2 of 20 pictures, first for number 5."));
    EXPECT_THAT(refusalOf({.layer = 0, .images = 0, .width = 4, .values = {}}), HasSubstr("at least one picture"));
    EXPECT_THAT(refusalOf({.layer = 0, .images = 2, .width = 2, .values = {1, 2, 3}}), HasSubstr("all numbers"));
    const PictureMap map(clusters(20, 4));
    EXPECT_THROW(map.place(std::vector<float>(kWidth - 1)), Error);
    EXPECT_THROW(map.place(std::vector<float>(kWidth, std::numeric_limits<float>::quiet_NaN())), Error);
}

} // namespace
} // namespace belfry
