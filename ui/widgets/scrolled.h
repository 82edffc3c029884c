// Vertical scroll areas without a frame and without keyboard focus. GUI thread only.
#pragma once

#include <QScrollArea>

namespace belfry {

// Inside a card, as large as there is room. `name`: of the scroll area, which takes the content.
QScrollArea* scrolled(QWidget* content, const char* name, QWidget* parent);

// Scrolls where a low window has less room than the content needs: messages and the log come and go, and would push the
// window over the edge of a small screen.
class ScrollIfShort : public QScrollArea {
    Q_OBJECT
public:
    // Takes the content. minHeight: it may always be made as low as this.
    ScrollIfShort(QWidget* content, int minHeight, const char* name, QWidget* parent);
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override { return {minimumSizeHint().width(), widget()->sizeHint().height()}; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    QSize contentNeeds() const { return widget()->minimumSizeHint().expandedTo(widget()->minimumSize()); }
    void fit();
    int minHeight_;
};

} // namespace belfry
