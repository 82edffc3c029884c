// Asks from which checkpoint of a run a branch begins, and with what rate and length. GUI thread only.
#pragma once

#include "core/train/plan.h"

#include <QDialog>
#include <cstdint>
#include <vector>

class QComboBox;
class QPushButton;

namespace belfry {

class RateBox;
class SpinBox;

struct BranchChoice {
    std::int64_t step = 0;
    double learningRate = 0;
    std::int64_t epochs = 0;
};

class BranchDialog : public QDialog {
    Q_OBJECT
public:
    // `steps`: of the checkpoints there are, ascending, at least one.
    BranchDialog(const QString& run, const Plan& plan, const std::vector<std::int64_t>& steps, QWidget* parent);

    BranchChoice choice() const;

Q_SIGNALS:
    void chosen(const belfry::BranchChoice& choice);

private:
    void layOut(const QString& run);
    void check();

    QComboBox* step_;
    RateBox* rate_;
    SpinBox* epochs_;
    QPushButton* branch_;
};

} // namespace belfry
