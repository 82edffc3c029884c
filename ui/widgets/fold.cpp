#include "ui/widgets/fold.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/layouts.h"

#include <QLabel>
#include <QPushButton>

namespace belfry {
namespace {

constexpr int kIndent = 21; // of the text in the head, after its arrow

} // namespace

Fold::Fold(QPushButton* head, QWidget* content, QWidget* parent)
    : QWidget(parent), head_(head), summary_(makeLabel({}, "muted", this)), content_(content) {
    QString name = head->objectName();
    name.chop(QStringLiteral("Button").size());
    setObjectName(name);
    head_->setCheckable(true);
    summary_->setObjectName(name + QStringLiteral("Summary"));
    summary_->setWordWrap(true);
    summary_->setContentsMargins(kIndent, 0, 0, 0);
    fillWith(this, columnOf(2, {head_, summary_, content_}));
    connect(head_, &QPushButton::toggled, this, &Fold::setUnfolded);
    setUnfolded(false);
}

void Fold::setSummary(const QString& line, bool problem) {
    summary_->setText(line);
    if (problem)
        setUnfolded(true);
}

void Fold::setUnfolded(bool unfolded) {
    head_->setChecked(unfolded);
    content_->setVisible(unfolded);
    summary_->setVisible(!unfolded);
    Q_EMIT folded(!unfolded);
}

bool Fold::isUnfolded() const { return head_->isChecked(); }

} // namespace belfry
