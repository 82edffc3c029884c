#include "ui/widgets/draw_card.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/drawing_pad.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace belfry {

DrawCard::DrawCard(const Theme& theme, QWidget* parent) : Card({}, parent) {
    setObjectName(QStringLiteral("drawCard"));
    undo_ = makeButton({}, "Undo", "quiet", this);
    clear_ = makeButton({}, "Clear", "quiet", this);
    titleRow()->addWidget(undo_);
    titleRow()->addWidget(clear_);
    pad_ = new DrawingPad(theme, this);
    body()->addWidget(pad_);
    connect(undo_, &QPushButton::clicked, pad_, &DrawingPad::undo);
    connect(clear_, &QPushButton::clicked, pad_, &DrawingPad::clear);
    connect(pad_, &DrawingPad::drawingChanged, this, &DrawCard::updateButtons);
    connect(pad_, &DrawingPad::pictureDropped, this, &DrawCard::updateButtons);
    retranslate();
    updateButtons();
}

void DrawCard::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Card::changeEvent(event);
}

void DrawCard::retranslate() {
    setTitle(tr("Draw"));
    undo_->setText(tr("Undo"));
    undo_->setToolTip(tr("Removes the last stroke (Ctrl+Z on the pad)"));
    clear_->setText(tr("Clear"));
    clear_->setToolTip(tr("Clears the pad (Ctrl+L); Undo restores the drawing"));
}

void DrawCard::updateButtons() {
    undo_->setEnabled(pad_->canUndo());
    clear_->setEnabled(!pad_->isEmpty());
}

} // namespace belfry
