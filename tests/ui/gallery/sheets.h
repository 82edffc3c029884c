// Sheets of widgets with realistic data, each as a page would lay them out.
#pragma once

#include "ui/foundation/theme.h"

#include <QWidget>

namespace belfry {

QWidget* fieldSheet(const Theme& theme);   // buttons, fields, check marks, tabs, menus, tables
QWidget* drawingSheet(const Theme& theme); // the drawing column
QWidget* emptyDrawingSheet(const Theme& theme);
QWidget* setupSheet(const Theme& theme);   // devices, batch, networks, stop
QWidget* stageSheet(const Theme& theme);   // towers' stages
QWidget* networkSheet(const Theme& theme); // the dialog
QWidget* graphSheet(const Theme& theme);   // networks with branches and blocks

} // namespace belfry
