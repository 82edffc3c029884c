// Legend of the colours in the class table's bars. GUI thread only.
#pragma once

#include "ui/widgets/themed_widget.h"

#include <QStringList>

namespace belfry {

class SplitLegend : public ThemedWidget {
    Q_OBJECT
public:
    explicit SplitLegend(const Theme& theme, QWidget* parent = nullptr);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void describe() override;

private:
    QStringList names_;
};

} // namespace belfry
