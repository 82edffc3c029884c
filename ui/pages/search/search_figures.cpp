#include "ui/pages/search/search_figures.h"

#include "ui/foundation/number_text.h"
#include "ui/pages/search/trial_text.h"
#include "ui/widgets/figure.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

#include <QProgressBar>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kBarSteps = 10'000, kFigureGap = 12;

} // namespace

SearchFigures::SearchFigures(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("searchFigures"));
    const Parts parts(this);
    trials_ = parts.figure("trialsFigure", QT_TR_NOOP("trials (estimated)"),
                           QT_TR_NOOP("Networks trained so far, and the estimated total"));
    everything_ = parts.figure("everythingFigure", QT_TR_NOOP("in the whole space"),
                               QT_TR_NOOP("Networks that the space holds: what an exhaustive search trains"));
    best_ = parts.figure("searchBestFigure", QT_TR_NOOP("best validation"));
    time_ = parts.figure("searchTimeFigure", QT_TR_NOOP("elapsed"));
    left_ = parts.figure("searchLeftFigure", QT_TR_NOOP("remaining (est.)"));
    left_->setAlignment(Qt::AlignRight);
    bar_ = parts.progress("searchProgress", "Progress of the search", kBarSteps);
    parts.help(bar_, QT_TR_NOOP("Progress of the search"));
    fillWith(this,
             columnOf(6, {rowOf(kFigureGap, {trials_, everything_, best_, time_, Placed::stretch(), left_}), bar_}));
}

void SearchFigures::setView(const SearchView& view, double since) {
    const SearchProgress& progress = view.progress;
    const bool some = !view.folder.empty();
    const Trial* best = view.best();
    const QString ended = countText(progress.ended), expected = approximately(progress.expected);
    trials_->setValue(some ? QStringLiteral("%1 / %2").arg(ended, expected) : QString());
    everything_->setValue(some ? approximately(progress.exhaustive) : QString());
    best_->setValue(best != nullptr ? percentText(best->accuracy, 2) : QString());
    time_->setValue(some ? durationText(progress.seconds + since) : QString());
    const bool live = view.state == "running" || view.state == "paused";
    left_->setValue(live && progress.secondsLeft >= 0 ? durationText(std::max(0.0, progress.secondsLeft - since))
                                                      : QString());
    const double share = progress.expected > 0 ? static_cast<double>(progress.ended) / progress.expected : 0;
    bar_->setValue(static_cast<int>(std::clamp(share, 0.0, 1.0) * kBarSteps));
}

} // namespace belfry
