#include "ui/widgets/picture_view.h"

#include "ui/widgets/pictures.h"

#include <QPainter>

namespace belfry {

void PictureView::setImage(const QImage& image) {
    image_ = image;
    update();
}

void PictureView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    drawCrisp(painter, rect(), image_);
}

} // namespace belfry
