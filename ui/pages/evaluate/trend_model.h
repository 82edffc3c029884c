// The classes over the weights of a run, as rows of a table: the worst decline first. GUI thread only.
#pragma once

#include "core/study/class_trend.h"
#include "ui/widgets/row_model.h"

#include <optional>
#include <vector>

namespace belfry {

struct TrendRow {
    std::size_t label = 0;
    std::optional<double> before, last, change; // the greatest accuracy before the last weights, theirs; none: unknown
};

class TrendModel : public RowModel<TrendRow> {
    Q_OBJECT
public:
    enum Column { Class, Before, Last, Change, Columns };

    explicit TrendModel(QObject* parent = nullptr);

    void setTrend(const ClassTrend& trend);
    std::optional<int> rowOf(std::size_t label) const;

private:
    std::vector<std::string> classes_;
};

} // namespace belfry
