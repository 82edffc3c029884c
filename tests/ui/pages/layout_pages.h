// The pages of a window, each filled with as much as a user may see on it at once.
#pragma once

#include "ui/window/main_window.h"

#include <QString>

namespace belfry {

// Pages by their English labels, "Train" also "during a run". False where what was waited for did not come. `folder`:
// for files, exists.
bool fillPage(MainWindow& window, const char* page, const QString& folder);

} // namespace belfry
