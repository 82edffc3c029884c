#include "ui/widgets/parts.h"

#include "ui/widgets/card.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figure.h"

#include <QCoreApplication>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace belfry {
namespace {

constexpr const char* kHelp = "help"; // property: the tool tip of an enabled widget

} // namespace

Parts::Parts(QWidget* owner) : owner_(owner), context_(owner->metaObject()->className()) {}

void Parts::translate(QWidget* part, const char* text, std::function<void(const QString&)> put) const {
    keepTranslated(
        part, [context = context_, text, put = std::move(put)] { put(QCoreApplication::translate(context, text)); });
}

void Parts::help(QWidget* part, const char* text) const {
    translate(
        part, text,
        [part](const QString& said) {
            part->setProperty(kHelp, said);
            if (part->isEnabled() || part->accessibleDescription().isEmpty()) // else it says why it is disabled
                part->setToolTip(said);
        });
}

QPushButton* Parts::button(const char* kind, const char* label, const char* help, const char* name) const {
    QPushButton* button = makeButton({}, name != nullptr ? name : label, kind, owner_);
    button->setAccessibleName(QString::fromUtf8(label));
    translate(button, label, [button](const QString& said) { button->setText(said); });
    if (help != nullptr)
        this->help(button, help);
    return button;
}

QPushButton* Parts::chip(const char* label, const char* help) const {
    QPushButton* chip = button("chip", label, help);
    chip->setCheckable(true);
    return chip;
}

QLabel* Parts::label(const char* kind, const char* name) const {
    QLabel* label = makeLabel({}, kind, owner_);
    label->setObjectName(QLatin1String(name));
    return label;
}

QLabel* Parts::sentence(const char* kind, const char* name) const {
    QLabel* sentence = label(kind, name);
    sentence->setWordWrap(true);
    return sentence;
}

ElidedLabel* Parts::elided(const char* kind, const char* name) const {
    auto* label = new ElidedLabel({}, owner_);
    label->setObjectName(QLatin1String(name));
    label->setProperty("kind", QLatin1String(kind));
    return label;
}

QLabel* Parts::caption(const char* text, QWidget* field, const char* kind) const {
    QLabel* caption = makeLabel({}, kind, owner_);
    caption->setBuddy(field);
    translate(caption, text, [caption](const QString& said) { caption->setText(said); });
    return caption;
}

Card* Parts::card(const char* title) const {
    auto* card = new Card({}, owner_);
    translate(card, title, [card](const QString& said) { card->setTitle(said); });
    return card;
}

Figure* Parts::figure(const char* name, const char* caption, const char* help) const {
    auto* figure = new Figure(QLatin1String(name), {}, owner_);
    translate(figure, caption, [figure](const QString& said) { figure->setCaption(said); });
    if (help != nullptr)
        this->help(figure, help);
    return figure;
}

QProgressBar* Parts::progress(const char* name, const char* label, int steps) const {
    auto* bar = new QProgressBar(owner_);
    bar->setObjectName(QLatin1String(name));
    bar->setAccessibleName(QLatin1String(label));
    bar->setRange(0, steps);
    bar->setTextVisible(false);
    return bar;
}

void Parts::dress(QWidget* field, const char* label, const char* name, const char* help) const {
    field->setAccessibleName(QLatin1String(label));
    field->setObjectName(QLatin1String(name));
    if (help != nullptr)
        this->help(field, help);
}

void setAllowed(QWidget* part, const QString& whyNot) {
    part->setEnabled(whyNot.isEmpty());
    part->setToolTip(whyNot.isEmpty() ? part->property(kHelp).toString() : whyNot);
    part->setAccessibleDescription(whyNot);
}

void showSentence(QLabel* label, const QString& sentence) {
    label->setText(sentence);
    label->setVisible(!sentence.isEmpty());
}

} // namespace belfry
