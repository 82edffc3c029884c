// Names and values of a run's figures and plan, in two columns. GUI thread only.
#pragma once

#include "core/runs/metrics_store.h"
#include "core/runs/run_list.h"
#include "core/train/plan.h"
#include "ui/widgets/fact_list.h"

#include <optional>

namespace belfry {

class RunFacts : public FactList {
    Q_OBJECT
public:
    explicit RunFacts(QWidget* parent = nullptr);
    // In the window's language of now. `changes`: of settings while it was running.
    void setRun(const RunSummary& run, const std::optional<Plan>& plan, const std::vector<Mark>& changes);

private:
    void addFigures(const RunSummary& run);
    void addChanges(const std::vector<Mark>& changes);
    void addPlan(const Plan& plan);
};

} // namespace belfry
