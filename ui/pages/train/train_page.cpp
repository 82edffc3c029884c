#include "ui/pages/train/train_page.h"

#include "core/train/prepare.h"
#include "ui/dialogs/layers/insight_box.h"
#include "ui/foundation/attempt.h"
#include "ui/pages/train/charts_panel.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/pages/train/end_card.h"
#include "ui/pages/train/rate_question.h"
#include "ui/pages/train/run_buttons.h"
#include "ui/pages/train/setup_column.h"
#include "ui/pages/train/setup_form.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/header_figures.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/plan_text.h"
#include "ui/widgets/scrolled.h"
#include "ui/widgets/splitter.h"

namespace belfry {
namespace {

constexpr int kPollMilliseconds = 250;

std::vector<Preset> presetsOrNone(Text& problem) {
    std::vector<Preset> presets;
    attempt([&] { presets = loadPresets(); }, [&](const Text& sentence) { problem = sentence; });
    return presets;
}

RunStatus::Kind kindOf(RunState state) {
    switch (state) {
    case RunState::Running:
        return RunStatus::Kind::Running;
    case RunState::Paused:
        return RunStatus::Kind::Paused;
    case RunState::Finished:
        return RunStatus::Kind::Finished;
    case RunState::Stopped:
        return RunStatus::Kind::Stopped;
    case RunState::Failed:
        return RunStatus::Kind::Failed;
    }
    return RunStatus::Kind::Ready;
}

} // namespace

TrainPage::TrainPage(const Theme& theme, QWidget* parent) : QWidget(parent), requests_(controller_) {
    setObjectName(QStringLiteral("trainPage"));
    layOut(theme);
    connectSetup();
    connectRun();
    connectEvents();
    connectEndCard();
    poll_.setInterval(kPollMilliseconds);
    connect(&poll_, &QTimer::timeout, this, &TrainPage::pollSnapshot);
    keepTranslated(this, [this] {
        checkPlan();
        Q_EMIT statusChanged(status_);
    });
}

TrainPage::~TrainPage() = default;

void TrainPage::layOut(const Theme& theme) {
    constexpr int kMinPanels = 280, kMinDrawing = 280; // pixels high, beside the log in a small window
    Text problem;
    setup_ = new SetupColumn(theme, presetsOrNone(problem), this);
    banner_ = new Banner(this);
    question_ = std::make_unique<RateQuestion>(*banner_);
    figures_ = new HeaderFigures(this);
    endCard_ = new EndCard(this);
    charts_ = new ChartsPanel(theme, this);
    drawing_ = new DrawPanel(theme, predictions_, this);
    panelsArea_ = new ScrollIfShort(charts_, kMinPanels, "panelsArea", this);
    auto* middle = new QWidget(this);
    fillWith(middle, columnOf(14, {figures_, endCard_, {panelsArea_, 1}}));
    auto* row = new Splitter(Qt::Horizontal, "trainSplitter", 16, this);
    auto* drawing = new ScrollIfShort(drawing_, kMinDrawing, "drawScroll", this);
    drawing->setMaximumWidth(drawing_->maximumWidth()); // a wider one would stand beside a gap
    row->add(setup_)->add(middle, 1)->add(drawing);
    fillWith(this, columnOf(12, {banner_, {row, 1}}), kPageMargins);
    if (!problem.empty())
        banner_->display(problem);
}

void TrainPage::connectSetup() {
    connect(form(), &SetupForm::edited, this, &TrainPage::checkPlan);
    connect(form(), &SetupForm::dataKnown, drawing_, &DrawPanel::setData);
    connect(form(), &SetupForm::learningRateEntered, this, &TrainPage::enterRate);
    connect(form(), &SetupForm::epochsEntered, this, &TrainPage::requestEpochs);
    connect(form(), &SetupForm::checkpointEntered, this,
            [this](qint64 steps) { requests_.ask(&RunController::setCheckpointEvery, steps); });
    connect(form(), &SetupForm::layerMapsRequested, drawing_->insight(), &InsightBox::openLayers);
    connect(charts_, &ChartsPanel::undoRequested, this, &TrainPage::undo);
    connect(setup_, &SetupColumn::openRequested, this, &TrainPage::askOpenPlan);
    connect(setup_, &SetupColumn::saveRequested, this, &TrainPage::askSavePlan);
    const RunButtons* buttons = setup_->buttons();
    connect(buttons, &RunButtons::startRequested, this, &TrainPage::start);
    connect(buttons, &RunButtons::resumeRequested, this, [this] { resumeRun(stoppedRun_); });
    connect(buttons, &RunButtons::pauseToggled, this, &TrainPage::togglePause);
    connect(buttons, &RunButtons::stepRequested, this, &TrainPage::stepOnce);
    connect(buttons, &RunButtons::stopRequested, this, &TrainPage::stop);
    connect(
        drawing_, &DrawPanel::refused, this,
        [this](const TranslatableText& sentence) {
            refusedPicture_ = sentence;
            showProblem(sentence);
        });
    connect(drawing_, &DrawPanel::pictureChanged, this, [this](const auto&, const std::vector<std::uint8_t>& picture) {
        if (!picture.empty())
            banner_->withdraw(refusedPicture_);
    });
    connect(&charts_->group(), &ChartGroup::exportFailed, this, &TrainPage::showProblem);
}

void TrainPage::connectRun() {
    connect(&controller_, &RunController::preparing, this, [this] {
        endCard_->hide();
        setStatus({.kind = RunStatus::Kind::Preparing});
    });
    connect(&controller_, &RunController::preparationAt, this, [this](const Text& phase) {
        if (!status_.isStarting())
            return;
        status_.phase = phase;
        setStatus(status_);
        Q_EMIT logged(phase);
    });
    connect(
        &controller_, &RunController::backboneBegan, this,
        [this] {
            figures_->forget();
            charts_->forget();
        });
    connect(&controller_, &RunController::hostSaid, this, [this](const QString& host, const QString& line) {
        Q_EMIT logged(QStringLiteral("%1: %2").arg(host, line));
    });
    connect(&controller_, &RunController::refused, this, &TrainPage::refuse);
    connect(&controller_, &RunController::started, this, &TrainPage::showStarted);
    connect(&controller_, &RunController::stateChanged, this, &TrainPage::changeState);
    connect(&controller_, &RunController::finished, this, &TrainPage::end);
}

void TrainPage::connectEvents() {
    connect(&controller_, &RunController::stepsDone, this, &TrainPage::addSteps);
    connect(&controller_, &RunController::epochDone, this, [this](const EpochDone& epoch) {
        figures_->addEpoch(epoch);
        charts_->addEpoch(epoch);
        if (epoch.step > resumedFrom_)
            warnOfCollapse(watch_.add(epoch));
        Q_EMIT logged([epoch] { return logText(epoch); });
    });
    connect(&controller_, &RunController::distributionsCollected, charts_, &ChartsPanel::addDistributions);
    connect(
        &controller_, &RunController::checkpointSaved, this,
        [this](const CheckpointSaved& checkpoint) { Q_EMIT logged([checkpoint] { return logText(checkpoint); }); });
    connect(
        &controller_, &RunController::settingChanged, this,
        [this](const SettingChanged& change) {
            charts_->markSetting(change);
            watch_.add(change);
            if (epochsRequested_ > 0) {
                figures_->setEpochs(epochsRequested_);
            }
            Q_EMIT logged(
                [change] { return tr("Step %1: %2").arg(QString::number(change.step), translated(change.text)); });
        });
    connect(&controller_, &RunController::warned, this, [this](const Text& text) {
        banner_->display(text);
        Q_EMIT logged([text] { return tr("Warning: %1").arg(translated(text)); });
    });
}

SetupForm* TrainPage::form() const { return setup_->form(); }

Plan TrainPage::plan() const { return form()->plan(); }

void TrainPage::setPlan(const Plan& plan) {
    if (!refusesPlans())
        form()->setPlan(plan);
}

void TrainPage::setReport(const DeviceReport& report) { form()->setReport(report); }

void TrainPage::checkPlan() {
    setup_->setProblem(form()->problem());
    if (form()->problem().isEmpty())
        drawing_->setPlan(form()->plan());
    updateControls();
}

void TrainPage::start() { begin(false); }

void TrainPage::begin(bool paused) {
    if (controller_.isActive())
        return;
    const QString problem = form()->problem();
    setup_->setProblem(problem);
    if (!problem.isEmpty() || offersBackbone())
        return;
    banner_->hide();
    epochsRequested_ = 0;
    controller_.setHosts(form()->hosts());
    requests_.start(plan(), paused);
}

void TrainPage::stepOnce() {
    begin(true); // nothing when a run is in progress
    if (!controller_.isActive())
        return; // refused
    requests_.ask(&RunController::stepOnce);
    if (status_.kind == RunStatus::Kind::Preparing)
        setPausing(true);
}

void TrainPage::togglePause() {
    if (status_.stopping)
        return; // it would wait before the end that was asked for
    const bool resumes = status_.kind == RunStatus::Kind::Paused || status_.pausing;
    requests_.ask(resumes ? &RunController::resume : &RunController::pause);
    if (status_.kind == RunStatus::Kind::Preparing)
        setPausing(!resumes);
}

// While a run is being prepared, no state change reports what was requested.
void TrainPage::setPausing(bool pausing) {
    status_.pausing = pausing;
    setStatus(status_);
}

void TrainPage::stop(StopKind kind) {
    const bool cutsShort = !status_.stopping || *status_.stopping == StopKind::AfterEpoch;
    if (!controller_.isActive() || !cutsShort)
        return;
    status_.pausing = false;
    status_.stopping = kind;
    setStatus(status_); // on screen before the session answers
    controller_.abandonPreparation();
    requests_.ask(&RunController::stop, kind);
}

void TrainPage::enterRate(double rate, double before) {
    question_->withdraw();
    if (!controller_.isActive() || rate <= before || RateQuestion::warning(plan(), rate).isEmpty()) {
        requestRate(rate);
        return;
    }
    form()->setLive("learning_rate", before); // what the run has, whatever becomes of the question
    question_->ask(plan(), rate, [this, rate] {
        form()->setLive("learning_rate", rate);
        requestRate(rate);
    });
}

void TrainPage::requestRate(double rate) { requests_.ask(&RunController::setLearningRate, rate); }

void TrainPage::requestEpochs(qint64 epochs) {
    epochsRequested_ = epochs;
    requests_.ask(&RunController::setEpochs, epochs);
}

void TrainPage::undo(const SettingChanged& change) {
    form()->setLive(change.field, change.before);
    if (change.field == "learning_rate")
        requestRate(change.before);
    else if (change.field == "epochs")
        requestEpochs(static_cast<qint64>(change.before));
    else
        requests_.ask(&RunController::setCheckpointEvery, static_cast<std::int64_t>(change.before));
}

void TrainPage::showStarted(const Started& started) {
    if (started.step > 0) // the set-up shows what runs
        form()->setPlan(writtenPlan(started));
    runPlan_ = started.plan;
    runFolder_ = started.runFolder;
    drawing_->setRun(runFolder_);
    resumedFrom_ = started.step;
    watch_ = {};
    figures_->start(started);
    charts_->start(started);
    displayEvery_ = std::max<std::int64_t>(started.plan.displayEvery, 1);
    // A name that was made for the run says its towers, as the status line does.
    if (started.plan.name != automaticName(started.plan))
        status_.name = QString::fromStdString(started.plan.name);
    else
        status_.name = [model = started.plan.model] { return networkTitle(model); };
    status_.towers = started.plan.towers;
    status_.phase = {};
    setStatus(status_);
    poll_.start();
    Q_EMIT logged([started] { return logText(started); });
}

void TrainPage::addSteps(const std::vector<StepDone>& steps) {
    figures_->addSteps(steps);
    charts_->addSteps(steps);
    for (const StepDone& step : steps) {
        if (step.step % displayEvery_ == 0)
            Q_EMIT logged([step] { return logText(step); });
        if (step.step > resumedFrom_)
            warnOfCollapse(watch_.add(step));
    }
}

void TrainPage::changeState(RunState state, bool stopping) {
    const auto kind = kindOf(state);
    if (kind == RunStatus::Kind::Paused && status_.kind == RunStatus::Kind::Running)
        charts_->markPause();
    status_.kind = kind;
    status_.pausing = false;
    if (!stopping && !requests_.isPreparing())
        status_.stopping.reset();
    setStatus(status_);
    requests_.pass(); // the first change says that there is a session
}

void TrainPage::end(const Finished& finished) {
    poll_.stop();
    question_->withdraw(); // it was about this run
    figures_->finish(finished);
    charts_->endOffers();
    charts_->finish();
    drawing_->setSnapshot(controller_.snapshot());
    if (finished.test.images > 0)
        drawOnBest(finished.runFolder);
    offerNext(finished);
    setStatus(endOf(finished, status_));
    if (status_.kind == RunStatus::Kind::Failed) {
        banner_->display(status_.sentence);
        offerCheckpoint(finished.runFolder, status_.sentence);
    }
    Q_EMIT logged([finished] { return logText(finished); });
    Q_EMIT runEnded();
}

void TrainPage::refuse(const Text& sentence) {
    requests_.forget();
    setStatus({});
    if (!sentence.empty()) {
        banner_->display(sentence);
        Q_EMIT logged([sentence] { return tr("Refused: %1").arg(translated(sentence)); });
    }
    Q_EMIT runEnded();
}

void TrainPage::setStatus(RunStatus status) {
    status_ = std::move(status);
    updateControls();
    Q_EMIT statusChanged(status_);
}

void TrainPage::updateControls() {
    using Kind = RunStatus::Kind;
    RunButtons::State status;
    status.startable = form()->problem().isEmpty();
    status.resumable = canResumeStopped();
    status.active = status_.isActive();
    status.paused = status_.kind == Kind::Paused || status_.pausing;
    status.stopping = status_.stopping;
    setup_->buttons()->setStatus(status);
    form()->setRunning(status.active);
}

void TrainPage::showProblem(const TranslatableText& sentence) {
    banner_->display(sentence);
    Q_EMIT logged(sentence);
}

// The first one also without a picture: only with it the pad knows what the network makes of what lies on it.
void TrainPage::pollSnapshot() {
    if (drawing_->hasPicture() || drawing_->snapshot() == nullptr)
        drawing_->setSnapshot(controller_.snapshot());
}

} // namespace belfry
