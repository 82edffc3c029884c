// A label that ends in "…" instead of being cut; text() stays whole, and the tool tip shows it when it does not fit.
#pragma once

#include <QLabel>

namespace belfry {

class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(const QString& text = {}, QWidget* parent = nullptr) : QLabel(text, parent) {
        setTextFormat(Qt::PlainText);
    }
    void setElideMode(Qt::TextElideMode mode);
    bool isElided() const { return shown() != text(); }
    QSize minimumSizeHint() const override {
        return {fontMetrics().horizontalAdvance(QStringLiteral("…")), QLabel::minimumSizeHint().height()};
    }

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString shown() const { return fontMetrics().elidedText(text(), mode_, contentsRect().width()); } // what fits
    Qt::TextElideMode mode_ = Qt::ElideRight;
};

} // namespace belfry
