#include "ui/widgets/network_view.h"

#include "ui/widgets/network_diagram.h"

#include <QCoreApplication>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kAround = 8; // what is seen beside the part that the keyboard is at

} // namespace

NetworkView::NetworkView(const Theme& theme, int usualHeight, QWidget* parent)
    : QScrollArea(parent), usualHeight_(usualHeight) {
    setObjectName(QStringLiteral("networkView"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    diagram_ = new NetworkDiagram(theme, NetworkDiagram::Detail::Full, this);
    diagram_->setProperty("transparent", "true"); // shows the card
    diagram_->setUsualHeight(usualHeight);
    setWidget(diagram_);
    connect(diagram_, &NetworkDiagram::needsChanged, this, [this] {
        updateGeometry();
        fit();
    });
    connect(diagram_, &NetworkDiagram::sought, this, [this](const QRect& part) {
        const int reach = std::min(part.width() / 2, viewport()->width() / 2 - kAround); // of what is wider, the start
        ensureVisible(part.left() + reach, part.center().y(), reach + kAround, part.height() / 2);
    });
}

QSize NetworkView::sizeHint() const {
    const QSize needed = diagram_->neededSize();
    const int bar = needed.width() > width() ? horizontalScrollBar()->sizeHint().height() : 0;
    return {std::min(needed.width(), 760), needed.height() + bar};
}

void NetworkView::fit() { diagram_->resize(diagram_->neededSize().expandedTo(viewport()->size())); }

void NetworkView::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        updateGeometry(); // the bar may come or go
    fit();
}

// What does not scroll up and down scrolls sideways.
void NetworkView::wheelEvent(QWheelEvent* event) {
    if (verticalScrollBar()->maximum() == 0 && event->angleDelta().x() == 0)
        QCoreApplication::sendEvent(horizontalScrollBar(), event);
    else
        QScrollArea::wheelEvent(event);
}

} // namespace belfry
