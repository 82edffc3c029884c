#include "ui/widgets/banner.h"

#include "ui/foundation/keep_translated.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layouts.h"

#include <QLabel>
#include <QPushButton>
#include <utility>

namespace belfry {

Banner::Banner(QWidget* parent, const QString& name) : QFrame(parent) {
    setObjectName(name);
    text_ = makeLabel({}, "", this);
    text_->setObjectName(name + QStringLiteral("Text"));
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    dismiss_ = makeButton({}, "Dismiss", "quiet", this);
    dismiss_->setObjectName(name + QStringLiteral("Dismiss"));
    fillWith(this, rowOf(12, {{text_, 1}, {dismiss_, 0, Qt::AlignTop}}), {16, 6, 8, 6});
    connect(dismiss_, &QPushButton::clicked, this, &Banner::dismiss);
    keepTranslated(this, [this] { retranslate(); });
    hide();
}

void Banner::display(const TranslatableText& sentence) {
    if (dismissed_ && !isHidden())
        below_ = Offer{said_, offered_, act_, dismissed_};
    said_ = sentence;
    dismissed_ = {};
    setKind(this, "");
    if (action_)
        action_->hide();
    retranslate();
    show();
}

void Banner::inform(const TranslatableText& sentence) {
    display(sentence);
    setKind(this, "offer");
}

void Banner::offer(const TranslatableText& sentence, const TranslatableText& button, std::function<void()> act,
                   std::function<void()> dismiss) {
    if (!action_)
        addAction();
    inform(sentence); // which keeps the offer before
    offered_ = button;
    act_ = std::move(act);
    retranslate();
    action_->show();
    dismissed_ = std::move(dismiss);
}

void Banner::dismiss() {
    const auto below = std::exchange(below_, std::nullopt);
    const auto dismissed = std::exchange(dismissed_, {});
    hide();
    if (below)
        offer(below->said, below->button, below->act, below->dismissed);
    if (dismissed)
        dismissed();
}

void Banner::withdraw(const TranslatableText& sentence) {
    if (!isHidden() && text_->text() == sentence.text())
        dismiss();
}

void Banner::setVisible(bool visible) {
    if (!visible) {
        below_.reset();
        dismissed_ = {};
    }
    QFrame::setVisible(visible);
}

void Banner::addAction() {
    action_ = makeButton({}, "", "quiet", this);
    action_->setObjectName(objectName() + QStringLiteral("Action"));
    auto* row = static_cast<QHBoxLayout*>(layout());
    row->insertWidget(row->indexOf(dismiss_), action_, 0, Qt::AlignTop);
    connect(action_, &QPushButton::clicked, this, [this] {
        hide();
        act_();
    });
}

QString Banner::sentence() const { return isHidden() ? QString() : text_->text(); }

void Banner::retranslate() {
    text_->setText(said_.text());
    if (action_) {
        action_->setText(offered_.text());
        action_->setAccessibleName(offered_.text());
        action_->setToolTip(tr("Does it and dismisses this message"));
    }
    setTexts(dismiss_, tr("Dismiss"), tr("Dismisses this message"));
}

} // namespace belfry
