// A frame with a title row: the container of every group in the window (radius 8, border 1, by the style sheet).
#pragma once

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace belfry {

class Card : public QFrame {
    Q_OBJECT
public:
    // Without a title the title row is hidden until setTitle().
    explicit Card(const QString& title = {}, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    QHBoxLayout* titleRow() const { return titleRow_; } // title, stretch; append legend and buttons
    QVBoxLayout* body() const { return body_; }

private:
    QLabel* title_;
    QHBoxLayout* titleRow_;
    QVBoxLayout* body_;
};

} // namespace belfry
