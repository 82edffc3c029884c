#include "tests/ui/pages/runs_gallery.h"

#include "core/base/files.h"
#include "core/runs/run_edit.h"
#include "core/runs/run_list.h"
#include "core/runs/run_recorder.h"
#include "tests/ui/pages/gallery.h"
#include "ui/dialogs/branch_dialog.h"
#include "ui/pages/runs/run_parallel_plot.h"
#include "ui/pages/runs/run_table.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/train/train_page.h"

#include <QAbstractButton>
#include <QApplication>
#include <QContextMenuEvent>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QTabBar>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <tuple>

namespace belfry {
namespace {

// A thousand steps whose loss falls to `lower`, and ten epochs.
void writeSteps(RunRecorder& recorder, double lower, int number, double rate, double noise) {
    for (std::int64_t step = 1; step <= 1000; ++step) {
        const double wave = std::sin(static_cast<double>(step * step % 977) + number);
        const double loss = (2.3 * std::exp(-static_cast<double>(step) * rate * 18) + lower) * (1 + noise * wave);
        recorder.onEvent(StepDone{step,
                                  static_cast<double>(step) / 100,
                                  step * 512,
                                  static_cast<double>(step) * 0.01,
                                  static_cast<float>(loss),
                                  static_cast<float>(std::max(0.1, 1 - loss / 3)),
                                  static_cast<float>(rate),
                                  10,
                                  -1,
                                  -1,
                                  {}});
        if (step % 100 == 0) {
            recorder.onEvent(EpochDone{step / 100,
                                       step,
                                       step * 512,
                                       static_cast<double>(step) * 0.01,
                                       static_cast<float>(loss),
                                       0.9F,
                                       {loss, static_cast<std::int64_t>(5000 - 400 * loss), 5000, {}},
                                       true});
        }
    }
}

} // namespace

void RunsGallery::writeRuns() {
    std::int64_t time = secondsSince1970() - 400'000;
    int number = 0;
    for (const auto& [name, state, rate] : {std::tuple{"lenet baseline", RunState::Finished, 0.001},
                                            {"lenet, slower", RunState::Finished, 0.0003},
                                            {"tower on a pair of cores", RunState::Stopped, 0.001},
                                            {"too fast", RunState::Failed, 0.5},
                                            {"lenet, seed 2", RunState::Finished, 0.001},
                                            {"lenet, seed 3", RunState::Finished, 0.001}}) {
        Plan plan;
        plan.name = name;
        plan.learningRate = rate;
        plan.seed = static_cast<std::uint64_t>(++number);
        plan.preset = "notebook-lenet";
        plan.model = number == 3 ? "tower" : "lenet";
        plan.towers = number == 3 ? 2 : 1;
        const std::filesystem::path folder = createRun(plan, runsRoot(), time += 50'000);
        RunRecorder recorder(folder);
        const double lower = 0.05 + 0.01 * number;
        writeSteps(recorder, lower, number, rate, state == RunState::Failed ? 0.9 : 0.12);
        Finished finished;
        finished.state = state;
        if (state == RunState::Failed) {
            finished.reason =
                Text::tr("The loss was not a number at step %1 with learning rate %2. Lower the rate (try "
                         "%3) or choose Adam.",
                         7, significant(0.5), significant(0.05));
        }
        finished.steps = 1000;
        finished.epochs = 10;
        finished.seconds = 10 + number;
        finished.imagesPerSecond = 61'800 - 4'000 * number;
        finished.validation = {lower, 4900 - 10 * number, 5000, {}};
        finished.bestValidation = 0.989 - 0.002 * number;
        finished.bestEpoch = 9;
        recorder.onEvent(finished);
        tagRun(folder, number > 4 ? std::vector<std::string>{"seed"} : std::vector<std::string>{"paper", "rate"});
        noteRun(folder, "Reads well on drawings.\nThe slower rate was better at first.");
    }
    createRun([] {
        Plan plan;
        plan.name = "going on";
        return plan;
    }());
    std::ofstream(RunFiles(createRun(Plan{})).record) << "{";
}

void RunsGallery::saveQueue() {
    window_.findChild<QAbstractButton*>(QStringLiteral("queueButton"))->click();
    auto* queue = window_.findChild<QDialog*>(QStringLiteral("queueDialog"));
    save_(*queue, "queue-empty");
    for (const char* preset : {"quick", "tower-batching", "keras-mnist"}) {
        window_.trainPage()->setPlan(presetByName(preset).plan);
        queue->findChild<QAbstractButton*>(QStringLiteral("addThisPlanButton"))->click();
    }
    queue->findChild<QListWidget*>(QStringLiteral("queueList"))->setCurrentRow(1);
    save_(*queue, "queue");
    queue->hide();
}

// As the right button of the mouse opens it.
void RunsGallery::saveMenu() {
    QWidget* viewport = window_.runsPage()->table()->viewport();
    const QPoint at(40, 20);
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, viewport->mapToGlobal(at));
    QApplication::sendEvent(viewport, &event);
    auto* menu = window_.findChild<QMenu*>(QStringLiteral("runMenu"));
    save_(*menu, "runs-menu");
    menu->close();
}

void RunsGallery::savePage() {
    auto* tabs = window_.findChild<QTabBar*>(QStringLiteral("pages"));
    tabs->setCurrentIndex(2);
    auto* count = window_.findChild<QWidget*>(QStringLiteral("runCount"));
    auto* empty = window_.findChild<QLabel*>(QStringLiteral("runsEmpty"));
    waitFor("an answer", [empty] { return empty->text().contains(QStringLiteral("belfry-cli")); });
    save_(window_, "runs-empty");
    writeRuns();
    window_.runsPage()->refresh();
    waitFor("the runs", [count] { return count->isVisible(); });
    RunTable* table = window_.runsPage()->table();
    table->selectRow(3);
    QTest::qWait(500); // its plan and curves are read
    save_(window_, "runs");
    window_.findChild<QAbstractButton*>(QStringLiteral("pinAsBaselineButton"))->click();
    table->selectionModel()->select(QItemSelection(table->model()->index(2, 0), table->model()->index(7, 12)),
                                    QItemSelectionModel::ClearAndSelect);
    QTest::qWait(1500);
    save_(window_, "runs-compare");
    window_.findChild<QAbstractButton*>(QStringLiteral("groupSeedsButton"))->click();
    window_.resize(1280, 720);
    QTest::qWait(500);
    save_(window_, "runs-seeds");
    auto* parallel = window_.findChild<QAbstractButton*>(QStringLiteral("parallelButton"));
    parallel->click();
    auto* plot = window_.findChild<RunParallelPlot*>();
    waitFor("the lines", [plot] { return !plot->picture().lines.empty(); });
    const double better = plot->picture().lines.back().values.back();
    const std::size_t last = plot->picture().axes.size() - 1;
    QTest::mouseMove(plot, QPointF(plot->axisX(last), plot->yOf(last, better)).toPoint() - QPoint(12, 0));
    save_(window_, "runs-parallel");
    parallel->click();
    RunSummary parent;
    parent.name = "lenet baseline";
    BranchDialog branch(parent, Plan{}, {{.step = 1200}, {.step = 2400, .epochsSinceBest = 0, .trainImages = 55'000}},
                        &window_);
    branch.setAttribute(Qt::WA_DeleteOnClose, false);
    save_(branch, "branch");
    branch.hide();
    table->selectRow(4);
    QTest::keyClick(table, Qt::Key_Delete);
    QTest::qWait(800);
    save_(window_, "runs-deleted");
    saveMenu();
    auto* trash = window_.findChild<QAbstractButton*>(QStringLiteral("trashButton"));
    trash->click();
    waitFor("the trash", [table] { return table->model()->rowCount() == 1; });
    table->selectRow(0);
    QTest::qWait(500);
    save_(window_, "runs-trash");
    trash->click();
    saveQueue();
    window_.resize(1280, 800);
    tabs->setCurrentIndex(0);
}

} // namespace belfry
