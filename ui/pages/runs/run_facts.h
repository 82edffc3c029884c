// Names and values of a run's figures and plan, in two columns. GUI thread only.
#pragma once

#include "core/runs/metrics_store.h"
#include "core/runs/run_list.h"
#include "core/train/plan.h"
#include "ui/widgets/fact_list.h"

#include <optional>

namespace belfry {

// What a run's folder and those beside it say, besides its summary.
struct RunContents {
    bool read = false;                // else nothing below is known
    std::optional<Plan> plan;         // none: damaged
    bool checkpoint = false;          // there is one to start from
    std::optional<RunSummary> parent; // of a branch; none: it is gone
};

class RunFacts : public FactList {
    Q_OBJECT
public:
    explicit RunFacts(QWidget* parent = nullptr);
    // In the window's language of now. `changes`: of settings while it was running.
    void setRun(const RunSummary& run, const RunContents& contents, const std::vector<Mark>& changes);

private:
    void addFigures(const RunSummary& run);
    void addParent(const RunSummary& run, const RunContents& contents);
    void addChanges(const std::vector<Mark>& changes);
    void addPlan(const Plan& plan);
};

} // namespace belfry
