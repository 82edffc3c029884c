// Not a test: saves pictures of the Search page and its parts, to be looked at.
//   QT_QPA_PLATFORM=offscreen build/dev/bin/belfry_search_gallery FOLDER; QT_SCALE_FACTOR=2 makes them twice as fine.
#include "tests/ui/pages/gallery.h"
#include "tests/ui/search_views.h"
#include "ui/foundation/language.h"
#include "ui/foundation/theme.h"
#include "ui/pages/search/family_tree.h"
#include "ui/pages/search/gene_chart.h"
#include "ui/pages/search/gene_list.h"
#include "ui/pages/search/generation_chart.h"
#include "ui/pages/search/search_column.h"
#include "ui/pages/search/search_form.h"
#include "ui/pages/search/search_page.h"
#include "ui/pages/search/space_dialog.h"
#include "ui/pages/search/trial_parallel_plot.h"
#include "ui/pages/search/trial_table.h"
#include "ui/widgets/card.h"
#include "ui/widgets/number_field.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>
#include <cstdio>

namespace {

using namespace belfry;

DeviceReport twoDevices() {
    DeviceInfo cpu, gpu;
    cpu.id = "cpu";
    cpu.name = "AMD EPYC 9654 96-Core Processor";
    cpu.cores = 2;
    cpu.utilisation = 54;
    cpu.memoryTotal = std::int64_t{16} << 30;
    cpu.memoryUsed = std::int64_t{3} << 30;
    gpu.id = "cuda:0";
    gpu.name = "NVIDIA H200";
    gpu.utilisation = 81;
    gpu.memoryTotal = std::int64_t{140} << 30;
    gpu.memoryUsed = std::int64_t{12} << 30;
    return {{cpu, gpu}, {}};
}

class Gallery {
public:
    Gallery(QString folder, const Theme& theme, const char* language, const char* suffix)
        : folder_(std::move(folder)), suffix_(QLatin1String(suffix)), theme_(theme) {
        language_.choose(QLatin1String(language));
    }

    void saveAll() {
        saveColumn();
        saveSpace();
        savePage();
        saveCharts("charts", {.ended = 92, .inTraining = 4, .failEvery = 19}, {1280, 720});
        saveCharts("charts-large", {.preset = "genetic-large", .population = 40, .generations = 16}, {1600, 1000});
        saveCharts("charts-exhaustive", {.preset = "exhaustive-mnist"}, {1280, 720});
        saveCharts("charts-small", {.population = 8, .generations = 1}, {600, 420});
        saveKeyboard();
        saveCharts("charts-empty", {.ended = 0}, {600, 420});
    }

private:
    // Its top and its end; with a problem.
    void saveColumn() {
        QWidget page;
        auto* row = new QHBoxLayout(&page);
        auto* column = new SearchColumn(theme_, &page);
        row->addWidget(column);
        page.resize(296, 640);
        column->form()->setReport(twoDevices());
        save(page, "setup");
        auto* bar = page.findChild<QScrollArea*>()->verticalScrollBar();
        bar->setValue(bar->maximum() / 2);
        save(page, "setup-middle");
        bar->setValue(bar->maximum());
        save(page, "setup-end");
        bar->setValue(0);
        SearchPlan plan = searchPresetByName("genetic-large").plan;
        plan.strategy = "exhaustive";
        plan.halving = 3;
        plan.preset.clear();
        column->form()->setPlan(plan);
        save(page, "setup-problem");
        column->form()->setEnabledFields(false);
        save(page, "setup-disabled");
    }

    // A list of numbers, names, a range, and something that cannot be.
    void saveSpace() {
        const SearchPreset& preset = searchPresetByName("genetic-large");
        SpaceDialog dialog(theme_, preset.plan.space, preset);
        auto* list = dialog.findChild<GeneList*>();
        save(dialog, "space");
        list->setRow(9);
        save(dialog, "space-names");
        list->setRow(11);
        save(dialog, "space-optimizers");
        list->setRow(12);
        save(dialog, "space-range");
        list->setRow(4);
        dialog.findChild<QLineEdit*>(QStringLiteral("geneValuesField"))->setText(QStringLiteral("1, 2, many"));
        save(dialog, "space-wrong");
    }

    // The best trial chosen; two axes brushed where there are trials enough.
    void saveCharts(const char* name, const MadeUpSearch& search, const QSize& size) {
        const SearchView view = madeUp(search);
        QWidget page;
        page.resize(size);
        auto* grid = new QGridLayout(&page);
        const auto add = [&](QWidget* chart, int row, int column) {
            auto* card = new Card;
            card->body()->addWidget(chart);
            grid->addWidget(card, row, column);
            grid->setRowStretch(row, 1);
            grid->setColumnStretch(column, 1);
        };
        auto* generations = new GenerationChart(theme_);
        auto* family = new FamilyTree(theme_);
        auto* genes = new GeneChart(theme_);
        auto* parallel = new TrialParallelPlot(theme_);
        auto* area = new QScrollArea;
        area->setWidgetResizable(true);
        area->setFrameShape(QFrame::NoFrame);
        area->setWidget(family);
        add(generations, 0, 0);
        add(area, 0, 1);
        add(genes, 1, 0);
        add(parallel, 1, 1);
        generations->setView(view);
        family->setView(view);
        genes->setView(view);
        parallel->setView(view);
        if (const Trial* best = view.best()) {
            family->setChosen(best->id);
            genes->setChosen(best->id);
            parallel->setChosen(best->id);
        }
        if (view.trials.size() > 500) {
            parallel->setBrush(3, Brush{1, 2}); // adam
            parallel->setBrush(4, Brush{96, 98});
        }
        save(page, name);
    }

    // Each chart with the keyboard in it.
    void saveKeyboard() {
        const SearchView view = madeUp({.ended = 92, .inTraining = 4, .failEvery = 19});
        const auto each = [&]<typename Chart>(const char* name) {
            QWidget page;
            page.resize(640, 400);
            auto* card = new Card;
            auto* chart = new Chart(theme_);
            card->body()->addWidget(chart);
            (new QHBoxLayout(&page))->addWidget(card);
            chart->setView(view);
            page.show();
            page.activateWindow();
            chart->setFocus();
            if (!QTest::qWaitForWindowActive(&page)) {
                std::fprintf(stderr, "%s has no keyboard\n", name);
            }
            for (const Qt::Key key : {Qt::Key_Right, Qt::Key_Right, Qt::Key_Down, Qt::Key_Right}) {
                QTest::keyClick(chart, key);
            }
            QTest::keyClick(chart, Qt::Key_Up, Qt::ShiftModifier); // a range
            save(page, name);
        };
        each.operator()<GenerationChart>("keys-generations");
        each.operator()<FamilyTree>("keys-family");
        each.operator()<GeneChart>("keys-genes");
        each.operator()<TrialParallelPlot>("keys-parallel");
    }

    // Before a search, during a real one, and after it.
    void savePage() {
        const QTemporaryDir scratch;
        qputenv("BELFRY_RUNS", scratch.filePath(QStringLiteral("runs")).toLocal8Bit());
        qputenv("BELFRY_SEARCHES", scratch.filePath(QStringLiteral("searches")).toLocal8Bit());
        SearchPage page(theme_);
        page.resize(1280, 640);
        save(page, "page-empty");
        SearchPlan plan = searchPresetByName("genetic-mnist").plan;
        plan.genetic.population = 10;
        plan.genetic.generations = 4;
        plan.space.plan.trainImages = plan.winnerImages = 1500;
        plan.space.plan.epochs = 4;
        plan.winnerSeeds = 2;
        page.form()->setPlan(plan);
        page.findChild<QPushButton*>(QStringLiteral("startSearchButton"))->click();
        constexpr int kMinutes = 600'000; // in milliseconds: networks are trained
        waitFor(
            "trials", [&page] { return page.view().progress.ended >= 14; }, kMinutes);
        save(page, "page-running");
        waitFor(
            "winners",
            [&page] {
                const std::vector<WinnerTraining>& winners = page.view().inTraining;
                return !page.controller().isActive() || (!winners.empty() && winners.front().curve.size() > 1);
            },
            kMinutes);
        save(page, "page-winners");
        waitFor(
            "the end", [&page] { return !page.controller().isActive(); }, kMinutes);
        page.findChild<TrialTable*>()->selectRow(0);
        for (const char* chip :
             {"generationsButton", "familyTreeButton", "byGeneButton", "parallelCoordinatesButton"}) {
            page.findChild<QPushButton*>(QLatin1String(chip))->click();
            save(page, chip);
        }
    }

    void save(QWidget& widget, const char* name) {
        widget.show();
        for (int round = 0; round < 4; ++round) {
            QCoreApplication::processEvents();
        }
        widget.grab().save(QStringLiteral("%1/%2-%3.png").arg(folder_, QLatin1String(name), suffix_));
    }

    QString folder_, suffix_;
    const Theme& theme_;
    Language language_;
};

} // namespace

int main(int argc, char** argv) { return saveGalleries<Gallery>(argc, argv, "belfry_search_gallery"); }
