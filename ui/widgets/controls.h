// Labels and buttons by kind (resources/styles/belfry.qss), with the names that scripts and screen readers rely on.
// GUI thread only.
#pragma once

#include <QString>

class QKeySequence;
class QLabel;
class QPushButton;
class QWidget;

namespace belfry {

// kind: "title", "group", "muted", "figure", "answer", "warning" or "" for plain text. No accessible name is set: it
// would hide the text from screen readers.
QLabel* makeLabel(const QString& text, const char* kind, QWidget* parent);
// Room for so many lines of a wrapped sentence, whatever it says: what is around it does not move when it changes.
void keepLines(QLabel* sentence, int lines);

// `name` is the English label: it becomes the accessible name ("Clear") and the object name ("clearButton"), whatever
// the language. kind: "", "primary", "quiet", "chip". Takes the focus by keyboard only, so that a click leaves no ring.
QPushButton* makeButton(const QString& text, const char* name, const char* kind, QWidget* parent);

// Clicks the button wherever in its window the focus is, or while a part of the window has it. Not the button's own
// shortcut: that clicks after a tenth of a second, and loses keys that repeat faster.
void addKey(const QKeySequence& keys, QWidget* within, QPushButton* button);

// Sets the texts of a button or an action.
void setTexts(auto* control, const QString& text, const QString& toolTip) {
    control->setText(text);
    control->setToolTip(toolTip);
}

// Frames a field in red, or no longer.
void setWrong(QWidget* field, bool wrong);

// Changes the kind of a widget that is already dressed.
void setKind(QWidget* widget, const char* kind);

// "Batch per tower" -> "batchPerTower".
QString camelCase(const QString& label);

} // namespace belfry
