#include "ui/pages/evaluate/evaluation_choice.h"

#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

#include <QLabel>
#include <QSignalBlocker>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kSplitWidth = 132;

} // namespace

EvaluationChoice::EvaluationChoice(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("evaluationChoice"));
    const Parts parts(this);
    weights_ = new WeightsChoice("evaluated", WeightsChoice::kEvaluatedHelp, this);
    split_ = parts.field(
        new ComboBox(this), "Images", "evaluatedSplitField",
        QT_TR_NOOP("What to test it on: a split of its data set, or your saved drawings. All splits are for the "
                   "map of the pictures: most of them are those it learnt from."));
    split_->setMinimumWidth(kSplitWidth);
    fillWith(this, rowOf(8, {{weights_, 1}, Placed::space(8), parts.caption(QT_TR_NOOP("Images"), split_), split_}));
    keepTranslated(this, [this] { fillSplits(); });
    connect(weights_, &WeightsChoice::changed, this, &EvaluationChoice::changed);
    connect(split_, &QComboBox::currentIndexChanged, this, &EvaluationChoice::changed);
}

void EvaluationChoice::fillSplits() {
    const QSignalBlocker quiet(split_);
    const int before = std::max(split_->currentIndex(), 0);
    split_->clear();
    for (const auto& [text, split] : {std::pair{tr("test"), EvaluationSplit::Test},
                                      {tr("validation"), EvaluationSplit::Validation},
                                      {tr("training"), EvaluationSplit::Train},
                                      {tr("my drawings"), EvaluationSplit::Drawings},
                                      {tr("all splits"), EvaluationSplit::All}})
        split_->addItem(text, static_cast<int>(split));
    split_->setCurrentIndex(before);
}

EvaluationSplit EvaluationChoice::split() const { return static_cast<EvaluationSplit>(split_->currentData().toInt()); }

std::optional<EvaluationRequest> EvaluationChoice::request() const {
    if (weights_->file().empty())
        return std::nullopt;
    return EvaluationRequest{weights_->run(), weights_->file(), split()};
}

} // namespace belfry
