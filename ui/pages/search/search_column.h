// The left column of the Search page: the form in a scroll area, and below it, always in sight, what the search takes
// or what is wrong with it, and the buttons that the page puts there. GUI thread only.
#pragma once

#include "ui/widgets/form_column.h"

class QLabel;

namespace belfry {

class SearchForm;
class Theme;

class SearchColumn : public FormColumn {
    Q_OBJECT
public:
    explicit SearchColumn(const Theme& theme, QWidget* parent = nullptr);
    SearchForm* form() const { return form_; }

private:
    SearchColumn(SearchForm* form, QWidget* parent);
    void refresh();
    SearchForm* form_;
    QLabel *cost_, *problem_;
};

} // namespace belfry
