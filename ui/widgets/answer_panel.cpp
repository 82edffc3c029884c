#include "ui/widgets/answer_panel.h"

#include "ui/foundation/number_text.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/digit_view.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

#include <QLabel>

namespace belfry {
namespace {
constexpr qsizetype kLongName = 4; // letters; longer names are set smaller so that they fit beside the picture
} // namespace

AnswerPanel::AnswerPanel(const Theme& theme, QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("answerPanel"));
    view_ = new DigitView(theme, this);
    const Parts parts(this);
    heading_ = rowOf(8, {{parts.caption(QT_TR_NOOP("Prediction"), nullptr), 1}});
    answer_ = parts.label("answer", "answer");
    detail_ = parts.elided("muted", "answerDetail");
    words_ = columnOf(0, {heading_, Placed::stretch(), answer_, Placed::stretch(), detail_});
    fillWith(this, rowOf(12, {view_, {words_, 1}}));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum); // its words stay beside the picture in a tall column
    clear();
    keepTranslated(this, [this] {
        if (empty_)
            detail_->setText(tr("nothing drawn yet"));
    });
}

void AnswerPanel::add(QWidget* question, QWidget* said) {
    heading_->addWidget(question);
    words_->addWidget(said);
}

void AnswerPanel::setAnswer(const QString& className, double probability, const QString& source) {
    empty_ = false;
    setKind(answer_, className.size() > kLongName ? "figure" : "answer");
    answer_->setText(className);
    const QString percent = percentText(probability);
    detail_->setText(source.isEmpty() ? percent : QStringLiteral("%1, %2").arg(percent, source));
}

void AnswerPanel::clear(const QString& hint) {
    empty_ = hint.isEmpty();
    view_->clear();
    setKind(answer_, "answer");
    answer_->setText(QStringLiteral("-"));
    detail_->setText(hint.isEmpty() ? tr("nothing drawn yet") : hint);
}

QString AnswerPanel::snapshotText(std::int64_t step) { return tr("snapshot of step %1").arg(countText(step)); }

} // namespace belfry
