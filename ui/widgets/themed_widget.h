// A widget that paints itself with the theme's colours and repaints when they or the language change. GUI thread only.
#pragma once

#include "ui/theme.h"

#include <QEvent>
#include <QWidget>

namespace belfry {

class ThemedWidget : public QWidget {
    Q_OBJECT
public:
    // `theme` must outlive the widget.
    ThemedWidget(const Theme& theme, const QString& objectName, QWidget* parent) : QWidget(parent), theme_(theme) {
        setObjectName(objectName);
        connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    }

protected:
    const Theme& theme() const { return theme_; }
    const Palette& colours() const { return theme_.palette(); }
    void changeEvent(QEvent* event) override {
        if (event->type() == QEvent::LanguageChange) {
            retranslate();
        }
        if (event->type() == QEvent::LanguageChange || event->type() == QEvent::EnabledChange) {
            update();
        }
        QWidget::changeEvent(event);
    }

    // Texts that are kept rather than made in paintEvent.
    virtual void retranslate() {}

private:
    const Theme& theme_;
};

} // namespace belfry
