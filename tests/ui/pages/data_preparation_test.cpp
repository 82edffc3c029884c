// The set-up's fold of data preparation: the augmentation, and pictures as the network sees them.
#include "tests/ui/pages/window_fixture.h"
#include "ui/widgets/thumbnails.h"

#include <QComboBox>
#include <QLineEdit>
#include <QRegularExpression>

namespace belfry {
namespace {

using DataPreparationTest = WindowTest;

TEST_F(DataPreparationTest, ThePreviewShowsWhatTheNetworkSees) {
    open();
    auto* pictures = find("dataPreview")->findChild<Thumbnails*>();
    ASSERT_TRUE(
        eventually([&] { return pictures->shown() > 0 && pictures->height() == pictures->sizeHint().height(); }));
    const QImage plain = pictures->grab().toImage();
    Plan augmented = page().plan();
    augmented.augmentation = "digits";
    page().setPlan(augmented);
    EXPECT_TRUE(eventually([&] { return pictures->grab().toImage() != plain; })); // turned, shifted
    augmented.augmentation = "none";
    page().setPlan(augmented);
    EXPECT_TRUE(eventually([&] { return pictures->grab().toImage() == plain; }));
}

// While half of a list of operations is typed its field says so, and the pictures stay.
TEST_F(DataPreparationTest, OperationsAreTypedAndShown) {
    open();
    page().setPlan(Plan{});
    auto* pictures = find("dataPreview")->findChild<Thumbnails*>();
    auto* field = find<QComboBox>("augmentationField");
    ASSERT_TRUE(field->isEditable());
    ASSERT_TRUE(
        eventually([&] { return pictures->shown() > 0 && pictures->height() == pictures->sizeHint().height(); }));
    const QImage plain = pictures->grab().toImage();
    field->lineEdit()->setText("shift 5, fli");
    EXPECT_EQ(page().plan().augmentation, "shift 5, fli");
    EXPECT_TRUE(field->property("wrong").toBool());
    EXPECT_FALSE(find("dataProblem")->isVisible());
    EXPECT_GT(pictures->shown(), 0);
    field->lineEdit()->setText("shift 5, flip ");
    EXPECT_EQ(page().plan().augmentation, "shift 5, flip");
    EXPECT_FALSE(field->property("wrong").toBool());
    EXPECT_TRUE(eventually([&] {
        const QImage now = pictures->grab().toImage();
        return now.size() == plain.size() && now != plain;
    }));
    field->setCurrentIndex(field->findData("pad-crop 4, flip"));
    EXPECT_EQ(page().plan().augmentation, "pad-crop 4, flip");
    Plan own;
    own.augmentation = "erase 3";
    page().setPlan(own);
    EXPECT_EQ(field->currentText(), "erase 3");
    EXPECT_EQ(page().plan(), own);
}

// "60 % 7, 40 % 3"
TEST_F(DataPreparationTest, MixedPicturesAreNamedByBothLabels) {
    open();
    Plan plan = page().plan();
    plan.augmentation = "mixup 100";
    page().setPlan(plan);
    auto* pictures = find("dataPreview")->findChild<Thumbnails*>();
    EXPECT_TRUE(eventually([&] {
        static const QRegularExpression kBoth(QStringLiteral("[3-6][0-9].% [^,]+, [3-6][0-9].% "));
        return kBoth.match(pictures->accessibleDescription()).hasMatch();
    })) << pictures->accessibleDescription().toStdString();
}

} // namespace
} // namespace belfry
