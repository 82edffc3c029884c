#include "ui/pages/search/trial_card.h"

#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/foundation/theme.h"
#include "ui/pages/search/gene_text.h"
#include "ui/pages/search/trial_text.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/device_picker.h"
#include "ui/widgets/fact_list.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/run_state_text.h"
#include "ui/widgets/scrolled.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <cmath>

namespace belfry {

std::string winnerRunOf(const SearchView& view, int trial) {
    const WinnerRun* best = nullptr;
    for (const WinnerRun& run : view.winners)
        if (run.trial == trial && run.reason.empty() && !run.run.empty() &&
            (best == nullptr || run.validation > best->validation))
            best = &run;
    return best != nullptr ? best->run : std::string();
}

TrialCard::TrialCard(const Theme& theme, QWidget* parent) : Card({}, parent), theme_(theme) {
    setObjectName(QStringLiteral("trialCard"));
    const Parts parts(this);
    dot_ = makeLabel({}, "", this);
    state_ = parts.label("", "trialState");
    failures_ = parts.sentence("warning", "trialFailures");
    failures_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    failures_->setFocusPolicy(Qt::NoFocus);
    empty_ = parts.sentence("muted", "trialEmpty");
    parts.translate(empty_, QT_TR_NOOP("Select a trial in the table or a chart to see its genes and actions."),
                    [this](const QString& hint) { empty_->setText(hint); });
    train_ = parts.button("primary", QT_TR_NOOP("Train longer"),
                          QT_TR_NOOP("Trains this network on all training images as a separate run, until it stops "
                                     "improving; a search in progress waits"));
    draw_ = parts.button(
        "", QT_TR_NOOP("Try it"),
        QT_TR_NOOP("Uses this winner's weights for the drawing pad; other networks must be trained longer first"),
        "Draw on the winner");
    plan_ = parts.button("", QT_TR_NOOP("Use its plan"), QT_TR_NOOP("Fills the Train page's setup with this network"),
                         "Use the trial's plan");
    for (QPushButton* button : {train_, draw_, plan_})
        button->setProperty("narrow", "true");
    facts_ = new FactList(QStringLiteral("trialFacts"));
    auto* buttons = new QGridLayout;
    buttons->setSpacing(6);
    buttons->addWidget(train_, 0, 0, 1, 2);
    buttons->addWidget(draw_, 1, 0);
    buttons->addWidget(plan_, 1, 1);
    body()->setSpacing(6);
    append(body(), {empty_,
                    rowOf(4, {dot_, state_, Placed::stretch()}),
                    failures_,
                    buttons,
                    Placed::space(4),
                    {scrolled(facts_, "trialFactsScroll", this), 1}});
    connect(train_, &QPushButton::clicked, this, &TrialCard::trainRequested);
    connect(plan_, &QPushButton::clicked, this, &TrialCard::planRequested);
    connect(draw_, &QPushButton::clicked, this, &TrialCard::drawRequested);
    connect(&theme_, &Theme::changed, this, &TrialCard::showTrial);
    keepTranslated(this, [this] { showTrial(); });
}

void TrialCard::setTrial(const SearchView& view, int trial) {
    const Trial* now = view.find(trial);
    const Trial* shown = view_.find(trial_);
    const bool same = now != nullptr && shown != nullptr && view.folder == view_.folder && *now == *shown &&
                      view.winners == view_.winners;
    if (!same) { // it is asked ten times a second
        view_ = view;
        trial_ = trial;
        showTrial();
    }
}

void TrialCard::setBusy(bool busy) {
    busy_ = busy;
    updateButtons();
}

void TrialCard::updateButtons() {
    train_->setEnabled(!busy_);
    plan_->setEnabled(!busy_);
    draw_->setEnabled(!busy_ && !winnerRunOf(view_, trial_).empty());
}

void TrialCard::showTrial() {
    const Trial* trial = view_.find(trial_);
    setTitle(trial != nullptr ? tr("Trial %1").arg(trial->id) : tr("Trial"));
    empty_->setVisible(trial == nullptr);
    for (QWidget* widget : std::initializer_list<QWidget*>{dot_, state_, train_, draw_, plan_, facts_})
        widget->setVisible(trial != nullptr);
    failures_->setVisible(trial != nullptr && !trial->failures.empty());
    facts_->clear();
    if (trial == nullptr)
        return;
    const bool paused = view_.state == "paused";
    const QIcon dot = dotIcon(trialStateColour(theme_.palette(), trial->state, paused), theme_.palette().card);
    dot_->setPixmap(dot.pixmap(QSize(16, 16), devicePixelRatioF()));
    state_->setText(trialStateText(trial->state, paused));
    failures_->setText(translatedAll(trial->failures).join('\n'));
    updateButtons();
    showFacts(*trial);
    showGenes(*trial);
}

void TrialCard::showFacts(const Trial& trial) {
    const auto add = [this](const QString& name, const char* objectName, const QString& value) {
        facts_->add(name, QLatin1String(objectName), value);
    };
    if (trial.state == TrialState::Done)
        add(tr("Best"), "trialBestFact", accuracyText(trial.accuracy, trial.bestEpoch));
    showWinner(trial);
    add(tr("Epochs"), "trialEpochsFact", countText(trial.epochs));
    add(tr("Parameters"), "trialParametersFact", trial.parameters > 0 ? countText(trial.parameters) : QString());
    add(tr("Time"), "trialTimeFact", trial.seconds > 0 ? durationText(trial.seconds) : QString());
    add(tr("Images/s"), "trialSpeedFact",
        trial.imagesPerSecond > 0 ? countText(std::llround(trial.imagesPerSecond)) : QString());
    add(tr("Device"), "trialDeviceFact", DevicePicker::shortName(trial.device));
    add(tr("Interruptions"), "trialKillsFact", trial.kills > 0 ? countText(trial.kills) : QString());
    add(tr("Generation"), "trialGenerationFact",
        trial.asked.generation > 0 ? QString::number(trial.asked.generation) : QString());
    add(tr("Rung"), "trialRungFact", trial.asked.rung > 0 ? QString::number(trial.asked.rung) : QString());
    add(tr("Parents"), "trialParentsFact", parentsText(trial));
    add(tr("Mutated"), "trialMutatedFact", mutatedText(trial));
}

void TrialCard::showWinner(const Trial& trial) {
    const TestFigure figure = testFigure(view_.winners, trial.id);
    if (figure.runs == 0)
        return;
    facts_->add(tr("Test"), QStringLiteral("trialTestFact"), testText(figure));
    facts_->add(tr("Seeds"), QStringLiteral("trialSeedsFact"), countText(figure.runs));
}

void TrialCard::showGenes(const Trial& trial) {
    const Space& space = view_.plan.space;
    const std::vector<bool> counts = expressed(space, trial.asked.genes);
    for (std::size_t i = 0; i < space.genes.size(); ++i) {
        if (!counts[i]) // it changes nothing here
            continue;
        const Gene& gene = space.genes[i];
        const GeneValue value = gene.choices().at(static_cast<std::size_t>(trial.asked.genes[i]));
        QString text = valueText(gene.name, value);
        if (const QString origin = originText(view_, trial, i); !origin.isEmpty())
            text += QStringLiteral(" · ") + origin;
        facts_->add(translated(geneInfo(gene.name).title), QStringLiteral("gene-") + QString::fromStdString(gene.name),
                    text);
    }
}

} // namespace belfry
