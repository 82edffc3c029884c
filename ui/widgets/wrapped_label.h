// A sentence over several lines that keeps the height they need. A layout takes one line for enough where it is short
// of room, and what stands below is cut. GUI thread only.
#pragma once

#include <QLabel>
#include <QResizeEvent>

namespace belfry {

class WrappedLabel : public QLabel {
public:
    explicit WrappedLabel(QWidget* parent = nullptr) : QLabel(parent) {
        setTextFormat(Qt::PlainText);
        setWordWrap(true);
    }
    QSize minimumSizeHint() const override {
        const QSize line = QLabel::minimumSizeHint();
        return testAttribute(Qt::WA_Resized) ? QSize(line.width(), heightForWidth(width())) : line; // it has a width
    }

protected:
    void resizeEvent(QResizeEvent* event) override {
        QLabel::resizeEvent(event);
        if (event->size().width() != event->oldSize().width())
            updateGeometry();
    }
};

} // namespace belfry
