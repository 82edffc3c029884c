// Mouse and keyboard of the parallel coordinates.
#include "ui/pages/search_page/parallel_plot.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr double kAxisReach = 7, kReach = 7, kDrag = 4; // pixels

} // namespace

std::optional<std::size_t> ParallelPlot::axisAt(const QPointF& position) const {
    if (picture_.lines.empty() ||
        !frame().plot.adjusted(-kAxisReach, -kAxisReach, kAxisReach, kAxisReach).contains(position)) {
        return std::nullopt;
    }
    const double nearest = std::round((position.x() - axisX(0)) / frame().pitch);
    const auto axis = static_cast<std::size_t>(std::clamp(nearest, 0.0, static_cast<double>(picture_.axes.size() - 1)));
    return std::abs(axisX(axis) - position.x()) <= kAxisReach ? std::optional(axis) : std::nullopt;
}

double ParallelPlot::valueAt(std::size_t axis, double y) const {
    const QRectF& place = frame().plot;
    return picture_.axes[axis].valueAt(std::clamp((place.bottom() - y) / place.height(), 0.0, 1.0));
}

// By the distance from the piece between the two axes there; of equal ones the better.
int ParallelPlot::trialAt(const QPointF& position) const {
    if (picture_.axes.size() < 2 || picture_.lines.empty()) {
        return 0;
    }
    const QRectF& place = frame().plot;
    const double last = static_cast<double>(picture_.axes.size() - 2);
    const double along = std::clamp((position.x() - place.left()) / frame().pitch, 0.0, last + 1);
    const auto gap = static_cast<std::size_t>(std::min(std::floor(along), last));
    const double part = along - static_cast<double>(gap);
    const double pitch = frame().pitch;
    double least = kReach;
    int nearest = 0;
    for (std::size_t i = 0; i < picture_.lines.size(); ++i) {
        const std::vector<double>& values = picture_.lines[i].values;
        const double from = place.bottom() - picture_.axes[gap].share(values[gap]) * place.height();
        const double to = place.bottom() - picture_.axes[gap + 1].share(values[gap + 1]) * place.height();
        const double slant = pitch / std::hypot(pitch, to - from);
        const double distance = std::abs(from + part * (to - from) - position.y()) * slant;
        if (inside_[i] && distance <= least) {
            least = distance;
            nearest = picture_.lines[i].trial;
        }
    }
    return nearest;
}

void ParallelPlot::choose(int trial) {
    setChosen(trial);
    Q_EMIT trialChosen(trial);
}

void ParallelPlot::hover(int trial) {
    if (trial != hovered_) {
        hovered_ = trial;
        update();
    }
}

bool ParallelPlot::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int trial = trialAt(help->pos());
        QToolTip::showText(help->globalPos(), trial != 0 ? trialTip(view_, trial) : toolTip(), this);
        return true;
    }
    return ThemedWidget::event(event);
}

void ParallelPlot::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) {
        ThemedWidget::mousePressEvent(event);
        return;
    }
    if (const std::optional<std::size_t> axis = axisAt(event->position())) {
        drag_ = Drag{*axis, event->position()};
    } else if (const int trial = trialAt(event->position()); trial != 0) {
        choose(trial);
    }
}

void ParallelPlot::mouseMoveEvent(QMouseEvent* event) {
    if (!drag_) {
        const bool onAxis = axisAt(event->position()).has_value();
        hover(onAxis || event->buttons() != Qt::NoButton ? 0 : trialAt(event->position()));
        setCursor(onAxis ? Qt::SizeVerCursor : hovered_ != 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        return;
    }
    drag_->moved = drag_->moved || std::abs(event->position().y() - drag_->from.y()) >= kDrag;
    if (drag_->moved) {
        const std::size_t axis = drag_->axis;
        setBrush(axis, Brush{valueAt(axis, drag_->from.y()), valueAt(axis, event->position().y())});
    }
}

// Without a drag it was a click: on a brushed axis it clears, else it is meant for a line.
void ParallelPlot::mouseReleaseEvent(QMouseEvent* event) {
    const std::optional<Drag> drag = std::exchange(drag_, std::nullopt);
    if (event->button() != Qt::LeftButton || !drag || drag->moved) {
        return;
    }
    if (brushes_[drag->axis]) {
        setBrush(drag->axis, std::nullopt);
    } else if (const int trial = trialAt(event->position()); trial != 0) {
        choose(trial);
    }
}

void ParallelPlot::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const std::optional<std::size_t> axis = axisAt(event->position())) {
        setBrush(*axis, std::nullopt);
    }
}

void ParallelPlot::leaveEvent(QEvent* event) {
    hover(0);
    ThemedWidget::leaveEvent(event);
}

void ParallelPlot::keyPressEvent(QKeyEvent* event) {
    const bool arrow = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
    const bool brushed = std::ranges::any_of(brushes_, [](const auto& brush) { return brush.has_value(); });
    if (event->key() == Qt::Key_Escape && brushed) {
        clearBrushes();
        return;
    }
    const std::vector<int> trials = trialsInside();
    if (!arrow || trials.empty()) {
        ThemedWidget::keyPressEvent(event);
        return;
    }
    const auto at = std::ranges::find(trials, chosen_);
    if (at == trials.end()) {
        choose(trials.back()); // the best
    } else if (event->key() == Qt::Key_Up && at + 1 != trials.end()) {
        choose(*(at + 1));
    } else if (event->key() == Qt::Key_Down && at != trials.begin()) {
        choose(*(at - 1));
    }
}

} // namespace belfry
