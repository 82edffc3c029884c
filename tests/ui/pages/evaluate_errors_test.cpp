// The errors of an evaluation as a user meets them: pairs, slices and classes over the run, what is chosen among them,
// and the tables that are saved of them.
#include "core/base/files.h"
#include "core/predict/errors_csv.h"
#include "tests/ui/file_dialog.h"
#include "tests/ui/pages/evaluate_page_fixture.h"
#include "ui/pages/evaluate/error_table.h"
#include "ui/pages/evaluate/errors_panel.h"
#include "ui/pages/evaluate/image_panel.h"
#include "ui/pages/evaluate/map_panel.h"
#include "ui/pages/evaluate/trend_chart.h"

#include <QComboBox>
#include <QFile>
#include <algorithm>

namespace belfry {
namespace {

class EvaluateErrorsTest : public EvaluatePageTest {
protected:
    const Evaluation& evaluation() { return evaluatePage().report()->evaluation; }
    // Of the ready network, or of the newest run.
    void evaluate() {
        openEvaluate();
        evaluateReady();
        ASSERT_TRUE(evaluated(5000));
    }
    void openErrors() {
        evaluate();
        click("errorsButton");
        ASSERT_TRUE(evaluatePage().errors()->isVisible());
    }
    ErrorTable* table(const char* name) { return find<ErrorTable>(name); }
    void clickRow(const char* name, int place) {
        const QModelIndex index = table(name)->model()->index(place, 0);
        table(name)->scrollTo(index);
        QTest::mouseClick(table(name)->viewport(), Qt::LeftButton, {}, table(name)->visualRect(index).center());
    }
    QString cell(const char* name, int place, int column) {
        return table(name)->model()->index(place, column).data().toString();
    }
    bool slicesShown() {
        return eventually([&] { return table("sliceTable")->isVisible(); });
    }
    bool trendShown() {
        return eventually([&] { return table("trendTable")->isVisible(); });
    }
    EvaluationSlices slices() { return slicesOfReport(*evaluatePage().report()); }
    ImagePanel& images() { return *evaluatePage().images(); }
};

TEST_F(EvaluateErrorsTest, StandInThePlaceOfTheBarsBesideTheMatrix) {
    openErrors();
    EXPECT_TRUE(evaluatePage().matrix()->isVisible());
    EXPECT_FALSE(find("classBars")->isVisible());
    const ConfusedPair most = confusedPairs(evaluation()).front();
    EXPECT_TRUE(text("errorsSummary")
                    .startsWith(QStringLiteral("Confused most: %1 with %2 (%3 image")
                                    .arg(most.truth)
                                    .arg(most.answer)
                                    .arg(most.images)))
        << text("errorsSummary").toStdString();
    ASSERT_TRUE(eventually([&] { return text("errorsSummary").contains("slice", Qt::CaseInsensitive); }));
    const EvaluationSlices all = slices();
    const EvaluationSlice* worst = worstSlice(all);
    EXPECT_TRUE(text("errorsSummary")
                    .contains(worst == nullptr ? QStringLiteral("No slice is worse")
                                               : QString::fromStdString("Worst slice: " + titleOf(worst->by).english() +
                                                                        ' ' + worst->name.english())))
        << text("errorsSummary").toStdString();
    click("mapButton");
    EXPECT_FALSE(evaluatePage().errors()->isVisible());
    EXPECT_TRUE(evaluatePage().map()->isVisible());
    click("errorsButton");
    EXPECT_FALSE(evaluatePage().map()->isVisible());
    EXPECT_TRUE(evaluatePage().errors()->isVisible());
    click("errorsButton");
    EXPECT_TRUE(find("classBars")->isVisible());
}

TEST_F(EvaluateErrorsTest, AConfusedPairIsChosenInTheMatrixAndTheOtherWayRound) {
    openErrors();
    const std::vector<ConfusedPair> pairs = confusedPairs(evaluation());
    ASSERT_GT(pairs.size(), 3U);
    ASSERT_EQ(table("pairTable")->model()->rowCount(), std::ssize(pairs));
    EXPECT_EQ(cell("pairTable", 0, 0), QStringLiteral("%1 → %2").arg(pairs[0].truth).arg(pairs[0].answer));
    EXPECT_EQ(cell("pairTable", 0, 1), QString::number(pairs[0].images));
    EXPECT_EQ(cell("pairTable", 0, 2), QString::number(100 * pairs[0].share(), 'f', 1) + " %");
    EXPECT_EQ(cell("pairTable", 0, 3), QString::number(100 * pairs[0].confidence, 'f', 1) + " %");
    clickRow("pairTable", 1);
    const ConfusionCell cell{pairs[1].truth, pairs[1].answer};
    EXPECT_EQ(evaluatePage().matrix()->chosen(), cell);
    EXPECT_EQ(images().shown(), worstFirst(evaluation(), cell));
    QTest::keyClick(table("pairTable"), Qt::Key_Down);
    EXPECT_EQ(evaluatePage().matrix()->chosen(), (ConfusionCell{pairs[2].truth, pairs[2].answer}));
    QTest::keyClick(table("pairTable"), Qt::Key_Home);
    EXPECT_EQ(evaluatePage().matrix()->chosen(), (ConfusionCell{pairs[0].truth, pairs[0].answer}));
    clickCell(pairs[3].truth, pairs[3].answer);
    EXPECT_EQ(table("pairTable")->chosenRow(), 3);
    clickCell(4, 4); // recognised: no pair
    EXPECT_EQ(table("pairTable")->chosenRow(), std::nullopt);
    clickRow("pairTable", 0);
    QTest::keyClick(table("pairTable"), Qt::Key_Escape);
    EXPECT_FALSE(evaluatePage().matrix()->chosen().has_value());
    EXPECT_EQ(text("imagesCaption"), "All: the worst 120 of 5,000");
}

TEST_F(EvaluateErrorsTest, TitlesSortTheRows) {
    openErrors();
    std::vector<ConfusedPair> pairs = confusedPairs(evaluation());
    std::ranges::stable_sort(pairs, {}, &ConfusedPair::confidence);
    table("pairTable")->sortByColumn(3, Qt::AscendingOrder);
    clickRow("pairTable", 0);
    const auto chosen = evaluatePage().matrix()->chosen();
    ASSERT_TRUE(chosen.has_value());
    EXPECT_EQ(chosen, (ConfusionCell{pairs[0].truth, pairs[0].answer}));
    EXPECT_EQ(cell("pairTable", 0, 0), QStringLiteral("%1 → %2").arg(chosen->truth).arg(chosen->answer));
}

TEST_F(EvaluateErrorsTest, ASliceShowsItsMistakesAndThereIsAWayBack) {
    openErrors();
    click("slicesButton");
    ASSERT_TRUE(slicesShown());
    const EvaluationSlices all = slices();
    ASSERT_EQ(table("sliceTable")->model()->rowCount(), std::ssize(all)); // brightness, contrast, sharpness
    ASSERT_GE(all.size(), 15U);
    EXPECT_FALSE(find("errorsBar")->isVisible());
    EXPECT_TRUE(text("errorsLegend").startsWith("Bar: 95 % interval, from ")) << text("errorsLegend").toStdString();
    const auto some = std::ranges::find_if(all, [](const EvaluationSlice& slice) { return slice.mistakes.size() > 1; });
    ASSERT_NE(some, all.end());
    const int place = static_cast<int>(some - all.begin());
    const QModelIndex index = table("sliceTable")->model()->index(place, 0);
    EXPECT_EQ(index.data(Qt::AccessibleTextRole).toString(), translated(sentenceOf(*some)));
    clickCell(4, 9);
    clickRow("sliceTable", place);
    EXPECT_FALSE(evaluatePage().matrix()->chosen().has_value());
    EXPECT_EQ(images().shown(), some->mistakes);
    const QString name = QString::fromStdString(titleOf(some->by).english() + ' ' + some->name.english());
    EXPECT_EQ(text("imagesCaption"),
              QStringLiteral("Mistakes, %1: %2, worst first").arg(name).arg(some->mistakes.size()));
    ASSERT_TRUE(picturesShown());
    click("showAllImagesButton");
    EXPECT_EQ(text("imagesCaption"), "All: the worst 120 of 5,000");
    EXPECT_EQ(table("sliceTable")->chosenRow(), std::nullopt);
    EXPECT_FALSE(find("showAllImagesButton")->isVisible());
    clickRow("sliceTable", place);
    EXPECT_EQ(images().shown(), some->mistakes);
    clickCell(4, 4); // shown instead
    EXPECT_EQ(table("sliceTable")->chosenRow(), std::nullopt);
    EXPECT_TRUE(text("imagesCaption").startsWith("4 recognised"));
}

TEST_F(EvaluateErrorsTest, MistakesOnlyLeavesTheOthersOut) {
    evaluate();
    const auto mistakes = static_cast<std::size_t>(evaluation().images() - evaluation().result.correct);
    click("mistakesOnlyButton");
    EXPECT_EQ(images().shown().size(), std::min(mistakes, ImagePanel::kMaxShown));
    for (const std::int64_t image : images().shown()) {
        const auto at = static_cast<std::size_t>(image);
        EXPECT_NE(evaluation().labels[at], evaluation().answers[at]);
    }
    EXPECT_TRUE(text("imagesCaption").startsWith("Mistakes: ")) << text("imagesCaption").toStdString();
    clickCell(4, 4); // of all images there, none is a mistake
    EXPECT_FALSE(find("mistakesOnlyButton")->isEnabled());
    EXPECT_EQ(images().shown().size(), ImagePanel::kMaxShown);
    clickCell(4, 4);
    EXPECT_TRUE(find("mistakesOnlyButton")->isEnabled());
    click("mistakesOnlyButton");
    EXPECT_EQ(text("imagesCaption"), "All: the worst 120 of 5,000");
}

TEST_F(EvaluateErrorsTest, TheClassesAreFollowedOverTheWeightsOfTheRun) {
    trained("lenet", 1'700'000'000, {1, 999'999}); // which say 0 to everything
    openErrors();
    click("overTheRunButton");
    ASSERT_TRUE(trendShown());
    EXPECT_EQ(table("trendTable")->model()->rowCount(), 10);
    const ClassTrend trend = trendOfReport(*evaluatePage().report());
    ASSERT_EQ(trend.moments.size(), 3U);
    const std::size_t worst = trend.worstFirst().front();
    EXPECT_EQ(trend.worstFirst().back(), 0U);
    const double best = *trend.accuracy(1, worst);
    EXPECT_EQ(cell("trendTable", 0, 0), QString::number(worst));
    EXPECT_EQ(cell("trendTable", 0, 1), QString::number(100 * best, 'f', 1) + " %");
    EXPECT_EQ(cell("trendTable", 0, 2), "0.0 %");
    EXPECT_EQ(cell("trendTable", 0, 3), "−" + cell("trendTable", 0, 1));
    EXPECT_EQ(cell("trendTable", 9, 3), "0.0 %");
    auto* chart = find<TrendChart>("trendChart");
    EXPECT_EQ(chart->highlighted(), worst);
    EXPECT_EQ(chart->pointText(0, 0), "step 1: 100.0 %");
    EXPECT_EQ(chart->from(), 0);
    EXPECT_TRUE(chart->accessibleDescription().startsWith(QStringLiteral("Class %1: step 1: 0.0 %; step ").arg(worst)));
    EXPECT_TRUE(chart->accessibleDescription().endsWith("; step 999,999: 0.0 %"));
    EXPECT_EQ(text("imagesCaption"), "All: the worst 120 of 5,000"); // nothing was chosen
    table("trendTable")->setFocus();
    QTest::keyClick(table("trendTable"), Qt::Key_Home); // the current one is not selected yet
    QTest::keyClick(table("trendTable"), Qt::Key_Down);
    const std::size_t last = trend.worstFirst().at(1);
    EXPECT_EQ(chart->highlighted(), last);
    EXPECT_TRUE(text("imagesCaption").startsWith(QStringLiteral("Mistakes, class %1: ").arg(last)));
    for (const std::int64_t image : images().shown())
        EXPECT_EQ(evaluation().labels[static_cast<std::size_t>(image)], last);
}

TEST_F(EvaluateErrorsTest, WithoutOtherWeightsTheTrendSaysWhatToDo) {
    trained("lenet", 1'700'000'000);
    openErrors();
    click("overTheRunButton");
    ASSERT_TRUE(eventually([&] { return text("errorsStatus").contains("--keep-checkpoints"); }))
        << text("errorsStatus").toStdString();
    EXPECT_FALSE(table("trendTable")->isVisible());
    EXPECT_FALSE(find("trendChart")->isVisible());
    EXPECT_FALSE(find("errorsBar")->isVisible());
    choose("evaluatedRunField", "Pretrained network");
    evaluateReady();
    ASSERT_TRUE(eventually([&] { return evaluatePage().report()->request.run.empty(); }));
    ASSERT_TRUE(eventually([&] { return text("errorsStatus").startsWith("The pretrained network belongs to no run"); }))
        << text("errorsStatus").toStdString();
}

TEST_F(EvaluateErrorsTest, WeightsThatCannotBeReadAreNamed) {
    const fs::path run = trained("lenet", 1'700'000'000, {1});
    writeFileAtomically(RunFiles(run).checkpoint(2), "no weights");
    openErrors();
    click("overTheRunButton");
    ASSERT_TRUE(trendShown());
    EXPECT_TRUE(text("errorsStatus").contains(QString::fromStdString(RunFiles(run).checkpoint(2).filename().string())))
        << text("errorsStatus").toStdString();
}

TEST_F(EvaluateErrorsTest, EveryListIsSavedAsATable) {
    trained("lenet", 1'700'000'000, {1});
    evaluate();
    settings_->setFolder(QStringLiteral("evaluation"), folder_.path());
    const EvaluationReport& report = *evaluatePage().report();
    const std::vector<std::string>& classes = report.snapshot->classes;
    const auto none = [](std::int64_t) { return std::string(); }; // MNIST has no files of images
    const std::pair<const char*, std::string> tables[] = {
        {"Mistakes (*.csv)", mistakesCsv(mistakesOf(report.evaluation), classes, none)},
        {"Confused pairs (*.csv)", pairsCsv(confusedPairs(report.evaluation), classes, none)},
        {"Slices (*.csv)", slicesCsv(slices(), none)},
        {"Classes over the run (*.csv)", trendCsv(trendOfReport(report))},
        {"Table of counts (*.csv)", ""}};
    for (const auto& [filter, expected] : tables) {
        click("saveEvaluationButton");
        auto* dialog = window().findChild<QFileDialog*>("evaluationDialog");
        ASSERT_NE(dialog, nullptr);
        auto* kinds = dialog->findChild<QComboBox*>(QStringLiteral("fileTypeCombo"));
        kinds->setCurrentText(QLatin1String(filter));
        Q_EMIT kinds->textActivated(QLatin1String(filter)); // as the mouse does
        typeFileName(dialog, QStringLiteral("list.csv"), [&] { QFile::remove(path("list.csv")); });
        ASSERT_TRUE(eventually([&] { return QFile::exists(path("list.csv")); })) << filter;
        ASSERT_TRUE(eventually([this] { return window().findChild<QFileDialog*>() == nullptr; }));
        ASSERT_TRUE(eventually([this] { return find("saveEvaluationButton")->isEnabled(); }));
        const std::string written = readFile(path("list.csv").toStdString());
        if (expected.empty())
            EXPECT_FALSE(written.starts_with("image,")) << written.substr(0, 60);
        else
            EXPECT_EQ(written, expected) << filter;
    }
}

TEST_F(EvaluateErrorsTest, FitIntoASmallWindow) {
    trained("a run with a name that is longer than its box", 1'700'000'000, {1});
    openErrors();
    for (const char* code : {"en", "es"}) {
        speak(code);
        for (const QSize& size : {QSize(1280, 720), QSize(1080, 618)}) {
            window().resize(size);
            QCoreApplication::processEvents();
            EXPECT_EQ(window().size(), size) << code;
            EXPECT_LE(find("evaluation")->geometry().right(), evaluatePage().rect().right()) << code << size.width();
            EXPECT_GE(table("pairTable")->height(), 150) << code << size.width();
        }
    }
}

} // namespace
} // namespace belfry
