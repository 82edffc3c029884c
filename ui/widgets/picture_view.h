// One picture, as large as there is room, its pixels crisp. GUI thread only.
#pragma once

#include <QImage>
#include <QWidget>

namespace belfry {

class PictureView : public QWidget {
    Q_OBJECT
public:
    explicit PictureView(QWidget* parent) : QWidget(parent) { setMinimumSize(kLeast, kLeast); }
    void setImage(const QImage& image);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    static constexpr int kLeast = 132;
    QImage image_;
};

} // namespace belfry
