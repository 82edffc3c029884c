// Decides about several pictures of an evaluation at once: another class, or left out. The decisions become a version
// of the folder, as the data doctor's do (core/doctor/treatment.h), and a run like the evaluated one with it. GUI
// thread only.
#pragma once

#include "core/doctor/treatment.h"
#include "ui/bridge/evaluation_job.h"

#include <QWidget>
#include <memory>
#include <vector>

class QMenu;
class QPushButton;

namespace belfry {

class ElidedLabel;

class DecisionBar : public QWidget {
    Q_OBJECT
public:
    explicit DecisionBar(QWidget* parent = nullptr); // its destructor waits

    // Earlier decisions stay where the pictures are the same; else they are forgotten, and failed() says so. Null:
    // there is nothing to decide on.
    void setReport(const std::shared_ptr<const EvaluationReport>& report);
    void setChosen(std::vector<std::int64_t> images); // rows of the report
    // "left out", "now 4"; "" of a picture without a decision.
    QString decisionOn(std::int64_t image) const;
    void relabel(int label); // what is chosen
    void exclude();
    void undo();

Q_SIGNALS:
    void decided();                                     // anything, or it was taken back
    void trainAgainRequested(const belfry::Plan& plan); // with the version that was saved
    void failed(const belfry::Text& sentence);

private:
    void openClasses();
    void forgetDecisions();
    void decide(const Treatment::Decision& decision);
    std::size_t treatedRow(std::int64_t image);
    void save();
    void showState();
    QString whyNot() const;
    QString className(int label) const;

    std::shared_ptr<const EvaluationReport> report_;
    std::vector<std::int64_t> chosen_;
    bool isFolder_ = false;                // of pictures: known when it was looked at
    bool saving_ = false, saved_ = false;  // saved_: all of the decisions
    std::unique_ptr<Treatment> treatment_; // null: nothing was decided
    std::shared_ptr<const EvaluationReport> decidedOn_;
    std::map<std::int64_t, std::size_t> rows_; // of images
    std::vector<std::size_t> steps_;           // pictures decided at once, each time
    ElidedLabel* state_;
    QPushButton *relabel_, *exclude_, *undo_, *save_;
    QMenu* classes_;
    Background background_; // Destroyed before the above: its jobs may still run.
    LatestJob looking_{background_};
};

} // namespace belfry
