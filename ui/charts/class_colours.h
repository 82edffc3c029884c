// Colours of classes in a chart that has no room for dashes and markers. GUI thread only.
#pragma once

#include "ui/foundation/theme.h"

namespace belfry {

// The theme's series first, then hues between them; from the eleventh on they resemble each other.
QColor classColour(const Theme& theme, int label);

} // namespace belfry
