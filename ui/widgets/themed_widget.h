// Widgets that paint themselves with the theme's colours and repaint when they or the language change. GUI thread only.
#pragma once

#include "ui/foundation/focus.h"
#include "ui/foundation/theme.h"

#include <QEvent>
#include <QFocusEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <QWidget>
#include <algorithm>
#include <optional>

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
        if (event->type() == QEvent::LanguageChange)
            showChange();
        QWidget::changeEvent(event); // repaints when it is enabled or disabled
    }

    // The tool tip for the place under the pointer, "" where there is nothing. None: the widget has one tool tip for
    // all of it.
    virtual std::optional<QString> tipAt(const QPoint& /*position*/) const { return std::nullopt; }
    bool event(QEvent* event) override {
        if (event->type() == QEvent::ToolTip) {
            const auto* help = static_cast<QHelpEvent*>(event);
            if (const std::optional<QString> tip = tipAt(help->pos())) {
                QToolTip::showText(help->globalPos(), *tip, this); // hides it when it is empty
                return true;
            }
        }
        return QWidget::event(event);
    }

    // Sets what is kept rather than made in paintEvent: the tool tip, the text for screen readers.
    virtual void describe() {}
    void showChange() { // of what is painted
        describe();
        update();
    }

    // Instead of a picture.
    void paintSentence(QPainter& painter, const QRectF& place, const QString& sentence,
                       int flags = Qt::AlignCenter | Qt::TextWordWrap) const {
        painter.setFont(Theme::font(12));
        painter.setPen(colours().muted);
        painter.drawText(place, flags, sentence);
    }
    // Filled from the left up to a share of it, but as far as can be seen; 0: not at all.
    void paintBar(QPainter& painter, QRectF bar, double share, const QColor& filling) const {
        const double radius = bar.height() / 2;
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours().grid);
        painter.drawRoundedRect(bar, radius, radius);
        if (share > 0) {
            bar.setWidth(std::max(3.0, bar.width() * share));
            painter.setBrush(filling);
            painter.drawRoundedRect(bar, std::min(radius, bar.width() / 2), radius);
        }
    }

private:
    const Theme& theme_;
};

// With keyboard navigation: it shows a focus ring while the keyboard is used, but not for the mouse.
class KeyedWidget : public ThemedWidget {
    Q_OBJECT
public:
    KeyedWidget(const Theme& theme, const QString& objectName, QWidget* parent)
        : ThemedWidget(theme, objectName, parent) {
        setFocusPolicy(Qt::StrongFocus);
    }

protected:
    bool showsRing() const { return ring_ && hasFocus(); }
    void setRing(bool on) { ring_ = on; }

    void focusInEvent(QFocusEvent* event) override {
        ring_ = cameByKeyboard(event->reason());
        ThemedWidget::focusInEvent(event);
        update();
    }
    void focusOutEvent(QFocusEvent* event) override {
        ThemedWidget::focusOutEvent(event);
        update();
    }

private:
    bool ring_ = false; // the focus came by keyboard, or a key was used since
};

} // namespace belfry
