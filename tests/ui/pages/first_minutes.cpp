// Not a test: a newcomer's first minutes as a series of numbered pictures, to be looked at. What it clicks is what a
// newcomer clicks: the tour, a preset, Start, the pad, Stop, Evaluate, a cell of the matrix, the help.
//   build/dev/bin/belfry_first_minutes FOLDER
#include "core/runs/run_list.h"
#include "tests/ui/pages/gallery.h"
#include "ui/foundation/language.h"
#include "ui/pages/evaluate/confusion_matrix.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/pages/train/train_page.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/window/command_palette.h"
#include "ui/window/help_sheet.h"
#include "ui/window/main_window.h"
#include "ui/window/tour.h"
#include "ui/window/window_help.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QPointer>
#include <algorithm>
#include <cstdint>
#include <vector>

namespace {

using namespace belfry;

class FirstMinutes {
public:
    FirstMinutes(QString folder, Theme& theme, const char* language, const char* suffix)
        : folder_(std::move(folder)), suffix_(QLatin1String(suffix)), theme_(theme) {
        language_.choose(QLatin1String(language));
    }

    void saveAll() {
        GalleryWindow shown(theme_, language_);
        MainWindow& window = shown.window();
        window_ = &window;
        window.resize(1280, 720);
        const RunController& run = window.trainPage()->controller();
        QObject::connect(&run, &RunController::epochDone, &window,
                         [this](const EpochDone& done) { epochs_ = done.epoch; });
        QObject::connect(&run, &RunController::stepsDone, &window,
                         [this](const std::vector<StepDone>& steps) { step_ = steps.back().step; });
        save("start");
        takeTour();
        train();
        evaluate();
        findHelp();
    }

private:
    void takeTour() {
        window_->help().offerTour();
        for (QPointer<Tour> tour = window_->findChild<Tour*>(); tour && tour->isVisible();) {
            save("tour");
            QTest::mouseClick(tour->findChild<QAbstractButton*>(QStringLiteral("nextStepButton")), Qt::LeftButton);
        }
    }

    void findHelp() {
        window_->help().findCommand();
        auto* palette = window_->findChild<CommandPalette*>();
        QTest::keyClicks(palette->findChild<QWidget*>(QStringLiteral("commandWords")), QStringLiteral("e"));
        QTest::qWait(500); // the runs
        save("find", palette);
        palette->reject();
        window_->help().showSheet();
        auto* sheet = window_->findChild<HelpSheet*>();
        save("help", sheet);
        sheet->reject();
    }

    void train() {
        choosePreset("quick");
        save("preset");
        click("startButton");
        TrainPage* page = window_->trainPage();
        waitFor("the first steps", [page] { return page->status().kind == RunStatus::Kind::Running; });
        waitForEpoch(1);
        save("training");
        DrawingPad* pad = page->drawing()->pad();
        drawLine(*pad, {0.3, 0.22}, {0.7, 0.22});
        drawLine(*pad, {0.7, 0.22}, {0.45, 0.82});
        QTest::qWait(500); // the answer follows in the background
        save("drawing");
        waitForEpoch(3);
        save("learned");
        click("stopButton");
        waitFor("the end", [page] { return page->status().kind == RunStatus::Kind::Stopped; });
        QTest::qWait(500);
        save("stopped");
    }

    void evaluate() {
        openPage(*window_, "Evaluate");
        save("evaluate");
        click("evaluateButton");
        EvaluatePage* page = window_->evaluatePage();
        waitFor("the evaluation", [page] { return page->report() != nullptr; });
        QTest::qWait(500);
        save("evaluated");
        page->matrix()->choose(ConfusionCell{4, 9});
        QTest::qWait(1000); // pictures and history
        save("mistakes");
        openPage(*window_, "Runs");
        QTest::qWait(500);
        save("runs");
    }

    // With the arrow keys, as the list may be longer than the window.
    void choosePreset(const char* name) {
        auto* box = window_->findChild<QComboBox*>(QStringLiteral("presetField"));
        const int wanted = box->findData(QLatin1String(name));
        QTest::keyClick(box, Qt::Key_Home);
        for (int row = 0; row < wanted; ++row) {
            QTest::keyClick(box, Qt::Key_Down);
        }
    }

    // As long as steps go on: on a loaded machine an epoch takes minutes.
    void waitForEpoch(int epoch) {
        while (epochs_ < epoch) {
            waitFor("the next step of the epoch",
                    [this, epoch, before = step_] { return step_ > before || epochs_ >= epoch; });
        }
    }

    // In shares of the pad's side.
    static void drawLine(DrawingPad& pad, QPointF from, QPointF to) {
        const int side = std::min(pad.width(), pad.height());
        const QPointF corner((pad.width() - side) / 2.0, (pad.height() - side) / 2.0);
        const auto at = [&](double share) { return (corner + side * (from + share * (to - from))).toPoint(); };
        QTest::mousePress(&pad, Qt::LeftButton, {}, at(0));
        for (int step = 1; step <= 20; ++step) {
            QTest::mouseMove(&pad, at(step / 20.0));
        }
        QTest::mouseRelease(&pad, Qt::LeftButton, {}, at(1));
    }

    void click(const char* button) {
        auto* found = window_->findChild<QAbstractButton*>(QLatin1String(button));
        waitFor(button, [found] { return found != nullptr && found->isEnabled() && found->isVisible(); });
        QTest::mouseClick(found, Qt::LeftButton);
    }

    void save(const char* name) { save(name, window_); }
    void save(const char* name, QWidget* shown) {
        for (int round = 0; round < 4; ++round) {
            QCoreApplication::processEvents();
        }
        shown->grab().save(
            QStringLiteral("%1/%2-%3-%4.png")
                .arg(folder_, suffix_, QString::number(++pictures_).rightJustified(2, '0'), QLatin1String(name)));
    }

    QString folder_, suffix_;
    Theme& theme_;
    Language language_;
    MainWindow* window_ = nullptr;
    std::int64_t epochs_ = 0, step_ = 0; // done
    int pictures_ = 0;
};

} // namespace

int main(int argc, char** argv) { return saveGalleries<FirstMinutes>(argc, argv, "belfry_first_minutes"); }
