// The left column of a page that sets something up: a form that scrolls, and below it, always in sight, a foot.
// GUI thread only.
#pragma once

#include "ui/widgets/card.h"

namespace belfry {

class FormColumn : public Card {
    Q_OBJECT
public:
    // Takes the form. The names are the card's and the scroll area's.
    FormColumn(QWidget* form, const char* name, const char* scrollName, QWidget* parent = nullptr);
    QVBoxLayout* foot() const { return foot_; } // problems and buttons

private:
    QVBoxLayout* foot_;
};

} // namespace belfry
