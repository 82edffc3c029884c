// The Scaling page: what more towers give with the plan of the Train page, in one sentence, a chart and a table; below
// it the towers of the run in progress. Does not depend on other pages. GUI thread only.
#pragma once

#include "ui/bridge/scaling_job.h"
#include "ui/foundation/theme.h"

#include <QWidget>
#include <functional>
#include <memory>

class QLabel;
class QProgressBar;
class QPushButton;

namespace belfry {

class Banner;
class Card;
class ComboBox;
class CurvePlot;
class ElidedLabel;
class Parts;
class ScalingTable;
class SpinBox;
class StageStrip;
class TowerDiagram;
struct Started;
struct StepDone;

class ScalingPage : public QWidget {
    Q_OBJECT
public:
    // `theme` must outlive the page.
    explicit ScalingPage(const Theme& theme, QWidget* parent = nullptr);
    ~ScalingPage() override; // stops a measurement and waits for its step

    // Supplies the plan that is measured.
    void setPlanner(std::function<Plan()> planner) { planner_ = std::move(planner); }
    void setBusy(bool busy); // a run is in progress in this window: nothing is measured beside it
    bool isMeasuring() const { return job_.isActive(); }
    CurvePlot* plot() const { return plot_; }
    TowerDiagram* diagram() const { return diagram_; }

    void showFinding(const std::shared_ptr<const ScalingFinding>& finding); // of a measurement, as far as it is

    ScalingSettings settings() const; // as the fields say

    // The run in progress.
    void showRun(const Started& started);
    void showSteps(const std::vector<StepDone>& steps);

    // Both report in the banner files that cannot be written.
    bool saveCsv(const QString& file);
    bool savePicture(const QString& file);

Q_SIGNALS:
    void planRequested(const belfry::Plan& plan); // the present one, with the advice followed

protected:
    void showEvent(QShowEvent* event) override;

private:
    void makeWidgets(const Theme& theme);
    void makeControls(const Parts& parts);
    void layOut();
    void connectAll();
    void retranslate();
    void measure();
    void showPlan();
    void showPicture();
    void showTexts();
    void showStages();
    void updateButtons();
    void showStatus(const QString& sentence, const char* kind = "muted"); // kinds as makeLabel's
    QString fieldProblem() const; // of what was typed in each field; "" when there is none
    void askCsv();
    void askPicture();
    bool save(const std::function<void()>& write);
    QString sentence() const; // in the window's language

    const Theme& theme_;
    std::function<Plan()> planner_;
    std::shared_ptr<const ScalingFinding> finding_; // null: nothing was measured
    bool busy_ = false;

    Banner* banner_;
    ElidedLabel* planText_;
    QLabel *status_, *sentence_, *remarks_;
    SpinBox *towers_, *repeats_, *steps_;
    ComboBox *mode_, *figure_;
    QPushButton *measure_, *stop_, *try_, *csv_, *picture_;
    QProgressBar* progress_;
    Card* towersCard_;
    CurvePlot* plot_;
    ScalingTable* table_;
    StageStrip* stages_; // of the towers of the table's current row
    TowerDiagram* diagram_;
    ScalingJob job_; // last: what it answers needs all above
};

} // namespace belfry
