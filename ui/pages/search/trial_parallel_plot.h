// Parallel coordinates of a search: an axis for every gene and one for the accuracy, a line for every trial that is
// done, coloured by its accuracy. GUI thread only.
#pragma once

#include "ui/charts/parallel_plot.h"
#include "ui/pages/search/accuracy_scale.h"
#include "ui/pages/search/trial_chart.h"

#include <vector>

namespace belfry {

// The genes' axes, then the accuracy's. The looks are shades, by the accuracy.
ParallelPicture parallelPicture(const Space& space, const std::vector<GeneRow>& rows);

class TrialParallelPlot : public ParallelPlot, public ViewOfTrials {
    Q_OBJECT
public:
    explicit TrialParallelPlot(const Theme& theme, QWidget* parent = nullptr);

protected:
    void takeResults(bool another) override;
    QPen penOf(int look) const override;
    QColor liftedColour(int look) const override;
    QString emptyText() const override;
    QString insideText(int inside, int all) const override;
    QString tipOf(int trial) const override;
    QString lineText(int trial) const override;

private:
    std::vector<GeneRow> rows_;
};

} // namespace belfry
