// Selects the evaluation: a run, its weights, and the images. GUI thread only.
#pragma once

#include "core/runs/run_list.h"
#include "ui/bridge/evaluation_job.h"

#include <QWidget>
#include <optional>

class QComboBox;

namespace belfry {

class EvaluationChoice : public QWidget {
    Q_OBJECT
public:
    explicit EvaluationChoice(QWidget* parent = nullptr);

    // The newest first, as they are listed; damaged ones are left out. What is chosen stays where it can.
    void setRuns(const std::vector<RunSummary>& runs);
    int runs() const { return static_cast<int>(runs_.size()); }
    // And its best weights. A run that is not listed yet is chosen when it comes.
    void setRun(const std::filesystem::path& folder);
    std::filesystem::path run() const; // folder; "": the ready network
    const RunSummary* summary() const; // of it, null for the ready network

    // The weights of the chosen run, best first.
    void setWeights(const RunWeights& weights);
    void setNewest(const std::filesystem::path& weights); // chooses them, when they are there
    EvaluationSplit split() const;
    QString weightsText(const std::filesystem::path& file) const; // "best", "step 1,200"
    std::optional<EvaluationRequest> request() const;             // nothing while the run has no weights

Q_SIGNALS:
    void runChosen();
    void changed(); // anything, by the user or because there is something else

private:
    void fillRuns();
    void fillWeights();
    void fillSplits();

    std::vector<RunSummary> runs_;
    std::filesystem::path wanted_; // to be chosen when it is listed
    bool touched_ = false;         // a run was chosen by the user
    std::vector<std::filesystem::path> weights_;
    QComboBox *run_, *weightsBox_, *split_;
};

} // namespace belfry
