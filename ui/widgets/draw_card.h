// The drawing column's head: a card titled "Draw" with the buttons Undo and Clear over the pad. Without a pen it is
// titled "Picture", there is nothing to undo, and the camera has its place. GUI thread only.
#pragma once

#include "ui/widgets/card.h"

namespace belfry {

class DrawingPad;
class Theme;

class DrawCard : public Card {
    Q_OBJECT
public:
    explicit DrawCard(const Theme& theme, QWidget* parent = nullptr);
    DrawingPad* pad() const { return pad_; }

private:
    DrawingPad* pad_;
};

} // namespace belfry
