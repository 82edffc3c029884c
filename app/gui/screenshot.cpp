#include "app/gui/screenshot.h"

#include "ui/pages/train/draw_panel.h"
#include "ui/pages/train/train_page.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QTimer>
#include <cstdio>

namespace belfry {
namespace {

constexpr int kSettleMilliseconds = 1200; // the charts and the devices' figures are redrawn meanwhile

// Pad units: a bar, and a leg that leans.
Drawing seven() {
    return {Stroke{{86, 74},
                   {104, 71},
                   {140, 69},
                   {172, 69},
                   {196, 72},
                   {186, 92},
                   {168, 122},
                   {152, 154},
                   {140, 188},
                   {132, 217}}};
}

} // namespace

Screenshot::Screenshot(MainWindow& window, QString file, std::int64_t afterSteps)
    : window_(window), file_(std::move(file)), afterSteps_(afterSteps) {
    TrainPage* page = window_.trainPage();
    connect(
        &page->controller(), &RunController::stepsDone, this,
        [this](const std::vector<StepDone>& steps) {
            steps_ = steps.back().step;
            if (!drawn_ && steps_ * 10 >= afterSteps_) // early: the prediction has time to change
                draw();
            if (!taken_ && answered_ && steps_ >= afterSteps_) {
                taken_ = true;
                QTimer::singleShot(kSettleMilliseconds, this, &Screenshot::take);
            }
        });
    connect(page->drawing(), &DrawPanel::answered, this, [this] { answered_ = true; });
    connect(page, &TrainPage::runEnded, this, &Screenshot::quit);
}

void Screenshot::draw() {
    drawn_ = true;
    window_.trainPage()->drawing()->pad()->setDrawing(seven());
}

void Screenshot::take() {
    const bool saved = window_.grab().save(file_);
    if (!saved)
        std::fprintf(stderr, "The picture cannot be written to %s.\n", qPrintable(file_));
    taken_ = saved;
    file_ = saved ? file_ : QString();
    window_.trainPage()->stop(StopKind::Abort);
}

void Screenshot::quit() {
    if (!taken_) {
        std::fprintf(stderr, "The run ended before the picture could be taken. %s\n",
                     window_.trainPage()->status().sentence.english().c_str());
    }
    QApplication::exit(taken_ && !file_.isEmpty() ? 0 : 1);
}

} // namespace belfry
