// One live chart: a card with title, legend, buttons and a plot. Made by ChartGroup::addChart, which feeds it x values,
// the shared view and the redraw clock. GUI thread only.
#pragma once

#include "ui/charts/chart_buttons.h"
#include "ui/charts/plot_frame.h"
#include "ui/charts/plot_view.h"

#include <QContextMenuEvent>
#include <QFrame>
#include <QKeyEvent>
#include <functional>
#include <memory>
#include <vector>

class QLabel;

namespace belfry {

class ChartGroup;

class LiveChart : public QFrame {
    Q_OBJECT
public:
    // Values of a Percent chart are shares of 1. Returns the series' number, counted from 0.
    int addSeries(SeriesSpec spec);
    void clearSeries(); // forgets lines and their data: towers changed

    // The value at the group's newest point (ChartGroup::append comes first). Points without a value leave a gap.
    void append(int series, double value);
    void appendDot(int series, const XPoint& x, double value);

    void setTitle(const QString& title);
    void rename(int series, const QString& name, const QString& smoothedName = {});
    void setEmptyText(const QString& text);
    const QString& emptyText() const { return spec_.emptyText; }
    void setLog(bool on);
    void setSmooth(bool on);
    void setShowAll(bool on); // outliers decide the y range too
    bool log() const { return spec_.log; }
    bool smooth() const { return spec_.smooth; }
    bool showAll() const { return showAll_; }

    const ChartSpec& spec() const { return spec_; }
    const std::vector<std::unique_ptr<ChartSeries>>& series() const { return series_; }
    const std::vector<LegendButton*>& legend() const { return legend_->buttons(); }
    const PlotFrame& frame() const { return view_->frame(); }
    PlotView& view() { return *view_; }
    ChartGroup& group() { return group_; }
    std::size_t bytes() const;                             // of the data held
    std::size_t generation() const { return generation_; } // grows when data or lines are cleared

    // The whole card without its controls, for pictures; `ownLines` as in PlotView::paintPlot.
    void paintCard(QPainter& painter, bool ownLines);

    // Called by the group.
    bool refresh(); // builds and shows a new frame; false while smoothing is still being recomputed
    void clearData();
    void resetY(); // an automatic y range again
    void updateSmoothing();
    void showCrosshair(std::optional<std::size_t> index, bool pinned);
    // Beside the mark that offers it, while that is in view.
    void showMarkButton(const QString& english, const TranslatableText& label, const TranslatableText& help,
                        std::function<void()> act);
    void hideMarkButton();
    // One more in the head, for the owner to label.
    ChartButton* addHeadButton(const QString& english, std::function<void()> action);

Q_SIGNALS:
    void logChanged(bool on);
    void smoothChanged(bool on);

protected:
    void paintEvent(QPaintEvent*) override;
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override { event->setAccepted(handleKey(*event)); }
    void contextMenuEvent(QContextMenuEvent* event) override { openMenu(event->globalPos()); }

private:
    friend class ChartGroup;
    LiveChart(ChartGroup& group, ChartSpec spec, QWidget* parent);

    void buildHead();
    ChartButton* headButton(const QString& english, std::function<void()> action);
    void connectPlot();
    void retranslate();
    void dressLegend();
    void paintLegend(QPainter& painter) const;
    void addLegend(std::size_t series, bool smoothed);
    bool handleKey(QKeyEvent& event);
    void updateButtons();
    void openMenu(const QPoint& globalPosition);
    FrameInput frameInput();
    std::vector<Crosshair::Point> crosshairPoints(std::size_t index) const;
    bool empty() const;
    void placeMarkButton();
    double markButtonRoom() const; // pixels

    void toggleLog() { setLog(!spec_.log); }
    void fitAll();

    struct LegendEntry {
        LegendButton* button;
        std::size_t series;
        bool smoothed;
    };

    ChartGroup& group_;
    ChartSpec spec_;
    std::vector<std::unique_ptr<ChartSeries>> series_;
    std::vector<LegendEntry> entries_;
    QLabel* title_ = nullptr;
    LegendBar* legend_ = nullptr;
    ChartButton *clipped_ = nullptr, *follow_ = nullptr, *log_ = nullptr, *smooth_ = nullptr, *fit_ = nullptr,
                *menu_ = nullptr;
    PlotView* view_ = nullptr;
    ChartButton* markButton_ = nullptr; // null: there is none
    std::size_t generation_ = 0;
    bool showAll_ = false;
    bool focusRing_ = false;
    std::optional<Interval> yZoom_, lastY_;
};

} // namespace belfry
