// The line over the charts: epoch, step, best validation, speed, time left, and a thin bar. Labels named epochFigure,
// stepFigure, bestFigure, speedFigure, leftFigure; with a queue also queueFigure. They stand in two lines where one is
// too short for them and their captions. GUI thread only.
#pragma once

#include "core/train/events.h"
#include "ui/widgets/speed_meter.h"

#include <QWidget>
#include <array>
#include <vector>

class QHBoxLayout;
class QProgressBar;

namespace belfry {

class Figure;

class HeaderFigures : public QWidget {
    Q_OBJECT
public:
    explicit HeaderFigures(QWidget* parent = nullptr);

    void forget(); // as before the first run
    void start(const Started& started);
    void addSteps(const std::vector<StepDone>& steps);
    void addEpoch(const EpochDone& epoch);
    void setEpochs(std::int64_t epochs); // changed in mid-run
    void finish(const Finished& finished);

    QSize minimumSizeHint() const override; // of two lines wide, of those that there are high

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void arrange();
    void alignLines(bool two);
    std::array<std::vector<Figure*>, 2> lines() const; // what stands in the first even if there are two, and the rest
    std::int64_t totalSteps() const { return stepLimit_ > 0 ? stepLimit_ : epochs_ * stepsPerEpoch_; }

    Figure *epoch_, *step_, *best_, *speed_, *queue_, *left_;
    QHBoxLayout *upper_, *lower_; // lines
    QProgressBar* bar_;
    SpeedMeter second_{1}, stretch_{10};
    std::int64_t epochs_ = 0, stepsPerEpoch_ = 0, stepLimit_ = 0;
    StepDone newest_;
    double bestAccuracy_ = -1;
    double finalSpeed_ = 0; // of the whole run, when it is over
    bool known_ = false;    // there is a run
    bool running_ = false;
};

} // namespace belfry
