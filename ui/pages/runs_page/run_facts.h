// Names and values of a run's figures and plan, in two columns. GUI thread only.
#pragma once

#include "core/runs/run_list.h"
#include "core/train/plan.h"

#include <QWidget>
#include <optional>

class QGridLayout;

namespace belfry {

class RunFacts : public QWidget {
    Q_OBJECT
public:
    explicit RunFacts(QWidget* parent = nullptr);
    void setRun(const RunSummary& run, const std::optional<Plan>& plan); // in the window's language of now

private:
    void addFact(const QString& name, const char* objectName, const QString& value);
    void addFigures(const RunSummary& run);
    void addPlan(const Plan& plan);

    QWidget* content_ = nullptr;
    QGridLayout* rows_ = nullptr; // of content_
};

} // namespace belfry
