// Loss and accuracy of several runs over one another, and how stale the gradients of asynchronous ones were. Runs need
// not agree in their steps: each line has its own places on whatever x axis is chosen. GUI thread only.
#pragma once

#include "core/train/events.h"
#include "ui/charts/chart_group.h"

#include <QWidget>
#include <string>
#include <vector>

namespace belfry {

class Theme;

struct ComparedPoint {
    XPoint x;
    float loss = 0, accuracy = 0;
    float lossLow = 0, lossHigh = 0, accuracyLow = 0, accuracyHigh = 0; // of a band
    float staleness = 0; // updates; 0 where towers wait for one another; a band's first run's
};

struct ComparedLine {
    std::string id; // the same line when it is shown again
    QString name;
    int colour = 0;            // Theme::seriesColour and dash
    bool thick = false;        // the baseline
    bool band = false;         // a mean with its spread
    bool asynchronous = false; // of a run whose towers do not wait for one another, or of some
    bool dropout = false;      // of a network that is measured with dropout on, or of some
    bool raw = false;          // each step faintly behind the smoothed line: for one alone
    std::int64_t from = 0;     // the step of its parent's that it branched from; 0: none
    std::vector<ComparedPoint> points;
    std::vector<EpochDone> epochs; // their validations become dots
};

class CompareCharts : public QWidget {
    Q_OBJECT
public:
    explicit CompareCharts(const Theme& theme, QWidget* parent = nullptr);

    // Lines that only grew are extended, and the zoom is kept.
    void setLines(std::vector<ComparedLine> lines);
    const std::vector<ComparedLine>& lines() const { return lines_; }
    ChartGroup& group() { return group_; }
    LiveChart* loss() const { return loss_; }
    LiveChart* accuracy() const { return accuracy_; }
    LiveChart* staleness() const { return staleness_; } // hidden when no line is of an asynchronous run

private:
    struct Drawn { // of one line, in each chart
        int loss = 0, accuracy = 0, staleness = 0, lossDots = 0, accuracyDots = 0;
        std::size_t points = 0, epochs = 0;
    };
    void rebuild();
    void chooseSmoothing();
    void addLines();
    void append();
    void place(std::size_t line, const ComparedPoint& point);
    bool onlyGrew(const std::vector<ComparedLine>& lines) const;

    ChartGroup group_;
    LiveChart *loss_, *accuracy_, *staleness_;
    std::vector<ComparedLine> lines_;
    std::vector<Drawn> drawn_;
    bool choosing_ = false, smoothingChosen_ = false; // by this, by the user
    std::size_t smoothedFor_ = 0;                     // points of the longest line at that time
};

} // namespace belfry
