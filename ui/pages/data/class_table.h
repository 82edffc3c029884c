// A row per class: its name, a bar of its images by split, how many, and pictures of it. GUI thread only.
#pragma once

#include "ui/bridge/data_loader.h"
#include "ui/widgets/themed_widget.h"

#include <QImage>

namespace belfry {

class ClassTable : public ThemedWidget {
    Q_OBJECT
public:
    explicit ClassTable(const Theme& theme, QWidget* parent = nullptr);

    void setReport(const DataReport& report);
    void clear();
    int rows() const { return static_cast<int>(rows_.size()); }
    QString rowText(int row) const; // "cat: 4,510 + 490 + 1,000"
    int nameWidth() const;          // pixels
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    std::optional<QString> tipAt(const QPoint& position) const override;
    void paintEvent(QPaintEvent* event) override;
    void describe() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Row {
        QString name;
        std::array<std::int64_t, 3> images{}; // by split
        std::vector<QImage> pictures;
    };
    void paintRow(QPainter& painter, const QRect& place, const Row& row) const;
    int pictureSide() const; // pixels; larger in a wide table
    int pitch() const;       // of the rows

    std::vector<Row> rows_;
    std::int64_t largest_ = 1; // images of the largest class, all splits
};

} // namespace belfry
