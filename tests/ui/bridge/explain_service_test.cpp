// Looking into a network off the GUI thread: which questions are answered, and how long it rests beside training.
#include "core/model/initial_weights.h"
#include "core/model/zoo.h"
#include "ui/bridge/explain_service.h"

#include <gtest/gtest.h>

#include <QTest>
#include <algorithm>
#include <functional>

namespace belfry {
namespace {

constexpr int kWaitMilliseconds = 60'000; // a limit, not a promise

class ExplainServiceTest : public testing::Test {
protected:
    ExplainServiceTest() {
        QObject::connect(&service_, &ExplainService::looked, &service_,
                         [this](const HeatMap& map, const std::vector<std::uint8_t>& picture) {
                             maps_.push_back(map);
                             pictures_.push_back(picture);
                             if (onMap_)
                                 onMap_();
                         });
        QObject::connect(&service_, &ExplainService::layersSeen, &service_,
                         [this](const std::shared_ptr<const SeenLayers>& seen) { seen_.push_back(seen); });
        QObject::connect(&service_, &ExplainService::healthChecked, &service_,
                         [this](const std::vector<LayerHealth>& health) { health_.push_back(health); });
        QObject::connect(&service_, &ExplainService::failed, &service_,
                         [this](const Text& sentence) { failures_.push_back(sentence.english()); });
    }
    ~ExplainServiceTest() override { ExplainService::setTraining(false); }

    static std::shared_ptr<const Snapshot> network(std::int64_t step = 1) {
        static const auto blueprint =
            std::make_shared<const Blueprint>(makeBlueprint(networkByName("lenet"), {1, 28, 28}, 10, InputStage{}));
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->blueprint = blueprint;
        for (int label = 0; label < 10; ++label)
            snapshot->classes.push_back(std::to_string(label));
        snapshot->weights = initialWeights(*blueprint, 1);
        snapshot->step = step;
        return snapshot;
    }
    static std::vector<std::uint8_t> picture(int column) {
        std::vector<std::uint8_t> bytes(784);
        for (std::size_t row = 4; row < 24; ++row)
            bytes[row * 28 + static_cast<std::size_t>(column)] = 255;
        return bytes;
    }
    static bool eventually(const std::function<bool()>& condition) {
        return QTest::qWaitFor(condition, kWaitMilliseconds);
    }
    bool answered(std::size_t maps) {
        return eventually([&] { return maps_.size() >= maps; });
    }

    std::vector<HeatMap> maps_;
    std::vector<std::vector<std::uint8_t>> pictures_;
    std::vector<std::shared_ptr<const SeenLayers>> seen_;
    std::vector<std::vector<LayerHealth>> health_;
    std::vector<std::string> failures_;
    std::function<void()> onMap_;
    ExplainService service_; // last: what it answers needs all above
};

TEST_F(ExplainServiceTest, AnswersWhatIsWantedAlone) {
    service_.setSnapshot(network(7));
    service_.ask(picture(10));
    service_.wantLayers(true);
    ASSERT_TRUE(eventually([&] { return !seen_.empty(); }));
    EXPECT_TRUE(maps_.empty());
    EXPECT_EQ(seen_[0]->picture, picture(10));
    EXPECT_EQ(seen_[0]->step, 7);
    ASSERT_FALSE(seen_[0]->maps.empty());
    ASSERT_TRUE(seen_[0]->filters.has_value());
    const auto convolution = std::ranges::find(seen_[0]->maps, seen_[0]->filters->layer, &LayerMaps::layer);
    ASSERT_NE(convolution, seen_[0]->maps.end());
    EXPECT_EQ(convolution->channels, seen_[0]->filters->filters);
    service_.wantHeatMap(true, 4);
    ASSERT_TRUE(answered(1));
    EXPECT_EQ(maps_[0].label, 4);
    EXPECT_EQ(maps_[0].values.size(), 784U);
    EXPECT_EQ(pictures_[0], picture(10));
    EXPECT_EQ(seen_.size(), 1U) << "nothing had changed for the layers";
}

// While the first is in work the others replace each other.
TEST_F(ExplainServiceTest, TheNewestPictureWins) {
    service_.setSnapshot(network());
    service_.wantHeatMap(true);
    for (int column = 2; column < 26; ++column)
        service_.ask(picture(column));
    ASSERT_TRUE(answered(2));
    EXPECT_EQ(pictures_[0], picture(2));
    EXPECT_EQ(pictures_[1], picture(25));
    service_.ask(picture(3));
    ASSERT_TRUE(answered(3));
    EXPECT_EQ(pictures_.back(), picture(3));
    EXPECT_EQ(maps_.size(), 3U);
}

TEST_F(ExplainServiceTest, DropsTheAnswerAboutAPictureThatHasGone) {
    service_.setSnapshot(network());
    service_.wantHeatMap(true);
    service_.ask(picture(5));
    service_.forget();
    service_.ask(picture(6));
    ASSERT_TRUE(answered(1));
    ASSERT_EQ(pictures_.size(), 1U);
    EXPECT_EQ(pictures_[0], picture(6));
}

TEST_F(ExplainServiceTest, FollowsTheWeights) {
    service_.setSnapshot(network(1));
    service_.wantHeatMap(true);
    service_.ask(picture(5));
    ASSERT_TRUE(answered(1));
    service_.setSnapshot(network(2));
    ASSERT_TRUE(answered(2));
    EXPECT_EQ(maps_[0].step, 1);
    EXPECT_EQ(maps_[1].step, 2);
    EXPECT_EQ(maps_[0].label, maps_[1].label);
}

TEST_F(ExplainServiceTest, ChecksTheLayersOverSomePictures) {
    std::vector<std::uint8_t> pictures;
    for (int column = 4; column < 20; ++column) {
        const auto one = picture(column);
        pictures.insert(pictures.end(), one.begin(), one.end());
    }
    service_.setSnapshot(network());
    service_.wantHealth(std::make_shared<const std::vector<std::uint8_t>>(pictures));
    ASSERT_TRUE(eventually([&] { return !health_.empty(); }));
    EXPECT_FALSE(health_[0].empty());
    service_.setSnapshot(network(2));
    ASSERT_TRUE(eventually([&] { return health_.size() == 2; }));
}

TEST_F(ExplainServiceTest, SaysWhyAPictureCannotBeExplained) {
    service_.setSnapshot(network());
    service_.wantHeatMap(true);
    service_.ask(std::vector<std::uint8_t>(12));
    ASSERT_TRUE(eventually([&] { return !failures_.empty(); }));
    EXPECT_TRUE(maps_.empty());
    service_.ask(picture(5));
    EXPECT_TRUE(answered(1)) << "it goes on";
}

TEST_F(ExplainServiceTest, RestsFiftyTimesAsLongAsItWorksWhileSomethingTrains) {
    using namespace std::chrono_literals;
    EXPECT_EQ(ExplainService::restAfter(3ms, true), 150ms); // 3 / 153 is less than 2 %
    EXPECT_EQ(ExplainService::restAfter(3ms, false), 0ms);
    ExplainService::setTraining(true);
    service_.setSnapshot(network());
    service_.wantHeatMap(true);
    bool rested = false;
    onMap_ = [&] { // as soon as it may ask again
        if (maps_.size() == 1) {
            service_.ask(picture(8));
            rested = service_.isResting();
        }
    };
    service_.ask(picture(5));
    ASSERT_TRUE(answered(1));
    EXPECT_TRUE(rested);
    ExplainService::setTraining(false);
    ASSERT_TRUE(answered(2));
    EXPECT_EQ(pictures_.back(), picture(8));
    EXPECT_FALSE(service_.isResting());
}

} // namespace
} // namespace belfry
