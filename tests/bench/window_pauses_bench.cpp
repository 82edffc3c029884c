// For how long the window's event loop pauses while its parts open: the largest gap of a timer of 5 ms.
//   window_pauses_bench [RUNS]        216 recorded runs by default
// Without a screen: QT_QPA_PLATFORM=offscreen. Sees no settings and no runs but its own.
#include "core/runs/run_folder.h"
#include "core/runs/run_recorder.h"
#include "ui/foundation/language.h"
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
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <cstdio>
#include <cstdlib>
#include <functional>

namespace {

using namespace belfry;

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
        largest_ = 0;
        since_.start();
    }
    double milliseconds() {
        note();
        return largest_;
    }

private:
    void note() {
        largest_ = std::max(largest_, static_cast<double>(since_.nsecsElapsed()) * 1e-6);
        since_.start();
    }
    QTimer timer_;
    QElapsedTimer since_;
    double largest_ = 0;
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
    explicit Bench(MainWindow& window) : window_(window) {}

    void measureAll() {
        measure("page Runs", [this] { window_.showPage(window_.runsPage()); });
        measure("all runs compared", [this] { window_.runsPage()->table()->selectAll(); });
        press("compareButton");
        window_.runsPage()->table()->selectRow(0);
        press("deleteRunsButton");
        press("trashButton");
        measure("page Train", [this] { window_.showPage(window_.trainPage()); });
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

private:
    void measure(const char* what, const std::function<void()>& work) {
        constexpr int kMilliseconds = 1500; // for what follows in the background
        QTest::qWait(300);
        gaps_.begin();
        work();
        QTest::qWait(kMilliseconds);
        std::printf("%-24s %6.1f ms\n", what, gaps_.milliseconds());
        std::fflush(stdout);
    }
    void press(const char* name) {
        auto* button = window_.findChild<QAbstractButton*>(QLatin1String(name));
        if (button != nullptr && button->isVisible() && button->isEnabled())
            measure(name, [button] { button->click(); });
        else
            std::printf("%-24s is not there\n", name);
    }

    MainWindow& window_;
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
    MainWindow window(theme, language, settings);
    window.show();
    QTest::qWait(2000); // data, devices and previews
    Bench(window).measureAll();
    return 0;
}
