// The Runs page with runs that have ended, and what a user does in its table.
#pragma once

#include "core/runs/run_list.h"
#include "core/runs/run_record.h"
#include "core/runs/run_recorder.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/pages/runs/run_table.h"
#include "ui/pages/runs/run_table_model.h"
#include "ui/pages/runs/runs_page.h"

#include <QLabel>
#include <QTest>

namespace belfry {

namespace fs = std::filesystem;

class RunsPageTest : public WindowTest {
protected:
    // A run that has ended, with a curve of `steps` steps.
    static fs::path ended(const std::string& name, std::int64_t time, double accuracy = 0.97, std::int64_t steps = 40) {
        Plan plan;
        plan.name = name;
        plan.devices = {"cpu"};
        return ended(plan, time, accuracy, steps);
    }
    static fs::path ended(const Plan& plan, std::int64_t time, double accuracy, std::int64_t steps) {
        const fs::path folder = createRun(plan, runsRoot(), time);
        RunRecorder recorder(folder);
        for (std::int64_t step = 1; step <= steps; ++step) {
            const auto size = static_cast<float>(step);
            recorder.onEvent(StepDone{step,
                                      static_cast<double>(step) / 100,
                                      step * 512,
                                      size * 0.5,
                                      2 / size,
                                      1 - 1 / size,
                                      0.001F,
                                      500,
                                      plan.asynchronous() ? step % 4 : -1,
                                      -1,
                                      {}});
        }
        Finished finished;
        finished.steps = steps;
        finished.seconds = static_cast<double>(steps) / 2;
        finished.imagesPerSecond = 1024;
        finished.validation = {0.25, static_cast<std::int64_t>(accuracy * 1000), 1000, {}};
        finished.bestValidation = accuracy;
        finished.bestEpoch = 1;
        recorder.onEvent(finished);
        return folder;
    }

    QLabel* banner() { return window().runsPage()->findChild<QLabel*>("runsBannerText"); }
    RunTable* table() { return window().runsPage()->table(); }
    int rows() { return table()->model()->rowCount(); }
    void openRuns(int expected) {
        open();
        openPage("Runs");
        ASSERT_TRUE(window().runsPage()->isVisible());
        ASSERT_TRUE(eventually([&] { return rows() == expected; })) << rows();
    }
    QString cell(int row, RunTableModel::Column column) {
        return table()->model()->index(row, column).data().toString();
    }
    // With the mouse on a run's name.
    void clickRow(int row, Qt::KeyboardModifiers modifiers = {}) {
        const QModelIndex index = table()->model()->index(row, RunTableModel::Name);
        table()->scrollTo(index);
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, modifiers, table()->visualRect(index).center());
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        table()->setFocus();
        QTest::keyClick(table(), key, modifiers);
    }
};

} // namespace belfry
