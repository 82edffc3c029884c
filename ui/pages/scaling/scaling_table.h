// Speed, speed-up, efficiency and where a step's time goes, a row for each number of towers in each mode. GUI thread
// only.
#pragma once

#include "core/study/scaling.h"

#include <QTableWidget>

namespace belfry {

class ScalingTable : public QTableWidget {
    Q_OBJECT
public:
    explicit ScalingTable(QWidget* parent = nullptr);
    void setFinding(const ScalingFinding& finding);
    void retranslate();
    QSize minimumSizeHint() const override; // some rows are in sight, also in a low window

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitColumns();
    void fillRow(int row, const ScalingPoint& point);
};

} // namespace belfry
