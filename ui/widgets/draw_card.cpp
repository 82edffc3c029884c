#include "ui/widgets/draw_card.h"

#include "ui/foundation/keep_translated.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/drawing_pad.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace belfry {

DrawCard::DrawCard(const Theme& theme, QWidget* parent) : Card({}, parent) {
    setObjectName(QStringLiteral("drawCard"));
    auto* undo = makeButton({}, "Undo", "quiet", this);
    auto* clear = makeButton({}, "Clear", "quiet", this);
    titleRow()->addWidget(undo);
    titleRow()->addWidget(clear);
    pad_ = new DrawingPad(theme, this);
    body()->addWidget(pad_);
    connect(undo, &QPushButton::clicked, pad_, &DrawingPad::undo);
    connect(clear, &QPushButton::clicked, pad_, &DrawingPad::clear);
    const auto updateButtons = [this, undo, clear] {
        undo->setEnabled(pad_->canUndo());
        clear->setEnabled(!pad_->isEmpty());
    };
    connect(pad_, &DrawingPad::drawingChanged, this, updateButtons);
    connect(pad_, &DrawingPad::pictureDropped, this, updateButtons);
    keepTranslated(this, [this, undo, clear] {
        setTitle(tr("Draw"));
        setTexts(undo, tr("Undo"), tr("Removes the last stroke (Ctrl+Z on the pad)"));
        setTexts(clear, tr("Clear"), tr("Clears the pad (Ctrl+L); Undo restores the drawing"));
    });
    updateButtons();
}

} // namespace belfry
