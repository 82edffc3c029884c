// What tests of several runs share.
#pragma once

#include "tests/ui/pages/runs_page_fixture.h"
#include "ui/charts/live_chart.h"
#include "ui/pages/runs/compare_charts.h"

#include <QHeaderView>
#include <QTableWidget>
#include <algorithm>
#include <cmath>

namespace belfry {

class RunsCompareTest : public RunsPageTest {
protected:
    CompareCharts* charts() { return window().runsPage()->charts(); }
    std::size_t drawn(std::size_t line) { // values of a line
        const ChartSeries& series = *charts()->loss()->series().at(line);
        std::size_t count = 0;
        for (std::size_t i = 0; i < series.raw().size(); ++i)
            count += std::isfinite(series.raw().at(i)) ? 1 : 0;
        return count;
    }
    bool hasLines(std::size_t count) {
        return eventually([&] {
            return charts()->lines().size() == count &&
                   std::ranges::none_of(charts()->lines(), [](const auto& line) { return line.points.empty(); });
        });
    }
    bool comparesAll(int runs) { // of the list
        openRuns(runs);
        clickRow(0);
        clickRow(runs - 1, Qt::ShiftModifier);
        return hasLines(static_cast<std::size_t>(runs));
    }
    QString compared(const char* row, int column) {
        const auto* table = find<QTableWidget>("compareTable");
        for (int i = 0; i < table->rowCount(); ++i)
            if (table->verticalHeaderItem(i)->text() == QLatin1String(row))
                return table->item(i, column)->text();
        return QStringLiteral("no such row");
    }
    static Plan seeded(const char* name, std::uint64_t seed, double rate = 0.001) {
        Plan plan;
        plan.name = name;
        plan.devices = {"cpu"};
        plan.seed = seed;
        plan.learningRate = rate;
        return plan;
    }
};

} // namespace belfry
