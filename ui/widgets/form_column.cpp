#include "ui/widgets/form_column.h"

#include "ui/widgets/layouts.h"
#include "ui/widgets/scrolled.h"

#include <QEvent>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kWidth = 264;
constexpr int kMargin = 16, kFrame = 1;
constexpr int kHandleRoom = 14; // part of the right margin: holds the scroll bar, so that the fields keep their width

} // namespace

FormColumn::FormColumn(QWidget* form, const char* name, const char* scrollName, QWidget* parent)
    : Card({}, parent), form_(form), foot_(columnOf(8, {})) {
    setObjectName(QLatin1String(name));
    foot_->setContentsMargins(0, 0, kHandleRoom, 0);
    scroll_ = scrolled(form, scrollName, this);
    form->installEventFilter(this);
    scroll_->viewport()->installEventFilter(this);
    body()->addWidget(scroll_, 1);
    body()->addLayout(foot_);
    titleRow()->setContentsMargins(0, 0, kHandleRoom, 0);
    layout()->setContentsMargins(kMargin, 8, kMargin - kHandleRoom, 12);
}

bool FormColumn::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) // its parts get their places after this
        QMetaObject::invokeMethod(this, &FormColumn::keepInSight, Qt::QueuedConnection);
    return Card::eventFilter(watched, event);
}

void FormColumn::keepInSight() {
    QWidget* field = window()->focusWidget();
    if (field == nullptr || !form_->isAncestorOf(field))
        return;
    auto* sentence = form_->findChild<QWidget*>(field->objectName() + QStringLiteral("Problem"));
    if (sentence != nullptr && sentence->isVisible())
        scroll_->ensureWidgetVisible(sentence, 0, 0);
    scroll_->ensureWidgetVisible(field, 0, 0); // before its sentence, where there is room for one of them
}

// The buttons in its foot are whole, whatever they say.
QSize FormColumn::minimumSizeHint() const { return Card::minimumSizeHint().expandedTo({kWidth, 0}); }

// As wide as the foot, whether the scroll bar is there or not.
void FormColumn::resizeEvent(QResizeEvent* event) {
    Card::resizeEvent(event);
    form_->setFixedWidth(std::max(0, width() - 2 * kFrame - 2 * kMargin)); // before it is laid out it is narrow
}

} // namespace belfry
