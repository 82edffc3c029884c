// Lets the batch finder run over a plan and shows the speed over the batch. GUI thread only.
#pragma once

#include "core/study/batch_finder.h"
#include "ui/dialogs/finders/find_dialog.h"

#include <optional>

class QCheckBox;
class QRadioButton;

namespace belfry {

class BatchDialog : public FindDialog {
    Q_OBJECT
public:
    // Begins at once.
    BatchDialog(const Theme& theme, const Plan& plan, QWidget* parent = nullptr);

Q_SIGNALS:
    // By Apply. learningRate: that goes with the batch, unless the plan's is to stay.
    void chosen(qint64 batchPerTower, std::optional<double> learningRate);

protected:
    void finish() override;

private:
    void take(const BatchFinding& finding);
    static CurvePicture pictureOf(const BatchFinding& finding);

    std::int64_t batch() const; // that is chosen
    QString fastestText(const BatchTrial& trial) const;
    QString stepsText(std::int64_t batch) const;
    void offerRate();

    const Plan plan_;
    BatchFinding finding_;
    QRadioButton *fastest_, *largest_;
    QCheckBox* rate_;
};

} // namespace belfry
