#include "ui/window/window_memory.h"

#include "ui/charts/live_chart.h"
#include "ui/dialogs/layers/insight_box.h"
#include "ui/foundation/screen_fit.h"
#include "ui/pages/search/search_form.h"
#include "ui/pages/search/search_page.h"
#include "ui/pages/train/charts_panel.h"
#include "ui/pages/train/host_picker.h"
#include "ui/pages/train/setup_form.h"
#include "ui/pages/train/train_page.h"
#include "ui/widgets/fold.h"
#include "ui/widgets/plan_text.h"
#include "ui/widgets/splitter.h"
#include "ui/window/settings.h"
#include "ui/window/top_bar.h"

#include <nlohmann/json.hpp>

#include <QChildEvent>
#include <QCoreApplication>
#include <QDialog>
#include <QPushButton>

namespace belfry {
namespace {

// The trend shows also with small batches, and a run of 500 steps does not lag behind.
constexpr double kSmoothing = 0.8;
constexpr int kRestMilliseconds = 300;

struct WindowMemoryText {
    Q_DECLARE_TR_FUNCTIONS(belfry::WindowMemoryText)
};

// The plan of the last time; none if it is not valid.
template <typename PlanType>
std::optional<PlanType> savedPlan(const QString& json, PlanType (*fromJson)(const nlohmann::json&)) {
    try {
        if (!json.isEmpty()) {
            const PlanType plan = fromJson(nlohmann::json::parse(json.toStdString()));
            validate(plan);
            return plan;
        }
    } catch (const std::exception&) {
    }
    return std::nullopt;
}

void restorePlan(TrainPage& page, const QString& json) {
    const auto read = [](const nlohmann::json& value) { return planFromJson(value); };
    try {
        const std::optional<Plan> plan = savedPlan<Plan>(json, read);
        page.setPlan(plan ? *plan : presetByName("quick").plan);
        if (!plan && !json.isEmpty())
            page.showProblem([] {
                return WindowMemoryText::tr(
                           "The settings of the last time hold no valid plan. The preset “%1” is shown instead.")
                    .arg(presetTitle("quick"));
            });
    } catch (const std::exception&) { // no presets
        page.setPlan(Plan{});
    }
}

void restorePlan(SearchPage& page, const QString& json) {
    const auto read = [](const nlohmann::json& value) { return searchPlanFromJson(value); };
    const std::optional<SearchPlan> plan = savedPlan<SearchPlan>(json, read);
    page.form()->setPlan(plan ? *plan : searchPresetByName("genetic-mnist").plan);
}

// Never throws, whatever a plan's texts hold.
QString textOf(const nlohmann::json& json) {
    return QString::fromStdString(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

QByteArray flagName(const LiveChart& chart, const char* what) { return chart.spec().key.toLatin1() + what; }

} // namespace

WindowMemory::WindowMemory(Settings& settings, QWidget& window, TopBar& top, TrainPage& train, SearchPage& search)
    : settings_(settings), window_(window), top_(top), train_(train), search_(search) {
    restore();
    timer_.setSingleShot(true);
    timer_.setInterval(kRestMilliseconds);
    connect(&timer_, &QTimer::timeout, this, &WindowMemory::save);
    connectChanges();
    keepSizes(window_);
    window_.installEventFilter(this);
}

void WindowMemory::restore() {
    if (window_.restoreGeometry(settings_.geometry()) && !window_.isMaximized() && !window_.isFullScreen())
        moveWithinScreen(&window_);
    restorePlan(train_, settings_.plan());
    if (const QString hosts = settings_.hosts(); !hosts.isEmpty())
        train_.form()->hostPicker()->setList(hosts);
    train_.setDeclinedRun(settings_.declinedRun());
    restorePlan(search_, settings_.searchPlan());
    ChartGroup& group = train_.charts()->group();
    group.setSmoothing(settings_.smoothing(kSmoothing));
    group.setXAxis(settings_.xAxis());
    for (LiveChart* chart : group.charts()) {
        if (chart->spec().canLog)
            chart->setLog(settings_.flag(flagName(*chart, "Log"), chart->log()));
        chart->setSmooth(settings_.flag(flagName(*chart, "Smooth"), chart->smooth()));
    }
    for (Fold* fold : train_.form()->folds())
        if (settings_.flag(fold->objectName().toLatin1(), false)) // a problem may have unfolded another one
            fold->setUnfolded(true);
    for (InsightBox* box : window_.findChildren<InsightBox*>())
        box->setOn(settings_.flag(box->objectName().toLatin1(), false));
    top_.logButton()->setChecked(settings_.flag("logPanel", false));
}

void WindowMemory::keepSizes(QWidget& owner) {
    for (Splitter* splitter : owner.findChildren<Splitter*>()) {
        splitter->setUserSizes(settings_.sizes(splitter->objectName()));
        connect(splitter, &QSplitter::splitterMoved, this, [this, splitter] {
            settings_.setSizes(splitter->objectName(), splitter->userSizes()); // now: a dialog may be gone soon
            saveSoon();
        });
    }
}

bool WindowMemory::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ChildPolished)
        if (auto* dialog = qobject_cast<QDialog*>(static_cast<QChildEvent*>(event)->child()))
            keepSizes(*dialog);
    return QObject::eventFilter(watched, event);
}

void WindowMemory::connectChanges() {
    connect(&top_, &TopBar::themeChosen, this, [this](Theme::Mode mode) {
        settings_.setTheme(mode);
        saveSoon();
    });
    connect(&top_, &TopBar::languageChosen, this, [this](const QString& code) {
        settings_.setLanguage(code);
        saveSoon();
    });
    connect(top_.logButton(), &QPushButton::toggled, this, &WindowMemory::saveSoon);
    connect(train_.form(), &SetupForm::edited, this, &WindowMemory::saveSoon);
    connect(&train_, &TrainPage::runDeclined, this, [this](const QString& id) {
        settings_.setDeclinedRun(id);
        saveSoon();
    });
    for (const Fold* fold : train_.form()->folds())
        connect(fold, &Fold::folded, this, &WindowMemory::saveSoon);
    for (const InsightBox* box : window_.findChildren<InsightBox*>())
        connect(box, &InsightBox::switched, this, &WindowMemory::saveSoon);
    connect(search_.form(), &SearchForm::changed, this, &WindowMemory::saveSoon);
    ChartGroup& group = train_.charts()->group();
    connect(&group, &ChartGroup::smoothingChanged, this, &WindowMemory::saveSoon);
    connect(&group, &ChartGroup::xAxisChanged, this, &WindowMemory::saveSoon);
    for (const LiveChart* chart : group.charts()) {
        connect(chart, &LiveChart::logChanged, this, &WindowMemory::saveSoon);
        connect(chart, &LiveChart::smoothChanged, this, &WindowMemory::saveSoon);
    }
}

void WindowMemory::save() {
    settings_.setGeometry(window_.saveGeometry());
    settings_.setPlan(textOf(toJson(train_.plan())));
    settings_.setHosts(train_.form()->hostPicker()->list());
    settings_.setSearchPlan(textOf(toJson(search_.form()->plan())));
    ChartGroup& group = train_.charts()->group();
    settings_.setSmoothing(group.smoothing());
    settings_.setXAxis(group.xAxis());
    for (LiveChart* chart : group.charts()) {
        settings_.setFlag(flagName(*chart, "Log"), chart->log());
        settings_.setFlag(flagName(*chart, "Smooth"), chart->smooth());
    }
    for (const Fold* fold : train_.form()->folds())
        settings_.setFlag(fold->objectName().toLatin1(), fold->isUnfolded());
    for (const InsightBox* box : window_.findChildren<InsightBox*>())
        settings_.setFlag(box->objectName().toLatin1(), box->isOn());
    settings_.setFlag("logPanel", top_.logButton()->isChecked());
    settings_.save();
    timer_.stop();
}

} // namespace belfry
