#include "ui/pages/evaluate/slice_model.h"

#include "ui/foundation/texts.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr double kScaleStep = 0.05; // of where bars begin

} // namespace

SliceModel::SliceModel(QObject* parent) : RowModel(parent) {
    using Row = const EvaluationSlice&;
    setColumns({{QT_TR_NOOP("Slice"), 240, false, [](Row slice) { return nameOf(slice); },
                 [](Row slice) { return slice.accuracy(); }}});
}

void SliceModel::setSlices(const std::vector<EvaluationSlice>& slices, double accuracy) {
    accuracy_ = accuracy;
    double least = 1;
    for (const EvaluationSlice& slice : slices)
        least = std::min(least, slice.interval.low);
    from_ = std::max(0.0, kScaleStep * std::floor(least / kScaleStep));
    resetRows(slices);
}

QVariant SliceModel::cell(const EvaluationSlice& slice, int column, int role) const {
    const bool said = role == Qt::ToolTipRole || role == Qt::AccessibleTextRole;
    return said ? translated(sentenceOf(slice)) : RowModel::cell(slice, column, role);
}

QString nameOf(const EvaluationSlice& slice) {
    return QStringLiteral("%1 %2").arg(translated(titleOf(slice.by)), translated(slice.name));
}

} // namespace belfry
