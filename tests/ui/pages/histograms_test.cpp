// What is inside a network, of a run in progress and of one that has ended.
#include "core/runs/metrics_store.h"
#include "tests/ui/pages/runs_page_fixture.h"
#include "ui/charts/ridge_grid.h"
#include "ui/charts/ridge_plot.h"
#include "ui/dialogs/histograms_dialog.h"
#include "ui/pages/train/charts_panel.h"

#include <QComboBox>

namespace belfry {
namespace {

// Two layers; of the second everything is 0, and nothing comes back to it.
Distributions collectedAt(std::int64_t step) {
    const auto size = static_cast<float>(step);
    const Distribution some = distributionOf(std::vector<float>{-size, 0, 0.25F, size});
    const Distribution none = distributionOf(std::vector<float>{0, 0, 0});
    return {step,
            {{"conv1/weight", some},
             {"conv1/weight/gradients", some},
             {"conv1/bias", some},
             {"conv1/bias/gradients", none},
             {"dense2/weight", some},
             {"dense2/weight/gradients", none},
             {"conv1/activations", some},
             {"dense2/activations", none}}};
}

class HistogramsTest : public RunsPageTest {
protected:
    static fs::path withHistograms(const std::string& name, std::int64_t time) {
        const fs::path folder = ended(name, time);
        MetricsWriter metrics(RunFiles(folder).metrics);
        metrics.add(collectedAt(10));
        metrics.add(collectedAt(20));
        metrics.finish();
        return folder;
    }
    HistogramsDialog& dialog() { return *window().runsPage()->histograms(); }
    QStringList titles() {
        QStringList all;
        for (const RidgeTile& tile : dialog().grid()->tiles())
            all << tile.title;
        return all;
    }
    template <typename Kind>
    Kind* part(const char* name) {
        return dialog().findChild<Kind*>(QLatin1String(name));
    }
};

TEST_F(HistogramsTest, OfAnEndedRunAreInADialog) {
    withHistograms("one", 1'700'000'000);
    openRuns(1);
    click("layersOfRunButton");
    ASSERT_TRUE(dialog().isVisible());
    ASSERT_TRUE(eventually([&] { return !dialog().grid()->tiles().empty(); }));
    EXPECT_EQ(dialog().windowTitle(), QStringLiteral("Histograms of “one”"));
    EXPECT_EQ(titles(), (QStringList{"conv1", "dense2"}));
    EXPECT_EQ(dialog().grid()->tiles()[0].fault, "");
    EXPECT_TRUE(dialog().grid()->tiles()[1].fault.startsWith("dense2: every activation is 0"));
    EXPECT_EQ(part<QLabel>("histogramFaults")->text(), dialog().grid()->tiles()[1].fault);
    auto* kinds = part<QComboBox>("histogramKind");
    kinds->setFocus();
    QTest::keyClick(kinds, Qt::Key_Down);
    EXPECT_EQ(dialog().kind(), VectorKind::Gradients);
    EXPECT_EQ(titles(), (QStringList{"conv1 weight", "dense2 weight"}));
    EXPECT_TRUE(part<QLabel>("histogramFaults")->text().startsWith("dense2/weight: no gradient is larger"));
    QTest::keyClick(kinds, Qt::Key_Down);
    EXPECT_EQ(dialog().kind(), VectorKind::Weights);
    EXPECT_TRUE(part<QLabel>("histogramFaults")->isHidden());
}

TEST_F(HistogramsTest, ALayerIsEnlargedAndEscGoesBack) {
    withHistograms("one", 1'700'000'000);
    openRuns(1);
    click("layersOfRunButton");
    ASSERT_TRUE(eventually([&] { return !dialog().grid()->tiles().empty(); }));
    dialog().setKind(VectorKind::Weights);
    QTest::mouseClick(dialog().grid(), Qt::LeftButton, {}, dialog().grid()->tileRect(0).center());
    EXPECT_EQ(dialog().enlarged(), "conv1/weight");
    EXPECT_TRUE(dialog().plot()->isVisible());
    EXPECT_FALSE(dialog().grid()->isVisible());
    EXPECT_EQ(dialog().plot()->picture().ridges.size(), 2U);
    EXPECT_TRUE(part<QLabel>("histogramFacts")->text().startsWith("Step 20: 4 numbers from -20.0 to 20.0"))
        << part<QLabel>("histogramFacts")->text().toStdString();
    auto* vectors = part<QComboBox>("histogramVector");
    EXPECT_EQ(vectors->count(), 3) << "the bias, too";
    vectors->setFocus();
    QTest::keyClick(vectors, Qt::Key_Down);
    EXPECT_EQ(dialog().enlarged(), "conv1/bias");
    QTest::keyClick(dialog().plot(), Qt::Key_Escape);
    EXPECT_EQ(dialog().enlarged(), "");
    EXPECT_TRUE(dialog().grid()->isVisible());
    dialog().grid()->setFocus();
    QTest::keyClick(dialog().grid(), Qt::Key_Right);
    QTest::keyClick(dialog().grid(), Qt::Key_Return);
    EXPECT_EQ(dialog().enlarged(), "dense2/weight");
    QTest::mouseClick(part<QAbstractButton>("allLayersButton"), Qt::LeftButton);
    EXPECT_EQ(dialog().enlarged(), "");
    QTest::keyClick(dialog().grid(), Qt::Key_Escape);
    EXPECT_FALSE(dialog().isVisible());
}

TEST_F(HistogramsTest, FollowTheSelectionAndSayWhyThereAreNone) {
    ended("old", 1'700'000'000);
    withHistograms("new", 1'700'000'100);
    openRuns(2);
    clickRow(0);
    click("layersOfRunButton");
    ASSERT_TRUE(eventually([&] { return !dialog().grid()->tiles().empty(); }));
    clickRow(1);
    auto* empty = part<QLabel>("histogramsEmpty");
    ASSERT_TRUE(eventually([&] { return empty->text().startsWith("The run has no histograms"); }));
    EXPECT_TRUE(empty->isVisible());
    EXPECT_FALSE(part<QComboBox>("histogramKind")->isVisible());
    EXPECT_EQ(dialog().windowTitle(), QStringLiteral("Histograms of “old”"));
    speak("es");
    EXPECT_FALSE(empty->text().startsWith("The run"));
    speak("en");
    clickRow(0);
    ASSERT_TRUE(eventually([&] { return dialog().grid()->isVisible() && titles().size() == 2; }));
}

TEST_F(HistogramsTest, OfARunInProgressComeWithItsEpochs) {
    open();
    click("lossLayersButton");
    HistogramsDialog& live = *page().charts()->histograms();
    const auto* empty = live.findChild<QLabel*>("histogramsEmpty");
    EXPECT_TRUE(empty->text().startsWith("No run yet. Press Start"));
    Plan plan = longPlan();
    plan.trainImages = 200;
    plan.validationImages = 100;
    plan.epochs = 2;
    start(plan);
    ASSERT_TRUE(eventually([&] { return page().status().kind == RunStatus::Kind::Finished; }));
    ASSERT_TRUE(eventually([&] { return !live.grid()->tiles().empty(); }));
    EXPECT_EQ(live.grid()->tiles()[0].title, "conv2"); // behind the padding
    EXPECT_EQ(live.grid()->tiles()[0].picture.ridges.front().step, 4) << "200 images";
    const std::vector<Distributions> kept =
        readDistributions(RunFiles(std::filesystem::path(runFolders(runsRoot()).front())).metrics);
    EXPECT_EQ(kept.size(), live.grid()->tiles()[0].picture.ridges.size()) << "the same as is read later";
}

TEST_F(HistogramsTest, AreInTheColoursOfTheThemeAndFitTheWindow) {
    withHistograms("one", 1'700'000'000);
    openRuns(1);
    click("layersOfRunButton");
    ASSERT_TRUE(eventually([&] { return !dialog().grid()->tiles().empty(); }));
    EXPECT_LE(dialog().width(), 1280);
    EXPECT_LE(dialog().height(), 720);
    const auto ground = [&] {
        return dialog().grid()->grab().toImage().pixelColor(dialog().grid()->tileRect(0).center());
    };
    theme_.setMode(Theme::Mode::Light);
    const QColor light = ground();
    theme_.setMode(Theme::Mode::Dark);
    EXPECT_LT(ground().lightness(), light.lightness());
}

} // namespace
} // namespace belfry
