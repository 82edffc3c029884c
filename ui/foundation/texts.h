// A text of the engine in the window's language of the moment: its template is translated, then filled. GUI thread
// only.
#pragma once

#include "core/base/text.h"

#include <QString>

namespace belfry {

QString translated(const Text& text);

} // namespace belfry
