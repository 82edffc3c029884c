// Not a test: the pictures of the guide, of the runs, the search and the photographs that packaging/guide/pictures.sh
// has made with belfry-cli.
//   belfry_guide_pictures MADE FOLDER    saves them in FOLDER
#include "core/model/zoo.h"
#include "core/runs/run_list.h"
#include "tests/ui/pages/gallery.h"
#include "ui/charts/scatter_plot.h"
#include "ui/dialogs/layers/insight_box.h"
#include "ui/dialogs/layers/layers_dialog.h"
#include "ui/dialogs/layers/layers_pane.h"
#include "ui/dialogs/network_editor/layer_list.h"
#include "ui/dialogs/network_editor/network_editor.h"
#include "ui/pages/data/data_page.h"
#include "ui/pages/data/doctor_dialog.h"
#include "ui/pages/evaluate/confusion_matrix.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/pages/evaluate/image_grid.h"
#include "ui/pages/evaluate/image_panel.h"
#include "ui/pages/evaluate/map_panel.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/scaling/scaling_page.h"
#include "ui/pages/search/search_page.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/pages/train/train_page.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/widgets/heat_view.h"
#include "ui/widgets/number_field.h"

#include <QAbstractButton>
#include <QLabel>
#include <QTableView>
#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace {

using namespace belfry;

constexpr int kLong = 600'000; // milliseconds: what computes, on a machine with one core
constexpr int kSettle = 1'500; // milliseconds: charts glide to their ranges, thumbnails come

class GuidePictures {
public:
    GuidePictures(std::filesystem::path made, QString folder) : made_(std::move(made)), folder_(std::move(folder)) {
        qputenv("XDG_DATA_HOME", (made_ / "data").c_str());
        qputenv("BELFRY_RUNS", (made_ / "runs").c_str());
        qputenv("BELFRY_SEARCHES", (made_ / "searches").c_str());
        theme_.setMode(Theme::Mode::Light);
        theme_.apply(*qApp);
        language_.choose(QStringLiteral("en"));
        settings_ = std::make_unique<Settings>(QString::fromStdString((made_ / "belfry.ini").string()));
        window_ = std::make_unique<MainWindow>(theme_, language_, *settings_);
        window_->resize(1440, 900);
        window_->show();
        waitFor("the devices", [this] { return find<QWidget>("device-cpu") != nullptr; });
    }

    void saveAll() {
        saveScaling();
        saveDrawing();
        saveEvaluation();
        saveMap();
        saveRuns();
        saveSearch();
        saveData();
        saveEditor();
    }

private:
    // The set-up is the default one, as a newcomer meets it.
    void saveScaling() {
        openPage(*window_, "Scaling");
        find<SpinBox>("towersUpToField")->setNumber(2);
        find<QAbstractButton>("measureButton")->click();
        const auto* sentence = find<QLabel>("scalingSentence");
        const ScalingPage* page = window_->scalingPage();
        waitFor(
            "the measurement", [&] { return !page->isMeasuring() && sentence->isVisible(); }, kLong);
        save(*window_, "scaling");
    }

    void saveDrawing() {
        openPage(*window_, "Runs");
        waitFor("the runs", [this] { return find<QTableView>("runTable")->model()->rowCount() > 0; });
        Q_EMIT window_->runsPage()->drawRequested(run("lenet"));
        openPage(*window_, "Train");
        DrawPanel* panel = window_->trainPage()->drawing();
        waitFor("the run's network",
                [&] { return panel->snapshot() != nullptr && panel->snapshot()->source == "lenet"; });
        panel->insight()->setOn(true);
        panel->pad()->setDrawing(three());
        const auto* answer = panel->insight()->findChild<QLabel*>(QStringLiteral("heatAnswer"));
        waitFor("the heat map", [answer] { return !answer->text().isEmpty(); });
        save(*panel, "draw");
        panel->insight()->openLayers();
        LayersDialog* layers = panel->insight()->dialog();
        layers->resize(1100, 720);
        auto* table = layers->pane()->findChild<QTableView*>();
        waitFor("the layers", [table] { return table->model()->rowCount() > 4; });
        table->selectRow(3); // the second convolution
        waitFor("the counts of units",
                [table] { return table->model()->index(1, 2).data().toString() != QString(QChar(0x2013)); });
        save(*layers, "layers");
        layers->close();
        panel->insight()->setOn(false);
    }

    void saveEvaluation() {
        openPage(*window_, "Evaluate");
        evaluate("lenet");
        window_->evaluatePage()->matrix()->choose(ConfusionCell{4, 9});
        save(*window_, "evaluate");
    }

    void saveMap() {
        evaluate("photographs");
        EvaluatePage* page = window_->evaluatePage();
        find<QAbstractButton>("mapButton")->click();
        const auto* bar = find<QWidget>("mapBar");
        ScatterPlot* plot = page->map()->plot();
        waitFor(
            "the map", [&] { return !plot->points().empty() && !bar->isVisible(); }, kLong);
        save(*window_, "map");
        page->showMap(false);
    }

    void saveRuns() {
        openPage(*window_, "Runs");
        QStringList ids;
        for (const char* name : {"lenet", "lenet momentum", "perceptron"})
            ids.append(QString::fromStdString(run(name).filename().string()));
        window_->runsPage()->choose(ids);
        save(*window_, "runs");
    }

    void saveSearch() {
        openPage(*window_, "Search");
        SearchPage* page = window_->searchPage();
        page->openSearch(firstIn(made_ / "searches"));
        waitFor("the search", [page] { return !page->view().trials.empty(); });
        find<QTableView>("trialTable")->selectRow(0);
        for (auto* chip : window_->findChildren<QAbstractButton*>())
            if (chip->isVisible() && chip->text() == QLatin1String("Family tree"))
                chip->click();
        save(*window_, "search");
    }

    void saveData() {
        openPage(*window_, "Data");
        window_->dataPage()->addFolder(QString::fromStdString((made_ / "photographs").string()));
        const auto* facts = find<QWidget>("dataFacts");
        const auto* doctor = find<QAbstractButton>("doctorButton");
        waitFor(
            "the photographs", [&] { return facts->isVisible() && doctor->isEnabled(); }, kLong);
        save(*window_, "data");
        click("doctorButton");
        waitFor("the data doctor", [this] { return find<QTableView>("doctorTable") != nullptr; });
        const auto* found = find<QTableView>("doctorTable");
        waitFor(
            "what it finds", [found] { return found->isVisible() && found->model()->rowCount() > 0; }, kLong);
        auto* dialog = window_->findChild<DoctorDialog*>();
        dialog->resize(1100, 720);
        save(*dialog, "doctor");
        dialog->close();
    }

    void saveEditor() {
        Architecture own = networkByName("resnet-20");
        own.name = "mine";
        NetworkEditor editor(theme_, own, {QStringLiteral("CIFAR-10"), {3, 32, 32}, 10, {}}, window_.get());
        editor.findChild<LayerList*>()->setRow(3);
        editor.resize(1200, 760);
        save(editor, "editor");
    }

    void evaluate(const char* name) {
        EvaluatePage* page = window_->evaluatePage();
        const std::shared_ptr<const EvaluationReport> before = page->report();
        page->evaluateRun(run(name));
        waitFor(
            name, [&] { return page->report() != nullptr && page->report() != before; }, kLong);
    }

    static Drawing three() {
        return {{{88, 84},
                 {104, 66},
                 {136, 56},
                 {166, 64},
                 {178, 88},
                 {166, 112},
                 {136, 128},
                 {120, 132},
                 {150, 136},
                 {176, 152},
                 {184, 180},
                 {170, 206},
                 {138, 220},
                 {104, 214},
                 {84, 196}}};
    }

    std::filesystem::path run(const char* name) const { return findRun(name, made_ / "runs").folder; }

    static std::filesystem::path firstIn(const std::filesystem::path& folder) {
        const std::filesystem::directory_iterator first(folder);
        if (first == std::filesystem::directory_iterator())
            throw std::runtime_error("there is nothing in " + folder.string());
        return first->path();
    }

    template <typename Kind>
    Kind* find(const char* name) const {
        return window_->findChild<Kind*>(QLatin1String(name));
    }
    void click(const char* button) { QTest::mouseClick(find<QAbstractButton>(button), Qt::LeftButton); }

    void save(QWidget& widget, const char* name) {
        widget.show();
        QTest::qWait(kSettle);
        const QString file = QStringLiteral("%1/%2.png").arg(folder_, QLatin1String(name));
        if (!widget.grab().toImage().convertToFormat(QImage::Format_RGB888).save(file, nullptr, 0))
            throw std::runtime_error("the picture " + file.toStdString() + " could not be written");
        std::printf("%s\n", file.toUtf8().constData());
        std::fflush(stdout);
    }

    std::filesystem::path made_;
    QString folder_;
    Theme theme_;
    Language language_;
    std::unique_ptr<Settings> settings_;
    std::unique_ptr<MainWindow> window_;
};

} // namespace

int main(int argc, char** argv) try {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    if (argc != 3) {
        std::fprintf(stderr, "Usage: belfry_guide_pictures MADE FOLDER; packaging/guide/pictures.sh calls it\n");
        return 2;
    }
    GuidePictures(argv[1], QString::fromLocal8Bit(argv[2])).saveAll();
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "belfry_guide_pictures: %s; the pictures so far are saved\n", error.what());
    return 1;
}
