#include "ui/pages/search/search_figures.h"

#include "ui/foundation/number_text.h"
#include "ui/pages/search/trial_words.h"
#include "ui/widgets/figure.h"
#include "ui/widgets/header_figures.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace belfry {
namespace {

constexpr int kBarSteps = 10'000;

} // namespace

SearchFigures::SearchFigures(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("searchFigures"));
    auto* row = new QHBoxLayout;
    row->setSpacing(24);
    const std::pair<Figure**, const char*> all[] = {{&trials_, "trialsFigure"},
                                                    {&everything_, "everythingFigure"},
                                                    {&best_, "searchBestFigure"},
                                                    {&time_, "searchTimeFigure"},
                                                    {&left_, "searchLeftFigure"}};
    for (const auto& [figure, name] : all) {
        *figure = new Figure(QLatin1String(name), {}, this);
        if (figure == &left_)
            row->addStretch();
        row->addWidget(*figure);
    }
    left_->setAlignment(Qt::AlignRight);
    bar_ = new QProgressBar(this);
    bar_->setObjectName(QStringLiteral("searchProgress"));
    bar_->setAccessibleName(QStringLiteral("Progress of the search"));
    bar_->setRange(0, kBarSteps);
    bar_->setTextVisible(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addLayout(row);
    column->addWidget(bar_);
    retranslate();
}

void SearchFigures::setView(const SearchView& view, double since) {
    const SearchProgress& progress = view.progress;
    const bool some = !view.folder.empty();
    const Trial* best = view.best();
    const QString ended = countText(progress.ended), expected = approximately(progress.expected);
    trials_->setValue(some ? QStringLiteral("%1 / %2").arg(ended, expected) : QString());
    everything_->setValue(some ? approximately(progress.exhaustive) : QString());
    best_->setValue(best != nullptr ? percentText(best->accuracy, 2) : QString());
    time_->setValue(some ? HeaderFigures::durationText(progress.seconds + since) : QString());
    const bool goesOn = view.state == "running" || view.state == "paused";
    left_->setValue(goesOn && progress.secondsLeft >= 0
                        ? HeaderFigures::durationText(std::max(0.0, progress.secondsLeft - since))
                        : QString());
    const double share = progress.expected > 0 ? static_cast<double>(progress.ended) / progress.expected : 0;
    bar_->setValue(static_cast<int>(std::clamp(share, 0.0, 1.0) * kBarSteps));
}

void SearchFigures::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void SearchFigures::retranslate() {
    trials_->setCaption(tr("trials, of about"));
    trials_->setToolTip(tr("Networks trained so far, and the estimated total"));
    everything_->setCaption(tr("to try everything"));
    everything_->setToolTip(tr("Networks that the space holds: what an exhaustive search trains"));
    best_->setCaption(tr("best validation"));
    time_->setCaption(tr("time spent"));
    left_->setCaption(tr("left, about"));
    bar_->setToolTip(tr("Progress of the search"));
}

} // namespace belfry
