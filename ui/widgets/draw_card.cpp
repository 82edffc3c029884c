#include "ui/widgets/draw_card.h"

#include "ui/foundation/keep_translated.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

#include <QPushButton>

namespace belfry {

DrawCard::DrawCard(const Theme& theme, QWidget* parent) : Card({}, parent) {
    setObjectName(QStringLiteral("drawCard"));
    const Parts parts(this);
    auto* camera = parts.button("quiet", QT_TR_NOOP("Camera…"), QT_TR_NOOP("Takes a picture with a camera"), "Camera");
    auto* undo = parts.button("quiet", QT_TR_NOOP("Undo"), QT_TR_NOOP("Removes the last stroke (Ctrl+Z on the pad)"));
    auto* clear =
        parts.button("quiet", QT_TR_NOOP("Clear"), QT_TR_NOOP("Clears the pad (Ctrl+L); Undo restores the drawing"));
    append(titleRow(), {camera, undo, clear});
    pad_ = new DrawingPad(theme, this);
    body()->addWidget(pad_);
    connect(camera, &QPushButton::clicked, pad_, &DrawingPad::cameraWanted);
    connect(undo, &QPushButton::clicked, pad_, &DrawingPad::undo);
    connect(clear, &QPushButton::clicked, pad_, &DrawingPad::clear);
    const auto updateButtons = [this, camera, undo, clear] {
        camera->setVisible(pad_->offersCamera() && !pad_->hasPen());
        undo->setVisible(pad_->hasPen());
        undo->setEnabled(pad_->canUndo());
        clear->setEnabled(!pad_->isEmpty());
    };
    connect(pad_, &DrawingPad::drawingChanged, this, updateButtons);
    connect(pad_, &DrawingPad::pictureDropped, this, updateButtons);
    connect(pad_, &DrawingPad::toolsChanged, this, updateButtons);
    const auto showTitle = [this] { setTitle(pad_->hasPen() ? tr("Draw") : tr("Picture")); };
    connect(pad_, &DrawingPad::toolsChanged, this, showTitle);
    keepTranslated(this, showTitle);
    updateButtons();
}

} // namespace belfry
