// The window: pages between a head and a foot; what is remembered; what happens when it is closed. GUI thread only.
#pragma once

#include "core/device/telemetry.h"
#include "ui/foundation/theme.h"
#include "ui/window/end_notifier.h"

#include <QPointer>
#include <QWidget>
#include <filesystem>
#include <memory>
#include <string>

class QStackedWidget;

namespace belfry {

class CloseDialog;
class DataPage;
class EvaluatePage;
class Language;
class LogPanel;
class RunQueue;
class RunsPage;
class ScalingPage;
class SearchGate;
class SearchPage;
class Settings;
class StatusStrip;
class TopBar;
class TrainPage;
class WindowHelp;
class WindowMemory;
struct DataChoice;
struct Plan;
struct Shortcut;

class MainWindow : public QWidget {
    Q_OBJECT
public:
    // All must outlive the window. Nothing heavy happens before the window is shown.
    MainWindow(Theme& theme, Language& language, Settings& settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    TrainPage* trainPage() const { return train_; }
    EvaluatePage* evaluatePage() const { return evaluate_; }
    RunsPage* runsPage() const { return runs_; }
    SearchPage* searchPage() const { return search_; }
    ScalingPage* scalingPage() const { return scaling_; }
    DataPage* dataPage() const { return data_; }
    LogPanel* logPanel() const { return log_; }

    WindowHelp& help() { return *help_; }
    void showPage(const QWidget* page);
    void openNetwork(const QString& path);         // as TrainPage has it, and shows that page
    bool actsHere(const Shortcut& shortcut) const; // what it acts on is in sight
    void perform(const Shortcut& shortcut);

    EndNotifier& endNotifier() { return *notifier_; }

public Q_SLOTS:
    // Without asking: a run in progress is stopped after its step and saved, then the window closes.
    void saveAndClose();

protected:
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void moveEvent(QMoveEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();
    void connectPage();
    void connectRuns();
    void connectSearch();
    void connectScaling();
    void connectData();
    void trainVersion(const DataChoice& choice, const std::string& version);
    void startOrQueue(const Plan& plan); // at once, or after the run in progress
    void addShortcuts();
    void watchDevices();
    void showPlan(const Plan& plan); // on the Train page
    void drawOn(const std::filesystem::path& run);
    void askBeforeClosing();
    void askAboutSearch();
    void updateTitle();

    Theme& theme_;
    Language& language_;
    Settings& settings_;
    TopBar* top_;
    QStackedWidget* pages_;
    TrainPage* train_;
    EvaluatePage* evaluate_;
    RunsPage* runs_;
    SearchPage* search_;
    ScalingPage* scaling_;
    DataPage* data_;
    LogPanel* log_;
    QWidget* logPlace_; // with the margins of a page
    StatusStrip* status_;
    QPointer<CloseDialog> question_;
    enum class AtRunEnd { Stay, CloseUnlessFailed, Close };
    AtRunEnd atRunEnd_ = AtRunEnd::Stay;
    bool leaving_ = false; // the window closes when the search has stopped
    std::unique_ptr<EndNotifier> notifier_;
    std::unique_ptr<SearchGate> gate_;
    std::unique_ptr<RunQueue> queue_;
    std::unique_ptr<WindowMemory> memory_;
    std::unique_ptr<WindowHelp> help_;
    std::unique_ptr<Telemetry> telemetry_; // from the first showing on; last: stops before the rest goes
};

} // namespace belfry
