// Asks from which checkpoint of a run a branch begins, and with what rate and length. GUI thread only.
#pragma once

#include "core/runs/branch.h"
#include "core/runs/run_list.h"

#include <QDialog>
#include <vector>

class QComboBox;
class QPushButton;

namespace belfry {

class FieldGrid;
class RateBox;
class SpinBox;

struct BranchChoice {
    std::int64_t step = 0;
    double learningRate = 0;
    std::int64_t epochs = 0, steps = 0; // steps: where they limit the run instead of the epochs, else 0
};

class BranchDialog : public QDialog {
    Q_OBJECT
public:
    // `points`: ascending, at least one.
    BranchDialog(const RunSummary& run, const Plan& plan, std::vector<BranchPoint> points, QWidget* parent);

    BranchChoice choice() const;

Q_SIGNALS:
    void chosen(const belfry::BranchChoice& choice);

private:
    void layOut(const QString& run);
    const BranchPoint& point() const; // that is chosen
    Plan plan() const;                // with what is in the fields
    void offerLength();
    void check();
    void growToFit();

    const Plan parent_;
    const std::vector<BranchPoint> points_;
    bool lengthTouched_ = false; // by the user
    FieldGrid* grid_;
    QComboBox* step_;
    RateBox* rate_;
    SpinBox* length_; // steps where they limit the run, else epochs
    QPushButton* branch_;
};

} // namespace belfry
