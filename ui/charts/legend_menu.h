// The lines that have no room in a legend, in a list that scrolls, with All and None above it. A pop-up window that
// deletes itself when it is closed. GUI thread only.
#pragma once

#include "ui/foundation/theme.h"

#include <QFrame>
#include <vector>

namespace belfry {

class LegendButton;

class LegendMenu : public QFrame {
    Q_OBJECT
public:
    static constexpr int kMaxRows = 16; // more scroll

    // Its boxes are checked as the buttons are, and set them.
    LegendMenu(const Theme& theme, const std::vector<LegendButton*>& buttons, QWidget* parent);
    void popup(const QPoint& globalPosition);

private:
    void setAll(bool on);
};

} // namespace belfry
