// Fields for a scrolling column of settings: the wheel scrolls the column and never changes a value by accident, and a
// styled combo box elides its text instead of cutting it. GUI thread only.
#pragma once

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QSpinBox>
#include <QWheelEvent>

namespace belfry {

// A box that ignores the wheel, which then scrolls the column.
template <typename Box>
class Unwheeled : public Box {
public:
    explicit Unwheeled(QWidget* parent) : Box(parent) { this->setFocusPolicy(Qt::StrongFocus); }

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

class ComboBox : public Unwheeled<QComboBox> {
    Q_OBJECT
public:
    explicit ComboBox(QWidget* parent = nullptr);
    int wholeWidth() const; // pixels that its widest title needs

protected:
    void paintEvent(QPaintEvent* event) override;
};

// Whole numbers with group separators.
class SpinBox : public Unwheeled<QSpinBox> {
    Q_OBJECT
public:
    explicit SpinBox(QWidget* parent = nullptr);
    // `label` is the English label: the accessible name, and in camelCase with "Field" the object name.
    void setName(const char* label);
    // Behind the number, in the window's language: "1 thread", "2 threads".
    void setUnit(const QString& one, const QString& many);

private:
    void showUnit();
    QString one_, many_;
};

// Positive numbers over many decades (learning rates): arrows walk 1, 2, 5, 10 and zeros at the end are not written.
class RateBox : public Unwheeled<QDoubleSpinBox> {
    Q_OBJECT
public:
    explicit RateBox(QWidget* parent = nullptr);
    void stepBy(int steps) override;
    QString textFromValue(double value) const override;
};

// A share between 0 and 1.
class FractionBox : public Unwheeled<QDoubleSpinBox> {
    Q_OBJECT
public:
    FractionBox(double most, int decimals, QWidget* parent = nullptr) : Unwheeled(parent) {
        setRange(0, most);
        setDecimals(decimals);
        setSingleStep(0.05);
    }
};

} // namespace belfry
