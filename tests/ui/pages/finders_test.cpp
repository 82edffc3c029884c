// Find rate and Find batch, with mouse and keyboard.
#include "tests/ui/pages/window_fixture.h"
#include "ui/dialogs/finders/batch_dialog.h"
#include "ui/dialogs/finders/rate_dialog.h"
#include "ui/widgets/number_field.h"

#include <QFile>
#include <QLabel>
#include <QPointer>
#include <QRadioButton>
#include <QTest>
#include <algorithm>

namespace belfry {
namespace {

class FindersTest : public WindowTest {
protected:
    static Plan smallPlan() {
        Plan plan = longPlan();
        plan.towers = 2;
        plan.batchPerTower = 64;
        plan.model = "mlp"; // every batch fits
        plan.mlp.hiddenLayers = 1;
        plan.mlp.width = 32;
        return plan;
    }
    template <typename Dialog>
    QPointer<Dialog> openDialog(const char* button, const Plan& plan = smallPlan()) {
        open();
        page().setPlan(plan);
        click(button);
        auto* dialog = window().findChild<Dialog*>();
        EXPECT_NE(dialog, nullptr);
        EXPECT_TRUE(QTest::qWaitForWindowExposed(dialog));
        return dialog;
    }
    static void press(QWidget* dialog, const char* name) {
        auto* button = dialog->findChild<QAbstractButton*>(QLatin1String(name));
        ASSERT_NE(button, nullptr) << name;
        ASSERT_TRUE(button->isEnabled()) << name;
        QTest::mouseClick(button, Qt::LeftButton);
    }
    static bool applicable(const QWidget* dialog) {
        return dialog->findChild<QAbstractButton*>(QStringLiteral("applyButton"))->isEnabled();
    }
};

TEST_F(FindersTest, AppliesTheFoundRate) {
    Plan plan = smallPlan();
    plan.model = "lenet"; // diverges
    const QPointer<RateDialog> dialog = openDialog<RateDialog>("findRateButton", plan);
    EXPECT_FALSE(applicable(dialog));
    ASSERT_TRUE(eventually([&] { return applicable(dialog); }));
    const CurvePicture& picture = dialog->plot()->picture();
    ASSERT_EQ(picture.curves.size(), 2u);
    EXPECT_TRUE(picture.logX);
    EXPECT_GT(picture.curves[0].points.size(), 20u);
    ASSERT_EQ(picture.marks.size(), 2u); // the suggestion and the divergence
    const double rate = dialog->findChild<NumberField*>(QStringLiteral("foundRateField"))->number();
    EXPECT_NEAR(picture.marks[0].x, rate, 1e-8);
    EXPECT_LT(rate, picture.marks[1].x);
    press(dialog, "applyButton");
    plan.learningRate = rate;
    EXPECT_EQ(page().plan(), plan);
    EXPECT_TRUE(eventually([&] { return dialog.isNull(); }));
}

TEST_F(FindersTest, CancelChangesNothing) {
    for (const bool early : {true, false}) {
        const QPointer<RateDialog> dialog = openDialog<RateDialog>("findRateButton");
        if (!early) {
            ASSERT_TRUE(eventually([&] { return !dialog->plot()->picture().curves.empty(); }));
        }
        press(dialog, "cancelButton");
        EXPECT_FALSE(dialog->isVisible()); // at once
        EXPECT_TRUE(eventually([&] { return dialog.isNull(); }));
        EXPECT_EQ(page().plan(), smallPlan());
    }
}

TEST_F(FindersTest, AppliesTheChosenBatch) {
    const QPointer<BatchDialog> dialog = openDialog<BatchDialog>("findBatchButton");
    ASSERT_TRUE(eventually([&] { return applicable(dialog); }));
    EXPECT_GE(dialog->plot()->picture().curves.at(0).points.size(), 3u);
    auto* largest = dialog->findChild<QRadioButton*>(QStringLiteral("largestChoice"));
    EXPECT_TRUE(dialog->findChild<QRadioButton*>(QStringLiteral("fastestChoice"))->isChecked());
    EXPECT_TRUE(largest->text().contains("27,500")) << qPrintable(largest->text()); // half of the training images
    EXPECT_TRUE(largest->text().contains("1 step per epoch")) << qPrintable(largest->text());
    const QString fastest = dialog->findChild<QRadioButton*>(QStringLiteral("fastestChoice"))->text();
    EXPECT_TRUE(fastest.contains("steps per epoch")) << qPrintable(fastest);
    // "Fastest" named a batch that was not the chart's highest point, and the chart did not show which one it was.
    const CurvePicture& picture = dialog->plot()->picture();
    ASSERT_EQ(picture.curves.size(), 2U);
    ASSERT_EQ(picture.curves[1].points.size(), 1U);
    const QPointF suggested = picture.curves[1].points[0];
    EXPECT_TRUE(std::ranges::find(picture.curves[0].points, suggested) != picture.curves[0].points.end());
    EXPECT_EQ(picture.marks.at(0).x, suggested.x());
    EXPECT_EQ(picture.marks.at(0).text, QStringLiteral("suggested"));
    const bool highest = std::ranges::all_of(picture.curves[0].points, [&](const QPointF& point) {
        return 55'000 / point.x() < kLeastSteps * smallPlan().towers || point.y() <= suggested.y();
    });
    EXPECT_TRUE(fastest.startsWith(highest ? "Fastest: " : "Smallest within 3 % of the fastest: "))
        << qPrintable(fastest);
    largest->click();
    auto* rate = dialog->findChild<QAbstractButton*>(QStringLiteral("rateChoice"));
    EXPECT_TRUE(rate->text().contains("0.021")) << qPrintable(rate->text()); // 0.001 x the root of 27,500 / 64
    rate->click();
    press(dialog, "applyButton");
    EXPECT_EQ(page().plan().learningRate, smallPlan().learningRate);
    EXPECT_EQ(page().plan().batchPerTower, 27'500);
    EXPECT_EQ(page().plan().globalBatch, 0);
    EXPECT_EQ(find<SpinBox>("globalBatchField")->value(), 55'000);
}

// The batch came without the rate that goes with it.
TEST_F(FindersTest, TheRateComesWithTheBatchUnlessItIsUnticked) {
    Plan plan = smallPlan();
    plan.batchPerTower = 3; // no batch that is tried
    const QPointer<BatchDialog> dialog = openDialog<BatchDialog>("findBatchButton", plan);
    ASSERT_TRUE(eventually([&] { return applicable(dialog); }));
    const auto* rate = dialog->findChild<QAbstractButton*>(QStringLiteral("rateChoice"));
    EXPECT_TRUE(rate->isVisible() && rate->isChecked());
    press(dialog, "applyButton");
    EXPECT_EQ(page().plan().learningRate, rateForBatch(plan, page().plan().batchPerTower));
    EXPECT_GT(page().plan().learningRate, plan.learningRate);
    EXPECT_GE(55'000 / page().plan().imagesPerStep(), 50);
}

// Apply set the rate that had been found, whatever the field said.
TEST_F(FindersTest, AWrongRateIsExplainedAndNotApplied) {
    const QPointer<RateDialog> dialog = openDialog<RateDialog>("findRateButton");
    ASSERT_TRUE(eventually([&] { return applicable(dialog); }));
    auto* field = dialog->findChild<NumberField*>(QStringLiteral("foundRateField"));
    const auto* problem = dialog->findChild<QLabel*>(QStringLiteral("findProblem"));
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("fast"));
    EXPECT_FALSE(applicable(dialog));
    EXPECT_TRUE(problem->isVisible() && !problem->text().isEmpty());
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("0.02"));
    EXPECT_FALSE(problem->isVisible());
    press(dialog, "applyButton");
    EXPECT_EQ(page().plan().learningRate, 0.02);
}

TEST_F(FindersTest, FailuresAreReported) {
    open();
    QFile damaged(path("train-images-idx3-ubyte.gz"));
    ASSERT_TRUE(damaged.open(QIODevice::WriteOnly));
    damaged.write("no pictures");
    damaged.close();
    Plan plan = smallPlan();
    plan.dataDir = folder_.path().toStdString();
    page().setPlan(plan);
    click("findRateButton");
    const auto* dialog = window().findChild<RateDialog*>();
    const auto* problem = dialog->findChild<QLabel*>(QStringLiteral("findProblem"));
    ASSERT_TRUE(eventually([&] { return problem->isVisible(); }));
    EXPECT_TRUE(problem->text().contains("idx")) << qPrintable(problem->text());
    EXPECT_FALSE(applicable(dialog));
}

TEST_F(FindersTest, AreDisabledDuringARunAndForInvalidPlans) {
    open();
    startAndWaitForSteps();
    EXPECT_FALSE(find("findRateButton")->isEnabled());
    EXPECT_FALSE(find("findBatchButton")->isEnabled());
    click("stopButton");
    ASSERT_TRUE(eventually([this] { return find("findRateButton")->isEnabled(); }));
    find<SpinBox>("towersField")->setNumber(4);
    find<SpinBox>("globalBatchField")->setNumber(3);
    EXPECT_FALSE(find("findRateButton")->isEnabled());
}

// The window goes while a finder is at work: its thread ends first.
TEST_F(FindersTest, TheWindowMayCloseDuringAMeasurement) {
    const QPointer<BatchDialog> dialog = openDialog<BatchDialog>("findBatchButton");
    shut();
    EXPECT_TRUE(dialog.isNull());
}

} // namespace
} // namespace belfry
