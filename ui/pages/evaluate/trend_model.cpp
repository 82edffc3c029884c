#include "ui/pages/evaluate/trend_model.h"

#include "ui/foundation/number_text.h"

#include <algorithm>

namespace belfry {
namespace {

QString accuracyOrDash(const std::optional<double>& share) { return share ? percentText(*share) : dashText(); }

// "+1.2 %", "−3.0 %"
QString changeText(const std::optional<double>& change) {
    if (!change)
        return dashText();
    const QString size = percentText(std::abs(*change));
    return *change > 0 ? QLatin1Char('+') + size : *change < 0 ? QStringLiteral("−") + size : size;
}

} // namespace

TrendModel::TrendModel(QObject* parent) : RowModel(parent) {
    using Row = const TrendRow&;
    setColumns({
        {QT_TR_NOOP("Class"), 90, false, [this](Row row) { return QString::fromStdString(classes_.at(row.label)); }},
        {QT_TR_NOOP("Best before"), 98, true, [](Row row) { return accuracyOrDash(row.before); },
         [](Row row) { return row.before.value_or(-1); },
         QT_TR_NOOP("The greatest accuracy of the class with weights before the last ones")},
        {QT_TR_NOOP("Last"), 64, true, [](Row row) { return accuracyOrDash(row.last); },
         [](Row row) { return row.last.value_or(-1); }, QT_TR_NOOP("With the last weights that the run keeps")},
        {QT_TR_NOOP("Change"), 74, true, [](Row row) { return changeText(row.change); },
         [](Row row) { return row.change.value_or(2); }, // those without one come last
         QT_TR_NOOP("In percentage points; with a minus the network has forgotten some of the class")},
    });
}

void TrendModel::setTrend(const ClassTrend& trend) {
    classes_ = trend.classes;
    std::vector<TrendRow> rows;
    for (const std::size_t label : trend.worstFirst()) {
        TrendRow row{.label = label, .before = {}, .last = {}, .change = trend.change(label)};
        if (!trend.moments.empty())
            row.last = trend.accuracy(trend.moments.size() - 1, label);
        if (row.change)
            row.before = *row.last - *row.change;
        rows.push_back(row);
    }
    resetRows(rows);
}

std::optional<int> TrendModel::rowOf(std::size_t label) const {
    const auto found = std::ranges::find(rows(), label, &TrendRow::label);
    return found == rows().end() ? std::nullopt : std::optional(static_cast<int>(found - rows().begin()));
}

} // namespace belfry
