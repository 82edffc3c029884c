// Names and values of a run's figures and plan, in two columns. GUI thread only.
#pragma once

#include "core/runs/run_list.h"
#include "core/train/plan.h"
#include "ui/widgets/fact_list.h"

#include <optional>

namespace belfry {

class RunFacts : public FactList {
    Q_OBJECT
public:
    explicit RunFacts(QWidget* parent = nullptr);
    void setRun(const RunSummary& run, const std::optional<Plan>& plan); // in the window's language of now

private:
    void addFigures(const RunSummary& run);
    void addPlan(const Plan& plan);
};

} // namespace belfry
