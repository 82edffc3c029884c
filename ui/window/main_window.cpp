#include "ui/window/main_window.h"

#include "ui/foundation/keep_translated.h"
#include "ui/foundation/language.h"
#include "ui/foundation/screen_fit.h"
#include "ui/pages/data/data_page.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/pages/runs/run_columns.h"
#include "ui/pages/runs/run_table.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/scaling/scaling_page.h"
#include "ui/pages/search/search_page.h"
#include "ui/pages/train/charts_panel.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/pages/train/train_page.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/widgets/focus_order.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/scrolled.h"
#include "ui/widgets/splitter.h"
#include "ui/window/about_dialog.h"
#include "ui/window/close_dialog.h"
#include "ui/window/log_panel.h"
#include "ui/window/run_queue.h"
#include "ui/window/search_gate.h"
#include "ui/window/settings.h"
#include "ui/window/shortcuts.h"
#include "ui/window/status_strip.h"
#include "ui/window/top_bar.h"
#include "ui/window/window_help.h"
#include "ui/window/window_memory.h"

#include <QCloseEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>
#include <algorithm>

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
    help_ = std::make_unique<WindowHelp>(theme_, settings_, *this); // before the memory keeps a plan
    memory_ = std::make_unique<WindowMemory>(settings_, *this, *top_, *train_, *search_);
    keepTranslated(this, [this] {
        setLocale(QLocale()); // spin boxes write numbers by it
        updateTitle();
    });
}

MainWindow::~MainWindow() = default;

void MainWindow::layOut() {
    constexpr int kMinPageHeight = 300; // pixels: a page scrolls beside the log in a low window
    constexpr int kLogGap = 6;
    top_ = new TopBar(theme_, language_, this);
    pages_ = new QStackedWidget(this);
    pages_->setObjectName(QStringLiteral("pageStack"));
    const auto add = [this]<typename Page>(const char* name, Page*& page) {
        top_->addPage(name);
        page = new Page(theme_, this);
        pages_->addWidget(new ScrollIfShort(page, kMinPageHeight, "pageScroll", this));
    };
    add(QT_TRANSLATE_NOOP("belfry::TopBar", "Train"), train_);
    add(QT_TRANSLATE_NOOP("belfry::TopBar", "Evaluate"), evaluate_);
    add(QT_TRANSLATE_NOOP("belfry::TopBar", "Runs"), runs_);
    add(QT_TRANSLATE_NOOP("belfry::TopBar", "Search"), search_);
    add(QT_TRANSLATE_NOOP("belfry::TopBar", "Scaling"), scaling_);
    add(QT_TRANSLATE_NOOP("belfry::TopBar", "Data"), data_);
    log_ = new LogPanel(this);
    logPlace_ = new QWidget(this);
    fillWith(logPlace_, columnOf(0, {log_}), {kPageMargins.left(), 0, kPageMargins.right(), kLogGap});
    logPlace_->hide();
    auto* middle = new Splitter(Qt::Vertical, "logSplitter", kLogGap, this);
    middle->add(pages_, 1)->add(logPlace_);
    middle->setSizes({1, 0}); // the log opens at its least height
    status_ = new StatusStrip(theme_, this);
    fillWith(this, columnOf(0, {top_, {middle, 1}, status_}));
    resizeWithinScreen(this, {1280, 800});
    new FocusOrder(this);
    setFocusPolicy(Qt::ClickFocus);
    setFocus(); // no field: Space and Esc steer the run until something is chosen
}

void MainWindow::connectPage() {
    connect(top_, &TopBar::pageChosen, pages_, &QStackedWidget::setCurrentIndex);
    connect(
        top_, &TopBar::aboutRequested, this, [this] { (new AboutDialog(theme_, this))->open(); });
    connect(top_, &TopBar::helpRequested, this, [this] { help_->showSheet(); });
    connect(top_->logButton(), &QPushButton::toggled, logPlace_, &QWidget::setVisible);
    connect(log_, &LogPanel::closeRequested, top_->logButton(), [this] { top_->logButton()->setChecked(false); });
    connect(train_, &TrainPage::logged, log_, &LogPanel::append);
    connect(evaluate_, &EvaluatePage::trainAgainRequested, this, &MainWindow::startOrQueue);
    connect(evaluate_, &EvaluatePage::noneBelowChosen, this, [this](double confidence) {
        settings_.setNoneBelow(confidence);
        train_->drawing()->setNoneBelow(confidence);
    });
    evaluate_->setNoneBelow(settings_.noneBelow());
    connect(train_->drawing(), &DrawPanel::pictureChanged, evaluate_, &EvaluatePage::showDrawn);
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
    connect(runs_, &RunsPage::branchPrepared, this, [this](const std::shared_ptr<PreparedBranch>& branch) {
        train_->startBranch(branch);
        showPage(train_);
    });
    connect(runs_, &RunsPage::drawRequested, this, &MainWindow::drawOn);
    const auto evaluate = [this](const std::filesystem::path& folder) {
        showPage(evaluate_);
        evaluate_->evaluateRun(folder);
    };
    connect(runs_, &RunsPage::evaluateRequested, this, evaluate);
    connect(train_, &TrainPage::evaluateRequested, this, evaluate);
    connect(train_, &TrainPage::compareRequested, this,
            [this](const std::filesystem::path& run, const std::filesystem::path& previous) {
                showPage(runs_);
                runs_->choose(stringsOf({run.filename().string(), previous.filename().string()}));
            });
    connect(train_, &TrainPage::exportRequested, this, [this](const std::filesystem::path& run, const QString& name) {
        showPage(runs_);
        runs_->exportOf(run, name);
    });
    connect(runs_, &RunsPage::planRequested, this, &MainWindow::showPlan);
    RunColumns* columns = runs_->table()->columns();
    columns->restore(settings_.runColumns());
    connect(columns, &RunColumns::changed, this, [this, columns] { settings_.setRunColumns(columns->state()); });
}

void MainWindow::connectSearch() {
    gate_ = std::make_unique<SearchGate>(*train_, *search_, *scaling_);
    connect(gate_.get(), &SearchGate::searchChanged, this, [this] {
        status_->setSearch(statusOf(search_->controller()));
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

void MainWindow::showPlan(const Plan& plan) {
    train_->setPlan(plan);
    showPage(train_);
}

void MainWindow::showPage(const QWidget* page) {
    for (int i = 0; i < pages_->count(); ++i)
        if (pages_->widget(i)->isAncestorOf(page))
            top_->setPage(i); // the tab shows it
}

void MainWindow::openNetwork(const QString& path) {
    showPage(train_);
    train_->openNetwork(path);
}

void MainWindow::drawOn(const std::filesystem::path& run) {
    train_->drawOn(run);
    showPage(train_);
}

// Keys that only what has the focus may leave over are in keyPressEvent().
void MainWindow::addShortcuts() {
    for (const Shortcut& shortcut : shortcuts())
        if (!shortcut.unclaimed)
            connect(
                new QShortcut(shortcut.keys, this), &QShortcut::activated, this,
                [this, &shortcut] {
                    if (actsHere(shortcut))
                        perform(shortcut);
                });
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    const QKeySequence keys(event->keyCombination());
    const auto found = std::ranges::find_if(shortcuts(), [&](const Shortcut& shortcut) {
        return shortcut.unclaimed && shortcut.keys == keys && actsHere(shortcut);
    });
    if (found != shortcuts().end())
        perform(*found);
    else
        QWidget::keyPressEvent(event);
}

bool MainWindow::actsHere(const Shortcut& shortcut) const {
    return shortcut.scope == KeyScope::Everywhere || train_->isVisible() ||
           (shortcut.scope == KeyScope::TrainAndSearch && search_->isVisible());
}

void MainWindow::perform(const Shortcut& shortcut) {
    const bool run = train_->isVisible(); // else the search, for what acts on both
    switch (shortcut.action) {
    case WindowAction::ShowPage:
        return top_->setPage(shortcut.page);
    case WindowAction::Start:
        return run ? train_->start() : search_->start();
    case WindowAction::TogglePause:
        return run ? train_->togglePause() : search_->togglePause();
    case WindowAction::Stop:
        return run ? train_->stop(StopKind::AfterStep) : search_->controller().stop();
    case WindowAction::ClearPad:
        return train_->drawing()->pad()->clear();
    case WindowAction::OpenPlan:
        return train_->askOpenPlan();
    case WindowAction::SavePlan:
        return train_->askSavePlan();
    case WindowAction::FindCommand:
        return help_->findCommand();
    case WindowAction::ShowHelp:
        return help_->showSheet();
    case WindowAction::Quit:
        close();
    }
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
    const bool named = status.isActive() && !status.isStarting();
    setWindowTitle(named ? QStringLiteral("Belfry – %1").arg(status.name.text()) : QStringLiteral("Belfry"));
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
