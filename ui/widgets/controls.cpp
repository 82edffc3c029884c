#include "ui/widgets/controls.h"

#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QStyle>

namespace belfry {

QLabel* makeLabel(const QString& text, const char* kind, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setProperty("kind", QLatin1String(kind));
    label->setTextFormat(Qt::PlainText);
    return label;
}

void keepLines(QLabel* sentence, int lines) {
    sentence->ensurePolished(); // the style sheet sets the font
    sentence->setFixedHeight(lines * sentence->fontMetrics().lineSpacing());
    sentence->setAlignment(Qt::AlignLeft | Qt::AlignTop);
}

QPushButton* makeButton(const QString& text, const char* name, const char* kind, QWidget* parent) {
    auto* button = new QPushButton(text, parent);
    button->setProperty("kind", QLatin1String(kind));
    button->setAccessibleName(QLatin1String(name));
    button->setObjectName(camelCase(QLatin1String(name)) + QStringLiteral("Button"));
    button->setFocusPolicy(Qt::TabFocus);
    button->setAutoDefault(false);
    return button;
}

void addKey(const QKeySequence& keys, QWidget* within, QPushButton* button) {
    auto* shortcut = new QShortcut(keys, within);
    shortcut->setContext(within->isWindow() ? Qt::WindowShortcut : Qt::WidgetShortcut);
    QObject::connect(shortcut, &QShortcut::activated, button, &QPushButton::click);
}

void setWrong(QWidget* field, bool wrong) {
    if (field->property("wrong").toBool() == wrong)
        return;
    field->setProperty("wrong", wrong);
    field->style()->unpolish(field);
    field->style()->polish(field);
}

void setKind(QWidget* widget, const char* kind) {
    if (widget->property("kind").toString() == QLatin1String(kind))
        return;
    widget->setProperty("kind", QLatin1String(kind));
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

QString camelCase(const QString& label) {
    QString name;
    bool capital = false;
    for (const QChar c : label) {
        if (!c.isLetterOrNumber()) {
            capital = !name.isEmpty();
            continue;
        }
        name += capital ? c.toUpper() : (name.isEmpty() ? c.toLower() : c);
        capital = false;
    }
    return name;
}

} // namespace belfry
