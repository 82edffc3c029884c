// The Evaluate page's map over a folder of pictures of the test's own.
#pragma once

#include "tests/ui/pages/evaluate_page_fixture.h"
#include "ui/charts/scatter_plot.h"
#include "ui/pages/evaluate/image_grid.h"
#include "ui/pages/evaluate/image_panel.h"
#include "ui/pages/evaluate/map_panel.h"

#include <QLabel>
#include <QSignalSpy>

namespace belfry {

class EvaluateMapTest : public EvaluatePageTest {
protected:
    // Bars as wide as their class, each at a place of its own.
    static DecodedImage bar(int label, int number) {
        DecodedImage picture{.width = 28, .height = 28, .channels = 1, .pixels = Bytes(784)};
        const int left = 3 + number % 10;
        for (int y = 4 + number / 10; y < 24; ++y)
            for (int x = left; x < left + 2 + label; ++x)
                picture.pixels[static_cast<std::size_t>(y * 28 + x)] = 255;
        return picture;
    }
    std::string pictures() const { return path("bars").toStdString(); }
    // Ten classes of bars, and a run whose network reads them, though it learnt digits.
    fs::path runOnFolder(int perClass) {
        for (int label = 0; label < 10; ++label)
            for (int number = 0; number < perClass; ++number) {
                const fs::path file =
                    fs::path(pictures()) / std::to_string(label) / ("bar" + std::to_string(number) + ".png");
                makeWritableFolder(file.parent_path());
                const Bytes png = encodePng(bar(label, number));
                writeFileAtomically(file, {reinterpret_cast<const char*>(png.data()), png.size()});
            }
        Plan plan;
        plan.name = "bars";
        plan.devices = {"cpu"};
        plan.data = pictures();
        const fs::path folder = ended(plan, 1'700'000'000, 0.97, 4);
        Snapshot snapshot = *loadSnapshot(readyNetworkFile());
        snapshot.source = plan.name;
        snapshot.data = plan.data;
        saveSnapshot(RunFiles(folder).best, snapshot);
        return folder;
    }
    // The training images of the run's folder, or others.
    void evaluateFolder(const char* split = "training") {
        const fs::path run = runOnFolder(12);
        openEvaluate();
        choose("evaluatedSplitField", split);
        evaluatePage().evaluateRun(run);
        ASSERT_TRUE(eventually([&] { return evaluatePage().report() != nullptr; }));
    }
    void openMap() {
        click("mapButton");
        ASSERT_TRUE(eventually([&] { return !plot()->points().empty(); }));
        plot()->grab(); // lays out its pictures
    }
    void openFinishedMap() {
        openMap();
        ASSERT_TRUE(eventually([&] { return !find("mapBar")->isVisible(); }));
        plot()->grab();
    }
    std::int64_t images() { return evaluatePage().report()->evaluation.images(); }
    ScatterPlot* plot() { return evaluatePage().map()->plot(); }
    void clickPoint(int point, Qt::KeyboardModifiers with = {}) {
        QTest::mouseClick(plot(), Qt::LeftButton, with, plot()->pixelOf(point).toPoint());
    }
    // A point that no other one's picture covers.
    int reachable() {
        for (int point = 0; point < static_cast<int>(plot()->points().size()); ++point)
            if (plot()->pointAt(plot()->pixelOf(point).toPoint()) == point)
                return point;
        ADD_FAILURE() << "no point can be clicked";
        return 0;
    }
    // Round the left half of the plot.
    void lasso() {
        const int right = plot()->width() / 2, bottom = plot()->height() - 2;
        QTest::mousePress(plot(), Qt::LeftButton, Qt::ShiftModifier, {2, 2});
        for (const QPoint place : {QPoint(right, 2), QPoint(right, bottom), QPoint(2, bottom), QPoint(2, 4)}) {
            QMouseEvent move(QEvent::MouseMove, place, plot()->mapToGlobal(place), Qt::NoButton, Qt::LeftButton,
                             Qt::ShiftModifier);
            QCoreApplication::sendEvent(plot(), &move);
        }
        QTest::mouseRelease(plot(), Qt::LeftButton, Qt::ShiftModifier, {2, 4});
    }
};

} // namespace belfry
