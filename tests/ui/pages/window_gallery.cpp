// Not a test: saves pictures of the window at rest, with its dialogs, panels and messages, to be looked at.
//   QT_QPA_PLATFORM=offscreen build/dev/bin/belfry_window_gallery FOLDER; QT_SCALE_FACTOR=2 makes them twice as fine.
#include "core/base/files.h"
#include "core/model/blueprint.h"
#include "core/model/zoo.h"
#include "core/runs/run_list.h"
#include "core/runs/weights_file.h"
#include "tests/ui/pages/gallery.h"
#include "tests/ui/pages/runs_gallery.h"
#include "tests/ui/pages/towers_gallery.h"
#include "ui/charts/curve_plot.h"
#include "ui/dialogs/finders/find_dialog.h"
#include "ui/dialogs/network_editor/layer_list.h"
#include "ui/dialogs/network_editor/network_editor.h"
#include "ui/foundation/language.h"
#include "ui/pages/data/data_page.h"
#include "ui/pages/evaluate/confusion_matrix.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/pages/evaluate/evaluation_export.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/pages/train/setup_form.h"
#include "ui/pages/train/train_page.h"
#include "ui/pages/train/training_rules.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/widgets/fold.h"
#include "ui/widgets/number_field.h"
#include "ui/window/about_dialog.h"
#include "ui/window/close_dialog.h"
#include "ui/window/log_panel.h"
#include "ui/window/main_window.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cstdio>
#include <fstream>

namespace {

using namespace belfry;

class Gallery {
public:
    Gallery(QString folder, Theme& theme, const char* language, const char* suffix)
        : folder_(std::move(folder)), suffix_(QLatin1String(suffix)), theme_(theme) {
        language_.choose(QLatin1String(language));
    }

    void saveAll() {
        GalleryWindow shown(theme_, language_);
        MainWindow& window = shown.window();
        save(window, "idle");
        RunsGallery(window, [this](QWidget& widget, const char* name) { save(widget, name); }).savePage();
        saveTowers(window);
        saveData(window, shown.scratch());
        saveEvaluate(window);
        auto* exchange = window.findChild<QComboBox*>(QStringLiteral("exchangeField"));
        exchange->showPopup();
        save(*exchange->view()->window(), "menu");
        exchange->hidePopup();
        auto* themes = window.findChild<QAction*>(QStringLiteral("themeDark"))->associatedObjects().constFirst();
        save(*qobject_cast<QWidget*>(themes), "themes");
        qobject_cast<QWidget*>(themes)->hide();
        saveRules(window);
        auto* bar = window.findChild<QScrollArea*>(QStringLiteral("setupScroll"))->verticalScrollBar();
        bar->setValue(bar->maximum());
        Plan plan;
        plan.model = "mlp";
        plan.optimizer = "nesterov";
        plan.towers = 3;
        plan.globalBatch = 2;
        plan.batchPerTower = 1;
        window.trainPage()->setPlan(plan);
        window.trainPage()->openPlan(QStringLiteral("/nowhere/plan.json"));
        window.findChild<QAbstractButton*>(QStringLiteral("logButton"))->setChecked(true);
        window.resize(1280, 720);
        save(window, "problems");
        window.resize(1280, 800);
        Architecture own = networkByName("tower");
        own.name = "bell";
        NetworkEditor editor(theme_, own, {QStringLiteral("MNIST"), ImageShape{}, 10, {}}, &window);
        auto* layers = editor.findChild<LayerList*>();
        layers->setRow(3);
        save(editor, "editor");
        editor.findChild<QAction*>(QStringLiteral("addBlock"))->trigger();
        editor.findChild<QAbstractButton*>(QStringLiteral("connectionsButton"))->click();
        save(editor, "editor-block");
        editor.findChild<QAbstractButton*>(QStringLiteral("undoButton"))->click();
        layers->setRow(3);
        editor.findChild<SpinBox*>(QStringLiteral("kernelField"))->setNumber(99);
        editor.findChild<QPlainTextEdit*>(QStringLiteral("networkText"))->appendPlainText(QStringLiteral("dens 10"));
        save(editor, "editor-wrong");
        editor.savePicture(QStringLiteral("%1/network-%2.svg").arg(folder_, suffix_));
        editor.savePicture(QStringLiteral("%1/network-%2.png").arg(folder_, suffix_));
        saveFinders(window);
        AboutDialog about(theme_, &window);
        about.setAttribute(Qt::WA_DeleteOnClose, false);
        save(about, "about");
        CloseDialog question(CloseDialog::About::Run, &window);
        question.setAttribute(Qt::WA_DeleteOnClose, false);
        save(question, "close");
    }

private:
    // The Data page: a set that is there, at the smallest size too, one that is not, and a folder with odd things.
    void saveData(MainWindow& window, const QTemporaryDir& scratch) {
        openPage(window, "Data");
        auto* facts = window.findChild<QWidget*>(QStringLiteral("dataFacts"));
        waitFor("the data set", [facts] { return facts->isVisible(); });
        save(window, "data");
        window.resize(1280, 720);
        window.findChild<QListWidget*>(QStringLiteral("dataSets"))->setCurrentRow(1);
        auto* download = window.findChild<QWidget*>(QStringLiteral("downloadButton"));
        waitFor("the download button", [download] { return download->isVisible(); });
        save(window, "data-missing");
        const QDir folder(scratch.path());
        for (const char* name : {"pets/cat", "pets/dog", "pets/a-kind-of-bird-with-a-long-name", "pets/empty"}) {
            folder.mkpath(QLatin1String(name));
            for (int i = 0; i < 12 && !QLatin1String(name).endsWith(QLatin1String("empty")); ++i) {
                QImage picture(40 + 8 * i, 60, QImage::Format_RGB32);
                picture.fill(QColor::fromHsv(29 * i, 160, 200));
                picture.save(folder.filePath(QStringLiteral("%1/%2.png").arg(QLatin1String(name)).arg(i)));
            }
        }
        QFile broken(folder.filePath(QStringLiteral("pets/cat/broken.png")));
        if (!broken.open(QIODevice::WriteOnly)) {
            std::fprintf(stderr, "no file could be made\n");
        }
        window.dataPage()->addFolder(folder.filePath(QStringLiteral("pets")));
        waitFor("the folder", [facts] { return facts->isVisible(); });
        save(window, "data-folder");
        window.resize(1280, 800);
        openPage(window, "Train");
    }

    // The Evaluate page: of a run with checkpoints, at the smallest size too, without drawings, with one, and failing.
    void saveEvaluate(MainWindow& window) {
        Plan plan;
        plan.name = "lenet with checkpoints";
        const std::filesystem::path folder = createRun(plan);
        Snapshot snapshot = *loadSnapshot(readyNetworkFile());
        snapshot.source = plan.name;
        saveSnapshot(RunFiles(folder).best, snapshot);
        for (const auto& [step, share] : {std::pair{400, 0.25F}, {800, 0.4F}, {1600, 0.55F}, {2400, 0.7F}}) {
            Snapshot younger = snapshot;
            younger.step = step;
            std::ranges::transform(younger.weights, younger.weights.begin(), [share](float w) { return w * share; });
            saveSnapshot(RunFiles(folder).checkpoint(step), younger);
        }
        openPage(window, "Evaluate");
        EvaluatePage* page = window.evaluatePage();
        save(window, "evaluate-idle");
        page->evaluateRun(folder);
        waitFor("the evaluation", [page] { return page->report() != nullptr; });
        save(window, "evaluate");
        page->matrix()->choose(ConfusionCell{4, 9});
        QTest::qWait(1500); // pictures and history
        save(window, "evaluate-cell");
        evaluationWriter(page->report(), theme_, QStringLiteral("lenet with checkpoints"),
                         QStringLiteral("%1/evaluation-%2.pdf").arg(folder_, suffix_));
        window.resize(1280, 720);
        save(window, "evaluate-small");
        auto* split = window.findChild<QComboBox*>(QStringLiteral("evaluatedSplitField"));
        auto* evaluate = window.findChild<QAbstractButton*>(QStringLiteral("evaluateButton"));
        split->setCurrentIndex(3);
        evaluate->click();
        waitFor("no drawings", [page] { return page->report() == nullptr; });
        save(window, "evaluate-no-drawings");
        window.trainPage()->drawing()->pad()->setDrawing({{{140, 60}, {120, 200}, {118, 230}}});
        openPage(window, "Train");
        window.trainPage()->drawing()->keep(1);
        auto* keep = window.findChild<QAbstractButton*>(QStringLiteral("keepAsButton"));
        waitFor("the kept drawing", [keep] { return keep->text().contains('1'); });
        save(window, "drawing-kept");
        window.trainPage()->drawing()->pad()->clear();
        openPage(window, "Evaluate");
        evaluate->click();
        waitFor("the drawing", [page] { return page->report() != nullptr; });
        QTest::qWait(800);
        save(window, "evaluate-drawings");
        std::ofstream(RunFiles(folder).best) << "damaged";
        evaluate->click();
        waitFor("the failure", [page] { return page->report() == nullptr; });
        save(window, "evaluate-failed");
        window.resize(1280, 800);
        openPage(window, "Train");
    }

    void saveTowers(MainWindow& window) {
        TowersGallery towers(window, [this, &window](const char* name) { save(window, name); });
        openPage(window, "Scaling");
        towers.saveMeasurements();
        towers.saveDiagrams();
        openPage(window, "Train");
        towers.saveStages();
        window.resize(1280, 800);
    }

    // The unfolded training rules of a plan that has most of them, and with a field that is wrong.
    void saveRules(MainWindow& window) {
        const Plan before = window.trainPage()->plan();
        Plan plan;
        plan.optimizer = "nadam";
        plan.schedule = "staircase";
        plan.decayEpochs = 6;
        plan.warmupEpochs = 1;
        plan.clipNorm = 1;
        plan.patience = 5;
        plan.feed = "queue";
        window.trainPage()->setPlan(plan);
        auto* scroll = window.findChild<QScrollArea*>(QStringLiteral("setupScroll"));
        scroll->verticalScrollBar()->setValue(scroll->verticalScrollBar()->maximum());
        save(window, "rules-folded");
        TrainingRules* rules = window.trainPage()->form()->rules();
        rules->fold()->setUnfolded(true);
        settle();
        scroll->ensureWidgetVisible(rules->curve(), 0, 300);
        save(window, "rules");
        window.findChild<NumberField*>(QStringLiteral("beta1Field"))->setText(QStringLiteral("1.5"));
        settle();
        scroll->verticalScrollBar()->setValue(scroll->verticalScrollBar()->maximum());
        save(window, "rules-wrong");
        rules->fold()->setUnfolded(false);
        window.trainPage()->setPlan(before);
    }

    void saveFinders(MainWindow& window) {
        Plan plan;
        plan.devices = {"cpu"};
        plan.batchPerTower = 64;
        plan.model = "mlp";
        plan.mlp.hiddenLayers = 1;
        window.trainPage()->setPlan(plan);
        for (const auto& [name, button] :
             {std::pair{"find-rate", "findRateButton"}, {"find-batch", "findBatchButton"}}) {
            window.findChild<QAbstractButton*>(QLatin1String(button))->click();
            auto* dialog = window.findChild<FindDialog*>();
            const auto* apply = dialog->findChild<QAbstractButton*>(QStringLiteral("applyButton"));
            waitFor(
                name, [apply] { return apply->isEnabled(); }, 120'000);
            save(*dialog, name);
            delete dialog;
        }
    }

    static void settle() {
        for (int round = 0; round < 4; ++round) {
            QCoreApplication::processEvents();
        }
    }

    void save(QWidget& widget, const char* name) {
        widget.show();
        settle();
        widget.grab().save(QStringLiteral("%1/%2-%3.png").arg(folder_, QLatin1String(name), suffix_));
    }

    QString folder_, suffix_;
    Theme& theme_;
    Language language_;
};

} // namespace

int main(int argc, char** argv) {
    QApplication::setApplicationVersion(QStringLiteral("0.1.0"));
    return saveGalleries<Gallery>(argc, argv, "belfry_window_gallery");
}
