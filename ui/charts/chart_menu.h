// A chart's menu: pictures and tables of it, smoothing, x axis, view.
#pragma once

class QMenu;

namespace belfry {

class LiveChart;

// Actions are named after the chart: lossCopyImageAction, lossSavePngAction, ...
void fillChartMenu(QMenu& menu, LiveChart& chart);

} // namespace belfry
