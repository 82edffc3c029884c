// What training loses while somebody looks into the network: images per second of one run in the window, in turns with
// an empty pad, with a drawing that it reads, with Where it looks, and with the layer maps open, too.
//   watched_training_bench [ROUNDS [SECONDS [NETWORK]]]        8 rounds of 4 x 5 s, lenet on MNIST by default
// Ratios are to the turn before in the same round; medians over the rounds. Without a screen:
// QT_QPA_PLATFORM=offscreen. Sees no settings and no runs but its own.
#include "core/base/median.h"
#include "ui/bridge/run_controller.h"
#include "ui/dialogs/layers/insight_box.h"
#include "ui/dialogs/layers/layers_dialog.h"
#include "ui/foundation/language.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/pages/train/setup_form.h"
#include "ui/pages/train/train_page.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/window/main_window.h"
#include "ui/window/settings.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QTest>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace belfry;

constexpr int kPatience = 120'000; // milliseconds, for the data and the first steps

class WatchedRun {
public:
    explicit WatchedRun(MainWindow& window) : page_(*window.trainPage()) {
        QObject::connect(&page_.controller(), &RunController::stepsDone, &page_,
                         [this](const std::vector<StepDone>& steps) { last_ = steps.back(); });
    }
    bool start(const std::string& network) {
        Plan plan;
        plan.devices = {"cpu"};
        plan.model = network;
        plan.batchPerTower = 64;
        plan.epochs = 1000;
        page_.setPlan(plan);
        page_.start();
        return QTest::qWaitFor([this] { return last_.has_value() && last_->step > 10; }, kPatience);
    }
    void stop() {
        page_.stop(StopKind::AfterStep);
        const bool ended = QTest::qWaitFor([this] { return !page_.controller().isActive(); }, kPatience);
        if (!ended)
            std::fputs("the run did not end\n", stderr);
    }

    void draw(bool something) {
        page_.drawing()->pad()->setDrawing(something ? Drawing{{{80, 60}, {190, 60}, {120, 220}}} : Drawing{});
    }
    void look(bool on) { page_.drawing()->insight()->setOn(on); }
    void openLayers(bool on) {
        InsightBox* box = page_.drawing()->insight();
        if (on)
            box->openLayers();
        else if (box->dialog() != nullptr)
            box->dialog()->close();
    }

    // Images per second of training over so many milliseconds, once what was switched has settled.
    double speed(int milliseconds) {
        constexpr int kSettle = 1000;
        QTest::qWait(kSettle);
        const StepDone begin = *last_;
        QTest::qWait(milliseconds);
        return static_cast<double>(last_->images - begin.images) / (last_->seconds - begin.seconds);
    }

private:
    TrainPage& page_;
    std::optional<StepDone> last_;
};

struct Turn {
    const char* name;
    std::function<void()> begin;
};

void printRounds(const std::vector<Turn>& turns, const std::vector<std::vector<double>>& speeds) {
    std::printf("%-28s %12s %s\n", "", "images/s", "of the turn before (each round)");
    for (std::size_t turn = 0; turn < turns.size(); ++turn) {
        std::printf("%-28s %12.0f", turns[turn].name, median(speeds[turn]));
        std::vector<double> ratios;
        for (std::size_t round = 0; turn > 0 && round < speeds[turn].size(); ++round)
            ratios.push_back(speeds[turn][round] / speeds[turn - 1][round]);
        if (!ratios.empty())
            std::printf(" %.3f  (", median(ratios));
        for (std::size_t round = 0; round < ratios.size(); ++round)
            std::printf("%s%.3f", round > 0 ? " " : "", ratios[round]);
        std::puts(ratios.empty() ? "" : ")");
    }
}

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    QTemporaryDir scratch;
    qputenv("BELFRY_RUNS", scratch.filePath(QStringLiteral("runs")).toLocal8Bit());
    qputenv("BELFRY_SEARCHES", scratch.filePath(QStringLiteral("searches")).toLocal8Bit());
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 8;
    const int milliseconds = 1000 * (argc > 2 ? std::atoi(argv[2]) : 5);
    Theme theme;
    theme.apply(application);
    Language language;
    language.choose(QStringLiteral("en"));
    Settings settings(scratch.filePath(QStringLiteral("belfry.ini")));
    MainWindow window(theme, language, settings);
    window.show();
    WatchedRun run(window);
    if (!run.start(argc > 3 ? argv[3] : "lenet")) {
        std::fputs("the run did not start\n", stderr);
        return 1;
    }
    const std::vector<Turn> turns{{"empty pad",
                                   [&run] {
                                       run.openLayers(false);
                                       run.look(false);
                                       run.draw(false);
                                   }},
                                  {"a drawing is read", [&run] { run.draw(true); }},
                                  {"where it looks", [&run] { run.look(true); }},
                                  {"layer maps open, too", [&run] { run.openLayers(true); }}};
    std::vector<std::vector<double>> speeds(turns.size());
    for (int round = 0; round < rounds; ++round)
        for (std::size_t turn = 0; turn < turns.size(); ++turn) {
            turns[turn].begin();
            speeds[turn].push_back(run.speed(milliseconds));
        }
    printRounds(turns, speeds);
    run.stop();
    return 0;
}
