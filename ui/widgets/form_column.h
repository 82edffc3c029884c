// The left column of a page that sets something up, as wide as the user likes: a form that scrolls, and below it,
// always in sight, a foot. GUI thread only.
#pragma once

#include "ui/widgets/card.h"

class QScrollArea;

namespace belfry {

// The field with the focus, and the sentence at it, stay in sight when the form or the room for it changes its height.
class FormColumn : public Card {
    Q_OBJECT
public:
    // Takes the form. The names are the card's and the scroll area's.
    FormColumn(QWidget* form, const char* name, const char* scrollName, QWidget* parent = nullptr);
    QVBoxLayout* foot() const { return foot_; } // problems and buttons
    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void keepInSight();

    QWidget* form_;
    QScrollArea* scroll_;
    QVBoxLayout* foot_;
};

} // namespace belfry
