#include "ui/widgets/form_column.h"

#include "ui/widgets/layouts.h"
#include "ui/widgets/scrolled.h"

namespace belfry {
namespace {

constexpr int kWidth = 264;
constexpr int kMargin = 16;
constexpr int kHandleRoom = 14; // part of the right margin: holds the scroll bar, so that the fields keep their width
constexpr int kFormWidth = kWidth - 2 - 2 * kMargin;

} // namespace

FormColumn::FormColumn(QWidget* form, const char* name, const char* scrollName, QWidget* parent)
    : Card({}, parent), foot_(columnOf(8, {})) {
    setObjectName(QLatin1String(name));
    setFixedWidth(kWidth);
    form->setFixedWidth(kFormWidth);
    foot_->setContentsMargins(0, 0, kHandleRoom, 0);
    body()->addWidget(scrolled(form, scrollName, this), 1);
    body()->addLayout(foot_);
    titleRow()->setContentsMargins(0, 0, kHandleRoom, 0);
    layout()->setContentsMargins(kMargin, 8, kMargin - kHandleRoom, 12);
}

} // namespace belfry
