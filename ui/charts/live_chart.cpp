#include "ui/charts/live_chart.h"

#include "ui/charts/chart_group.h"
#include "ui/charts/colours.h"
#include "ui/foundation/keep_translated.h"

#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>

namespace belfry {
namespace {

constexpr std::size_t kSmoothingBudget = 512 * 1024; // points per redraw and line: about 7 ms

} // namespace

LiveChart::LiveChart(ChartGroup& group, ChartSpec spec, QWidget* parent)
    : QFrame(parent), group_(group), spec_(std::move(spec)) {
    setObjectName(spec_.key + QStringLiteral("Chart"));
    setMinimumHeight(120);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(2, 9, 2, 5); // the card's round corners and focus ring stay clear of the plot
    column->setSpacing(1);
    buildHead();
    view_ = new PlotView(group_.theme(), spec_.xLabels, this);
    view_->setObjectName(spec_.key + QStringLiteral("Plot"));
    column->addWidget(view_, 1);
    connectPlot();
    connect(&group_.theme(), &Theme::changed, this, [this] {
        dressLegend();
        refresh();
        update();
    });
    keepTranslated(this, [this] {
        retranslate();
        group_.touchView();
    });
}

ChartButton* LiveChart::headButton(const QString& english, std::function<void()> action) {
    const QString name = spec_.key + pascalCase(english) + QStringLiteral("Button");
    auto* button = new ChartButton(group_.theme(), name, english, this);
    connect(button, &QPushButton::clicked, this, std::move(action));
    return button;
}

void LiveChart::buildHead() {
    auto* row = new QHBoxLayout;
    row->setContentsMargins(14, 0, 12, 0);
    row->setSpacing(6);
    title_ = new QLabel(this);
    title_->setObjectName(spec_.key + QStringLiteral("Title"));
    title_->setFont(Theme::font(13, QFont::DemiBold));
    legend_ = new LegendBar(group_.theme(), spec_.key, this);
    clipped_ = headButton(
        QStringLiteral("Clipped"), [this] { setShowAll(!showAll_); });
    follow_ = headButton(
        QStringLiteral("Follow"), [this] { group_.view().follow(); });
    log_ = headButton(
        QStringLiteral("Log"), [this] { toggleLog(); });
    smooth_ = headButton(
        QStringLiteral("Smooth"), [this] { setSmooth(!spec_.smooth); });
    fit_ = headButton(QStringLiteral("Fit"), [this] { fitAll(); });
    menu_ =
        new ChartButton(group_.theme(), spec_.key + QStringLiteral("MenuButton"), QStringLiteral("Chart menu"), this);
    menu_->setText(QStringLiteral("⋯"));
    connect(menu_, &QPushButton::clicked, this, [this] { openMenu(menu_->mapToGlobal(QPoint(0, menu_->height()))); });
    clipped_->setChip();
    for (ChartButton* button : {clipped_, log_, smooth_})
        button->setCheckable(true);
    follow_->setEmphasis(true);
    row->addWidget(title_);
    row->addSpacing(4);
    row->addWidget(legend_, 1);
    for (ChartButton* button : {clipped_, follow_, log_, smooth_, fit_, menu_})
        row->addWidget(button);
    log_->setVisible(spec_.canLog);
    smooth_->setVisible(spec_.canSmooth);
    clipped_->hide();
    follow_->hide();
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

void LiveChart::connectPlot() {
    ViewRange& range = group_.view();
    connect(
        view_, &PlotView::resized, this,
        [this] {
            if (!isVisible())
                return;
            group_.placeTail(*this);
            refresh();
        });
    connect(
        view_, &PlotView::hovered, this, [this](QPointF pixel) { group_.hover(*this, pixel); });
    connect(
        view_, &PlotView::hoverEnded, this, [this] { group_.endHover(); });
    connect(view_, &PlotView::clicked, this, [this] { group_.togglePin(); });
    connect(view_, &PlotView::fitRequested, this, [this] {
        if (group_.pinned()) // by the first of the two clicks
            group_.togglePin();
        fitAll();
    });
    connect(
        view_, &PlotView::boxDrawn, this,
        [this, &range](Interval x, std::optional<Interval> y) {
            if (y)
                yZoom_ = y;
            range.zoomTo(x.low, x.high);
            group_.touchView();
        });
    connect(view_, &PlotView::wheelTurned, this, [&range](double x, double factor) { range.zoomAbout(x, factor); });
    connect(view_, &PlotView::dragged, this, [this, &range](double x, double y) {
        if (yZoom_)
            yZoom_ = Interval{yZoom_->low + y, yZoom_->high + y};
        range.pan(x);
    });
    connect(view_, &PlotView::focusRingChanged, this, [this](bool ring) {
        focusRing_ = ring;
        update();
    });
    connect(&range, &ViewRange::modeChanged, this, &LiveChart::updateButtons);
}

int LiveChart::addSeries(SeriesSpec spec) {
    const bool pair = spec.kind == SeriesKind::RawAndSmoothed;
    series_.push_back(std::make_unique<ChartSeries>(std::move(spec), spec_.canSmooth, spec_.keepPoints));
    series_.back()->setSmoothing(group_.smoothing(), spec_.log);
    if (series_.back()->spec().follows)
        return static_cast<int>(series_.size()) - 1;
    addLegend(series_.size() - 1, false);
    if (pair && spec_.canSmooth)
        addLegend(series_.size() - 1, true);
    dressLegend();
    return static_cast<int>(series_.size()) - 1;
}

void LiveChart::addLegend(std::size_t index, bool smoothed) {
    const SeriesSpec& spec = series_[index]->spec();
    LegendButton* button = legend_->add(smoothed ? spec.smoothedKey : spec.key);
    entries_.push_back({button, index, smoothed});
    connect(button, &QPushButton::toggled, this, [this, index, smoothed](bool on) {
        (smoothed ? series_[index]->smoothedVisible : series_[index]->rawVisible) = on;
        for (std::size_t other = index + 1; other < series_.size() && series_[other]->spec().follows; ++other)
            series_[other]->rawVisible = on;
        lastY_.reset();
        group_.touchView();
    });
}

void LiveChart::clearSeries() {
    ++generation_;
    legend_->clear();
    entries_.clear();
    series_.clear();
    group_.touchView();
}

void LiveChart::dressLegend() {
    const Theme& theme = group_.theme();
    for (const LegendEntry& entry : entries_) {
        const SeriesSpec& spec = series_[entry.series]->spec();
        const QColor colour = seriesColour(theme, spec);
        const bool pair = spec.kind == SeriesKind::RawAndSmoothed;
        LegendButton::Swatch swatch{colour, spec.kind == SeriesKind::Dots, Qt::SolidLine};
        if (pair && !entry.smoothed && spec_.smooth)
            swatch.colour = mixed(theme.palette().card, colour, 0.4);
        if (!swatch.dot && spec.colour >= 0 && !(pair && !entry.smoothed))
            swatch.dash = theme.seriesDash(spec.colour);
        const QString name = entry.smoothed ? spec.smoothedName : spec.name;
        entry.button->setText(name.isEmpty() ? (entry.smoothed ? spec.smoothedKey : spec.key) : name);
        entry.button->setSwatch(swatch);
        entry.button->setToolTip(tr("Shows or hides this line"));
        entry.button->setEnabled(!entry.smoothed || spec_.smooth);
    }
    legend_->arrange();
}

void LiveChart::append(int series, double value) {
    if (group_.xs().size() == 0)
        return;
    series_[static_cast<std::size_t>(series)]->append(group_.xs().size() - 1, static_cast<float>(value));
    group_.touchData();
}

void LiveChart::appendDot(int series, const XPoint& x, double value) {
    series_[static_cast<std::size_t>(series)]->appendDot(x, static_cast<float>(value));
    group_.touchData();
}

void LiveChart::setTitle(const QString& title) {
    spec_.title = title;
    title_->setText(title);
}

void LiveChart::rename(int series, const QString& name, const QString& smoothedName) {
    SeriesSpec& spec = series_[static_cast<std::size_t>(series)]->spec();
    spec.name = name;
    spec.smoothedName = smoothedName;
    dressLegend();
}

void LiveChart::setEmptyText(const QString& text) {
    spec_.emptyText = text;
    group_.touchView();
}

void LiveChart::setLog(bool on) {
    if (!spec_.canLog || on == spec_.log)
        return;
    spec_.log = on;
    resetY();
    updateSmoothing();
    updateButtons();
    Q_EMIT logChanged(on);
}

void LiveChart::setSmooth(bool on) {
    if (!spec_.canSmooth || on == spec_.smooth)
        return;
    spec_.smooth = on;
    lastY_.reset();
    dressLegend();
    updateButtons();
    group_.touchView();
    Q_EMIT smoothChanged(on);
}

void LiveChart::setShowAll(bool on) {
    showAll_ = on;
    resetY();
    group_.touchView();
}

void LiveChart::updateSmoothing() {
    for (auto& series : series_)
        series->setSmoothing(group_.smoothing(), spec_.log);
    group_.touchView();
}

void LiveChart::fitAll() {
    setShowAll(false);
    group_.fitAll();
}

void LiveChart::clearData() {
    ++generation_;
    for (auto& series : series_)
        series->clear();
    setShowAll(false);
}

void LiveChart::resetY() {
    yZoom_.reset();
    lastY_.reset();
}

bool LiveChart::empty() const {
    return std::all_of(
        series_.begin(), series_.end(), [](const auto& series) { return series->empty(); });
}

std::size_t LiveChart::bytes() const {
    std::size_t total = 0;
    for (const auto& series : series_)
        total += series->bytes();
    return total;
}

FrameInput LiveChart::frameInput() {
    const QRectF plot = view_->plotRect();
    return {.xs = group_.xs(),
            .edges = group_.edges(static_cast<std::size_t>(std::max(1.0, plot.width()))),
            .axis = group_.xAxis(),
            .x = group_.view().range(),
            .plot = plot,
            .theme = group_.theme(),
            .series = series_,
            .marks = group_.marks(),
            .spec = spec_,
            .showAll = showAll_,
            .yZoom = yZoom_,
            .lastY = lastY_,
            .buttonRoom = markButtonRoom()};
}

bool LiveChart::refresh() {
    bool done = true;
    for (auto& series : series_)
        done = series->advance(kSmoothingBudget) && done;
    if (view_->plotRect().width() < 1 || view_->plotRect().height() < 1)
        return done;
    PlotFrame frame = buildFrame(frameInput());
    if (empty()) {
        frame.xTicks.clear();
        frame.yTicks.clear();
        frame.emptyText = spec_.emptyText;
    }
    lastY_ = frame.y;
    const std::size_t clipped = frame.clipped;
    view_->setFrame(std::move(frame));
    placeMarkButton();
    clipped_->setText(showAll_ ? tr("All shown") : tr("Clipped: %1").arg(clipped));
    clipped_->setChecked(showAll_);
    clipped_->setVisible(!yZoom_ && (clipped > 0 || showAll_));
    return done;
}

std::vector<Crosshair::Point> LiveChart::crosshairPoints(std::size_t index) const {
    std::vector<Crosshair::Point> points;
    const PlotFrame& frame = view_->frame();
    const double x = frame.xPixel(group_.xs().at(group_.xAxis(), index));
    for (const PlotFrame::Line& line : frame.lines) {
        const ChartSeries& series = *series_[line.series];
        const bool smoothed = spec_.smooth && series.smooths() && !line.faint;
        if (series.spec().kind == SeriesKind::BandEdge || (line.faint && series.smoothedVisible && spec_.smooth))
            continue;
        const double value = static_cast<double>(smoothed ? series.smoothedAt(index) : series.rawAt(index));
        const double y = axisValue(value, spec_.yAxis, spec_.log);
        if (frame.y.contains(y))
            points.push_back({{x, frame.yPixel(y)}, line.colour});
    }
    return points;
}

void LiveChart::showCrosshair(std::optional<std::size_t> index, bool pinned) {
    const PlotFrame& frame = view_->frame();
    const double x = index ? group_.xs().at(group_.xAxis(), *index) : 0;
    if (!index || !frame.x.contains(x))
        return view_->crosshair().hideLine();
    view_->crosshair().display(frame.plot, frame.xPixel(x), crosshairPoints(*index), pinned);
}

} // namespace belfry
