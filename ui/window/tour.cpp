#include "ui/window/tour.h"

#include "ui/foundation/number_text.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layouts.h"

#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <array>
#include <cmath>

namespace belfry {
namespace {

constexpr int kCardWidth = 320, kAround = 6, kArrow = 44, kEdge = 12; // pixels
constexpr double kRadius = 8;

// Where a card of this size stands beside the part: where it covers nothing of it and lies within the window.
QRect cardPlace(const QRect& part, const QSize& card, const QRect& window) {
    const QPoint centre = part.center() - QPoint(card.width() / 2, card.height() / 2);
    const std::array<QPoint, 4> corners{
        QPoint(part.right() + kArrow, centre.y()), QPoint(part.left() - kArrow - card.width(), centre.y()),
        QPoint(centre.x(), part.bottom() + kArrow), QPoint(centre.x(), part.top() - kArrow - card.height())};
    const QRect room = window.adjusted(kEdge, kEdge, -kEdge, -kEdge);
    for (const QPoint& corner : corners) {
        // Along the part's side it may be moved to fit.
        QRect place(corner, card);
        const bool beside = &corner < &corners[2];
        if (beside)
            place.moveTop(std::clamp(place.top(), room.top(), std::max(room.top(), room.bottom() - card.height())));
        else
            place.moveLeft(std::clamp(place.left(), room.left(), std::max(room.left(), room.right() - card.width())));
        if (room.contains(place))
            return place;
    }
    QRect middle(QPoint(), card);
    middle.moveCenter(window.center());
    return middle;
}

QPointF nearestPoint(const QRectF& rect, const QPointF& to) {
    return {std::clamp(to.x(), rect.left(), rect.right()), std::clamp(to.y(), rect.top(), rect.bottom())};
}

} // namespace

Tour::Tour(const Theme& theme, std::vector<TourStep> steps, QWidget* window)
    : ThemedWidget(theme, QStringLiteral("tour"), window), steps_(std::move(steps)), focus_(window->focusWidget()) {
    setAccessibleName(QStringLiteral("Tour"));
    makeCard();
    setFocusPolicy(Qt::ClickFocus);
    setFocusProxy(next_);
    window->installEventFilter(this);
    show();
    raise();
    go(0);
}

void Tour::makeCard() {
    card_ = new QFrame(this);
    card_->setObjectName(QStringLiteral("tourCard"));
    title_ = makeLabel({}, "title", card_);
    title_->setObjectName(QStringLiteral("tourTitle"));
    text_ = makeLabel({}, "", card_);
    text_->setObjectName(QStringLiteral("tourText"));
    text_->setWordWrap(true);
    count_ = makeLabel({}, "muted", card_);
    skip_ = makeButton(tr("Skip"), "Skip tour", "quiet", card_);
    back_ = makeButton(tr("Back"), "Previous step", "", card_);
    next_ = makeButton({}, "Next step", "primary", card_);
    skip_->setToolTip(tr("Ends the tour (Esc). F1 shows it again."));
    fillWith(card_, columnOf(8, {title_, text_, rowOf(8, {count_, Placed::stretch(), skip_, back_, next_})}),
             {16, 12, 12, 12});
    connect(skip_, &QPushButton::clicked, this, &Tour::end);
    connect(
        back_, &QPushButton::clicked, this, [this] { go(step_ - 1); });
    connect(next_, &QPushButton::clicked, this, [this] { step_ + 1 < steps_.size() ? go(step_ + 1) : end(); });
}

void Tour::go(std::size_t step) {
    step_ = step;
    steps_[step_].open();
    const bool last = step_ + 1 == steps_.size();
    title_->setText(steps_[step_].title);
    text_->setText(steps_[step_].text);
    count_->setText(tr("%1 of %2").arg(step_ + 1).arg(steps_.size()));
    back_->setEnabled(step_ > 0);
    skip_->setVisible(!last);
    next_->setText(last ? tr("Done") : tr("Next"));
    place();
    next_->setFocus(Qt::OtherFocusReason);
}

QRect Tour::hole() const { return steps_[step_].place().adjusted(-kAround, -kAround, kAround, kAround) & rect(); }

void Tour::place() {
    setGeometry(parentWidget()->rect());
    part_ = hole();
    const int height = card_->layout()->totalHeightForWidth(kCardWidth);
    card_->setGeometry(cardPlace(part_, {kCardWidth, height}, rect()));
    update();
}

void Tour::end() {
    if (isHidden())
        return;
    hide();
    if (focus_)
        focus_->setFocus(Qt::OtherFocusReason);
    Q_EMIT ended();
    deleteLater();
}

bool Tour::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && !static_cast<QKeyEvent*>(event)->matches(QKeySequence::Quit))
        event->accept(); // a key, then, for keyPressEvent()
    return ThemedWidget::event(event);
}

bool Tour::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parent() && event->type() == QEvent::Resize && isVisible())
        QMetaObject::invokeMethod(this, &Tour::place, Qt::QueuedConnection); // when the window's layout has followed
    return ThemedWidget::eventFilter(watched, event);
}

bool Tour::focusNextPrevChild(bool next) {
    std::vector<QPushButton*> buttons;
    for (QPushButton* button : {skip_, back_, next_})
        if (button->isVisible() && button->isEnabled())
            buttons.push_back(button);
    if (buttons.empty()) // it is being hidden
        return false;
    const auto present = std::ranges::find_if(buttons, &QWidget::hasFocus);
    const auto at = static_cast<std::size_t>(present - buttons.begin()), count = buttons.size();
    buttons[(at + (next ? 1 : count - 1)) % count]->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

// Keys stay here: Esc and Space would act on the run below.
void Tour::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Escape:
        end();
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Right:
        next_->click();
        break;
    case Qt::Key_Left:
        back_->click();
        break;
    default:
        break;
    }
    event->accept();
}

void Tour::mousePressEvent(QMouseEvent* event) { event->accept(); } // nothing below is pressed

void Tour::paintEvent(QPaintEvent*) {
    if (hole() != part_) // the layout below was not done, or changed
        QMetaObject::invokeMethod(this, &Tour::place, Qt::QueuedConnection);
    constexpr QColor kShade(0, 0, 0, 120);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath shade, hole;
    shade.addRect(rect());
    hole.addRoundedRect(part_, kRadius, kRadius);
    painter.fillPath(shade - hole, kShade);
    painter.setPen(QPen(colours().accent, 2));
    painter.drawPath(hole);
    paintArrow(painter);
}

void Tour::paintArrow(QPainter& painter) const {
    constexpr double kHead = 9, kAngle = 2.6; // radians between the line and each side of the head
    const QRectF card = card_->geometry(), part = part_;
    if (card.intersects(part))
        return;
    const QPointF to = nearestPoint(part, card.center()), from = nearestPoint(card, to);
    const double direction = std::atan2(to.y() - from.y(), to.x() - from.x());
    painter.setPen(QPen(colours().accent, 3, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(from, to);
    for (const double side : {kAngle, -kAngle})
        painter.drawLine(to, to + kHead * QPointF(std::cos(direction + side), std::sin(direction + side)));
}

} // namespace belfry
