// For how long the window's event loop pauses while its parts open: the largest gap of a timer of 5 ms, and what the
// window's own thread computed in that gap, which other programs do not change. Medians over several windows.
//   window_pauses_bench [RUNS [WINDOWS]]        216 recorded runs, 3 windows by default
// Without a screen: QT_QPA_PLATFORM=offscreen. Sees no settings and no runs but its own.
#include "core/base/median.h"
#include "core/runs/run_folder.h"
#include "core/runs/run_recorder.h"
#include "ui/foundation/language.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/pages/runs/run_parallel_plot.h"
#include "ui/pages/runs/run_table.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/train/train_page.h"
#include "ui/window/command_palette.h"
#include "ui/window/help_sheet.h"
#include "ui/window/main_window.h"
#include "ui/window/settings.h"
#include "ui/window/tour.h"
#include "ui/window/window_help.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QElapsedTimer>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace belfry;

struct Pause { // milliseconds
    double gap = 0, computed = 0;
};

class Gaps {
public:
    Gaps() {
        timer_.setTimerType(Qt::PreciseTimer);
        timer_.setInterval(5);
        QObject::connect(&timer_, &QTimer::timeout, &timer_, [this] { note(); });
        timer_.start();
    }
    // The largest gap from now on.
    void begin() {
        largest_ = {};
        start();
    }
    Pause largest() {
        note();
        return largest_;
    }

private:
    static double computed() { // by this thread
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
    }
    void start() {
        since_.start();
        computedBefore_ = computed();
    }
    void note() {
        const Pause pause{static_cast<double>(since_.nsecsElapsed()) * 1e-6, computed() - computedBefore_};
        if (pause.gap > largest_.gap)
            largest_ = pause;
        start();
    }
    QTimer timer_;
    QElapsedTimer since_;
    double computedBefore_ = 0;
    Pause largest_;
};

// Of all windows, in the order of the first one.
class Results {
public:
    void add(const std::string& what, const Pause& pause) {
        if (!pauses_.contains(what))
            names_.push_back(what);
        pauses_[what].push_back(pause);
    }
    void print() const {
        std::printf("%-28s %12s %16s\n", "", "pause", "computed in it");
        for (const std::string& name : names_)
            std::printf("%-28s %9.1f ms %13.1f ms\n", name.c_str(), medianOf(name, &Pause::gap),
                        medianOf(name, &Pause::computed));
    }

private:
    double medianOf(const std::string& name, double Pause::*part) const {
        std::vector<double> values;
        for (const Pause& pause : pauses_.at(name))
            values.push_back(pause.*part);
        return median(values);
    }
    std::vector<std::string> names_;
    std::map<std::string, std::vector<Pause>> pauses_;
};

void recordRuns(int count) {
    for (int run = 0; run < count; ++run) {
        Plan plan;
        plan.name = "run " + std::to_string(run);
        plan.devices = {"cpu"};
        plan.learningRate = 0.001 * (1 + run % 12);
        plan.batchPerTower = 32 << run % 4;
        RunRecorder recorder(createRun(plan, runsRoot(), 1'700'000'000 + run));
        for (std::int64_t step = 1; step <= 200; ++step)
            recorder.onEvent(StepDone{.step = step, .epoch = step / 100.0, .loss = 2.0F / static_cast<float>(step)});
        Finished finished;
        finished.steps = 200;
        finished.bestValidation = 0.9 + 0.0001 * run;
        finished.bestEpoch = 2;
        recorder.onEvent(finished);
    }
}

class Bench {
public:
    Bench(MainWindow& window, const QTemporaryDir& scratch, Results& results)
        : window_(window), scratch_(scratch), results_(results) {}

    void measureAll() {
        measureRuns();
        measure("page Train", [this] { window_.showPage(window_.trainPage()); });
        measureHelp();
        measureExports();
    }

private:
    void measureRuns() {
        measure("page Runs", [this] { window_.showPage(window_.runsPage()); });
        measure("all runs compared", [this] { window_.runsPage()->table()->selectAll(); });
        press("parallelButton");
        auto* plot = window_.findChild<RunParallelPlot*>();
        const QPoint middle = plot->rect().center();
        measure("parallel, mouse moves", [plot, middle] {
            for (int x = 0; x < 100; ++x)
                QTest::mouseMove(plot, middle + QPoint(x, x % 10));
        });
        measure("parallel, a line chosen", [plot] { QTest::keyClick(plot, Qt::Key_Down); });
        measure("parallel, axis brushed", [plot] {
            QTest::keyClick(plot, Qt::Key_Right);
            QTest::keyClick(plot, Qt::Key_Up, Qt::ShiftModifier);
        });
        press("compareButton");
        press("parallelButton");
        window_.runsPage()->table()->selectRow(0);
        press("deleteRunsButton");
        press("trashButton");
    }
    void measureHelp() {
        measure("palette", [this] { window_.help().findCommand(); });
        auto* palette = window_.findChild<CommandPalette*>();
        measure("palette, a letter", [palette] {
            QTest::keyClicks(palette->findChild<QWidget*>(QStringLiteral("commandWords")), QStringLiteral("r"));
        });
        palette->reject();
        measure("F1", [this] { window_.help().showSheet(); });
        window_.findChild<HelpSheet*>()->reject();
        measure("tour", [this] { window_.help().startTour(); });
        auto* tour = window_.findChild<Tour*>();
        for (int step = 0; step < 6; ++step)
            measure("tour, next step", [tour] {
                QTest::mouseClick(tour->findChild<QAbstractButton*>(QStringLiteral("nextStepButton")), Qt::LeftButton);
            });
    }
    // The bundled network, evaluated on its validation images.
    void measureExports() {
        constexpr int kMilliseconds = 300'000; // for the evaluation
        EvaluatePage* page = window_.evaluatePage();
        measure("page Evaluate", [this, page] { window_.showPage(page); });
        auto* network = window_.findChild<QComboBox*>(QStringLiteral("evaluatedRunField"));
        network->setCurrentIndex(network->count() - 1); // after the runs, which have no weights
        auto* split = window_.findChild<QComboBox*>(QStringLiteral("evaluatedSplitField"));
        split->setCurrentIndex(split->findText(QStringLiteral("validation")));
        auto* evaluate = window_.findChild<QAbstractButton*>(QStringLiteral("evaluateButton"));
        const bool ready = QTest::qWaitFor([evaluate] { return evaluate->isEnabled(); }, kMilliseconds);
        evaluate->click();
        if (!ready || !QTest::qWaitFor([page] { return page->report() != nullptr; }, kMilliseconds)) {
            std::fputs("the exports were not measured: there is no evaluation\n", stderr);
            return;
        }
        for (const char* file : {"matrix.png", "matrix.svg", "counts.csv", "report.pdf"}) {
            window_.findChild<QAbstractButton*>(QStringLiteral("saveEvaluationButton"))->click();
            auto* dialog = window_.findChild<QFileDialog*>(QStringLiteral("evaluationDialog"));
            const QString path = scratch_.filePath(QLatin1String(file));
            QFile::remove(path); // nothing is asked
            dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(path);
            measure(file, [dialog] { QMetaObject::invokeMethod(dialog, "accept"); });
            if (!QFile::exists(path))
                std::fprintf(stderr, "%s was not written\n", file);
        }
    }

    void measure(const char* what, const std::function<void()>& work) {
        constexpr int kMilliseconds = 1500; // for what follows in the background
        QTest::qWait(300);
        gaps_.begin();
        work();
        QTest::qWait(kMilliseconds);
        results_.add(what, gaps_.largest());
    }
    void press(const char* name) {
        auto* button = window_.findChild<QAbstractButton*>(QLatin1String(name));
        if (button != nullptr && button->isVisible() && button->isEnabled())
            measure(name, [button] { button->click(); });
        else
            std::fprintf(stderr, "%s is not there\n", name);
    }

    MainWindow& window_;
    const QTemporaryDir& scratch_;
    Results& results_;
    Gaps gaps_;
};

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    QTemporaryDir scratch;
    qputenv("BELFRY_RUNS", scratch.filePath(QStringLiteral("runs")).toLocal8Bit());
    qputenv("BELFRY_SEARCHES", scratch.filePath(QStringLiteral("searches")).toLocal8Bit());
    recordRuns(argc > 1 ? std::atoi(argv[1]) : 216);
    Theme theme;
    theme.apply(application);
    Language language;
    language.choose(QStringLiteral("en"));
    Settings settings(scratch.filePath(QStringLiteral("belfry.ini")));
    Results results;
    for (int windows = argc > 2 ? std::atoi(argv[2]) : 3; windows > 0; --windows) {
        MainWindow window(theme, language, settings);
        window.show();
        QTest::qWait(2000); // data, devices and previews
        Bench(window, scratch, results).measureAll();
    }
    results.print();
    return 0;
}
