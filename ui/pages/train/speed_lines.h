// The lines of the chart of images per second: the total, and each tower's share of it; of many towers the median in a
// band from the least share to the largest. GUI thread only.
#pragma once

#include "core/train/events.h"
#include "ui/widgets/speed_meter.h"

#include <QStringList>
#include <vector>

namespace belfry {

class LiveChart;

class SpeedLines {
public:
    static constexpr int kMaxLines = 8; // towers with a line each

    explicit SpeedLines(LiveChart& chart) : chart_(chart) {} // which must outlive them

    // Another run: makes its lines in the chart, which has none. Names by tower; one tower alone is the total.
    void start(const QStringList& towers);
    void addStep(const StepDone& step); // after ChartGroup::append
    void retranslate();

private:
    bool many() const { return names_.size() > kMaxLines; }
    void addMedian();
    void appendMedian();
    double total(const StepDone& step);
    // Where towers wait for one another the shares add up to the total; else each tower's are of its own steps.
    double share(const StepDone& step, std::size_t tower, double total);

    LiveChart& chart_;
    int total_ = 0;
    int median_ = 0, least_ = 0, largest_ = 0; // of many towers
    std::vector<int> towerLines_;              // of many, rows of the read-out alone: what each could do alone
    QStringList names_;
    std::vector<double> shares_, alone_; // by tower, of its last step
    SpeedMeter meter_{0.25};             // single steps come in bursts when towers do not wait for one another
};

} // namespace belfry
