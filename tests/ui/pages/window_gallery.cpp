// Not a test: saves pictures of the window at rest, with its dialogs, panels and messages, to be looked at.
//   QT_QPA_PLATFORM=offscreen build/dev/bin/belfry_window_gallery FOLDER; QT_SCALE_FACTOR=2 makes them twice as fine.
#include "core/base/files.h"
#include "core/model/blueprint.h"
#include "core/model/zoo.h"
#include "core/runs/run_edit.h"
#include "core/runs/run_list.h"
#include "core/runs/run_recorder.h"
#include "core/runs/weights_file.h"
#include "tests/ui/pages/towers_gallery.h"
#include "ui/charts/curve_plot.h"
#include "ui/dialogs/branch_dialog.h"
#include "ui/dialogs/finders/find_dialog.h"
#include "ui/dialogs/network_editor/layer_list.h"
#include "ui/dialogs/network_editor/network_editor.h"
#include "ui/foundation/language.h"
#include "ui/pages/data/data_page.h"
#include "ui/pages/evaluate/confusion_matrix.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/pages/runs/run_table.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/pages/train/setup_form.h"
#include "ui/pages/train/train_page.h"
#include "ui/pages/train/training_rules.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/widgets/thumbnails.h"
#include "ui/window/about_dialog.h"
#include "ui/window/close_dialog.h"
#include "ui/window/log_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/settings.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
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
        QTemporaryDir scratch;
        qputenv("XDG_DATA_HOME", scratch.filePath(QStringLiteral("data")).toLocal8Bit());
        qputenv("BELFRY_RUNS", scratch.filePath(QStringLiteral("runs")).toLocal8Bit());
        qputenv("BELFRY_SEARCHES", scratch.filePath(QStringLiteral("searches")).toLocal8Bit());
        Settings settings(scratch.filePath(QStringLiteral("belfry.ini")));
        MainWindow window(theme_, language_, settings);
        window.show();
        const auto ready = [&window] {
            return window.findChild<QCheckBox*>(QStringLiteral("device-cpu")) != nullptr &&
                   window.findChild<Thumbnails*>()->shown() > 0;
        };
        if (!QTest::qWaitFor(ready, 10'000)) {
            std::fprintf(stderr, "no devices or pictures came\n");
        }
        save(window, "idle");
        saveRuns(window);
        saveTowers(window);
        saveData(window, scratch);
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
        editor.findChild<QSpinBox*>(QStringLiteral("kernelField"))->setValue(99);
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
    static void waitFor(const char* what, const auto& condition) {
        if (!QTest::qWaitFor(condition, 60'000)) {
            std::fprintf(stderr, "%s did not come\n", what);
        }
    }

    static void writeRuns() {
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
            const double lower = 0.05 + 0.01 * number, noise = state == RunState::Failed ? 0.9 : 0.12;
            for (std::int64_t step = 1; step <= 1000; ++step) {
                const double wave = std::sin(static_cast<double>(step * step % 977) + number);
                const double loss =
                    (2.3 * std::exp(-static_cast<double>(step) * rate * 18) + lower) * (1 + noise * wave);
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
            Finished finished;
            finished.state = state;
            finished.reason = state == RunState::Failed ? "The loss was not a number at step 7 with learning rate 0.5. "
                                                          "Lower the rate (try 0.05) or choose Adam."
                                                        : "";
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

    // Empty, and with plans that wait.
    void saveQueue(MainWindow& window) {
        window.findChild<QAbstractButton*>(QStringLiteral("queueButton"))->click();
        auto* queue = window.findChild<QDialog*>(QStringLiteral("queueDialog"));
        save(*queue, "queue-empty");
        for (const char* preset : {"quick", "tower-batching", "keras-mnist"}) {
            window.trainPage()->setPlan(presetByName(preset).plan);
            queue->findChild<QAbstractButton*>(QStringLiteral("addThisPlanButton"))->click();
        }
        queue->findChild<QListWidget*>(QStringLiteral("queueList"))->setCurrentRow(1);
        save(*queue, "queue");
        queue->hide();
    }

    // The Runs page: empty, with one run chosen, and with a message.
    void saveRuns(MainWindow& window) {
        auto* tabs = window.findChild<QTabBar*>(QStringLiteral("pages"));
        tabs->setCurrentIndex(2);
        auto* count = window.findChild<QWidget*>(QStringLiteral("runCount"));
        auto* empty = window.findChild<QLabel*>(QStringLiteral("runsEmpty"));
        waitFor("an answer", [empty] { return empty->text().contains(QStringLiteral("belfry-cli")); });
        save(window, "runs-empty");
        writeRuns();
        window.runsPage()->look();
        waitFor("the runs", [count] { return count->isVisible(); });
        RunTable* table = window.runsPage()->table();
        table->selectRow(3);
        QTest::qWait(500); // its plan and curves are read
        save(window, "runs");
        window.findChild<QAbstractButton*>(QStringLiteral("pinAsBaselineButton"))->click();
        table->selectionModel()->select(QItemSelection(table->model()->index(2, 0), table->model()->index(7, 12)),
                                        QItemSelectionModel::ClearAndSelect);
        QTest::qWait(1500);
        save(window, "runs-compare");
        window.findChild<QAbstractButton*>(QStringLiteral("groupSeedsButton"))->click();
        window.resize(1280, 720);
        QTest::qWait(500);
        save(window, "runs-seeds");
        BranchDialog branch(QStringLiteral("lenet baseline"), Plan{}, {1200, 2400}, &window);
        branch.setAttribute(Qt::WA_DeleteOnClose, false);
        save(branch, "branch");
        branch.hide();
        table->selectRow(4);
        QTest::keyClick(table, Qt::Key_Delete);
        QTest::qWait(800);
        save(window, "runs-deleted");
        saveQueue(window);
        window.resize(1280, 800);
        tabs->setCurrentIndex(0);
    }

    // The Data page: a set that is there, at the smallest size too, one that is not, and a folder with odd things.
    void saveData(MainWindow& window, const QTemporaryDir& scratch) {
        auto* tabs = window.findChild<QTabBar*>(QStringLiteral("pages"));
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
        tabs->setCurrentIndex(0);
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
        auto* tabs = window.findChild<QTabBar*>(QStringLiteral("pages"));
        tabs->setCurrentIndex(1);
        EvaluatePage* page = window.evaluatePage();
        save(window, "evaluate-idle");
        page->evaluateRun(folder);
        waitFor("the evaluation", [page] { return page->report() != nullptr; });
        save(window, "evaluate");
        page->matrix()->choose(ConfusionCell{4, 9});
        QTest::qWait(1500); // pictures and history
        save(window, "evaluate-cell");
        window.resize(1280, 720);
        save(window, "evaluate-small");
        auto* split = window.findChild<QComboBox*>(QStringLiteral("evaluatedSplitField"));
        auto* evaluate = window.findChild<QAbstractButton*>(QStringLiteral("evaluateButton"));
        split->setCurrentIndex(3);
        evaluate->click();
        waitFor("no drawings", [page] { return page->report() == nullptr; });
        save(window, "evaluate-no-drawings");
        window.trainPage()->drawing()->pad()->setDrawing({{{140, 60}, {120, 200}, {118, 230}}});
        tabs->setCurrentIndex(0);
        window.trainPage()->drawing()->keep(1);
        auto* keep = window.findChild<QAbstractButton*>(QStringLiteral("keepAsButton"));
        waitFor("the kept drawing", [keep] { return keep->text().contains('1'); });
        save(window, "drawing-kept");
        window.trainPage()->drawing()->pad()->clear();
        tabs->setCurrentIndex(1);
        evaluate->click();
        waitFor("the drawing", [page] { return page->report() != nullptr; });
        QTest::qWait(800);
        save(window, "evaluate-drawings");
        std::ofstream(RunFiles(folder).best) << "damaged";
        evaluate->click();
        waitFor("the failure", [page] { return page->report() == nullptr; });
        save(window, "evaluate-failed");
        window.resize(1280, 800);
        tabs->setCurrentIndex(0);
    }

    // The unfolded training rules of a plan that has most of them, and with a field that is wrong.
    static void openPage(MainWindow& window, const char* name) {
        auto* tabs = window.findChild<QTabBar*>(QStringLiteral("pages"));
        for (int page = 0; page < tabs->count(); ++page) {
            if (tabs->accessibleTabName(page) == QLatin1String(name)) {
                tabs->setCurrentIndex(page);
            }
        }
    }

    void saveTowers(MainWindow& window) {
        TowersGallery towers(window, [this, &window](const char* name) { save(window, name); });
        openPage(window, "Scaling");
        towers.saveMeasurements();
        towers.saveDiagrams();
        window.findChild<QTabBar*>(QStringLiteral("pages"))->setCurrentIndex(0);
        towers.saveStages();
        window.resize(1280, 800);
    }

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
        rules->setUnfolded(true);
        settle();
        scroll->ensureWidgetVisible(rules->curve(), 0, 300);
        save(window, "rules");
        window.findChild<QLineEdit*>(QStringLiteral("beta1Field"))->setText(QStringLiteral("1.5"));
        settle();
        scroll->verticalScrollBar()->setValue(scroll->verticalScrollBar()->maximum());
        save(window, "rules-wrong");
        rules->setUnfolded(false);
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
            if (!QTest::qWaitFor([apply] { return apply->isEnabled(); }, 120'000)) {
                std::fprintf(stderr, "%s did not end\n", name);
            }
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
    QApplication application(argc, argv);
    QApplication::setApplicationVersion(QStringLiteral("0.1.0"));
    if (argc < 2 || !QDir().mkpath(QString::fromLocal8Bit(argv[1]))) {
        std::fprintf(stderr, "Usage: belfry_window_gallery FOLDER (it is created; pictures are saved there)\n");
        return 2;
    }
    const QString folder = QString::fromLocal8Bit(argv[1]);
    Theme theme;
    theme.setMode(Theme::Mode::Light);
    theme.apply(application);
    Gallery(folder, theme, "en", "light").saveAll();
    Gallery(folder, theme, "es", "spanish").saveAll();
    theme.setMode(Theme::Mode::Dark);
    Gallery(folder, theme, "en", "dark").saveAll();
    return 0;
}
