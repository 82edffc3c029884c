// Fields for numbers. Every key stays in the field. A text that is not a number, or a number that cannot be, is framed
// in red, and number() stays what it was before the edit. GUI thread only.
#pragma once

#include "core/base/text.h"
#include "ui/widgets/fields.h"

#include <QAbstractSpinBox>
#include <functional>

namespace belfry {

class NumberLine;

class NumberField : public Unwheeled<QAbstractSpinBox> {
    Q_OBJECT
    Q_PROPERTY(double value READ number) // for screen readers
public:
    double number() const { return number_; }
    void setNumber(double number);                   // leaves the text of an edit that has this number
    const Text& problem() const { return problem_; } // of the text; empty: it says number()
    void setText(const QString& text);               // as if it were typed

    double minimum() const { return min_; }
    double maximum() const { return max_; }
    // A number outside stays, and is marked; only that which a field begins with moves into the range.
    void setRange(double min, double max);
    // Says what is wrong with a number inside the range; an empty text for nothing.
    void setCheck(std::function<Text(double)> check);
    void setSingleStep(double step) { step_ = step; }
    // Shown instead of the minimum: "automatic". An empty field says the minimum, too.
    void setMinimumText(const QString& text);
    void setPrefix(const QString& prefix);
    // The unit after the number, in the window's language: "1 thread", "2 threads".
    void setUnit(const QString& one, const QString& many);
    // `label` is the English label: the accessible name, and in camelCase with "Field" the object name.
    void setName(const char* label);
    void setRefused(bool refused); // frames a number that its plan cannot have

    QString shownText() const; // with prefix and unit, or the text of the minimum
    void stepBy(int steps) override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    // By a person or a program. Without keyboardTracking() a person's number counts once Enter is pressed or the focus
    // leaves.
    void numberChanged(double number);
    void changed();       // the number, the text or its problem
    void returnPressed(); // Enter, on a valid number

protected:
    NumberField(bool whole, QWidget* parent);
    virtual double stepped(double number, int steps) const { return number + steps * step_; }
    StepEnabled stepEnabled() const override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override; // Esc takes an edit back; without one it is the window's

private:
    void display(double number);
    void takeText();
    void finish(); // an edit
    void take(double number);
    void become(double number);
    void setProblem(const Text& problem);
    void judge();     // the text, by other rules than before
    void showParts(); // prefix and unit
    Text problemOf(double number) const;
    Text problemOfText() const;
    std::optional<double> entered(Text& problem) const;

    NumberLine* line_;
    const bool whole_;
    double number_ = 0, before_ = 0; // the latter: before the edit
    double min_ = 0, max_ = 100, step_ = 1;
    QString minimumText_, one_, many_;
    Text problem_;
    std::function<Text(double)> check_;
    bool refused_ = false, showing_ = false, given_ = false;
};

// Whole numbers with separators of thousands.
class SpinBox : public NumberField {
    Q_OBJECT
public:
    explicit SpinBox(QWidget* parent = nullptr);
    int value() const { return static_cast<int>(number()); }
};

// Real numbers of any size; no arrows.
class RealBox : public NumberField {
    Q_OBJECT
public:
    explicit RealBox(QWidget* parent = nullptr);
};

// Positive numbers over many decades (learning rates): arrows walk 1, 2, 5, 10.
class RateBox : public NumberField {
    Q_OBJECT
public:
    explicit RateBox(QWidget* parent = nullptr);

protected:
    double stepped(double number, int steps) const override;
};

// A number from 0 to a maximum, in steps of 0.05.
class FractionBox : public NumberField {
    Q_OBJECT
public:
    explicit FractionBox(double max, QWidget* parent = nullptr);
};

} // namespace belfry
