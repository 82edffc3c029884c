// The full picture of a network, which scrolls where it is larger than its room. GUI thread only.
#pragma once

#include "core/model/blueprint.h"

#include <QScrollArea>

namespace belfry {

class NetworkDiagram;
class Theme;

class NetworkView : public QScrollArea {
    Q_OBJECT
public:
    // usualHeight: of the picture while no block is open; it asks for more when one is, and never needs it.
    NetworkView(const Theme& theme, int usualHeight, QWidget* parent);
    NetworkDiagram* diagram() const { return diagram_; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {80, usualHeight_}; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void fit();

    int usualHeight_;
    NetworkDiagram* diagram_;
};

} // namespace belfry
