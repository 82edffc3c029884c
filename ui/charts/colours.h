// Colours of lines on a card.
#pragma once

#include "ui/charts/chart_series.h"
#include "ui/foundation/theme.h"

namespace belfry {

inline QColor seriesColour(const Theme& theme, const SeriesSpec& spec) {
    return spec.colour < 0 ? theme.palette().text : theme.seriesColour(spec.colour);
}

// The raw line's colour, opaque: a transparent pen shows a darker dot wherever two segments meet.
inline QColor faintColour(const Theme& theme, const QColor& colour) {
    return mixed(theme.palette().card, colour, theme.palette().rawLineAlpha);
}

} // namespace belfry
