// The left column of the Search page: the form in a scroll area, and below it, always in sight, what the search takes
// or what is wrong with it, and the buttons that the page puts there. GUI thread only.
#pragma once

#include "ui/widgets/card.h"

class QLabel;
class QVBoxLayout;

namespace belfry {

class SearchForm;
class Theme;

class SearchColumn : public Card {
    Q_OBJECT
public:
    explicit SearchColumn(const Theme& theme, QWidget* parent = nullptr);
    SearchForm* form() const { return form_; }
    QVBoxLayout* foot() const { return foot_; } // for the page's buttons

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void retranslate();
    SearchForm* form_;
    QLabel *cost_, *problem_;
    QVBoxLayout* foot_;
};

} // namespace belfry
