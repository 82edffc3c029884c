#include "ui/widgets/splitter.h"

#include "ui/foundation/focus.h"
#include "ui/foundation/keep_translated.h"

#include <QFocusEvent>
#include <QKeyEvent>
#include <QPainter>

namespace belfry {
namespace {

constexpr int kWeight = 1000; // pixels for a stretch of 1, before there is a size: only their ratio counts
constexpr int kKeyStep = 16;  // pixels for an arrow key
constexpr int kMark = 4;      // of the line that shows where the handle is: pixels wide
constexpr int kMarkLong = 48; // and long

class Handle : public QSplitterHandle {
public:
    Handle(Qt::Orientation orientation, QSplitter* parent) : QSplitterHandle(orientation, parent) {
        setFocusPolicy(Qt::TabFocus);
        setAccessibleName(QStringLiteral("Resize"));
        setAttribute(Qt::WA_Hover);
        keepTranslated(this, [this] { setToolTip(Splitter::tr("Drag, or use the arrow keys, to resize")); });
    }

protected:
    void keyPressEvent(QKeyEvent* event) override {
        const bool beside = orientation() == Qt::Horizontal;
        const int less = beside ? Qt::Key_Left : Qt::Key_Up, more = beside ? Qt::Key_Right : Qt::Key_Down;
        if (event->key() != less && event->key() != more) {
            QSplitterHandle::keyPressEvent(event);
            return;
        }
        const int place = beside ? x() : y();
        moveSplitter(place + (event->key() == more ? kKeyStep : -kKeyStep));
    }
    void focusInEvent(QFocusEvent* event) override {
        ring_ = cameByKeyboard(event->reason());
        QSplitterHandle::focusInEvent(event);
        update();
    }
    void focusOutEvent(QFocusEvent* event) override {
        QSplitterHandle::focusOutEvent(event);
        update();
    }
    // Nothing but a short line in the middle, while the pointer is there or the keyboard.
    void paintEvent(QPaintEvent*) override {
        const bool keyed = ring_ && hasFocus();
        if (!keyed && !underMouse())
            return;
        QRect mark(0, 0, kMark, std::min(kMarkLong, height()));
        if (orientation() == Qt::Vertical)
            mark = QRect(0, 0, std::min(kMarkLong, width()), kMark);
        mark.moveCenter(rect().center());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(palette().color(keyed ? QPalette::Highlight : QPalette::Mid));
        painter.drawRoundedRect(mark, kMark / 2.0, kMark / 2.0);
    }

private:
    bool ring_ = false; // the focus came by keyboard
};

} // namespace

Splitter::Splitter(Qt::Orientation orientation, const char* name, int gap, QWidget* parent)
    : QSplitter(orientation, parent) {
    setObjectName(QLatin1String(name));
    setHandleWidth(gap);
    setChildrenCollapsible(false);
    connect(this, &QSplitter::splitterMoved, this, [this] { moved_ = true; });
}

Splitter* Splitter::add(QWidget* part, int stretch) {
    addWidget(part);
    setStretchFactor(count() - 1, stretch);
    stretches_ << stretch * kWeight;
    if (!stretches_.contains(0))
        setSizes(stretches_);
    return this;
}

void Splitter::setUserSizes(const QByteArray& sizes) {
    // As now, whatever they were when the sizes were saved.
    const int gap = handleWidth();
    const Qt::Orientation way = orientation();
    moved_ = !sizes.isEmpty() && restoreState(sizes);
    setHandleWidth(gap);
    setOrientation(way);
    setChildrenCollapsible(false);
}

QSplitterHandle* Splitter::createHandle() { return new Handle(orientation(), this); }

} // namespace belfry
