#include "ui/widgets/focus_order.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QWidget>
#include <algorithm>

namespace belfry {
namespace {

// A child and what Tab reaches in it.
struct Part {
    QRect place;
    std::vector<QWidget*> order;
};

// Cuts the parts wherever a straight line passes between them. `from`, `to`: the edges across which the line runs.
template <typename From, typename To>
std::vector<std::vector<Part>> cut(std::vector<Part> parts, From from, To to) {
    constexpr int kOverlap = 2; // pixels that neighbours may share: frames
    std::ranges::stable_sort(parts, {}, [from](const Part& part) { return (part.place.*from)(); });
    std::vector<std::vector<Part>> groups;
    int end = 0;
    for (Part& part : parts) {
        const int begins = (part.place.*from)(), ends = (part.place.*to)();
        if (groups.empty() || begins > end - kOverlap)
            groups.emplace_back();
        end = groups.back().empty() ? ends : std::max(end, ends);
        groups.back().push_back(std::move(part));
    }
    return groups;
}

void place(std::vector<Part> parts, bool rows, std::vector<QWidget*>& order) {
    if (parts.empty())
        return;
    const bool single = parts.size() == 1;
    std::vector<std::vector<Part>> groups =
        rows ? cut(std::move(parts), &QRect::top, &QRect::bottom) : cut(std::move(parts), &QRect::left, &QRect::right);
    if (groups.size() > 1) {
        for (std::vector<Part>& group : groups)
            place(std::move(group), true, order);
    } else if (!single && rows) {
        place(std::move(groups.front()), false, order);
    } else {
        std::ranges::stable_sort(groups.front(), {}, [](const Part& part) { return part.place.top(); });
        for (const Part& part : groups.front())
            order.insert(order.end(), part.order.begin(), part.order.end());
    }
}

bool takesTab(const QWidget& widget) {
    return (widget.focusPolicy() & Qt::TabFocus) != 0 && widget.focusProxy() == nullptr && widget.isEnabled();
}

} // namespace

std::vector<QWidget*> focusOrder(const QWidget& root) {
    std::vector<Part> parts;
    for (QWidget* child : root.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (!child->isVisible() || child->isWindow())
            continue;
        Part part{child->geometry(), {}};
        if (takesTab(*child))
            part.order.push_back(child);
        const std::vector<QWidget*> inside = focusOrder(*child);
        part.order.insert(part.order.end(), inside.begin(), inside.end());
        if (!part.order.empty())
            parts.push_back(std::move(part));
    }
    std::vector<QWidget*> order;
    place(std::move(parts), true, order);
    return order;
}

FocusOrder::FocusOrder(QObject* parent) : QObject(parent) { QCoreApplication::instance()->installEventFilter(this); }

// Before Qt looks for the next one, its chain is put in order: what is in sight may have changed since.
bool FocusOrder::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && watched->isWidgetType()) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Tab || key == Qt::Key_Backtab) {
            QWidget* before = static_cast<QWidget*>(watched)->window();
            for (QWidget* next : focusOrder(*before)) {
                QWidget::setTabOrder(before, next);
                before = next;
            }
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace belfry
