// Selects the evaluation: a run, its weights, and the images. GUI thread only.
#pragma once

#include "ui/bridge/evaluation_job.h"
#include "ui/dialogs/weights_choice.h"

#include <QWidget>
#include <optional>

class QComboBox;

namespace belfry {

class EvaluationChoice : public QWidget {
    Q_OBJECT
public:
    explicit EvaluationChoice(QWidget* parent = nullptr);

    WeightsChoice& weights() { return *weights_; }
    const WeightsChoice& weights() const { return *weights_; }
    EvaluationSplit split() const;
    std::optional<EvaluationRequest> request() const; // nothing while the run has no weights

Q_SIGNALS:
    void changed(); // anything, by the user or because there is something else

private:
    void fillSplits();

    WeightsChoice* weights_;
    QComboBox* split_;
};

} // namespace belfry
