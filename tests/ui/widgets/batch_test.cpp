#include "ui/widgets/fields.h"
#include "ui/widgets/linked_batch.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QSignalSpy>
#include <QTest>

namespace belfry {
namespace {

class BatchTest : public testing::Test {
protected:
    SpinBox& field(const char* name) { return *batch_.findChild<SpinBox*>(QLatin1String(name)); }
    SpinBox& perTower() { return field("batchPerTowerField"); }
    SpinBox& global() { return field("globalBatchField"); }
    QString sentence() { return batch_.findChild<QLabel*>(QStringLiteral("batchSentence"))->text(); }
    LinkedBatch batch_;
};

TEST_F(BatchTest, GlobalFollowsBatchPerTower) {
    batch_.setTowers(2);
    QSignalSpy changed(&batch_, &LinkedBatch::changed);
    perTower().setNumber(300);
    EXPECT_EQ(global().value(), 600);
    EXPECT_EQ(sentence(), QStringLiteral("300 per tower × 2 = 600 global"));
    ASSERT_EQ(changed.count(), 1);
    EXPECT_EQ(changed.first()[0].toLongLong(), 300);
    EXPECT_EQ(changed.first()[1].toLongLong(), 600);
}

TEST_F(BatchTest, BatchPerTowerFollowsGlobal) {
    batch_.setTowers(2);
    global().setNumber(1024);
    EXPECT_EQ(perTower().value(), 512);
    EXPECT_TRUE(batch_.divides());
    EXPECT_EQ(sentence(), QStringLiteral("512 per tower × 2 = 1,024 global"));
}

TEST_F(BatchTest, AnIndivisibleGlobalBatchIsSplitExactly) {
    batch_.setTowers(3);
    global().setNumber(1027);
    EXPECT_EQ(batch_.globalBatch(), 1027);
    EXPECT_EQ(batch_.batchPerTower(), 343);
    EXPECT_FALSE(batch_.divides());
    EXPECT_EQ(sentence(), QStringLiteral("343 + 342 + 342 = 1,027 global"));
    batch_.setTowers(16);
    EXPECT_EQ(sentence(), QStringLiteral("3 × 65 + 13 × 64 = 1,027 global"));
}

TEST_F(BatchTest, FewerImagesThanTowersLeaveSomeWithNone) {
    EXPECT_EQ(LinkedBatch::sentence(2, 3), QStringLiteral("1 + 1 + 0 = 2 global"));
}

TEST_F(BatchTest, TheLastEditedFieldStaysWhenTheTowersChange) {
    perTower().setNumber(100);
    batch_.setTowers(4);
    EXPECT_EQ(batch_.batchPerTower(), 100);
    EXPECT_EQ(batch_.globalBatch(), 400);
    global().setNumber(600);
    batch_.setTowers(5);
    EXPECT_EQ(batch_.globalBatch(), 600);
    EXPECT_EQ(batch_.batchPerTower(), 120);
}

TEST_F(BatchTest, APlanIsShownAsItIs) {
    batch_.setTowers(2);
    batch_.setBatch(512, 0);
    EXPECT_EQ(batch_.globalBatch(), 1024);
    batch_.setBatch(512, 1025);
    EXPECT_EQ(batch_.globalBatch(), 1025);
    QSignalSpy changed(&batch_, &LinkedBatch::changed);
    batch_.setBatch(512, 1025);
    EXPECT_EQ(changed.count(), 0);
    batch_.setBatch(-4, 0); // of a damaged plan
    EXPECT_EQ(batch_.batchPerTower(), -4);
    EXPECT_TRUE(perTower().property("wrong").toBool());
}

TEST_F(BatchTest, TypingKeepsTheOtherFieldInStep) {
    batch_.setTowers(2);
    perTower().selectAll();
    QTest::keyClicks(&perTower(), QStringLiteral("64"));
    EXPECT_EQ(global().value(), 128);
    EXPECT_EQ(perTower().text(), QStringLiteral("64"));
}

TEST_F(BatchTest, FieldsHaveTheNamesThatScriptsUse) {
    EXPECT_EQ(perTower().accessibleName(), QStringLiteral("Batch per tower"));
    EXPECT_EQ(global().accessibleName(), QStringLiteral("Global batch"));
}

// A global batch for 64 towers became the largest one for a single tower without a word when the towers fell.
TEST_F(BatchTest, FewerTowersMarkABatchThatIsTooLarge) {
    batch_.setTowers(64);
    global().setNumber(64e6);
    EXPECT_EQ(batch_.problem(), "");
    QSignalSpy problems(&batch_, &LinkedBatch::problemChanged);
    batch_.setTowers(1);
    EXPECT_EQ(batch_.globalBatch(), 64'000'000);
    EXPECT_TRUE(global().property("wrong").toBool());
    EXPECT_EQ(problems.count(), 1);
    EXPECT_TRUE(sentence().contains("out of range")) << sentence().toStdString();
    batch_.setTowers(64);
    EXPECT_EQ(batch_.problem(), "");
    EXPECT_EQ(batch_.globalBatch(), 64'000'000);
}

} // namespace
} // namespace belfry
