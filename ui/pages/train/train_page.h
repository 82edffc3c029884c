// The Train page: setup, charts, drawing, and the run they belong to. Does not depend on other pages. GUI thread only.
#pragma once

#include "core/device/devices.h"
#include "core/train/collapse_watch.h"
#include "ui/bridge/prediction_service.h"
#include "ui/bridge/run_controller.h"
#include "ui/foundation/background.h"
#include "ui/foundation/texts.h"
#include "ui/pages/train/run_requests.h"
#include "ui/pages/train/run_text.h"

#include <QTimer>
#include <QWidget>
#include <filesystem>
#include <functional>
#include <memory>

namespace belfry {

class Banner;
class ChartsPanel;
class DrawPanel;
class EndCard;
class HeaderFigures;
class RateQuestion;
class ScrollIfShort;
class SetupColumn;
class SetupForm;
class Theme;

class TrainPage : public QWidget {
    Q_OBJECT
public:
    explicit TrainPage(const Theme& theme, QWidget* parent = nullptr);
    ~TrainPage() override;

    RunController& controller() { return controller_; }
    SetupForm* form() const;
    ChartsPanel* charts() const { return charts_; }
    DrawPanel* drawing() const { return drawing_; }
    const RunStatus& status() const { return status_; }

    Plan plan() const;
    void setPlan(const Plan& plan); // refuses with a banner while a run is in progress
    // Both refuse with a banner. An invalid plan changes nothing.
    bool openPlan(const QString& file);
    bool savePlan(const QString& file);
    // The pad answers with an exported network (interop/package.h) from now on: its folder, or a file of it. Refuses
    // with a banner, also while a run is in progress, whose newest weights the pad has.
    void openNetwork(const QString& path);
    // Resumes a run from its newest checkpoint, with its plan changed as prepareResume() can (runs/resume.h); nothing
    // while one is in progress.
    void resumeRun(const std::filesystem::path& folder, const std::function<void(Plan&)>& change = {});
    // Starts a branch (runs/branch.h). Refuses with a banner while a run is in progress; then nothing of it stays.
    void startBranch(std::shared_ptr<PreparedBranch> branch);
    // The interrupted run that is not offered again at the start: its offer was dismissed.
    void setDeclinedRun(const QString& id) { declinedRun_ = id; }
    // The pad answers with a run's best weights from now on; nothing while one is in progress, whose newest ones it
    // has.
    void drawOn(const std::filesystem::path& folder);

public Q_SLOTS:
    void start();
    void togglePause(); // pauses or resumes a run in progress
    void stop(belfry::StopKind kind);
    void setReport(const belfry::DeviceReport& report);
    void askOpenPlan();
    void askSavePlan();
    void showProblem(const belfry::TranslatableText& sentence);

Q_SIGNALS:
    void statusChanged(const belfry::RunStatus& status);
    void logged(const belfry::TranslatableText& lines);
    void runDeclined(const QString& id);
    void runEnded(); // finished, stopped, failed or refused
    // Of the run that has ended, for other pages.
    void evaluateRequested(const std::filesystem::path& run);
    void compareRequested(const std::filesystem::path& run, const std::filesystem::path& previous);
    void exportRequested(const std::filesystem::path& run, const QString& name);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void layOut(const Theme& theme);
    void connectSetup();
    void connectRun();
    void connectEvents();
    void checkPlan();
    bool refusesPlans(); // with a banner
    void showFileProblem(const TranslatableText& sentence);
    void begin(bool paused);
    void continueRun(const std::function<void()>& ask);
    void stepOnce();
    void setPausing(bool pausing);
    void enterRate(double rate, double before);
    void requestRate(double rate);
    void requestEpochs(qint64 epochs);
    void undo(const SettingChanged& change);
    void showStarted(const Started& started);
    void addSteps(const std::vector<StepDone>& steps);
    void changeState(RunState state, bool stopping);
    void end(const Finished& finished);
    void connectEndCard();
    void offerNext(const Finished& finished);
    bool canResumeStopped() const;
    void trainLonger(const std::filesystem::path& run, qint64 length);
    void refuse(const Text& sentence);
    void setStatus(RunStatus status);
    void updateControls();
    void loadReadyNetwork();
    void drawOnBest(const std::filesystem::path& folder, const std::function<void()>& done = {});
    Plan writtenPlan(const Started& started) const; // with what the set-up leaves to the devices left to them
    bool offersBackbone();                          // true: the plan's is missing
    void offerInterruptedRun();
    void offerCheckpoint(const std::filesystem::path& folder, const Text& sentence);
    void warnOfCollapse(const std::optional<Collapse>& collapse);
    void offerWayBack(const SettingChanged& cause, const TranslatableText& sentence);
    void goBack(const std::filesystem::path& run, qint64 step, double rate);
    void pollSnapshot();

    RunController controller_;
    RunRequests requests_;
    PredictionService predictions_;
    SetupColumn* setup_;
    Banner* banner_;
    TranslatableText refusedPicture_; // on the pad, the last one
    std::unique_ptr<RateQuestion> question_;
    HeaderFigures* figures_;
    EndCard* endCard_;
    ChartsPanel* charts_;
    DrawPanel* drawing_;
    ScrollIfShort* panelsArea_;
    RunStatus status_;
    CollapseWatch watch_;    // over what the run does now, not over the history of a resumed one
    qint64 resumedFrom_ = 0; // step
    std::filesystem::path runFolder_;
    QTimer poll_;                // newest weights for the pad, while a run is in progress and something is drawn
    qint64 epochsRequested_ = 0; // for the header, until the session says that they count
    bool readyRequested_ = false;
    Plan runPlan_;                     // of the run, everything "auto" resolved
    std::filesystem::path stoppedRun_; // the last run, if it was stopped and can be resumed
    Plan stoppedPlan_;                 // the set-up's at that moment: one that was edited since is another run's
    std::int64_t displayEvery_ = 100;
    QString declinedRun_;
    QString lastFile_;             // of a plan, where the file dialog begins
    TranslatableText fileProblem_; // of the last plan or network that was not opened or saved
    Background background_;        // Declared last: destroyed first, while its jobs may still run.
};

} // namespace belfry
