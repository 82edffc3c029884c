// Parallel coordinates of runs: an axis for every setting that differs between them and for each of their results, and
// a line in the colour of each run. A click on a line chooses its run. GUI thread only.
#pragma once

#include "ui/charts/parallel_plot.h"
#include "ui/pages/runs/run_parallel_axes.h"

#include <QString>
#include <vector>

namespace belfry {

class RunParallelPlot : public ParallelPlot {
    Q_OBJECT
public:
    // `theme` must outlive the plot.
    explicit RunParallelPlot(const Theme& theme, QWidget* parent = nullptr);

    void setRuns(std::vector<ParallelRun> runs);
    void setChosenRun(const std::string& id); // "": none
    const ParallelRun* find(int item) const;  // null for none

Q_SIGNALS:
    void runChosen(const QString& id); // by the user

protected:
    QPen penOf(int look) const override;
    QColor liftedColour(int look) const override;
    QString emptyText() const override;
    QString insideText(int inside, int all) const override;
    QString tipOf(int item) const override;
    QString lineText(int item) const override;
    QString tagOf(int item) const override;

private:
    void rebuild();
    QStringList factsOf(int item) const;
    int itemOf(const std::string& id) const; // 0: none

    std::vector<ParallelRun> runs_; // the worst first; item k is runs_[k - 1]
    std::vector<RunAxis> axes_;     // of them
    std::string chosen_;            // id
    QStringList names_;             // of the runs, each another one
};

} // namespace belfry
