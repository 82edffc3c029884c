#include "ui/widgets/scrolled.h"

#include "ui/widgets/card.h"

#include <QEvent>
#include <QScrollBar>
#include <algorithm>

namespace belfry {
namespace {

// The area determines the size of its content.
void letScroll(QScrollArea* area, QWidget* content, const char* name) {
    area->setObjectName(QLatin1String(name));
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    if (qobject_cast<Card*>(content) == nullptr) // a card keeps its ground and frame
        content->setProperty("transparent", "true");
    area->setWidget(content);
}

} // namespace

QScrollArea* scrolled(QWidget* content, const char* name, QWidget* parent) {
    auto* area = new QScrollArea(parent);
    area->setWidgetResizable(true);
    letScroll(area, content, name);
    return area;
}

ScrollIfShort::ScrollIfShort(QWidget* content, int minHeight, const char* name, QWidget* parent)
    : QScrollArea(parent), minHeight_(minHeight) {
    letScroll(this, content, name);
}

QSize ScrollIfShort::minimumSizeHint() const {
    const QSize content = contentNeeds();
    const int bar = content.height() > height() ? verticalScrollBar()->sizeHint().width() : 0;
    return {content.width() + bar, std::min(content.height(), minHeight_)};
}

// No less than the content needs. (A scroll area that does this itself gives text that wraps, and all beside it, what
// they would like to have.)
void ScrollIfShort::fit() {
    updateGeometry(); // the bar may come or go
    widget()->resize(viewport()->width(), std::max(viewport()->height(), contentNeeds().height()));
}

void ScrollIfShort::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    fit();
}

bool ScrollIfShort::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest)
        fit();
    return QScrollArea::viewportEvent(event);
}

} // namespace belfry
