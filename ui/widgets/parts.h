// Builds the parts of a widget, each with its names and its texts. Texts are set in the window's language, and
// again when that changes. GUI thread only.
#pragma once

#include "ui/foundation/keep_translated.h"

#include <functional>

class QLabel;
class QProgressBar;
class QPushButton;
class QString;
class QWidget;

namespace belfry {

class Card;
class ElidedLabel;
class Figure;

// Makes the parts of one widget in its constructor. Texts are QT_TR_NOOP in its class, and live as long as the program.
class Parts {
public:
    explicit Parts(QWidget* owner);

    // The accessible name is the label in English. `name`, else the label, in camelCase with "Button" is the object
    // name. Kinds as makeButton's.
    QPushButton* button(const char* kind, const char* label, const char* help = nullptr,
                        const char* name = nullptr) const;
    QPushButton* chip(const char* label, const char* help) const; // can be checked
    // A label whose owner sets the text. `name`: of the object. Kinds as makeLabel's.
    QLabel* label(const char* kind, const char* name) const;
    QLabel* sentence(const char* kind, const char* name) const; // wrapped
    ElidedLabel* elided(const char* kind, const char* name) const;
    // The caption of a field, or of the widgets below it (null).
    QLabel* caption(const char* text, QWidget* field, const char* kind = "muted") const;
    Card* card(const char* title) const;
    Figure* figure(const char* name, const char* caption, const char* help = nullptr) const;
    // `label`: the accessible name.
    QProgressBar* progress(const char* name, const char* label, int steps) const;

    // `label`: the accessible name.
    template <typename Field>
    Field* field(Field* made, const char* label, const char* name, const char* help = nullptr) const {
        dress(made, label, name, help);
        return made;
    }
    // Passes the text to `put` in the current language, now and whenever that changes.
    void translate(QWidget* part, const char* text, std::function<void(const QString&)> put) const;
    void help(QWidget* part, const char* text) const; // its tool tip

private:
    void dress(QWidget* field, const char* label, const char* name, const char* help) const;

    QWidget* owner_;
    const char* context_;
};

// Enables the widget if `whyNot` is empty; else its tool tip and accessible description say that, and its help comes
// back when it is enabled again.
void setAllowed(QWidget* part, const QString& whyNot);

// Shows a sentence, and nothing where there is none.
void showSentence(QLabel* label, const QString& sentence);

} // namespace belfry
