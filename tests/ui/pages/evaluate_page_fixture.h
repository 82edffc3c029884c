// The window with its Evaluate page, and data of its own.
#pragma once

#include "core/base/files.h"
#include "core/predict/own_drawings.h"
#include "core/runs/weights_file.h"
#include "tests/ui/pages/runs_page_fixture.h"
#include "ui/pages/evaluate/confusion_matrix.h"
#include "ui/pages/evaluate/evaluate_page.h"

#include <QComboBox>
#include <QTest>

namespace belfry {

class EvaluatePageTest : public RunsPageTest {
protected:
    EvaluatePageTest() { qputenv("XDG_DATA_HOME", path("data").toLocal8Bit()); }
    ~EvaluatePageTest() override {
        shut();
        qunsetenv("XDG_DATA_HOME");
    }

    // The ready network as a run's weights: the best ones, and `checkpoints` of it.
    static fs::path trained(const std::string& name, std::int64_t time,
                            const std::vector<std::int64_t>& checkpoints = {}) {
        const fs::path folder = ended(name, time);
        const RunFiles files(folder);
        Snapshot snapshot = *loadSnapshot(readyNetworkFile());
        snapshot.source = name;
        saveSnapshot(files.best, snapshot);
        for (const std::int64_t step : checkpoints) {
            saveCheckpoint(folder, step);
        }
        return folder;
    }
    // Weights that say the first class to everything.
    static void saveCheckpoint(const fs::path& folder, std::int64_t step) {
        Snapshot snapshot = *loadSnapshot(readyNetworkFile());
        std::ranges::fill(snapshot.weights, 0.0F);
        snapshot.step = step;
        saveSnapshot(RunFiles(folder).checkpoint(step), snapshot);
    }
    static DecodedImage digitOne() {
        DecodedImage picture{.width = 28, .height = 28, .channels = 1, .pixels = Bytes(784)};
        for (std::size_t y = 4; y < 24; ++y) {
            picture.pixels[y * 28 + 13] = picture.pixels[y * 28 + 14] = 255;
        }
        return picture;
    }

    EvaluatePage& evaluatePage() { return *window().evaluatePage(); }
    void openEvaluate() {
        open();
        openPage("Evaluate");
        ASSERT_TRUE(evaluatePage().isVisible());
    }
    void choose(const char* box, const QString& text) {
        auto* combo = find<QComboBox>(box);
        const int place = combo->findText(text, Qt::MatchStartsWith); // a run's date and accuracy follow
        ASSERT_GE(place, 0) << text.toStdString();
        combo->setCurrentIndex(place);
    }
    bool evaluated(std::int64_t images) {
        return eventually(
            [&] { return evaluatePage().report() && evaluatePage().report()->evaluation.images() == images; });
    }
    void evaluateReady(const QString& split = QStringLiteral("validation")) {
        choose("evaluatedSplitField", split);
        ASSERT_TRUE(eventually([&] { return find("evaluateButton")->isEnabled(); }));
        click("evaluateButton");
    }
    void clickCell(int truth, int answer) {
        ConfusionMatrix* matrix = evaluatePage().matrix();
        QTest::mouseClick(matrix, Qt::LeftButton, {}, matrix->cellRect({truth, answer}).center());
    }
    // The wrong cell with the most images.
    ConfusionCell worstCell() {
        const Evaluation& evaluation = evaluatePage().report()->evaluation;
        ConfusionCell worst{0, 1};
        const auto count = [&](const ConfusionCell& cell) {
            return evaluation.result.confusion[static_cast<std::size_t>(cell.truth * 10 + cell.answer)];
        };
        for (int truth = 0; truth < 10; ++truth) {
            for (int answer = 0; answer < 10; ++answer) {
                if (truth != answer && count({truth, answer}) > count(worst)) {
                    worst = {truth, answer};
                }
            }
        }
        return worst;
    }
    bool picturesShown() {
        return eventually([&] { return find("chosenImage")->isVisible(); });
    }
};

} // namespace belfry
