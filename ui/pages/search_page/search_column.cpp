#include "ui/pages/search_page/search_column.h"

#include "ui/pages/search_page/search_form.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/scrolled.h"

#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

namespace belfry {
namespace {
constexpr int kWidth = 264;
constexpr int kMargin = 16;
constexpr int kHandleRoom = 14; // of the right margin: there the scroll bar lies, and the fields keep their width
constexpr int kFormWidth = kWidth - 2 - 2 * kMargin;
} // namespace

SearchColumn::SearchColumn(const Theme& theme, QWidget* parent) : Card({}, parent) {
    setObjectName(QStringLiteral("searchSetupCard"));
    setFixedWidth(kWidth);
    form_ = new SearchForm(theme);
    form_->setFixedWidth(kFormWidth);
    auto* scroll = scrolled(form_, "searchScroll", this);
    cost_ = makeLabel({}, "muted", this);
    cost_->setObjectName(QStringLiteral("searchCost"));
    cost_->setWordWrap(true);
    problem_ = makeLabel({}, "warning", this);
    problem_->setObjectName(QStringLiteral("searchProblem"));
    problem_->setWordWrap(true);
    foot_ = new QVBoxLayout;
    foot_->setContentsMargins(0, 0, kHandleRoom, 0);
    foot_->setSpacing(8);
    foot_->addWidget(cost_);
    foot_->addWidget(problem_);
    body()->addWidget(scroll, 1);
    body()->addLayout(foot_);
    titleRow()->setContentsMargins(0, 0, kHandleRoom, 0);
    layout()->setContentsMargins(kMargin, 8, kMargin - kHandleRoom, 12);
    connect(form_, &SearchForm::changed, this, &SearchColumn::refresh);
    retranslate();
}

void SearchColumn::refresh() {
    const QString problem = form_->problem();
    problem_->setText(problem);
    problem_->setVisible(!problem.isEmpty());
    cost_->setText(form_->cost());
    cost_->setVisible(problem.isEmpty());
}

void SearchColumn::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    Card::changeEvent(event);
}

void SearchColumn::retranslate() {
    setTitle(tr("Setup"));
    refresh();
}

} // namespace belfry
