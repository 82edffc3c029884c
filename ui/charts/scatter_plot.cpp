#include "ui/charts/scatter_plot.h"

#include "ui/foundation/number_text.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace belfry {
namespace {

constexpr double kNear = 9; // pixels, of the mouse to a point

} // namespace

ScatterPlot::ScatterPlot(const Theme& theme, const char* name, const char* accessibleName, QWidget* parent)
    : KeyedWidget(theme, QLatin1String(name), parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(QLatin1String(accessibleName));
    setMouseTracking(true);
    grabGesture(Qt::PinchGesture);
    connect(&theme, &Theme::changed, this, &ScatterPlot::outdated);
    describe();
}

void ScatterPlot::setPoints(std::vector<ScatterPoint> points) {
    const bool had = !selection_.empty();
    index_ = ScatterIndex(std::move(points));
    looks_ = {};
    selection_.clear();
    selected_.assign(static_cast<std::size_t>(index_.count()), false);
    current_ = -1;
    gesture_ = Gesture::None;
    drawn_.clear();
    hover(-1);
    view_.reset();
    view_.setBounds(index_.count() > 0 ? index_.bounds() : ScatterBox{-1, -1, 1, 1});
    viewChanged();
    if (had)
        Q_EMIT selectionChanged();
}

void ScatterPlot::movePoints(std::vector<ScatterPoint> points) {
    index_ = ScatterIndex(std::move(points));
    selected_.resize(static_cast<std::size_t>(index_.count()));
    if (view_.isWhole() && index_.count() > 0)
        view_.setBounds(index_.bounds()); // else what is looked at would move
    outdated();
}

void ScatterPlot::setLooks(ScatterLooks looks) {
    looks_ = std::move(looks);
    if (isDimmed(current_))
        current_ = -1;
    if (isDimmed(hovered_))
        hover(-1);
    std::vector<int> left;
    std::ranges::copy_if(selection_, std::back_inserter(left), [this](int point) { return !isDimmed(point); });
    outdated();
    if (left != selection_) {
        select(std::move(left));
        Q_EMIT selectionChanged();
    }
}

void ScatterPlot::setGuest(const std::optional<ScatterPoint>& place, const QImage& picture) {
    guest_ = place;
    guestPicture_ = picture;
    showChange();
}

void ScatterPlot::setEmptyText(const TranslatableText& sentence) {
    emptyText_ = sentence;
    showChange();
}

int ScatterPlot::lookOf(int point) const {
    const auto at = static_cast<std::size_t>(point);
    return at < looks_.ofPoint.size() ? looks_.ofPoint[at] : -1;
}

bool ScatterPlot::isDimmed(int point) const {
    const int look = point >= 0 ? lookOf(point) : -1;
    return look >= 0 && static_cast<std::size_t>(look) < looks_.dimmed.size() &&
           looks_.dimmed[static_cast<std::size_t>(look)];
}

bool ScatterPlot::isRaised(int point) const {
    const int look = lookOf(point);
    return look >= 0 && static_cast<std::size_t>(look) < looks_.raised.size() &&
           looks_.raised[static_cast<std::size_t>(look)];
}

ScatterIndex::Accept ScatterPlot::choosable() const {
    return [this](int point) { return !isDimmed(point); };
}

void ScatterPlot::select(std::vector<int> points) {
    std::ranges::sort(points);
    points.erase(std::unique(points.begin(), points.end()), points.end());
    selected_.assign(static_cast<std::size_t>(index_.count()), false);
    for (const int point : points)
        selected_.at(static_cast<std::size_t>(point)) = true;
    selection_ = std::move(points);
    if (current_ >= 0 && !selected_[static_cast<std::size_t>(current_)])
        current_ = -1;
    describe();
    outdated();
}

void ScatterPlot::changeSelection(std::vector<int> points, bool add) {
    if (add)
        points.insert(points.end(), selection_.begin(), selection_.end());
    const std::vector<int> before = selection_;
    select(std::move(points));
    if (selection_ != before)
        Q_EMIT selectionChanged();
}

void ScatterPlot::clickAt(const QPointF& pixel, bool add) {
    const int point = pointAt(pixel);
    if (point < 0) {
        if (!add)
            changeSelection({}, false);
        return;
    }
    std::vector<int> points{point};
    if (add && selected_[static_cast<std::size_t>(point)]) { // out of it again
        points = selection_;
        std::erase(points, point);
        current_ = -1;
        changeSelection(std::move(points), false);
        return;
    }
    current_ = point;
    changeSelection(std::move(points), add);
}

void ScatterPlot::hover(int point) {
    if (point == hovered_)
        return;
    hovered_ = point;
    update();
    Q_EMIT hoverChanged(point);
}

void ScatterPlot::setLasso(bool on) {
    if (on == lasso_)
        return;
    lasso_ = on;
    setCursor(on ? Qt::CrossCursor : Qt::ArrowCursor);
    Q_EMIT lassoChanged(on);
}

void ScatterPlot::zoomAbout(const QPointF& pixel, double factor) {
    view_.zoomAbout(pixel, factor);
    viewChanged();
}

QPointF ScatterPlot::zoomCentre() const {
    const bool seen = current_ >= 0 && QRectF(rect()).contains(pixelOf(current_));
    return seen ? pixelOf(current_) : QPointF(width() / 2.0, height() / 2.0);
}

void ScatterPlot::zoomBy(double factor) { zoomAbout(zoomCentre(), factor); }

void ScatterPlot::showWhole() {
    if (index_.count() > 0)
        view_.setBounds(index_.bounds());
    view_.reset();
    viewChanged();
}

void ScatterPlot::viewChanged() {
    describe();
    outdated();
}

void ScatterPlot::resizeEvent(QResizeEvent* event) {
    KeyedWidget::resizeEvent(event);
    view_.setSize(size());
    outdated();
}

// A picture is in front of the discs.
int ScatterPlot::pointAt(const QPointF& pixel) const {
    const auto at = std::ranges::find_if(places_.rbegin(), places_.rend(),
                                         [&pixel](const Place& place) { return place.room.contains(pixel); });
    if (at != places_.rend())
        return at->point;
    return index_.nearest(view_.toPlane(pixel), kNear / view_.scale(), choosable());
}

// From where the arrow keys go: the selected point, else the one nearest to the middle.
int ScatterPlot::keyboardStart() const {
    if (current_ >= 0)
        return current_;
    if (!selection_.empty())
        return selection_.front();
    return index_.nearest(view_.toPlane({width() / 2.0, height() / 2.0}), 4, choosable());
}

void ScatterPlot::goTo(double right, double up, bool add) {
    const int start = keyboardStart();
    if (start < 0)
        return;
    const bool first = current_ < 0 && selection_.empty();
    const int to = first ? start : index_.towards(start, right, up, choosable());
    if (to < 0)
        return;
    current_ = to;
    view_.reveal(points()[static_cast<std::size_t>(to)]);
    changeSelection({to}, add);
    viewChanged();
}

void ScatterPlot::describe() {
    if (index_.count() == 0) {
        setAccessibleDescription(emptyText_.text());
        return;
    }
    QString text = tr("%1 points, %2 selected").arg(countText(index_.count()), countText(std::ssize(selection_)));
    if (view_.zoom() > 1)
        text += QStringLiteral("; ") + tr("zoomed %1 times").arg(decimalText(view_.zoom(), 1));
    if (guest_)
        text += QStringLiteral("; ") + tr("the drawing is on it");
    if (current_ >= 0 && tip_)
        text += QStringLiteral("; ") + tip_(current_);
    setAccessibleDescription(text);
    setToolTip(tr("Drag to move, wheel to zoom, double-click to see everything. Click a point, or Shift and drag round "
                  "several; Ctrl adds."));
}

std::optional<QString> ScatterPlot::tipAt(const QPoint& position) const {
    const int point = pointAt(position);
    return point >= 0 && tip_ ? tip_(point) : QString();
}

} // namespace belfry
