#include "ui/pages/search/trial_chart.h"

#include "ui/pages/search/gene_rows.h"

#include <QPainter>
#include <utility>

namespace belfry {

TrialChart::TrialChart(const Theme& theme, const char* name, const char* accessibleName, QWidget* parent)
    : KeyedWidget(theme, QLatin1String(name), parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(QLatin1String(accessibleName));
}

void TrialChart::setView(const SearchView& view) {
    const bool news = !std::exchange(taken_, true) || !sameResults(view_, view);
    const bool another = !(view_.plan.space == view.plan.space) || view_.folder != view.folder;
    view_ = view;
    if (news)
        takeResults(another);
}

void TrialChart::setChosen(int trial) {
    if (trial != chosen_) {
        chosen_ = trial;
        showChange();
    }
}

void TrialChart::choose(int trial) {
    setChosen(trial);
    Q_EMIT trialChosen(trial);
}

void TrialChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paint(painter);
}

} // namespace belfry
