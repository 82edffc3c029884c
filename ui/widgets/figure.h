// One figure of the header line: a number over what it counts. The number's label carries the object name that scripts
// read ("epochFigure"); digits have one width, so a live figure does not jitter. GUI thread only.
#pragma once

#include <QWidget>

class QLabel;

namespace belfry {

class Figure : public QWidget {
    Q_OBJECT
public:
    Figure(const QString& valueName, const QString& caption, QWidget* parent = nullptr);

    void setValue(const QString& value); // "" shows a dash
    void setCaption(const QString& caption);
    void setAlignment(Qt::Alignment alignment);
    // Keeps room for the widest value to come, so that neighbours do not move.
    void reserve(const QString& widest);

private:
    QLabel* value_;
    QLabel* caption_;
};

} // namespace belfry
