#include "ui/pages/train/charts_panel.h"

#include "core/train/plan.h"
#include "ui/dialogs/histograms_dialog.h"
#include "ui/foundation/texts.h"
#include "ui/pages/train/speed_lines.h"
#include "ui/widgets/card.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/stage_bars.h"
#include "ui/widgets/stage_strip.h"
#include "ui/widgets/steady_label.h"
#include "ui/widgets/tower_scene.h"

#include <QResizeEvent>
#include <algorithm>

namespace belfry {
namespace {

constexpr double kVerdictEvery = 1; // seconds: words that change faster cannot be read

// As the engine takes them. Towers that do not wait for one another have steps of different lengths: each one's are
// stretched to the common mean, so that shares of it are shares of the tower's own steps.
std::vector<StageTimes> stageTimes(const StageAverage& average) {
    std::vector<StageTimes> towers;
    for (const StageRow& row : average.towers()) {
        const double all = total(row);
        const double stretch = average.isAsynchronous() && all > 0 ? average.stepMilliseconds() / all : 1;
        StageTimes& times = towers.emplace_back();
        for (std::size_t stage = 0; stage < kStages; ++stage)
            times.*kEveryStage[stage].milliseconds = static_cast<float>(row[stage] * stretch);
    }
    return towers;
}

// Elsewhere means over classes lie on the accuracy, or nearly.
bool mindsRareClasses(const Plan& plan) {
    return !plan.classWeights.empty() || plan.logitAdjustment > 0 || plan.sampling != "shuffle" ||
           plan.bestBy == "balanced-accuracy" || plan.bestBy == "macro-f1";
}

XPoint pointOf(const StepDone& step) { return {step.step, step.epoch, step.images, step.seconds}; }

// "1 · GPU0", among several hosts "1 · node4 · GPU0": the number is the one that sentences, the towers' picture and the
// terminal give a tower. One tower alone is its device.
QStringList towerNames(const std::vector<TowerPlacement>& towers) {
    QStringList names;
    for (const TowerPlacement& tower : towers) {
        const QString device = placeName(tower, onSeveralHosts(towers));
        names << (towers.size() > 1 ? QStringLiteral("%1 · %2").arg(names.size()).arg(device) : device);
    }
    return names;
}

// "Tower 1 on GPU0, NVIDIA H200".
QStringList towerHelps(const std::vector<TowerPlacement>& towers) {
    QStringList helps;
    for (const TowerPlacement& tower : towers) {
        QString help =
            ChartsPanel::tr("Tower %1 on %2").arg(helps.size()).arg(placeName(tower, onSeveralHosts(towers)));
        if (!tower.deviceName.empty())
            help += QStringLiteral(", ") + QString::fromStdString(tower.deviceName);
        helps << help;
    }
    return helps;
}

} // namespace

ChartsPanel::ChartsPanel(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme), group_(theme) {
    setObjectName(QStringLiteral("chartsPanel"));
    makeCharts();
    open_ = loss_->addHeadButton(QStringLiteral("Layers"), [this] { openHistograms(); });
    open_->setAccessibleName(QStringLiteral("Layers…"));
    open_->setChip(); // narrower: in the smallest window there is room for no more
    strip_ = new StageStrip(theme);
    auto* stripCard = new Card({}, this);
    stripCard->setObjectName(QStringLiteral("stageCard"));
    verdict_ = new SteadyLabel(this);
    verdict_->setObjectName(QStringLiteral("stageSentence"));
    verdict_->setProperty("kind", "muted");
    verdict_->hide();
    append(stripCard->body(), {strip_, verdict_});
    fillWith(this, columnOf(8, {{loss_, 19}, {accuracy_, 15}, {rate_, 11}, {speed_, 19}, stripCard}));
    addLines();
    keepTranslated(this, [this] { retranslate(); });
}

void ChartsPanel::makeCharts() {
    loss_ = group_.addChart(
        {.key = QStringLiteral("loss"), .canLog = true, .log = true, .canSmooth = true, .markLabels = true}, this);
    accuracy_ = group_.addChart(
        {.key = QStringLiteral("accuracy"), .yAxis = YAxisKind::Percent, .format = YFormat::Percent, .canSmooth = true},
        this);
    rate_ = group_.addChart({.key = QStringLiteral("rate"),
                             .english = QStringLiteral("Learning rate"),
                             .yAxis = YAxisKind::FromZero,
                             .canLog = true},
                            this);
    rate_->hide();
    speed_ = group_.addChart({.key = QStringLiteral("speed"),
                              .english = QStringLiteral("Images per second"),
                              .yAxis = YAxisKind::FromZero,
                              .format = YFormat::Count,
                              .canSmooth = true,
                              .xLabels = true,
                              // Per tower: 35 MB less each at ten million steps.
                              .keepPoints = std::size_t{2} << 20},
                             this);
    speedLines_ = std::make_unique<SpeedLines>(*speed_);
}

ChartsPanel::~ChartsPanel() = default;

// The lines that a run has: one per tower on the bottom chart.
void ChartsPanel::addLines() {
    for (LiveChart* chart : group_.charts())
        chart->clearSeries();
    SeriesSpec each{.key = QStringLiteral("each step"), .name = {}, .kind = SeriesKind::RawAndSmoothed};
    SeriesSpec dots{.key = QStringLiteral("validation"), .name = {}, .kind = SeriesKind::Dots, .colour = 1};
    lossLine_ = loss_->addSeries(each);
    lossDots_ = loss_->addSeries(dots);
    accuracyLine_ = accuracy_->addSeries(each);
    accuracyDots_ = accuracy_->addSeries(dots);
    if (rareClasses_) {
        balancedDots_ = accuracy_->addSeries(
            {.key = QStringLiteral("balanced accuracy"), .name = {}, .kind = SeriesKind::Dots, .colour = 2});
        macroF1Dots_ = accuracy_->addSeries(
            {.key = QStringLiteral("macro f1"), .name = {}, .kind = SeriesKind::Dots, .colour = 3});
    }
    rateLine_ = rate_->addSeries({.key = QStringLiteral("each step"), .name = {}, .kind = SeriesKind::Line});
    const QStringList names = towerNames(towers_);
    speedLines_->start(names);
    strip_->setTowers(names, towerHelps(towers_));
}

void ChartsPanel::start(const Started& started) {
    group_.clear();
    history_ = {};
    runName_ = QString::fromStdString(started.plan.name);
    started_ = true;
    ended_ = false;
    showWhyEmpty();
    if (dialog_)
        dialog_->setRun(runName_, whyNoHistograms());
    towers_ = started.placement;
    settings_ = stepSettingsOf(started);
    dropout_ = trainsWithDropout(started.plan);
    rareClasses_ = mindsRareClasses(started.plan);
    rateChanges_ = started.plan.schedule != "constant" || started.plan.warmupSteps > 0 || started.plan.warmupEpochs > 0;
    showRate();
    addLines();
    retranslate();
    strip_->setTimedEvery(started.stagesTimedEvery);
    newestRate_ = 0;
    newest_ = {};
    best_.reset();
    verdictText_ = {};
    verdict_->hide();
    verdict_->forgetLines();
}

void ChartsPanel::forget() {
    group_.clear();
    strip_->clear();
    best_.reset();
    verdictText_ = {};
    verdict_->hide();
}

void ChartsPanel::addSteps(const std::vector<StepDone>& steps) {
    for (const StepDone& step : steps)
        addStep(step);
    if (!steps.empty())
        updateVerdict(steps.back());
}

// Uses the last second of the run, once a second.
void ChartsPanel::updateVerdict(const StepDone& newest) {
    if (!verdictText_.empty() && newest.seconds - verdictAt_ < kVerdictEvery)
        return;
    const StageAverage& average = strip_->average();
    settings_.stepMilliseconds = average.stepMilliseconds();
    settings_.network = average.network();
    const Bottleneck found = bottleneckOf(stageTimes(average), settings_.stepMilliseconds);
    verdictText_ = sentenceOf(found, settings_);
    verdictAt_ = newest.seconds;
    verdict_->display(translated(verdictText_));
    verdict_->show();
}

void ChartsPanel::addStep(const StepDone& step) {
    newest_ = pointOf(step);
    group_.append(newest_);
    loss_->append(lossLine_, step.loss);
    accuracy_->append(accuracyLine_, step.accuracy);
    rate_->append(rateLine_, step.learningRate);
    if (!rateChanges_ && newestRate_ > 0 && step.learningRate != newestRate_) {
        rateChanges_ = true;
        showRate();
    }
    newestRate_ = step.learningRate;
    speedLines_->addStep(step);
    strip_->addStep(step);
}

void ChartsPanel::addEpoch(const EpochDone& epoch) {
    const XPoint x{epoch.step, static_cast<double>(epoch.epoch), epoch.images, epoch.seconds};
    if (epoch.validation.images > 0) {
        loss_->appendDot(lossDots_, x, epoch.validation.loss);
        accuracy_->appendDot(accuracyDots_, x, epoch.validation.accuracy());
        const ClassMeans& means = epoch.validation.means;
        if (rareClasses_ && means.balancedAccuracy && means.macroF1) {
            accuracy_->appendDot(balancedDots_, x, *means.balancedAccuracy);
            accuracy_->appendDot(macroF1Dots_, x, *means.macroF1);
        }
    }
    if (epoch.best) {
        best_ = x;
        group_.mark(x, MarkKind::Best, [] { return tr("best validation so far"); });
    }
}

void ChartsPanel::finish() {
    ended_ = true;
    showWhyEmpty();
    showHistograms();
    if (best_)
        group_.mark(*best_, MarkKind::Best, [] { return tr("best validation"); });
}

void ChartsPanel::addDistributions(const Distributions& distributions) {
    history_.add(distributions);
    showHistograms();
}

void ChartsPanel::openHistograms() {
    if (!dialog_) {
        dialog_ = new HistogramsDialog(theme_, this);
        dialog_->setRun(runName_, whyNoHistograms());
    }
    dialog_->show(); // before it gets what it draws
    showHistograms();
    dialog_->raise();
    dialog_->activateWindow();
}

void ChartsPanel::showHistograms() {
    if (dialog_ && dialog_->isVisible())
        dialog_->setSteps(history_.steps(), whyNoHistograms());
}

TranslatableText ChartsPanel::whyNoHistograms() const {
    if (!started_)
        return [] { return tr("No run yet. Press Start: histograms appear at the end of its first epoch."); };
    if (ended_)
        return [] { return tr("The run ended before its first epoch did: there are no histograms of it."); };
    return [] { return tr("The first epoch has not ended yet: histograms appear at its end."); };
}

void ChartsPanel::markSetting(const SettingChanged& change) {
    group_.mark(change.step, MarkKind::Setting, change.text);
    if (change.field.empty()) { // a resume, or the history of a run
        group_.withdrawOffer();
        return;
    }
    group_.offerAtMark(
        MarkKind::Setting, QStringLiteral("Undo change"), [] { return tr("Undo change"); },
        [] { return tr("Gives the run the former value back"); }, [this, change] { Q_EMIT undoRequested(change); });
}

void ChartsPanel::endOffers() { group_.withdrawOffer(); }

void ChartsPanel::markPause() {
    group_.mark(
        newest_, MarkKind::Pause, [] { return tr("pause"); });
}

void ChartsPanel::showRate() {
    constexpr int kRoomForFourCharts = 800;
    rate_->setVisible(rateChanges_ && height() >= kRoomForFourCharts);
}

// In a low window the rows of many towers scroll: else they would set the window's minimum height.
void ChartsPanel::resizeEvent(QResizeEvent* event) {
    constexpr int kChartsAndWords = 600; // with room to spare, so that the window can still shrink
    QWidget::resizeEvent(event);
    showRate();
    strip_->setMaxRows((height() - kChartsAndWords) / StageBars::kPitch);
}

void ChartsPanel::retranslate() {
    verdict_->display(translated(verdictText_));
    strip_->setHelps(towerHelps(towers_));
    loss_->setTitle(tr("Loss"));
    open_->setText(tr("Layers…"));
    open_->setToolTip(tr("Histograms of the activations, gradients and weights of every layer over the run"));
    accuracy_->setTitle(tr("Accuracy"));
    rate_->setTitle(tr("Learning rate"));
    speed_->setTitle(tr("Images per second"));
    speed_->setToolTip(tr("Training speed in images (examples) per second: all towers together, and each one's share. "
                          "What a tower could do alone is in the tip of its bar below."));
    // With dropout the network that trains is weaker than the one that is validated: the lines must not be compared.
    const QString step = dropout_ ? tr("each step, dropout on") : tr("each step");
    loss_->rename(lossLine_, step, tr("smoothed"));
    accuracy_->rename(accuracyLine_, step, tr("smoothed"));
    const QString why = dropout_ ? tr("Training steps are measured with dropout on, validation with dropout off: a "
                                      "step looks worse than the same weights in use")
                                 : QString();
    loss_->setToolTip(why);
    accuracy_->setToolTip(why);
    loss_->rename(lossDots_, tr("validation"));
    accuracy_->rename(accuracyDots_, tr("validation"));
    if (rareClasses_) {
        accuracy_->rename(balancedDots_, tr("balanced accuracy"));
        accuracy_->rename(macroF1Dots_, tr("macro F1"));
    }
    rate_->rename(rateLine_, tr("each step"));
    speedLines_->retranslate();
    showWhyEmpty();
}

void ChartsPanel::showWhyEmpty() {
    const QString why = !started_ ? tr("Press Start: the curve begins with the first step")
                        : ended_  ? tr("The run took no step: there is no curve")
                                  : tr("The curve begins with the first step");
    for (LiveChart* chart : group_.charts())
        chart->setEmptyText(why);
}

} // namespace belfry
