// How long the window's event loop pauses while training runs at full speed on all cores: alive_bench [SECONDS]
// A probe timer asks for a turn every millisecond; what it waits beyond that is a pause. Meanwhile somebody draws.
// With QT_QPA_PLATFORM=offscreen or on a display; prints one line.
#include "app/common/program.h"
#include "ui/foundation/language.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/pages/train/train_page.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/window/main_window.h"
#include "ui/window/settings.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using namespace belfry;

// Counts the pauses from start() on.
class Probe : public QObject {
public:
    explicit Probe(QObject* parent) : QObject(parent) {
        timer_.setTimerType(Qt::PreciseTimer);
        timer_.setInterval(1);
        connect(&timer_, &QTimer::timeout, this, [this] {
            const double pause = static_cast<double>(clock_.nsecsElapsed()) / 1e6;
            clock_.start();
            if (pauses_.empty() || pause > longest_) {
                longest_ = pause;
                longestAt_ = static_cast<double>(since_.elapsed()) / 1e3;
            }
            pauses_.push_back(pause);
        });
    }
    void start() {
        since_.start();
        clock_.start();
        timer_.start();
    }
    void print(double seconds, std::int64_t steps, double speed) {
        std::sort(pauses_.begin(), pauses_.end());
        const auto quantile = [this](double q) {
            return pauses_[static_cast<std::size_t>(q * static_cast<double>(pauses_.size() - 1))];
        };
        const auto above = std::count_if(pauses_.begin(), pauses_.end(), [](double pause) { return pause > 50.0; });
        std::printf("event loop over %.0f s of training (%lld steps, %.0f images/s): longest pause %.1f ms (at %.1f "
                    "s), %lld above 50 ms; 99.9 %% of turns within %.1f ms, 99 %% within %.1f ms\n",
                    seconds, static_cast<long long>(steps), speed, longest_, longestAt_, static_cast<long long>(above),
                    quantile(0.999), quantile(0.99));
    }

private:
    QTimer timer_;
    QElapsedTimer clock_, since_;
    double longest_ = 0, longestAt_ = 0; // ms, s
    std::vector<double> pauses_;
};

// A circle that grows point by point, then begins anew.
Drawing circleOf(int points) {
    Stroke stroke;
    for (int i = 0; i < points; ++i) {
        const double angle = 0.1 * i;
        stroke.push_back(
            {static_cast<float>(140 + 80 * std::sin(angle)), static_cast<float>(140 - 80 * std::cos(angle))});
    }
    return {stroke};
}

} // namespace

int main(int argc, char** argv) {
    restartWithPassiveWaiting(argv);
    const double seconds = argc > 1 ? std::atof(argv[1]) : 60.0;
    QApplication application(argc, argv);
    QTemporaryDir scratch;
    qputenv("BELFRY_RUNS", scratch.filePath(QStringLiteral("runs")).toLocal8Bit());
    Settings settings(scratch.filePath(QStringLiteral("belfry.ini")));
    Theme theme;
    theme.apply(application);
    Language language;
    MainWindow window(theme, language, settings);
    Plan plan = presetByName("notebook-lenet").plan;
    plan.devices = {"cpu"};
    plan.towers = 2;
    plan.epochs = 100'000;
    window.trainPage()->setPlan(plan);
    window.resize(1280, 800);
    window.show();

    Probe probe(&application);
    QTimer hand;
    int points = 0;
    QObject::connect(&hand, &QTimer::timeout, [&] {
        points = points % 120 + 1;
        window.trainPage()->drawing()->pad()->setDrawing(circleOf(points));
    });
    std::int64_t steps = 0, images = 0;
    QObject::connect(&window.trainPage()->controller(), &RunController::stepsDone,
                     [&](const std::vector<StepDone>& done) {
                         if (steps == 0) {
                             probe.start();
                             hand.start(16);
                             QTimer::singleShot(static_cast<int>(seconds * 1000),
                                                [&] { window.trainPage()->stop(StopKind::Abort); });
                         }
                         steps = done.back().step;
                         images = done.back().images;
                     });
    QObject::connect(window.trainPage(), &TrainPage::runEnded, &application, &QApplication::quit);
    QTimer::singleShot(0, [&] { window.trainPage()->start(); });
    QApplication::exec();
    if (steps == 0) {
        std::fprintf(stderr, "The run did not start: %s\n", window.trainPage()->status().sentence.english().c_str());
        return 1;
    }
    probe.print(seconds, steps, static_cast<double>(images) / seconds);
    return 0;
}
