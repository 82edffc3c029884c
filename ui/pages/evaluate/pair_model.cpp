#include "ui/pages/evaluate/pair_model.h"

#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"

#include <algorithm>

namespace belfry {

PairModel::PairModel(QObject* parent) : RowModel(parent) {
    using Pair = const ConfusedPair&;
    setColumns({
        {QT_TR_NOOP("Classes"),
         104,
         false,
         [this](Pair pair) { return classesText(pair); },
         {},
         QT_TR_NOOP("The true class of the images → the one that they are taken for")},
        {QT_TR_NOOP("Images"), 80, true, [](Pair pair) { return countText(pair.images); },
         [](Pair pair) { return QVariant::fromValue<qlonglong>(pair.images); }},
        {QT_TR_NOOP("Share"), 62, true, [](Pair pair) { return percentText(pair.share()); },
         [](Pair pair) { return pair.share(); }, QT_TR_NOOP("Of all images of the true class")},
        {QT_TR_NOOP("Confidence"), 88, true, [](Pair pair) { return percentText(pair.confidence); },
         [](Pair pair) { return pair.confidence; },
         QT_TR_NOOP("Mean probability of the wrong answer: a high one speaks for wrong labels, or for classes that "
                    "look alike")},
    });
}

void PairModel::setPairs(const std::vector<ConfusedPair>& pairs, const std::vector<std::string>& classes) {
    classes_ = classes;
    resetRows(pairs);
}

std::optional<int> PairModel::rowOf(const ConfusionCell& cell) const {
    const auto found = std::ranges::find_if(
        rows(), [&](const ConfusedPair& pair) { return pair.truth == cell.truth && pair.answer == cell.answer; });
    return found == rows().end() ? std::nullopt : std::optional(static_cast<int>(found - rows().begin()));
}

QString PairModel::classesText(const ConfusedPair& pair) const {
    const auto name = [this](int label) {
        return QString::fromStdString(classes_.at(static_cast<std::size_t>(label)));
    };
    return QStringLiteral("%1 → %2").arg(name(pair.truth), name(pair.answer));
}

QVariant PairModel::cell(const ConfusedPair& pair, int column, int role) const {
    const bool said = role == Qt::ToolTipRole || (role == Qt::AccessibleTextRole && column == Classes);
    return said ? translated(sentenceOf(pair, classes_)) : RowModel::cell(pair, column, role);
}

} // namespace belfry
