// A picture of numbered items, one of which can be chosen. GUI thread only.
#pragma once

#include "ui/widgets/themed_widget.h"

namespace belfry {

class ItemChart : public KeyedWidget {
    Q_OBJECT
public:
    // `name`: of the object. `accessibleName`: in English.
    ItemChart(const Theme& theme, const char* name, const char* accessibleName, QWidget* parent);

    int chosen() const { return chosen_; } // 0: none
    virtual void setChosen(int item);
    virtual void paint(QPainter& painter) const = 0;

Q_SIGNALS:
    void itemChosen(int item); // by the user

protected:
    void paintEvent(QPaintEvent* event) override;
    void choose(int item);

private:
    int chosen_ = 0;
};

} // namespace belfry
