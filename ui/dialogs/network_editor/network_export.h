// A network's picture as a file: heading and diagram with all its labels, in the theme's colours. GUI thread only.
#pragma once

#include "core/model/blueprint.h"

#include <QString>

namespace belfry {

class Theme;

// SVG for a name that ends in .svg, else PNG at twice the size. Throws Error(Io); nothing half written stays behind.
void saveNetworkPicture(const Theme& theme, const Blueprint& blueprint, const QString& heading, const QString& file);

} // namespace belfry
