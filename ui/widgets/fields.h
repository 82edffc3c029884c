// Fields for a scrolling column of settings: the wheel scrolls the column and never changes a value by accident, and a
// styled combo box elides its text instead of cutting it. GUI thread only.
#pragma once

#include <QComboBox>
#include <QLineEdit>
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

// A list of numbers, with decimal commas or points (ui/foundation/number_entry.h).
class NumbersEdit : public QLineEdit {
    Q_OBJECT
public:
    using QLineEdit::QLineEdit;
    QString numbers() const; // with points, and commas between: "0.7,0.3"
};

class ComboBox : public Unwheeled<QComboBox> {
    Q_OBJECT
public:
    explicit ComboBox(QWidget* parent = nullptr);
    int wholeWidth() const; // pixels that its widest title needs

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace belfry
