// A share between 0 and 1 that the wheel does not change. GUI thread only.
#pragma once

#include <QDoubleSpinBox>
#include <QWheelEvent>

namespace belfry {

class FractionBox : public QDoubleSpinBox {
    Q_OBJECT
public:
    FractionBox(double most, int decimals, QWidget* parent = nullptr) : QDoubleSpinBox(parent) {
        setFocusPolicy(Qt::StrongFocus);
        setRange(0, most);
        setDecimals(decimals);
        setSingleStep(0.05);
    }

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

} // namespace belfry
