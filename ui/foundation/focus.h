// Who is shown where the focus is: a ring is for the keyboard, the mouse knows where it clicked.
#pragma once

#include <Qt>

namespace belfry {

inline bool cameByKeyboard(Qt::FocusReason reason) {
    return reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
}

} // namespace belfry
