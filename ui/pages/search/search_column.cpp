#include "ui/pages/search/search_column.h"

#include "ui/pages/search/search_form.h"
#include "ui/widgets/controls.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace belfry {
SearchColumn::SearchColumn(const Theme& theme, QWidget* parent) : SearchColumn(new SearchForm(theme), parent) {}

SearchColumn::SearchColumn(SearchForm* form, QWidget* parent)
    : FormColumn(form, "searchSetupCard", "searchScroll", parent), form_(form) {
    cost_ = makeLabel({}, "muted", this);
    cost_->setObjectName(QStringLiteral("searchCost"));
    cost_->setWordWrap(true);
    problem_ = makeLabel({}, "warning", this);
    problem_->setObjectName(QStringLiteral("searchProblem"));
    problem_->setWordWrap(true);
    foot()->addWidget(cost_);
    foot()->addWidget(problem_);
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
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    FormColumn::changeEvent(event);
}

void SearchColumn::retranslate() {
    setTitle(tr("Setup"));
    refresh();
}

} // namespace belfry
