// The charts of one page: shared x values, view, cross-hair and redraw clock.
//
//   ChartGroup group(theme);
//   LiveChart* loss = group.addChart({.key = "loss", .title = tr("Loss"), .canLog = true, .log = true}, page);
//   const int train = loss->addSeries({.key = "each step", .kind = SeriesKind::RawAndSmoothed});
//   group.append({step, epoch, images, seconds});   // first the x values,
//   loss->append(train, value);                     // then the values at them
//
// Appending costs some tens of nanoseconds and draws nothing: while there is new data the charts are redrawn ten times
// a second, whatever the rate; without, never. GUI thread only. Must outlive its charts' events: make it a member of
// the page that holds them.
#pragma once

#include "ui/charts/live_chart.h"
#include "ui/charts/view_range.h"

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <map>
#include <optional>
#include <vector>

namespace belfry {

class ChartGroup : public QObject {
    Q_OBJECT
public:
    static constexpr int kRedrawEvery = 100; // ms, with new data
    static constexpr int kFollowUp = 15;     // ms, after the view was changed by hand
    static constexpr std::size_t kMarkLimit = 4096;

    explicit ChartGroup(const Theme& theme, QObject* parent = nullptr);

    LiveChart* addChart(ChartSpec spec, QWidget* parent = nullptr);
    const std::vector<LiveChart*>& charts() const { return charts_; }

    void append(const XPoint& x);
    // Best replaces the former best. Checkpoints are ticks at the bottom, their text is in the read-out.
    void mark(const XPoint& x, MarkKind kind, const TranslatableText& text);
    void mark(std::int64_t step, MarkKind kind, const TranslatableText& text); // at the point of that step
    // A button beside the newest mark of the kind, in the chart that carries labels. It goes when it is pressed, with
    // the next offer, and with the data. `english`: its accessible name.
    void offerAtMark(MarkKind kind, const QString& english, const TranslatableText& label, const TranslatableText& help,
                     std::function<void()> act);
    void withdrawOffer();
    void clear(); // data, marks and zoom; lines stay

    void setXAxis(XAxis axis); // the same piece of the run stays in view
    void setSmoothing(double factor);
    XAxis xAxis() const { return axis_; }
    double smoothing() const { return smoothing_; }
    ViewRange& view() { return view_; }
    void fitAll(); // every chart: the whole run, automatic heights

    const Theme& theme() const { return theme_; }
    const XColumns& xs() const { return xs_; }
    const std::vector<EventMark>& marks() const { return marks_; }
    std::size_t bytes() const; // all data held
    std::size_t redraws() const { return redraws_; }

    // Cross-hair and table. While pinned, moving the mouse changes nothing.
    Readout readout(std::size_t index) const;
    void hover(LiveChart& chart, const QPointF& pixel);
    void endHover();
    void togglePin();
    bool dropHover(); // also when pinned; false when there was nothing
    void moveHover(LiveChart& chart, int direction);
    void copyReadout() const; // the hovered point's values, else the newest, to the clipboard
    std::optional<std::size_t> hovered() const { return hovered_; }
    bool pinned() const { return pinned_; }

    // For the charts.
    void touchData() {
        if (!scheduled_)
            schedule(kRedrawEvery);
    }
    void touchView() { schedule(kFollowUp); }
    void redraw();                    // at once
    void placeTail(LiveChart& chart); // room for the tags right of the newest data, by the width of the plot
    const std::vector<std::size_t>& edges(std::size_t columns);

Q_SIGNALS:
    void xAxisChanged(belfry::XAxis axis);
    void smoothingChanged(double factor);
    void hoverChanged();
    void redrawn();
    void exportFailed(const belfry::Text& message); // of any of the charts

private:
    void schedule(int milliseconds);
    Interval dataRange(XAxis axis) const;
    double onAxis(double x, XAxis from, XAxis to) const;
    void showHover();
    void addRows(const LiveChart& chart, std::size_t index, Readout& out) const;

    const Theme& theme_;
    std::vector<LiveChart*> charts_;
    XColumns xs_;
    std::vector<EventMark> marks_;
    ViewRange view_;
    XAxis axis_ = XAxis::Step;
    double smoothing_ = 0.6;
    QTimer timer_;
    bool scheduled_ = false; // the timer runs; asking it would read the clock at every append
    bool redrawing_ = false;
    std::size_t redraws_ = 0;
    std::map<std::size_t, std::vector<std::size_t>> edges_; // by the number of columns; this redraw's

    std::optional<std::size_t> hovered_;
    bool pinned_ = false;
    QPointer<LiveChart> hoverChart_;
    QPointF hoverPixel_;
    QPointer<ReadoutTable> table_;
};

} // namespace belfry
