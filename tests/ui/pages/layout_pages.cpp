#include "tests/ui/pages/layout_pages.h"

#include "core/base/files.h"
#include "core/runs/run_list.h"
#include "core/runs/weights_file.h"
#include "core/search/search_plan.h"
#include "tests/ui/pages/runs_gallery.h"
#include "tests/ui/pages/towers_gallery.h"
#include "ui/charts/scatter_plot.h"
#include "ui/dialogs/layers/insight_box.h"
#include "ui/pages/data/data_page.h"
#include "ui/pages/evaluate/confusion_matrix.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/pages/evaluate/image_panel.h"
#include "ui/pages/evaluate/map_panel.h"
#include "ui/pages/runs/run_table.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/search/search_form.h"
#include "ui/pages/search/search_page.h"
#include "ui/pages/search/trial_table.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/pages/train/setup_form.h"
#include "ui/pages/train/train_page.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/widgets/fold.h"

#include <QAbstractButton>
#include <QDir>
#include <QImage>
#include <QLabel>
#include <QTableView>
#include <QTest>
#include <functional>
#include <map>
#include <string_view>

namespace belfry {
namespace {

constexpr int kMilliseconds = 120'000; // a limit for sanitizers on busy machines, not a promise

bool eventually(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, kMilliseconds); }

bool isShown(const MainWindow& window, const char* name) {
    const auto* widget = window.findChild<QWidget*>(QLatin1String(name));
    return widget != nullptr && widget->isVisible();
}

// All folds of the set-up open, curves of eight towers, a digit on the pad with where the network looks, and the log.
bool fillTrain(MainWindow& window, const QString&) {
    Plan plan;
    plan.devices = {"cpu"};
    plan.model = "mlp";
    plan.optimizer = "nadam";
    plan.schedule = "staircase";
    plan.feed = "queue";
    window.trainPage()->setPlan(plan);
    for (Fold* fold : window.trainPage()->form()->folds())
        fold->setUnfolded(true);
    TowersGallery(window, [](const char*) {}).saveStages();
    window.trainPage()->drawing()->insight()->setOn(true);
    window.trainPage()->drawing()->pad()->setDrawing({{{140, 60}, {120, 200}, {118, 230}}});
    window.findChild<QAbstractButton*>(QStringLiteral("logButton"))->setChecked(true);
    return eventually([&] { return isShown(window, "logPanel"); });
}

// A run in progress that has all figures, of thousands of steps; paused, so that they stay.
bool fillTraining(MainWindow& window, const QString&) {
    Plan plan;
    plan.devices = {"cpu"};
    plan.model = "mlp";
    plan.feed = "queue";
    plan.batchPerTower = 64;
    plan.mlp.hiddenLayers = 1;
    plan.mlp.width = 64;
    plan.trainImages = 512;
    plan.epochs = 800;
    TrainPage& page = *window.trainPage();
    page.setPlan(plan);
    auto* start = window.findChild<QAbstractButton*>(QStringLiteral("startButton"));
    start->click();
    const auto* best = window.findChild<QLabel*>(QStringLiteral("bestFigure"));
    if (!eventually([&] { return best->text().contains('%'); }))
        return false;
    start->click();
    return eventually([&] { return page.status().kind == RunStatus::Kind::Paused; });
}

bool fillEvaluate(MainWindow& window, const QString&) {
    Plan plan;
    plan.name = "lenet with a name that is longer than its box";
    const std::filesystem::path folder = createRun(plan);
    Snapshot snapshot = *loadSnapshot(readyNetworkFile());
    snapshot.source = plan.name;
    saveSnapshot(RunFiles(folder).best, snapshot);
    EvaluatePage& page = *window.evaluatePage();
    page.evaluateRun(folder);
    if (!eventually([&] { return page.report() != nullptr; }))
        return false;
    page.images()->insight()->setOn(true);
    page.matrix()->choose(ConfusionCell{4, 9});
    return eventually([&] { return isShown(window, "chosenImage"); });
}

// As soon as there are principal components; some pictures are selected.
bool fillMap(MainWindow& window, const QString& folder) {
    if (!fillEvaluate(window, folder))
        return false;
    window.findChild<QAbstractButton*>(QStringLiteral("mapButton"))->setChecked(true);
    const ScatterPlot& plot = *window.evaluatePage()->map()->plot();
    if (!eventually([&] { return !plot.points().empty(); }))
        return false;
    window.evaluatePage()->map()->choose({1, 2, 3});
    return true;
}

// The list of the name: "slices", "overTheRun".
bool fillErrors(MainWindow& window, const QString& folder, const char* list) {
    if (!fillEvaluate(window, folder))
        return false;
    Snapshot young = *window.evaluatePage()->report()->snapshot;
    young.step = 100;
    saveSnapshot(RunFiles(window.evaluatePage()->report()->request.run).checkpoint(100), young);
    for (const char* name : {"errors", list})
        window.findChild<QAbstractButton*>(QLatin1String(name) + QLatin1String("Button"))->click();
    const char* table = list == std::string_view("slices") ? "sliceTable" : "trendTable";
    if (!eventually([&] { return isShown(window, table); }))
        return false;
    window.findChild<QTableView*>(QLatin1String(table))->selectRow(0);
    return eventually([&] { return isShown(window, "chosenImage"); });
}

bool fillRuns(MainWindow& window, const QString&) {
    RunsGallery::writeRuns();
    RunsPage& page = *window.runsPage();
    page.refresh();
    if (!eventually([&] { return page.table()->model()->rowCount() > 3; }))
        return false;
    page.table()->selectRow(3);
    return eventually([&] { return isShown(window, "runFacts"); });
}

bool fillSearch(MainWindow& window, const QString&) {
    SearchPage& page = *window.searchPage();
    SearchPlan plan = searchPresetByName("genetic-mnist").plan;
    plan.genetic.population = 3;
    plan.genetic.generations = 2;
    plan.space.plan.trainImages = plan.winnerImages = 256;
    plan.space.plan.epochs = 1;
    plan.winnerSeeds = 1;
    page.form()->setPlan(plan);
    window.findChild<QAbstractButton*>(QStringLiteral("startSearchButton"))->click();
    if (!eventually([&] { return !page.controller().isActive() && page.view().state == "finished"; }))
        return false;
    window.findChild<TrialTable*>()->selectRow(0);
    return true;
}

bool fillScaling(MainWindow& window, const QString&) {
    TowersGallery towers(window, [](const char*) {});
    towers.saveAdvice();
    towers.saveDiagrams();
    return isShown(window, "scalingTable");
}

// Pictures in classes, one of them with a long name, and a file that cannot be read.
bool fillData(MainWindow& window, const QString& folder) {
    const QDir pets(folder + QStringLiteral("/pets"));
    for (const char* name : {"cat", "dog", "a-kind-of-bird-with-a-long-name"}) {
        pets.mkpath(QLatin1String(name));
        for (int i = 0; i < 12; ++i) {
            QImage picture(40 + 8 * i, 60, QImage::Format_RGB32);
            picture.fill(QColor::fromHsv(29 * i, 160, 200));
            picture.save(pets.filePath(QStringLiteral("%1/%2.png").arg(QLatin1String(name)).arg(i)));
        }
    }
    QFile broken(pets.filePath(QStringLiteral("cat/broken.png")));
    if (!broken.open(QIODevice::WriteOnly))
        return false;
    broken.close();
    window.dataPage()->addFolder(pets.path());
    return eventually([&] { return isShown(window, "dataFacts"); });
}

} // namespace

bool fillPage(MainWindow& window, const char* page, const QString& folder) {
    static const std::map<std::string, std::function<bool(MainWindow&, const QString&)>> fill{
        {"Evaluate with slices", [](MainWindow& at, const QString& in) { return fillErrors(at, in, "slices"); }},
        {"Evaluate over the run", [](MainWindow& at, const QString& in) { return fillErrors(at, in, "overTheRun"); }},
        {"Train", fillTrain},
        {"Train during a run", fillTraining},
        {"Evaluate", fillEvaluate},
        {"Evaluate as a map", fillMap},
        {"Runs", fillRuns},
        {"Search", fillSearch},
        {"Scaling", fillScaling},
        {"Data", fillData}};
    return fill.at(page)(window, folder);
}

} // namespace belfry
