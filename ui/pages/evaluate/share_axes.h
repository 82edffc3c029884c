// The axes of charts from 0 to 100 % in both directions. GUI thread only.
#pragma once

#include "ui/foundation/theme.h"

#include <QRectF>
#include <QSize>
#include <QString>

class QPainter;

namespace belfry {

// Where the lines are, within a widget of this size.
QRectF sharePlot(const QSize& widget);

// Grid lines, their shares, and what the horizontal axis is of, in its middle.
void paintShareAxes(QPainter& painter, const QSize& widget, const Palette& colours, const QString& title);

} // namespace belfry
