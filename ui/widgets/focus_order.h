// Tab goes by place: along the rows of a column, then to the next column, whatever the order in which widgets were made
// or shown. GUI thread only.
#pragma once

#include <QObject>
#include <vector>

class QWidget;

namespace belfry {

// The visible widgets under `root` that Tab reaches, by place. What is not divided by a straight line through a widget
// is ordered by the upper edge.
std::vector<QWidget*> focusOrder(const QWidget& root);

// Keeps that order in every window of the program for as long as it lives.
class FocusOrder : public QObject {
    Q_OBJECT
public:
    explicit FocusOrder(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace belfry
