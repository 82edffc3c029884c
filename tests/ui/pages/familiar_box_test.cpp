// Whether the picture on the pad is like what the network learnt from: the network that ships with Belfry, and stripes.
#include "core/base/files.h"
#include "core/data/catalogue.h"
#include "core/runs/weights_file.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/pages/train/familiar_box.h"
#include "ui/widgets/elided_label.h"

#include <QTest>

namespace belfry {
namespace {

class FamiliarBoxTest : public WindowTest {
protected:
    FamiliarBoxTest() {
        auto ready = std::make_shared<Snapshot>(*loadSnapshot(readyNetworkFile()));
        ready->source = "pretrained network";
        network_ = ready;
        parent_.show();
    }
    QString said() const { return text_->isVisibleTo(&parent_) ? text_->text() : QString(); }
    bool waitUntilItSays(const char* words) {
        return eventually([&] { return said().startsWith(QLatin1String(words)); });
    }
    static std::vector<std::uint8_t> stripes() {
        std::vector<std::uint8_t> picture;
        for (int i = 0; i < 784; ++i)
            picture.push_back(i % 28 / 2 % 2 == 0 ? 0 : 255);
        return picture;
    }
    static std::vector<std::uint8_t> testDigit() {
        const auto data = openDataSet("mnist", DataOptions{});
        std::vector<std::uint8_t> digit(784);
        const std::int64_t first = 0;
        data->test->read(std::span(&first, 1), digit.data());
        return digit;
    }

    std::shared_ptr<const Snapshot> network_;
    QWidget parent_;
    FamiliarBox box_{&parent_};
    ElidedLabel* text_ = parent_.findChild<ElidedLabel*>();
};

TEST_F(FamiliarBoxTest, TellsDigitsFromStripes) {
    EXPECT_FALSE(box_.isEnabled()) << "there is no network";
    box_.setNetwork(network_);
    box_.setPicture(stripes());
    EXPECT_EQ(said(), "");
    QTest::keyClick(&box_, Qt::Key_Space);
    EXPECT_TRUE(waitUntilItSays("unlike")) << said().toStdString();
    box_.setPicture(testDigit());
    EXPECT_TRUE(waitUntilItSays("familiar")) << said().toStdString();
    box_.setPicture({});
    EXPECT_TRUE(waitUntilItSays("nothing")) << said().toStdString();
}

TEST_F(FamiliarBoxTest, GoesOnWithNewerWeightsOfARunAndStopsWithAnother) {
    box_.setNetwork(network_);
    box_.click();
    box_.setPicture(stripes());
    auto newer = std::make_shared<Snapshot>(*network_);
    ++newer->step;
    box_.setNetwork(newer);
    EXPECT_TRUE(waitUntilItSays("unlike")) << said().toStdString();
    auto other = std::make_shared<Snapshot>(*network_);
    other->source = "another run";
    box_.setNetwork(other);
    EXPECT_FALSE(box_.isChecked());
    EXPECT_EQ(said(), "");
}

TEST_F(FamiliarBoxTest, SaysWhyThePicturesCannotBeLookedAt) {
    auto lost = std::make_shared<Snapshot>(*network_);
    lost->data = path("gone").toStdString();
    box_.setNetwork(lost);
    box_.click();
    EXPECT_TRUE(eventually([&] { return !box_.isChecked(); }));
    EXPECT_TRUE(said().contains(QLatin1String("gone"))) << said().toStdString();
}

} // namespace
} // namespace belfry
