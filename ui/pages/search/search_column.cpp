#include "ui/pages/search/search_column.h"

#include "ui/pages/search/search_form.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

#include <QLabel>
#include <QVBoxLayout>

namespace belfry {
namespace {

constexpr int kFootLines = 4; // of the longest cost, where the column is narrowest

} // namespace

SearchColumn::SearchColumn(const Theme& theme, QWidget* parent) : SearchColumn(new SearchForm(theme), parent) {}

SearchColumn::SearchColumn(SearchForm* form, QWidget* parent)
    : FormColumn(form, "searchSetupCard", "searchScroll", parent), form_(form) {
    const Parts parts(this);
    cost_ = parts.sentence("muted", "searchCost");
    problem_ = parts.sentence("warning", "searchProblem");
    for (QLabel* said : {cost_, problem_}) // one of them shows: the form's room does not change under what is typed
        keepLines(said, kFootLines);
    append(foot(), {cost_, problem_});
    connect(form_, &SearchForm::changed, this, &SearchColumn::refresh);
    keepTranslated(this, [this] {
        setTitle(tr("Setup"));
        refresh();
    });
}

void SearchColumn::refresh() {
    showSentence(problem_, form_->problem());
    problem_->setToolTip(problem_->text());
    cost_->setText(form_->cost());
    cost_->setVisible(problem_->text().isEmpty());
}

} // namespace belfry
