// Lets the batch finder run over a plan and shows the speed over the batch. GUI thread only.
#pragma once

#include "core/study/batch_finder.h"
#include "ui/dialogs/finders/find_dialog.h"

class QRadioButton;

namespace belfry {

class BatchDialog : public FindDialog {
    Q_OBJECT
public:
    // Begins at once.
    BatchDialog(const Theme& theme, const Plan& plan, QWidget* parent = nullptr);

Q_SIGNALS:
    void chosen(qint64 batchPerTower); // by Apply

protected:
    void finish() override;

private:
    void take(const BatchFinding& finding);
    static CurvePicture pictureOf(const BatchFinding& finding);

    BatchFinding finding_;
    int towers_;
    QRadioButton *fastest_, *largest_;
};

} // namespace belfry
