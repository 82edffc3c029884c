#include "ui/widgets/tower_heat.h"

#include "ui/foundation/number_text.h"
#include "ui/widgets/stage_bars.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {
constexpr int kMargin = 3; // above and below the columns
} // namespace

TowerHeat::TowerHeat(const Theme& theme, QWidget* parent) : KeyedWidget(theme, QStringLiteral("towerHeat"), parent) {
    setAccessibleName(QStringLiteral("Waiting by tower"));
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TowerHeat::setTowers(const QStringList& names) {
    names_ = names;
    waiting_.clear();
    alone_.clear();
    hovered_ = pinned_ = -1;
    showChange();
}

void TowerHeat::setFigures(std::vector<double> waiting, std::vector<double> alone) {
    waiting_ = std::move(waiting);
    alone_ = std::move(alone);
    if (chosen() >= count())
        hovered_ = pinned_ = -1;
    showChange();
}

// Edges are rounded to pixels: no column is blurred, and none is missing.
QRect TowerHeat::column(int tower) const {
    const auto edge = [this](int before) {
        return static_cast<int>(std::lround(static_cast<double>(before) * width() / std::max(1, count())));
    };
    return {edge(tower), kMargin, edge(tower + 1) - edge(tower), height() - 2 * kMargin};
}

int TowerHeat::towerAt(const QPoint& position) const {
    for (int tower = 0; tower < count(); ++tower)
        if (position.x() >= column(tower).left() && position.x() <= column(tower).right())
            return tower;
    return -1;
}

QString TowerHeat::textOf(int tower) const {
    const auto index = static_cast<std::size_t>(tower);
    const QString name = tower < names_.size() ? names_[tower] : tr("tower %1").arg(tower);
    QString text = tr("%1: waits %2 of its step").arg(name, percentText(waiting_[index], 0));
    if (index < alone_.size() && alone_[index] > 0)
        text += QLatin1Char('\n') + StageBars::aloneText(alone_[index]);
    return text;
}

std::optional<QString> TowerHeat::tipAt(const QPoint& position) const {
    const int tower = towerAt(position);
    return tower >= 0 ? textOf(tower) : QString();
}

void TowerHeat::describe() { setAccessibleDescription(chosen() >= 0 ? textOf(chosen()) : QString()); }

void TowerHeat::choose(int hovered, int pinned) {
    const int before = chosen();
    hovered_ = hovered;
    pinned_ = pinned;
    showChange();
    if (chosen() != before)
        Q_EMIT chosenChanged();
}

void TowerHeat::mouseMoveEvent(QMouseEvent* event) { choose(towerAt(event->pos()), pinned_); }

void TowerHeat::leaveEvent(QEvent*) { choose(-1, pinned_); }

void TowerHeat::mousePressEvent(QMouseEvent* event) {
    const int tower = towerAt(event->pos());
    choose(tower, tower == pinned_ ? -1 : tower);
}

void TowerHeat::keyPressEvent(QKeyEvent* event) {
    int to = pinned_;
    switch (event->key()) {
    case Qt::Key_Left:
        to = std::max(0, pinned_ - 1);
        break;
    case Qt::Key_Right:
        to = std::min(count() - 1, pinned_ + 1);
        break;
    case Qt::Key_Home:
        to = 0;
        break;
    case Qt::Key_End:
        to = count() - 1;
        break;
    case Qt::Key_Escape:
        if (pinned_ < 0) // Esc is the run's then
            return KeyedWidget::keyPressEvent(event);
        to = -1;
        break;
    default:
        return KeyedWidget::keyPressEvent(event);
    }
    setRing(true);
    choose(-1, to);
}

void TowerHeat::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    for (int tower = 0; tower < count(); ++tower) {
        QRect place = column(tower);
        if (place.width() > 3)
            place.setWidth(place.width() - 1); // a hairline of card between two towers
        const double share = std::clamp(waiting_[static_cast<std::size_t>(tower)], 0.0, 1.0);
        painter.fillRect(place, mixed(colours().grid, colours().warning, share));
    }
    if (chosen() >= 0) {
        painter.setPen(QPen(pinned_ == chosen() ? colours().accent : colours().muted, 2));
        painter.drawRect(column(chosen()).adjusted(0, 0, -1, 0));
    }
    if (showsRing()) {
        painter.setPen(QPen(colours().accent, 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

} // namespace belfry
