// Paints a row of the list of slices: name and accuracy, under them the 95 % interval as a bar and the number of
// images. GUI thread only.
#pragma once

#include "ui/foundation/theme.h"

#include <QStyledItemDelegate>

namespace belfry {

class SliceModel;
struct EvaluationSlice;

class SliceRows : public QStyledItemDelegate {
    Q_OBJECT
public:
    static constexpr int kHeight = 42;

    // Both must outlive it.
    SliceRows(const Theme& theme, const SliceModel& slices, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QString imagesText(const EvaluationSlice& slice) const; // "2,000 images, worse than the rest"

private:
    void paintBar(QPainter& painter, const QRectF& room, const EvaluationSlice& slice) const;

    const Theme& theme_;
    const SliceModel& slices_;
};

} // namespace belfry
