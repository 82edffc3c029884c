// Texts of a widget that follow the window's language. GUI thread only.
#pragma once

#include <functional>

class QWidget;

namespace belfry {

// Calls `retranslate` now and after every change of the language, before the changeEvent() of the widget and its
// children.
void keepTranslated(QWidget* widget, std::function<void()> retranslate);

} // namespace belfry
