// A label whose text changes while one looks at it: it wraps, and keeps the lines that it once took, so that what
// stands above it does not jump with every text. GUI thread.
#pragma once

#include <QLabel>
#include <QResizeEvent>
#include <QShowEvent>
#include <algorithm>

namespace belfry {

class SteadyLabel : public QLabel {
public:
    explicit SteadyLabel(QWidget* parent = nullptr) : QLabel(parent) {
        setTextFormat(Qt::PlainText);
        setWordWrap(true);
    }
    void display(const QString& text) {
        setText(text);
        keepLines();
    }
    void forgetLines() { setMinimumHeight(0); }

protected:
    void showEvent(QShowEvent* event) override {
        QLabel::showEvent(event);
        keepLines();
    }
    void resizeEvent(QResizeEvent* event) override {
        QLabel::resizeEvent(event);
        if (event->size().width() != event->oldSize().width()) {
            forgetLines();
            keepLines();
        }
    }

private:
    void keepLines() {
        if (isVisible()) // else its width is not yet that of its place
            setMinimumHeight(std::max(minimumHeight(), heightForWidth(width())));
    }
};

} // namespace belfry
