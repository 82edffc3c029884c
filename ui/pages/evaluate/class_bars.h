// Recall of every class as a bar, with its per cent and counts; the tip has precision and F1 too. GUI thread only.
#pragma once

#include "core/base/class_figures.h"
#include "ui/widgets/themed_widget.h"

#include <QStringList>
#include <vector>

namespace belfry {

class ClassBars : public ThemedWidget {
    Q_OBJECT
public:
    explicit ClassBars(const Theme& theme, QWidget* parent = nullptr);

    void setResults(const QStringList& classes, const std::vector<ClassFigures>& results); // by label
    QString rowText(int label) const; // "4: 98.9 % (971 of 982), precision 97.2 %, F1 98.0 %"
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    std::optional<QString> tipAt(const QPoint& position) const override;
    void paintEvent(QPaintEvent* event) override;
    void describe() override;

private:
    void paintRow(QPainter& painter, const QRect& row, std::size_t label, int names, int counts) const;

    QStringList names_;
    std::vector<ClassFigures> results_;
};

} // namespace belfry
