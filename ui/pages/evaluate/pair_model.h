// Pairs of classes that a network confuses, as rows of a table. GUI thread only.
#pragma once

#include "core/predict/mistakes.h"
#include "ui/widgets/row_model.h"

#include <QStringList>
#include <optional>
#include <vector>

namespace belfry {

class PairModel : public RowModel<ConfusedPair> {
    Q_OBJECT
public:
    enum Column { Classes, Images, Share, Confidence, Columns };

    explicit PairModel(QObject* parent = nullptr);

    void setPairs(const std::vector<ConfusedPair>& pairs, const std::vector<std::string>& classes);
    std::optional<int> rowOf(const ConfusionCell& cell) const;

protected:
    QVariant cell(const ConfusedPair& pair, int column, int role) const override;

private:
    QString classesText(const ConfusedPair& pair) const;

    std::vector<std::string> classes_;
};

} // namespace belfry
