// Menus as screen readers meet them. On Linux Qt names a menu by the value that it shows, so that nobody hears what it
// is for: here it has its own name, and the value is its text. GUI thread only.
#pragma once

namespace belfry {

// For every ComboBox (fields.h) from now on; more calls change nothing.
void nameComboBoxes();

} // namespace belfry
