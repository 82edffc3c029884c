#include "ui/foundation/screen_fit.h"

#include <QGuiApplication>
#include <QScreen>
#include <QStyle>
#include <QWidget>
#include <algorithm>

namespace belfry {
namespace {

// Before a window is shown its frame is not known: room is left for one as the style draws it.
QMargins frameOf(const QWidget& window) {
    const QRect outer = window.frameGeometry(), inner = window.geometry();
    if (outer == inner) {
        const int edge = window.style()->pixelMetric(QStyle::PM_MdiSubWindowFrameWidth, nullptr, &window);
        return {edge, window.style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, &window) + edge, edge, edge};
    }
    return {inner.left() - outer.left(), inner.top() - outer.top(), outer.right() - inner.right(),
            outer.bottom() - inner.bottom()};
}

// The one with the largest part of the place; the window's own where that screen has been unplugged.
const QScreen& screenOf(const QWidget& window, const QRect& place) {
    const auto shown = [&place](const QScreen* screen) {
        const QSize part = screen->geometry().intersected(place).size();
        return part.isEmpty() ? 0 : part.width() * part.height();
    };
    const QList<QScreen*> screens = QGuiApplication::screens();
    const QScreen* best = *std::ranges::max_element(screens, {}, shown);
    return shown(best) > 0 ? *best : *window.screen();
}

} // namespace

QRect withinScreen(const QRect& wanted, const QRect& available, const QMargins& frame) {
    const QRect room = available.marginsRemoved(frame);
    QRect fitting(wanted.topLeft(), wanted.size().boundedTo(room.size()));
    fitting.moveTo(std::clamp(wanted.x(), room.x(), room.x() + room.width() - fitting.width()),
                   std::clamp(wanted.y(), room.y(), room.y() + room.height() - fitting.height()));
    return fitting;
}

void resizeWithinScreen(QWidget* window, const QSize& size) {
    const QRect available = window->screen()->availableGeometry();
    window->resize(withinScreen({available.topLeft(), size}, available, frameOf(*window)).size());
}

void moveWithinScreen(QWidget* window) {
    const QRect place = window->geometry();
    window->setGeometry(withinScreen(place, screenOf(*window, place).availableGeometry(), frameOf(*window)));
}

} // namespace belfry
