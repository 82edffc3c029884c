// Slices of the evaluated images as rows of a list. GUI thread only.
#pragma once

#include "core/predict/slices.h"
#include "ui/widgets/row_model.h"

#include <vector>

namespace belfry {

class SliceModel : public RowModel<EvaluationSlice> {
    Q_OBJECT
public:
    explicit SliceModel(QObject* parent = nullptr);

    void setSlices(const std::vector<EvaluationSlice>& slices, double accuracy); // of all images
    double accuracy() const { return accuracy_; }
    double scaleFrom() const { return from_; } // where bars begin; they end at 1

protected:
    QVariant cell(const EvaluationSlice& slice, int column, int role) const override;

private:
    double accuracy_ = 0, from_ = 0;
};

QString nameOf(const EvaluationSlice& slice); // "Brightness 41.0 to 66.0"

} // namespace belfry
