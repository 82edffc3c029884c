#include "ui/pages/train_page/banner.h"

#include "ui/widgets/controls.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace belfry {

Banner::Banner(QWidget* parent) : QFrame(parent) {
    setObjectName(QStringLiteral("banner"));
    text_ = makeLabel({}, "", this);
    text_->setObjectName(QStringLiteral("bannerText"));
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    action_ = makeButton({}, "", "quiet", this);
    action_->setObjectName(QStringLiteral("bannerAction"));
    action_->hide();
    dismiss_ = makeButton({}, "Dismiss", "quiet", this);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 6, 8, 6);
    row->setSpacing(12);
    row->addWidget(text_, 1);
    row->addWidget(action_, 0, Qt::AlignTop);
    row->addWidget(dismiss_, 0, Qt::AlignTop);
    connect(action_, &QPushButton::clicked, this, [this] {
        hide();
        act_();
    });
    connect(dismiss_, &QPushButton::clicked, this, &QWidget::hide);
    retranslate();
    hide();
}

void Banner::say(const Spoken& sentence) {
    said_ = sentence;
    action_->hide();
    retranslate();
    show();
}

void Banner::offer(const Spoken& sentence, const Spoken& button, std::function<void()> act) {
    offered_ = button;
    act_ = std::move(act);
    say(sentence);
    action_->show();
}

QString Banner::sentence() const {
    return isHidden() ? QString() : text_->text();
}

void Banner::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    QFrame::changeEvent(event);
}

void Banner::retranslate() {
    text_->setText(said_.text());
    action_->setText(offered_.text());
    action_->setAccessibleName(offered_.text());
    dismiss_->setText(tr("Dismiss"));
    dismiss_->setToolTip(tr("Takes this message away"));
}

} // namespace belfry
