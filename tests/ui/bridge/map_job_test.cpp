// Laying out pictures in the background, with the network that ships with Belfry.
#include "core/base/files.h"
#include "core/data/stores.h"
#include "core/runs/weights_file.h"
#include "tests/ui/bridge/eventually.h"
#include "ui/bridge/map_job.h"

#include <gmock/gmock.h>

#include <cmath>
#include <set>

namespace belfry {
namespace {

using test::eventually;

constexpr std::int64_t kBytes = 28 * 28;

// Bars of a digit's width, upright ones with even numbers and lying ones with odd numbers, each at another place.
std::vector<std::uint8_t> barPicture(std::int64_t number) {
    std::vector<std::uint8_t> picture(static_cast<std::size_t>(kBytes));
    const std::int64_t place = 6 + number / 2 % 14;
    for (std::int64_t along = 4; along < 24; ++along)
        for (std::int64_t across = place; across < place + 3; ++across)
            picture[static_cast<std::size_t>(number % 2 == 0 ? along * 28 + across : across * 28 + along)] = 255;
    return picture;
}

std::shared_ptr<const ImageStore> bars(std::int64_t count) {
    std::vector<std::uint8_t> bytes;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::vector<std::uint8_t> picture = barPicture(i);
        bytes.insert(bytes.end(), picture.begin(), picture.end());
    }
    return memoryStore(bytes, std::vector<std::uint8_t>(static_cast<std::size_t>(count)), kBytes);
}

class MapJobTest : public testing::Test {
protected:
    MapJobTest() : job_(std::make_unique<MapJob>()) {
        QObject::connect(job_.get(), &MapJob::moved, [this](const MapLayout& layout) { moved_.push_back(layout); });
        QObject::connect(job_.get(), &MapJob::placed, [this](const MapPoint& place) { placed_.push_back(place); });
        QObject::connect(job_.get(), &MapJob::failed,
                         [this](const Text& sentence) { failed_.push_back(sentence.english()); });
    }
    MapRequest request(std::int64_t count) const {
        return {snapshot_, bars(count), mapImages(count, 1), usualMapLayer(*snapshot_->blueprint)};
    }
    bool finished() {
        return eventually([&] { return !moved_.empty() && moved_.back().finished; });
    }
    static double distance(const MapPoint& a, const MapPoint& b) {
        return std::hypot(double{a.x} - double{b.x}, double{a.y} - double{b.y});
    }

    std::shared_ptr<const Snapshot> snapshot_ = loadSnapshot(readyNetworkFile());
    std::unique_ptr<MapJob> job_;
    std::vector<MapLayout> moved_;
    std::vector<MapPoint> placed_;
    std::vector<std::string> failed_;
};

TEST_F(MapJobTest, PrincipalComponentsComeFirstAndAreRefined) {
    std::vector<double> parts;
    QObject::connect(job_.get(), &MapJob::progressed, [&](double part) { parts.push_back(part); });
    job_->start(request(60));
    ASSERT_TRUE(eventually([&] { return !moved_.empty(); }));
    EXPECT_FALSE(moved_.front().finished);
    EXPECT_EQ(moved_.front().points.size(), 60U);
    ASSERT_TRUE(finished());
    EXPECT_EQ(moved_.back().refined, 1);
    EXPECT_EQ(moved_.back().points.size(), 60U);
    EXPECT_FALSE(job_->isRunning());
    double way = 0;
    for (std::size_t i = 0; i < 60; ++i)
        way += distance(moved_.front().points[i], moved_.back().points[i]);
    EXPECT_GT(way, 1);
    // Upright bars are among themselves.
    int alike = 0;
    for (std::size_t i = 0; i < 60; ++i) {
        std::size_t nearest = i == 0 ? 1 : 0;
        for (std::size_t k = 0; k < 60; ++k)
            if (k != i && distance(moved_.back().points[i], moved_.back().points[k]) <
                              distance(moved_.back().points[i], moved_.back().points[nearest]))
                nearest = k;
        alike += nearest % 2 == i % 2 ? 1 : 0;
    }
    EXPECT_GT(alike, 54);
    ASSERT_NE(job_->features(), nullptr);
    EXPECT_EQ(job_->features()->images, 60);
}

TEST_F(MapJobTest, TheNewestRequestWins) {
    job_->start(request(60));
    job_->start(request(24));
    ASSERT_TRUE(finished());
    for (const MapLayout& layout : moved_)
        EXPECT_EQ(layout.points.size(), 24U);
    job_->start(request(60));
    job_->stop();
    moved_.clear();
    job_->start(request(12)); // what was stopped would come before it
    ASSERT_TRUE(finished());
    EXPECT_EQ(moved_.front().points.size(), 12U);
}

TEST_F(MapJobTest, APictureLandsAmongThoseThatItIsLike) {
    job_->place(barPicture(8)); // before there is a layout
    EXPECT_FALSE(job_->isLaidOut());
    job_->start(request(60));
    ASSERT_TRUE(finished());
    ASSERT_TRUE(eventually([&] { return !placed_.empty(); }));
    ASSERT_TRUE(moved_.back().placed.has_value()); // it moves with the others
    EXPECT_LT(distance(*moved_.back().placed, moved_.back().points[8]), 0.05);
    placed_.clear();
    job_->place(barPicture(20));
    job_->place(barPicture(31));
    ASSERT_TRUE(eventually([&] { return !placed_.empty(); }));
    EXPECT_LT(distance(placed_.back(), moved_.back().points[31]), 0.05);
    placed_.clear();
    job_->place(barPicture(8));
    job_->forgetPlaced();
    job_->place(barPicture(31)); // what was forgotten would come before it
    ASSERT_TRUE(eventually([&] { return !placed_.empty(); }));
    EXPECT_EQ(placed_.size(), 1U);
}

TEST_F(MapJobTest, ALayerThatIsNotThereIsASentence) {
    MapRequest wrong = request(12);
    wrong.layer = 99;
    job_->start(wrong);
    ASSERT_TRUE(eventually([&] { return !failed_.empty(); }));
    EXPECT_THAT(failed_.front(), testing::HasSubstr("100"));
    EXPECT_TRUE(moved_.empty());
}

TEST_F(MapJobTest, ItsEndStopsTheWork) {
    job_->start(request(2000));
    ASSERT_TRUE(eventually([&] { return !moved_.empty(); }));
    const std::size_t before = moved_.size();
    job_.reset();
    QCoreApplication::processEvents();
    EXPECT_EQ(moved_.size(), before);
    EXPECT_FALSE(moved_.back().finished);
}

TEST(MapImages, AreAllOrEvenlySpread) {
    EXPECT_THAT(mapImages(4, 84), testing::ElementsAre(0, 1, 2, 3));
    const std::vector<std::int64_t> many = mapImages(1'000'000, 84);
    EXPECT_EQ(many.size(), 100'000U);
    EXPECT_EQ(many[1], 10);
    EXPECT_EQ(mapImages(1'000'000, 12'800).size(), 10'000U); // their numbers would fill the memory
}

} // namespace
} // namespace belfry
