// The rules of training beyond optimizer and rate: schedule with a picture of the rate over the run, the optimizer's
// own numbers, clipping, averaging, smoothing, early stopping. Folded away, a line says which rules are on. Part of the
// form: what is set comes back unchanged but for what was edited. GUI thread only.
#pragma once

#include "core/train/plan.h"

#include <QWidget>

namespace belfry {

class BoundForm;
class CurvePlot;
class Fold;
class Theme;

class TrainingRules : public QWidget {
    Q_OBJECT
public:
    explicit TrainingRules(const Theme& theme, QWidget* parent = nullptr);

    void fill(const Plan& plan);          // without edited()
    void fillOptimizer(const Plan& plan); // its numbers alone
    void apply(Plan& plan) const;         // the entered values; fields without a valid number leave `plan` unchanged
    // The fields that this plan has, its curve, and at each field what cannot be.
    void showPlan(const Plan& plan);
    // Size of the chosen data's training split; 0: not known, no curve.
    void setTrainImages(std::int64_t images);
    QString problem() const; // of a text that is not a number; "" when there is none
    void setRunning(bool running);

    Fold* fold() const { return fold_; }
    CurvePlot* curve() const { return curve_; }

Q_SIGNALS:
    void edited();

private:
    void showCurve();
    QString summary() const;

    Plan shown_; // the plan of the last showPlan()
    std::int64_t trainImages_ = 0;
    Fold* fold_;
    BoundForm* form_;
    CurvePlot* curve_;
};

} // namespace belfry
