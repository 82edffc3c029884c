// What the window remembers: put back at the start, written at the end and soon after each change.
#include "ui/charts/live_chart.h"
#include "ui/language.h"
#include "ui/main_window.h"
#include "ui/pages/search_page/search_form.h"
#include "ui/pages/search_page/search_page.h"
#include "ui/pages/train_page/charts_panel.h"
#include "ui/pages/train_page/setup_form.h"
#include "ui/pages/train_page/train_page.h"
#include "ui/pages/train_page/training_rules.h"
#include "ui/settings.h"
#include "ui/top_bar.h"

#include <nlohmann/json.hpp>

#include <QPushButton>

namespace belfry {
namespace {

// The trend shows also with small batches, and a run of 500 steps does not lag behind.
constexpr double kSmoothing = 0.8;
constexpr int kRestMilliseconds = 300;

// The plan of the last time; one that can no longer be is forgotten without a word.
void restorePlan(TrainPage& page, const QString& json) {
    try {
        if (!json.isEmpty()) {
            const Plan plan = planFromJson(nlohmann::json::parse(json.toStdString()));
            validate(plan);
            page.setPlan(plan);
            return;
        }
        page.setPlan(presetByName("notebook-lenet").plan);
    } catch (const std::exception&) {
        page.setPlan(Plan{});
    }
}

// Never throws, whatever a plan's texts hold.
QString textOf(const nlohmann::json& json) {
    return QString::fromStdString(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

QByteArray flagName(const LiveChart& chart, const char* what) {
    return chart.spec().key.toLatin1() + what;
}

} // namespace

void MainWindow::restore() {
    restoreGeometry(settings_.geometry());
    restorePlan(*train_, settings_.plan());
    train_->setDeclinedRun(settings_.declinedRun());
    restoreSearch();
    ChartGroup& group = train_->charts()->group();
    group.setSmoothing(settings_.smoothing(kSmoothing));
    group.setXAxis(settings_.xAxis());
    for (LiveChart* chart : group.charts()) {
        if (chart->spec().canLog) {
            chart->setLog(settings_.flag(flagName(*chart, "Log"), chart->log()));
        }
        chart->setSmooth(settings_.flag(flagName(*chart, "Smooth"), chart->smooth()));
    }
    train_->form()->rules()->setUnfolded(settings_.flag("trainingRules", false));
    top_->logButton()->setChecked(settings_.flag("logPanel", false));
}

// A program that is killed cannot save any more: what changes is written as soon as it rests for a moment.
void MainWindow::connectMemory() {
    memory_.setSingleShot(true);
    memory_.setInterval(kRestMilliseconds);
    connect(&memory_, &QTimer::timeout, this, &MainWindow::remember);
    connect(top_, &TopBar::themeChosen, this, [this](Theme::Mode mode) {
        settings_.setTheme(mode);
        rememberSoon();
    });
    connect(top_, &TopBar::languageChosen, this, [this](const QString& code) {
        settings_.setLanguage(code);
        rememberSoon();
    });
    connect(top_->logButton(), &QPushButton::toggled, this, &MainWindow::rememberSoon);
    connect(train_->form(), &SetupForm::edited, this, &MainWindow::rememberSoon);
    connect(train_, &TrainPage::runDeclined, this, [this](const QString& id) {
        settings_.setDeclinedRun(id);
        rememberSoon();
    });
    connect(train_->form()->rules(), &TrainingRules::folded, this, &MainWindow::rememberSoon);
    ChartGroup& group = train_->charts()->group();
    connect(&group, &ChartGroup::smoothingChanged, this, &MainWindow::rememberSoon);
    connect(&group, &ChartGroup::xAxisChanged, this, &MainWindow::rememberSoon);
    for (const LiveChart* chart : group.charts()) {
        connect(chart, &LiveChart::logChanged, this, &MainWindow::rememberSoon);
        connect(chart, &LiveChart::smoothChanged, this, &MainWindow::rememberSoon);
    }
}

void MainWindow::rememberSoon() {
    memory_.start();
}

void MainWindow::remember() {
    settings_.setGeometry(saveGeometry());
    settings_.setPlan(textOf(toJson(train_->plan())));
    settings_.setSearchPlan(textOf(toJson(search_->form()->plan())));
    ChartGroup& group = train_->charts()->group();
    settings_.setSmoothing(group.smoothing());
    settings_.setXAxis(group.xAxis());
    for (LiveChart* chart : group.charts()) {
        settings_.setFlag(flagName(*chart, "Log"), chart->log());
        settings_.setFlag(flagName(*chart, "Smooth"), chart->smooth());
    }
    settings_.setFlag("trainingRules", train_->form()->rules()->isUnfolded());
    settings_.setFlag("logPanel", top_->logButton()->isChecked());
    settings_.save();
    memory_.stop();
}

} // namespace belfry
