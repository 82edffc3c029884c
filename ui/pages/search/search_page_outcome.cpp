// The result of a search, and the actions on it.
#include "core/base/files.h"
#include "core/runs/run_folder.h"
#include "core/search/work.h"
#include "ui/foundation/attempt.h"
#include "ui/foundation/texts.h"
#include "ui/pages/search/search_page.h"
#include "ui/pages/search/spark_line.h"
#include "ui/pages/search/trial_card.h"
#include "ui/pages/search/trial_text.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/save_file.h"

#include <QPushButton>

namespace belfry {
namespace {

// "genetic-mnist, trial 12"
std::string runName(const SearchView& view, int trial) {
    constexpr qsizetype kLongest = 40; // letters of the search's name, of up to four bytes each
    QString text = QString::fromStdString(view.plan.name).left(kLongest);
    if (!text.isEmpty() && text.back().isHighSurrogate())
        text.chop(1); // half of a letter
    return text.toStdString() + ", trial " + std::to_string(trial);
}

} // namespace

int SearchPage::winner() const {
    if (!view_.winners.empty())
        return view_.winners.front().trial;
    const Trial* best = view_.best();
    return best != nullptr ? best->id : 0;
}

void SearchPage::showWinner() {
    const Trial* best = view_.find(winner());
    winner_->setVisible(best != nullptr);
    trainBest_->setVisible(best != nullptr);
    drawBest_->setVisible(best != nullptr);
    if (best == nullptr) {
        winnerCurves_->hide();
        return;
    }
    const QString who = tr("trial %1 (%2)").arg(QString::number(best->id), genesOf(view_, *best));
    const TestFigure figure = testFigure(view_.winners, best->id);
    std::vector<std::vector<float>> curves;
    for (const WinnerTraining& training : view_.inTraining)
        curves.push_back(training.curve);
    winnerCurves_->setCurves(std::move(curves));
    winnerCurves_->setVisible(!view_.inTraining.empty());
    if (!view_.inTraining.empty())
        winner_->setText(tr("Retraining the best: %1").arg(who));
    else if (figure.runs > 0)
        winner_->setText(translated(Text::plural("Test %1 over %n seeds: %2", "Test %1 with %n seed: %2", figure.runs,
                                                 testText(figure).toStdString(), who.toStdString())));
    else
        winner_->setText(tr("The best so far: %1").arg(who));
}

Plan SearchPage::planOfTrial(int trial) const {
    const Trial& chosen = *view_.find(trial);
    Plan plan = longerPlan(view_.plan, chosen);
    plan.name = runName(view_, trial);
    plan.checkpointMinutes = Plan{}.checkpointMinutes;
    return plan;
}

void SearchPage::trainLonger(int trial) {
    if (view_.find(trial) != nullptr && !busy_)
        Q_EMIT trainRequested(planOfTrial(trial));
}

void SearchPage::draw(int trial) {
    if (const std::string run = winnerRunOf(view_, trial); !run.empty())
        Q_EMIT drawRequested(runsRoot() / run);
}

bool SearchPage::saveCsv(const QString& file) {
    return attempt([&] { writeFileAtomically(file.toStdString(), trialsCsv(readSearch(view_.folder))); },
                   [this](const Text& sentence) { display(sentence); });
}

void SearchPage::askCsv() {
    askSaveFile(
        this,
        {.kind = QStringLiteral("table"),
         .title = tr("Save table"),
         .filters = tr("Tables (*.csv)"),
         .name = QStringLiteral("trials.csv")},
        [this](const QString& file) { return saveCsv(file); });
}

} // namespace belfry
