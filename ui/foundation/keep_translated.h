// Texts of a widget that follow the window's language. GUI thread only.
#pragma once

#include <functional>

class QWidget;

namespace belfry {

// Calls `say` now, and whenever the language changes: before the widget's changeEvent(), and before its children.
void keepTranslated(QWidget* widget, std::function<void()> say);

} // namespace belfry
