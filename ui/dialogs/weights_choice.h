// Selects the weights of a network: a run, or the network that ships with Belfry, and which of its files. GUI thread
// only.
#pragma once

#include "core/runs/run_list.h"

#include <QWidget>
#include <filesystem>
#include <vector>

class QComboBox;

namespace belfry {

class WeightsChoice : public QWidget {
    Q_OBJECT
public:
    // `prefix`: of its fields' object names, "evaluated" of "evaluatedRunField"; `runHelp`: QT_TR_NOOP in this class.
    WeightsChoice(const char* prefix, const char* runHelp, QWidget* parent = nullptr);

    // The newest first, as they are listed; damaged ones are left out. What is chosen stays where it can.
    void setRuns(const std::vector<RunSummary>& runs);
    int runs() const { return static_cast<int>(runs_.size()); }
    // And its best weights. A run that is not listed yet is chosen when it comes.
    void setRun(const std::filesystem::path& folder);
    std::filesystem::path run() const; // folder; "": the ready network
    const RunSummary* summary() const; // of it, null for the ready network

    // The weights of the chosen run, best first.
    void setWeights(const RunWeights& weights);
    void setNewest(const std::filesystem::path& weights);         // chooses them, when they are there
    std::filesystem::path file() const;                           // ""; while the run has no weights
    QString weightsText(const std::filesystem::path& file) const; // "best", "step 1,200"
    // Of a run; of none those of the ready network.
    static RunWeights weightsOf(const std::filesystem::path& run);

    static constexpr const char* kEvaluatedHelp = QT_TR_NOOP("The run whose network is evaluated");
    static constexpr const char* kComparedHelp = QT_TR_NOOP("The run whose network looks at the same picture");

Q_SIGNALS:
    void runChosen();
    void changed(); // anything, by the user or because there is something else

private:
    void fillRuns();
    void fillWeights();

    std::vector<RunSummary> runs_;
    std::filesystem::path wanted_; // to be chosen when it is listed
    bool touched_ = false;         // a run was chosen by the user
    std::vector<std::filesystem::path> weights_;
    QComboBox *run_, *weightsBox_;
};

} // namespace belfry
