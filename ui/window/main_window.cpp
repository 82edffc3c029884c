#include "ui/window/main_window.h"

#include "ui/foundation/keep_translated.h"
#include "ui/foundation/language.h"
#include "ui/foundation/screen_fit.h"
#include "ui/pages/data/data_page.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/scaling/scaling_page.h"
#include "ui/pages/search/search_page.h"
#include "ui/pages/train/charts_panel.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/pages/train/train_page.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/save_file.h"
#include "ui/window/about_dialog.h"
#include "ui/window/close_dialog.h"
#include "ui/window/log_panel.h"
#include "ui/window/run_queue.h"
#include "ui/window/search_gate.h"
#include "ui/window/settings.h"
#include "ui/window/status_strip.h"
#include "ui/window/top_bar.h"
#include "ui/window/window_memory.h"

#include <QCloseEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>

namespace belfry {

MainWindow::MainWindow(Theme& theme, Language& language, Settings& settings, QWidget* parent)
    : QWidget(parent), theme_(theme), language_(language), settings_(settings) {
    setObjectName(QStringLiteral("mainWindow"));
    new FileFolders(
        this, [this](const QString& kind) { return settings_.folder(kind); },
        [this](const QString& kind, const QString& folder) { settings_.setFolder(kind, folder); });
    layOut();
    connectPage();
    connectRuns();
    connectSearch();
    connectScaling();
    connectData();
    addShortcuts();
    notifier_ = std::make_unique<EndNotifier>(*train_, *search_, *this); // before the queue begins the next run
    queue_ = std::make_unique<RunQueue>(*train_, *runs_, *this, [this] { return isVisible() && !leaving_; });
    memory_ = std::make_unique<WindowMemory>(settings_, *this, *top_, *train_, *search_);
    keepTranslated(this, [this] {
        setLocale(QLocale()); // spin boxes write numbers by it
        updateTitle();
    });
}

MainWindow::~MainWindow() = default;

void MainWindow::layOut() {
    top_ = new TopBar(theme_, language_, this);
    pages_ = new QStackedWidget(this);
    pages_->setObjectName(QStringLiteral("pageStack"));
    const auto add = [this]<typename Page>(const char* name, Page*& page) {
        top_->addPage(name);
        page = new Page(theme_, this);
        pages_->addWidget(page);
    };
    add(QT_TRANSLATE_NOOP("belfry::TopBar", "Train"), train_);
    add(QT_TRANSLATE_NOOP("belfry::TopBar", "Evaluate"), evaluate_);
    add(QT_TRANSLATE_NOOP("belfry::TopBar", "Runs"), runs_);
    add(QT_TRANSLATE_NOOP("belfry::TopBar", "Search"), search_);
    add(QT_TRANSLATE_NOOP("belfry::TopBar", "Scaling"), scaling_);
    add(QT_TRANSLATE_NOOP("belfry::TopBar", "Data"), data_);
    log_ = new LogPanel(this);
    log_->hide();
    train_->addPanel(log_);
    status_ = new StatusStrip(theme_, this);
    fillWith(this, columnOf(0, {top_, {pages_, 1}, status_}));
    setMinimumWidth(1080); // the height follows from what is shown
    resizeWithinScreen(this, {1280, 800});
    setFocusPolicy(Qt::ClickFocus);
    setFocus(); // no field: Space and Esc steer the run until something is chosen
}

void MainWindow::connectPage() {
    connect(top_, &TopBar::pageChosen, pages_, &QStackedWidget::setCurrentIndex);
    connect(top_, &TopBar::aboutRequested, this, [this] { (new AboutDialog(theme_, this))->open(); });
    connect(top_->logButton(), &QPushButton::toggled, this, &MainWindow::showLog);
    connect(log_, &LogPanel::closeRequested, top_->logButton(), [this] { top_->logButton()->setChecked(false); });
    connect(train_, &TrainPage::logged, log_, &LogPanel::append);
    connect(
        train_, &TrainPage::statusChanged, this,
        [this](const RunStatus& status) {
            status_->setStatus(status);
            updateTitle();
        });
    connect(train_, &TrainPage::runEnded, this, [this] {
        const AtRunEnd asked = std::exchange(atRunEnd_, AtRunEnd::Stay);
        const bool failed = train_->controller().state() == RunState::Failed; // it stays to be read
        if (asked == AtRunEnd::Close || (asked == AtRunEnd::CloseUnlessFailed && !failed)) {
            close();
        } else {
            leaving_ = false;
        }
    });
}

void MainWindow::connectRuns() {
    connect(train_, &TrainPage::statusChanged, this, [this] {
        runs_->setBusy(train_->controller().isActive());
        runs_->refresh();
    });
    connect(runs_, &RunsPage::resumeRequested, this, [this](const std::filesystem::path& folder) {
        train_->resumeRun(folder);
        showPage(train_);
    });
    connect(runs_, &RunsPage::drawRequested, this, &MainWindow::drawOn);
    connect(runs_, &RunsPage::evaluateRequested, this, [this](const std::filesystem::path& folder) {
        showPage(evaluate_);
        evaluate_->evaluateRun(folder);
    });
    connect(runs_, &RunsPage::planRequested, this, &MainWindow::showPlan);
}

void MainWindow::connectSearch() {
    gate_ = std::make_unique<SearchGate>(*train_, *search_, *scaling_);
    connect(gate_.get(), &SearchGate::searchChanged, this, [this] {
        const SearchController& search = search_->controller();
        status_->setSearch(search.isActive() ? QString::fromStdString(search.view().folder.filename().string())
                                             : QString());
        if (leaving_ && !gate_->isBusy())
            close();
    });
    connect(search_, &SearchPage::logged, log_, &LogPanel::append);
    connect(search_, &SearchPage::trainRequested, this, [this](const Plan& plan) {
        const bool busy = train_->controller().isActive();
        showPlan(plan);
        train_->start();
        if (busy || !train_->controller().isActive())
            return; // refused: the end of the next run is not the end of this one
        // The next run is another one, with a name of its own.
        connect(
            train_, &TrainPage::runEnded, this,
            [this] {
                Plan unnamed = train_->plan();
                unnamed.name.clear();
                train_->setPlan(unnamed);
            },
            Qt::SingleShotConnection);
    });
    connect(search_, &SearchPage::planRequested, this, &MainWindow::showPlan);
    connect(search_, &SearchPage::drawRequested, this, &MainWindow::drawOn);
}

void MainWindow::connectScaling() {
    scaling_->setPlanner([this] { return train_->plan(); });
    connect(scaling_, &ScalingPage::planRequested, this, &MainWindow::showPlan);
    connect(&train_->controller(), &RunController::started, scaling_, &ScalingPage::showRun);
    connect(&train_->controller(), &RunController::stepsDone, scaling_, &ScalingPage::showSteps);
}

void MainWindow::connectData() {
    data_->setFolders(settings_.dataFolders());
    connect(data_, &DataPage::foldersChanged, this,
            [this](const QStringList& folders) { settings_.setDataFolders(folders); });
    connect(data_, &DataPage::chosen, this, [this](const QString& name, const QString& pictureSize) {
        Plan plan = train_->plan();
        plan.data = name.toStdString();
        plan.pictureSize = pictureSize.toStdString();
        showPlan(plan);
    });
}

void MainWindow::showPlan(const Plan& plan) {
    train_->setPlan(plan);
    showPage(train_);
}

void MainWindow::showPage(QWidget* page) { top_->setPage(pages_->indexOf(page)); } // the tab shows it

void MainWindow::drawOn(const std::filesystem::path& run) {
    train_->drawOn(run);
    showPage(train_);
}

// F5, Space and Esc act only where what they act on is in sight. The latter two are in keyPressEvent: they reach the
// window only when what has the focus has no use for them.
void MainWindow::addShortcuts() {
    const auto add = [this](const QKeySequence& keys, auto work) {
        connect(new QShortcut(keys, this), &QShortcut::activated, this, work);
    };
    add(QKeySequence(Qt::Key_F5), [this] {
        if (train_->isVisible())
            train_->start();
        else if (search_->isVisible())
            search_->start();
    });
    for (int page = 0; page < pages_->count(); ++page)
        add(
            QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + page)),
            [this, page] { showPage(pages_->widget(page)); });
    add(
        QKeySequence(QStringLiteral("Ctrl+L")), [this] { train_->drawing()->pad()->clear(); });
    add(
        QKeySequence::Open, [this] { train_->askOpenPlan(); });
    add(
        QKeySequence::Save, [this] { train_->askSavePlan(); });
    add(QKeySequence(QStringLiteral("Ctrl+Q")), [this] { close(); });
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    const bool run = train_->isVisible(), search = search_->isVisible();
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier && (run || search))
        run ? train_->togglePause() : search_->togglePause();
    else if (event->key() == Qt::Key_Escape && (run || search))
        run ? train_->stop(StopKind::AfterStep) : search_->controller().stop();
    else
        QWidget::keyPressEvent(event);
}

void MainWindow::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (telemetry_ == nullptr) { // shown for the first time
        queue_->load();
        watchDevices();
    }
}

void MainWindow::watchDevices() {
    constexpr std::chrono::milliseconds kPeriod{500};
    telemetry_ = std::make_unique<Telemetry>(kPeriod, [this](const DeviceReport& report) {
        const auto show = [this, report] {
            train_->setReport(report);
            search_->setReport(report);
            status_->setReport(report);
        };
        QMetaObject::invokeMethod(this, show, Qt::QueuedConnection);
    });
}

void MainWindow::moveEvent(QMoveEvent* event) {
    QWidget::moveEvent(event);
    memory_->saveSoon();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    memory_->saveSoon();
}

void MainWindow::updateTitle() {
    const RunStatus& status = train_->status();
    const bool named = status.kind == RunStatus::Kind::Running || status.kind == RunStatus::Kind::Paused;
    setWindowTitle(named ? QStringLiteral("Belfry – %1").arg(status.name.text()) : QStringLiteral("Belfry"));
}

void MainWindow::showLog(bool on) {
    log_->setVisible(on);
    if (on) {
        showPage(train_); // where it is
        train_->showPanel(log_);
    }
}

void MainWindow::closeEvent(QCloseEvent* event) {
    event->setAccepted(!gate_->isBusy());
    if (event->isAccepted())
        memory_->save();
    else if (train_->controller().isActive())
        askBeforeClosing();
    else
        leaving_ ? search_->controller().stop() : askAboutSearch();
}

void MainWindow::saveAndClose() {
    for (QDialog* dialog : findChildren<QDialog*>())
        dialog->done(QDialog::Rejected); // a question that nobody will answer; reject() may ask another
    leaving_ = true;
    if (!train_->controller().isActive()) {
        close();
        return;
    }
    atRunEnd_ = AtRunEnd::Close;
    train_->stop(StopKind::AfterStep);
}

void MainWindow::askBeforeClosing() {
    if (question_)
        return;
    question_ = new CloseDialog(CloseDialog::About::Run, this);
    const auto choose = [this](StopKind kind) {
        leaving_ = true;
        atRunEnd_ = AtRunEnd::CloseUnlessFailed;
        if (!train_->controller().isActive()) // it ended while the question was open
            close();
        else
            train_->stop(kind);
    };
    connect(
        question_, &CloseDialog::stopAndSave, this, [choose] { choose(StopKind::AfterStep); });
    connect(question_, &CloseDialog::finishEpoch, this, [choose] { choose(StopKind::AfterEpoch); });
    connect(question_, &QDialog::rejected, this, [this] {
        atRunEnd_ = AtRunEnd::Stay;
        leaving_ = false;
    });
    question_->open();
}

void MainWindow::askAboutSearch() {
    if (question_)
        return;
    question_ = new CloseDialog(CloseDialog::About::Search, this);
    connect(question_, &CloseDialog::stopAndSave, this, [this] {
        leaving_ = true;
        close();
    });
    question_->open();
}

} // namespace belfry
